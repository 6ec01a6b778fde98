#include "gist/data/transpose.hpp"

namespace gist {}
