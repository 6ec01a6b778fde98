#pragma once

/// Everything a user of the library needs.

#include "gist/core/error.hpp"
#include "gist/core/team.hpp"
#include "gist/core/version.hpp"
#include "gist/data/dataset.hpp"
#include "gist/fit/fit.hpp"
#include "gist/fit/fitting.hpp"
#include "gist/fit/options.hpp"
#include "gist/io/read.hpp"
#include "gist/io/write.hpp"
#include "gist/model/model_file.hpp"
#include "gist/model/path_file.hpp"
#include "gist/model/predict.hpp"
#include "gist/model/scores.hpp"
#include "gist/path/criteria.hpp"
#include "gist/path/cross_validate.hpp"
#include "gist/path/path.hpp"
