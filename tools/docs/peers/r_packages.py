"""Rows for glmnet and ncvreg, which are run by Rscript."""
from __future__ import annotations

import json
import math
import subprocess
import tempfile
from pathlib import Path

from tools.docs.peers.row import Data, Fitted, Missing, Numbers, Row

#: Reads X and y, evaluates the call, prints intercept and coefficients at the last lambda.
SCRIPT = """
if (!suppressWarnings(suppressPackageStartupMessages(require({package}, quietly = TRUE)))) quit(status = 17)
X <- as.matrix(read.csv("X.csv", header = FALSE)); y <- scan("y.txt", quiet = TRUE)
lambda <- exp(seq(log({top}), log({lam}), length.out = 20))
fit <- {call}
b <- as.numeric(coef(fit, s = {lam}{exact}))
cat("[", paste(format(b, digits = 17), collapse = ","), "]", sep = "")
"""


def r_model(package: str, call: str):
    def fit(data: Data, v: Numbers) -> Fitted:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            rows = (",".join(repr(float(x)) for x in row) for row in data.X)
            (folder / "X.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
            (folder / "y.txt").write_text("\n".join(repr(float(y)) for y in data.y) + "\n", encoding="utf-8")
            # glmnet interpolates between lambdas by default; ncvreg's coef takes lambda by position.
            script = SCRIPT.format(package=package, call=call.format(mix=v.mix), lam=v.lam, top=max(1.0, 2 * v.lam), exact="")
            if package == "ncvreg":
                script = script.replace(f"coef(fit, s = {v.lam})", f"coef(fit, lambda = {v.lam})")
            try:
                done = subprocess.run(["Rscript", "-e", script], cwd=folder, capture_output=True, text=True)
            except FileNotFoundError:
                raise Missing("there is no Rscript") from None
        if done.returncode == 17:
            raise Missing(f"R has no package {package}")
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        intercept, *coefficients = json.loads(done.stdout)
        return Fitted(coefficients, intercept)

    return fit


def sd(values) -> float:
    mean = sum(values) / len(values)
    return math.sqrt(sum((x - mean) ** 2 for x in values) / len(values))


EXACT = "lambda = lambda, thresh = 1e-20, maxit = 1e7"
TIGHT = "lambda = lambda, eps = 1e-10, max.iter = 1e6"

GLMNET = [
    Row("glmnet", "glmnet(X, y, standardize = FALSE), at s = a", "--loss squared --penalty l1 --lambda a", "squared",
        r_model("glmnet", f"glmnet(X, y, standardize = FALSE, {EXACT})"), lambda d, v: {"penalty": "l1", "lambda": v.lam}),
    Row("glmnet", "glmnet(X, y), at s = a", "--loss squared --penalty l1 --lambda a --standardize", "squared",
        r_model("glmnet", f"glmnet(X, y, {EXACT})"), lambda d, v: {"penalty": "l1", "lambda": v.lam, "standardize": True},
        "both divide by the standard deviation with 1/n"),
    Row("glmnet", "glmnet(X, y, alpha = r), at s = a",
        "--loss squared --penalty l1 --lambda a*r --ridge a*(1-r)/sd(y) --standardize", "squared",
        r_model("glmnet", f"glmnet(X, y, alpha = {{mix}}, {EXACT})"),
        lambda d, v: {"penalty": "l1", "lambda": v.lam * v.mix, "ridge": v.lam * (1 - v.mix) / sd(d.y), "standardize": True},
        "it scales y to sd 1 (with 1/n) inside, and the ridge with it"),
    Row("glmnet", 'glmnet(X, y, family = "binomial"), at s = a', "--loss logistic --penalty l1 --lambda a --standardize", "logistic",
        r_model("glmnet", f'glmnet(X, factor(y), family = "binomial", {EXACT})'),
        lambda d, v: {"penalty": "l1", "lambda": v.lam, "standardize": True}),
    Row("glmnet", 'glmnet(X, y, family = "poisson"), at s = a', "--loss poisson --penalty l1 --lambda a --standardize", "poisson",
        r_model("glmnet", f'glmnet(X, y, family = "poisson", {EXACT})'),
        lambda d, v: {"penalty": "l1", "lambda": v.lam, "standardize": True},
        "penalty.factor is rescaled there to sum to the number of columns, here it is not"),
]

NCVREG = [
    Row("ncvreg", 'ncvreg(X, y, penalty = "MCP", gamma = g), at lambda = a',
        "--loss squared --penalty mcp --lambda a --theta g --standardize", "squared",
        r_model("ncvreg", f'ncvreg(X, y, penalty = "MCP", gamma = 3, {TIGHT})'),
        lambda d, v: {"penalty": "mcp", "lambda": v.lam, "theta": 3, "standardize": True}, "it always standardises"),
    Row("ncvreg", 'ncvreg(X, y, penalty = "SCAD", gamma = g), at lambda = a',
        "--loss squared --penalty scad --lambda a --theta g --standardize", "squared",
        r_model("ncvreg", f'ncvreg(X, y, penalty = "SCAD", gamma = 3.7, {TIGHT})'),
        lambda d, v: {"penalty": "scad", "lambda": v.lam, "theta": 3.7, "standardize": True}),
    Row("ncvreg", 'ncvreg(X, y, penalty = "MCP", gamma = g, alpha = r), at lambda = a',
        "--loss squared --penalty mcp --lambda a*r --theta g --ridge a*(1-r) --standardize", "squared",
        r_model("ncvreg", f'ncvreg(X, y, penalty = "MCP", gamma = 3, alpha = {{mix}}, {TIGHT})'),
        lambda d, v: {"penalty": "mcp", "lambda": v.lam * v.mix, "theta": 3, "ridge": v.lam * (1 - v.mix), "standardize": True}),
]
