#pragma once

#include <atomic>

namespace gist::cli {

/// A flag that the first Ctrl-C (or TERM) sets; the second one ends the program as usual.
const std::atomic<bool>* interrupt_flag();

}  // namespace gist::cli
