"""The settings of Figure 1 of Gong et al. (2013): capped-l1 logistic regression, lambda and theta/lambda per set.

news20 and real-sim are generated here with the shape of the originals; sports and ng3sim are left out or replaced by
what GIST_DATA has under the name below."""

from __future__ import annotations

SETTINGS: dict[str, tuple[float, float]] = {
    "classic": (1e-1, 0.1),
    "hitech": (1e-1, 0.01),
    "k1b": (1e-1, 0.001),
    "la1": (1e-2, 0.01),
    "la12": (1e-2, 0.1),
    "la2": (1e-2, 0.001),
    "ng3sim_sub": (1e-3, 0.01),
    "ohscal": (1e-3, 0.001),
    "reviews": (1e-4, 0.01),
    "news20-like": (1e-3, 0.1),
    "real-sim-like": (1e-4, 0.1),
}
