#pragma once

/// Scalar mathematics is written once and compiled for both sides when nvcc is the compiler. The only macro in the
/// maths.
#if defined(__CUDACC__)
#define GIST_HD __host__ __device__
#else
#define GIST_HD
#endif
