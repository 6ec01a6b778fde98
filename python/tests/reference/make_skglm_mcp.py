"""Writes skglm_mcp.json: MCP fits of skglm, for test_reference.py. Needs skglm and gistlearn; run it to renew the file.

Columns are scaled to mean square 1, where skglm's operator (right for steps up to gamma) is right.
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
from skglm import MCPRegression

from gistlearn import simulate

data = simulate("gaussian", rows=100, features=30, support=4, seed=11, task="regression")
X = data.X / np.sqrt((data.X**2).mean(axis=0))
fits = []
for alpha in (0.8, 0.3, 0.1):
    model = MCPRegression(alpha=alpha, gamma=3.0, fit_intercept=True, tol=1e-10).fit(X, data.y)
    fits.append({"alpha": alpha, "coef": model.coef_.tolist(), "intercept": float(model.intercept_)})
made_by = {"skglm": version("skglm"), "data": "simulate('gaussian', rows=100, features=30, support=4, seed=11)"}
Path(__file__).with_name("skglm_mcp.json").write_text(json.dumps({"made_by": made_by, "fits": fits}, indent=1) + "\n")
