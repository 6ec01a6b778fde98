"""How many threads a fit may use."""

from __future__ import annotations

import numbers
import os
from typing import Any

import joblib


def thread_count(n_jobs: Any) -> int:
    """n_jobs as scikit-learn has it, but for None: one per processor, and one inside a joblib worker.

    The answer of a fit has the same bits for any number of threads.
    """
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)
    if n_jobs is None:
        nested = getattr(joblib.parallel.get_active_backend()[0], "nesting_level", 0) or 0
        return 1 if nested > 0 else processors
    if not isinstance(n_jobs, numbers.Integral) or isinstance(n_jobs, bool) or n_jobs == 0:
        raise ValueError(f"n_jobs = {n_jobs!r}: expected None, a positive number of threads, or -1 for all processors")
    if n_jobs < 0:
        return max(1, processors + 1 + int(n_jobs))
    return min(int(n_jobs), 1024)
