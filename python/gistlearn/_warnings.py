"""What is warned of after a fit, and how it is put."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from sklearn.exceptions import ConvergenceWarning

from gistlearn._options import in_our_words

if TYPE_CHECKING:
    from gistlearn._result import FitResult

__all__ = ["ConvergenceWarning", "FitWarning", "warn_of"]


class FitWarning(UserWarning):
    """The fit is what was asked for, but something about the problem calls for a second look."""


_REMEDIES = {
    "iteration_limit": "raise max_iter (now {iterations}) or tol, or use standardize=True if columns differ in scale",
    "time_limit": "raise max_time or tol",
    "line_search_failed": "the data are badly scaled: use standardize=True, or raise tol",
    "unbounded": "the problem has no minimiser: add a small ridge, 1e-4 say",
}


def warn_of(result: FitResult, who: str, stacklevel: int) -> None:
    """A ConvergenceWarning unless the fit converged, and a FitWarning for what the library warned of."""
    for text in result.warnings:
        warnings.warn(in_our_words(text), FitWarning, stacklevel=stacklevel)
    if result.status == "converged":
        return
    remedy = _REMEDIES.get(result.status, "look at status_").format(iterations=result.iterations)
    warnings.warn(
        f"{who} did not converge ({result.status}): prox residual {result.certificate.prox:.2e}, tol "
        f"{result.tolerance:g} (both relative to the gradient at 0); {remedy}",
        ConvergenceWarning,
        stacklevel=stacklevel,
    )
