#pragma once

#include "gist/backend/cpu/space.hpp"

namespace gist {

/// Whether the objective is certain to have no minimiser: the coefficients that the penalty no longer holds back (flat
/// or unpenalised, no ridge, no bound ahead) separate the classes, so that scaling them up lowers the loss for ever and
/// costs nothing. True is a proof, up to rounding; false only says that the direction of w itself does not show it.
bool escapes_to_infinity(cpu::CpuSpace& space, const Problem& problem, const cpu::CpuSpace::Point& point);

}  // namespace gist
