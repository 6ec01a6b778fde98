"""The benchmark: our solvers and our peers on the same problems, judged by an objective that knows no solver."""
