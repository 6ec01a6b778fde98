"""Algorithm 1 of the paper written straightforwardly with NumPy and SciPy: an independent check, and a yardstick."""
