"""What a fit came to: numbers, certificate, coefficients; as text, as a table, as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gistlearn import _core

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Certificate:
    """Three stationarity residuals, weakest first, worked out anew from the coefficients after the fit.

    All are relative to `gradient_scale`, the largest slope at w = 0, as the tolerance is.
    """

    critical: float  #: distance of 0 to the slopes of the objective
    prox: float  #: how far a proximal step moves; what the tolerance is about
    coordinate: float  #: how far any single coefficient can be improved against its own quadratic bound
    gradient_scale: float
    intercept_slope: float


@dataclass(frozen=True)
class FitResult:
    """One fitted model and how the fit went."""

    model: _core.Model
    status: str
    objective: float
    loss: float
    penalty: float
    certificate: Certificate
    iterations: int
    passes: int
    alpha: float
    theta: float | None
    alpha_max: float
    tolerance: float
    samples: int
    warnings: list[str]
    loss_name: str
    engine: str  #: of solver "auto" and "best": the one that led here, and why
    why: str

    @classmethod
    def of(cls, model: _core.Model, loss_name: str | None = None) -> FitResult:
        report = model.report()
        scale = report["gradient_scale"] if report["gradient_scale"] > 0 else 1.0
        certificate = Certificate(
            critical=report["critical"] / scale,
            prox=report["prox"] / scale,
            coordinate=report["coordinate"] / scale,
            gradient_scale=report["gradient_scale"],
            intercept_slope=report["intercept_slope"],
        )
        options = dict(model.options)
        theta = options.get("theta")
        return cls(
            model=model,
            status=report["status"],
            objective=report["loss"] + report["penalty"],
            loss=report["loss"],
            penalty=report["penalty"],
            certificate=certificate,
            iterations=report["iterations"],
            passes=report["passes"],
            alpha=report["lambda"],
            theta=None if theta is None else float(theta),
            alpha_max=report["lambda_max"],
            tolerance=report["tolerance"],
            samples=report["samples"],
            warnings=report["warnings"],
            loss_name=loss_name or options["loss"],
            engine=report["engine"],
            why=report["why"],
        )

    def dense_coef(self) -> np.ndarray:
        coef = np.zeros(self.model.features)
        coef[self.model.index] = self.model.value
        return coef

    def feature_label(self, j: int) -> str:
        return self.model.feature_names[j] if self.model.feature_names else f"x{j}"

    def summary(self) -> str:
        """What was minimised, how it ended, and what the answer is worth."""
        options = dict(self.model.options)
        shape = "" if self.theta is None else f", theta {self.theta:.6g}"
        ridge = float(options.get("ridge", 0))
        c = self.certificate
        solver = f"solver      {options['solver']}" + (f": {self.engine}, {self.why}" if self.engine else "")
        return "\n".join(
            [
                f"minimised   mean {self.loss_name} loss + {options['penalty']} (alpha {self.alpha:.6g}{shape})"
                + (f" + ridge {ridge:.6g}" if ridge > 0 else ""),
                f"data        {self.samples} samples x {self.model.features} features; alpha_max {self.alpha_max:.6g}",
                f"status      {self.status} after {self.iterations} iterations, {self.passes} passes over the data",
                solver,
                f"objective   {self.objective:.10g} = loss {self.loss:.10g} + penalty {self.penalty:.10g}",
                f"model       {len(self.model.index)} of {self.model.features} coefficients non-zero, "
                f"intercept {self.model.intercept:.6g}",
                f"certificate critical {c.critical:.1e}  prox {c.prox:.1e}  coordinate {c.coordinate:.1e}   "
                f"(relative to the gradient at 0, {c.gradient_scale:.3g})",
            ]
        )

    def to_frame(self) -> pd.DataFrame:
        """The non-zero coefficients, largest first: columns feature, index, coefficient."""
        import pandas as pd

        order = np.argsort(-np.abs(self.model.value), kind="stable")
        index = self.model.index[order]
        return pd.DataFrame(
            {
                "feature": [self.feature_label(int(j)) for j in index],
                "index": index,
                "coefficient": self.model.value[order],
            }
        )

    def plot(self, top: int = 20, ax: Axes | None = None) -> Axes:
        """The `top` largest coefficients as bars. Needs matplotlib."""
        from gistlearn._plot import coefficient_bars

        order = np.argsort(-np.abs(self.model.value), kind="stable")[:top][::-1]
        labels = [self.feature_label(int(j)) for j in self.model.index[order]]
        return coefficient_bars(labels, self.model.value[order], ax)
