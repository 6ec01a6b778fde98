"""Parameters of an estimator as options of the library, and the library's messages in the words of this package."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

#: Names that differ. Every other option has the same name on both sides.
OPTION_NAMES = {
    "alpha": "lambda",
    "alpha_ratio": "lambda_ratio",
    "fit_intercept": "intercept",
    "tol": "tolerance",
    "max_iter": "max_iterations",
    "max_time": "max_seconds",
}
_PARAMETER_NAMES = {option: parameter for parameter, option in OPTION_NAMES.items()}

#: Estimator parameters that are options of the library.
FIT_PARAMETERS = (
    "loss", "penalty", "alpha", "alpha_ratio", "theta", "theta_ratio", "q", "delta", "ridge", "fit_intercept",
    "standardize", "relax", "relax_ridge", "solver", "tol", "max_iter", "max_time",
)  # fmt: skip


def named_options(parameters: Mapping[str, Any], solver_options: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The options as the library takes them, name and text; None leaves one at its default."""
    options = []
    for name, value in {**parameters, **(solver_options or {})}.items():
        if value is None:
            continue
        if name in ("loss", "penalty", "solver"):
            value = str(value).replace("_", "-")
        options.append((OPTION_NAMES.get(name, name), _text(value)))
    return options


def default_tolerance(parameters: Mapping[str, Any]) -> float | None:
    """What tol=None means: None leaves it to the library, which takes 1e-6.

    A convex problem has one answer, and the fast solver ends in Newton steps: there ten digits come almost for free. A
    non-convex one may have no minimiser at all, and then every digit takes longer than the last.
    """
    convex = str(parameters.get("penalty")) == "l1"
    return 1e-10 if convex and parameters.get("solver") in ("auto", "working-set", "working_set") else None


def _text(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return _text(value.item())
    return str(value)


def in_our_words(message: str) -> str:
    """A message of the library, which speaks of command line options, with the names that Python has for them."""

    def parameter(match: re.Match[str]) -> str:
        option = match[1].replace("-", "_")
        name = _PARAMETER_NAMES.get(option, option)
        return f"{name} = {match[2]}:" if match[2] else name

    return re.sub(r"--([a-z][a-z-]*[a-z]|[a-z])(?: (\S+):(?= expected))?", parameter, message)


@contextlib.contextmanager
def our_words() -> Iterator[None]:
    """Errors raised inside speak of parameters, not of command line options."""
    try:
        yield
    except ValueError as error:
        raise ValueError(in_our_words(str(error))) from None


def in_names(parameter: str, value: Any, valid: tuple[str, ...]) -> None:
    """Raises ValueError unless the value is one of the names (an underscore does for a hyphen)."""
    if str(value).replace("_", "-") not in valid:
        raise ValueError(f"{parameter} = {value!r}: expected one of: {', '.join(valid)}")
