"""Losses written in Python: any smooth function of the linear predictor, slowly.

Such a loss is an object with two methods over whole arrays, `value(z, y)` and `slope(z, y)`, the loss of every sample
at the linear predictor z and its derivative with respect to z. Each step of a solver calls them a dozen times, so a fit
is slow; but it goes through the same solvers, penalties, bounds and weights as every other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gistlearn._options import in_names


def is_custom(loss: Any) -> bool:
    return callable(getattr(loss, "value", None)) and callable(getattr(loss, "slope", None))


def loss_name(loss: Any) -> str | None:
    """What to call a loss written in Python; None for one that has a name of its own."""
    return type(loss).__name__ if is_custom(loss) else None


def check_loss_name(loss: Any, valid: tuple[str, ...], *, custom: bool) -> None:
    """Raises ValueError unless the loss is one of the names or, where `custom`, an object with value and slope."""
    if custom and is_custom(loss):
        return
    in_names("loss", loss, valid)


def stand_in(parameters: dict[str, Any]) -> dict[str, Any]:
    """What the library is told in the place of a loss it does not know: labels are numbers, the solver is gist."""
    return {"loss": "squared", "solver": "gist" if parameters.get("solver") == "auto" else parameters.get("solver")}


def check_loss(loss: Any, y: Any, *, seed: int = 0) -> float:
    """Compare `loss.slope` with differences of `loss.value` at random linear predictors.

    Parameters
    ----------
    loss : object
        With methods value(z, y) and slope(z, y).
    y : array of shape (n_samples,)
        Labels to try it on; -1 and 1 for a classifier.
    seed : int, default=0

    Returns
    -------
    float
        The largest difference, relative to 1 + |slope|; 1e-6 is good.

    Raises
    ------
    ValueError
        If it is above 1e-4, with the sample where it is worst.

    Examples
    --------
    >>> import numpy as np
    >>> import gistlearn
    >>> class Cauchy:
    ...     def value(self, z, y):
    ...         return np.log1p((z - y) ** 2) / 2
    ...     def slope(self, z, y):
    ...         return (z - y) / (1 + (z - y) ** 2)
    >>> y = np.arange(10.0)
    >>> gistlearn.check_loss(Cauchy(), y) < 1e-6
    True
    """
    if not is_custom(loss):
        raise ValueError("loss: expected an object with methods value(z, y) and slope(z, y)")
    y = np.asarray(y, dtype=np.float64)
    z = y + 3 * np.random.default_rng(seed).standard_normal(y.shape)
    step = 1e-5 * (1 + np.abs(z))
    measured = (np.asarray(loss.value(z + step, y)) - np.asarray(loss.value(z - step, y))) / (2 * step)
    told = np.asarray(loss.slope(z, y))
    if measured.shape != y.shape or told.shape != y.shape:
        raise ValueError("loss.value and loss.slope must return one number per sample")
    apart = np.abs(measured - told) / (1 + np.abs(told))
    worst = int(np.argmax(apart))
    if not apart[worst] <= 1e-4:
        raise ValueError(
            f"loss.slope does not fit loss.value: at z = {z[worst]:.6g}, y = {y[worst]:.6g} it is {told[worst]:.6g}, "
            f"and differences of the value give {measured[worst]:.6g}"
        )
    return float(apart[worst])
