"""skein-glm: coordinate descent in Rust."""

from __future__ import annotations

from ..datasets import Data
from .solver import Answer, Solver, Task, by_columns, decades, models


class Skein(Solver):
    name = "skein"
    package = "skein-glm"
    ladder = decades(1, 11, 2)
    pairs = models("logistic squared", "l1 mcp scad")

    def refuses(self, loss: str, penalty: str, data: Data) -> str | None:
        if loss == "squared" and penalty != "l1" and data.scale != "unit":
            return "solves another objective: its theta acts on unit-scaled columns"
        return super().refuses(loss, penalty, data)

    def prepare(self, data: Data):
        return by_columns(data), (data.y > 0).astype(float) if data.loss == "logistic" else data.y

    def solve(self, prepared, task: Task) -> Answer:
        import skein_glm

        X, y = prepared
        p = task.penalty
        common = {"fit_intercept": False, "tol": task.tolerance, "max_iter": 100_000}
        if task.loss == "logistic":
            common |= {"outer_tol": task.tolerance, "max_outer": 1000}
            kinds = {"l1": "LogisticLassoRegressor", "mcp": "LogisticMCPRegressor", "scad": "LogisticSCADRegressor"}
        else:
            kinds = {"l1": "ElasticNetRegressor", "mcp": "MCPRegressor", "scad": "SCADRegressor"}
        shape = {"mcp": {"gamma": p.theta}, "scad": {"a": p.theta}}.get(p.name, {})
        if kinds[p.name] == "ElasticNetRegressor":
            shape = {"alpha": 1.0}  # all of it l1
        model = getattr(skein_glm, kinds[p.name])(p.lam, **shape, **common).fit(X, y)
        return Answer(model.coef_.ravel())
