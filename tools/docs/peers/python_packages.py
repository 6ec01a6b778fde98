"""Rows for scikit-learn, LIBLINEAR, skglm and PICASSO."""
from __future__ import annotations

from tools.docs.peers.row import Data, Fitted, Numbers, Row


def sklearn_model(make):
    """A fit by an estimator of scikit-learn; `make` is given the classes, the data and the numbers."""

    def fit(data: Data, v: Numbers) -> Fitted:
        from sklearn import linear_model, svm

        model = make(linear_model, svm, data, v).fit(data.X, data.y)
        intercept = model.intercept_ if model.fit_intercept else 0.0
        return Fitted(model.coef_.ravel(), float(intercept if isinstance(intercept, float) else intercept.ravel()[0]))

    return fit


def liblinear_model(kind: int):
    """train -s KIND without a bias, at the C that belongs to the numbers."""

    def fit(data: Data, v: Numbers) -> Fitted:
        from liblinear.liblinear import parameter, problem
        from liblinear.liblinearutil import train

        cost = 1 / ((2 if kind in (2, 5) else 1) * data.n * v.lam)
        rows = [{j + 1: float(x) for j, x in enumerate(row)} for row in data.X]
        model = train(problem(list(data.y), rows, bias=-1), parameter(f"-s {kind} -c {cost!r} -e 1e-9 -B -1 -q"))
        sign = model.get_labels()[0]
        return Fitted([sign * model.w[j] for j in range(data.X.shape[1])], 0.0)

    return fit


def skglm_model(make):
    def fit(data: Data, v: Numbers) -> Fitted:
        import skglm
        from skglm import datafits, penalties, solvers

        model = make(skglm, datafits, penalties, solvers, v).fit(data.X, data.y)
        intercept = model.intercept_ if isinstance(model.intercept_, float) else model.intercept_.ravel()[0]
        return Fitted(model.coef_.ravel(), float(intercept))

    return fit


def pycasso_model(family: str, penalty: str):
    def fit(data: Data, v: Numbers) -> Fitted:
        import numpy
        import pycasso

        y = (data.y > 0).astype(float) if family == "binomial" else data.y
        lambdas = numpy.geomspace(1.0, v.lam, 20)
        solver = pycasso.Solver(numpy.asfortranarray(data.X), y, lambdas=lambdas, family=family, penalty=penalty, gamma=3.0,
                                useintercept=True, standardize=False, prec=1e-8, max_ite=100_000)
        solver.train()
        found = solver.coef()
        return Fitted(numpy.asarray(found["beta"])[-1].ravel(), float(numpy.ravel(found["intercept"])[-1]))

    return fit


SKLEARN = [
    Row("scikit-learn", "Lasso(alpha=a)", "--loss squared --penalty l1 --lambda a", "squared",
        sklearn_model(lambda lm, svm, d, v: lm.Lasso(alpha=v.lam, tol=1e-10, max_iter=100_000)),
        lambda d, v: {"penalty": "l1", "lambda": v.lam}),
    Row("scikit-learn", "ElasticNet(alpha=a, l1_ratio=r)", "--loss squared --penalty l1 --lambda a*r --ridge a*(1-r)", "squared",
        sklearn_model(lambda lm, svm, d, v: lm.ElasticNet(alpha=v.lam, l1_ratio=v.mix, tol=1e-10, max_iter=100_000)),
        lambda d, v: {"penalty": "l1", "lambda": v.lam * v.mix, "ridge": v.lam * (1 - v.mix)}),
    Row("scikit-learn", "Ridge(alpha=a)", "--loss squared --penalty none --ridge a/n", "squared",
        sklearn_model(lambda lm, svm, d, v: lm.Ridge(alpha=v.lam * d.n, tol=1e-12)),
        lambda d, v: {"penalty": "none", "ridge": v.lam}, "its loss is a sum, not a mean"),
    Row("scikit-learn", 'LogisticRegression(C=c, l1_ratio=1, solver="saga")', "--loss logistic --penalty l1 --lambda 1/(n*c)",
        "logistic",
        sklearn_model(lambda lm, svm, d, v: lm.LogisticRegression(C=1 / (d.n * v.lam), l1_ratio=1.0, solver="saga", tol=1e-10,
                                                                   max_iter=100_000)),
        lambda d, v: {"penalty": "l1", "lambda": v.lam}),
    Row("scikit-learn", "LogisticRegression(C=c)", "--loss logistic --penalty none --ridge 1/(n*c)", "logistic",
        sklearn_model(lambda lm, svm, d, v: lm.LogisticRegression(C=1 / (d.n * v.lam), tol=1e-10, max_iter=100_000)),
        lambda d, v: {"penalty": "none", "ridge": v.lam}, "its default: a ridge, and no coefficient is 0"),
    Row("scikit-learn", 'LogisticRegression(C=c, l1_ratio=1, solver="liblinear", fit_intercept=False)',
        "--loss logistic --penalty l1 --lambda 1/(n*c) --no-intercept", "logistic",
        sklearn_model(lambda lm, svm, d, v: lm.LogisticRegression(C=1 / (d.n * v.lam), l1_ratio=1.0, solver="liblinear", tol=1e-9,
                                                                   fit_intercept=False, max_iter=100_000)),
        lambda d, v: {"penalty": "l1", "lambda": v.lam, "no-intercept": True},
        "with an intercept it penalises that too, and there is nothing the same here"),
    Row("scikit-learn", 'LinearSVC(C=c, penalty="l1", dual=False, fit_intercept=False)',
        "--loss squared-hinge --penalty l1 --lambda 1/(2*n*c) --no-intercept", "squared-hinge",
        sklearn_model(lambda lm, svm, d, v: svm.LinearSVC(C=1 / (2 * d.n * v.lam), penalty="l1", dual=False, tol=1e-9,
                                                           fit_intercept=False, max_iter=100_000)),
        lambda d, v: {"penalty": "l1", "lambda": v.lam, "no-intercept": True}, "our squared hinge carries 1/2"),
    Row("scikit-learn", "PoissonRegressor(alpha=a)", "--loss poisson --penalty none --ridge a", "poisson",
        sklearn_model(lambda lm, svm, d, v: lm.PoissonRegressor(alpha=v.lam, tol=1e-10, max_iter=100_000)),
        lambda d, v: {"penalty": "none", "ridge": v.lam}),
]

LIBLINEAR = [
    Row("LIBLINEAR", "train -s 6 -c c", "--loss logistic --penalty l1 --lambda 1/(n*c) --no-intercept", "logistic",
        liblinear_model(6), lambda d, v: {"penalty": "l1", "lambda": v.lam, "no-intercept": True}),
    Row("LIBLINEAR", "train -s 5 -c c", "--loss squared-hinge --penalty l1 --lambda 1/(2*n*c) --no-intercept", "squared-hinge",
        liblinear_model(5), lambda d, v: {"penalty": "l1", "lambda": v.lam, "no-intercept": True}),
    Row("LIBLINEAR", "train -s 0 -c c", "--loss logistic --penalty none --ridge 1/(n*c) --no-intercept", "logistic",
        liblinear_model(0), lambda d, v: {"penalty": "none", "ridge": v.lam, "no-intercept": True}),
    Row("LIBLINEAR", "train -s 2 -c c", "--loss squared-hinge --penalty none --ridge 1/(2*n*c) --no-intercept", "squared-hinge",
        liblinear_model(2), lambda d, v: {"penalty": "none", "ridge": v.lam, "no-intercept": True},
        "-B 1 would add a column of ones and penalise its coefficient"),
]

SKGLM = [
    Row("skglm", "Lasso(alpha=a)", "--loss squared --penalty l1 --lambda a", "squared",
        skglm_model(lambda s, f, p, o, v: s.Lasso(alpha=v.lam, tol=1e-9)), lambda d, v: {"penalty": "l1", "lambda": v.lam}),
    Row("skglm", "MCPRegression(alpha=a, gamma=g)", "--loss squared --penalty mcp --lambda a --theta g", "squared",
        skglm_model(lambda s, f, p, o, v: s.MCPRegression(alpha=v.lam, gamma=3, tol=1e-9)),
        lambda d, v: {"penalty": "mcp", "lambda": v.lam, "theta": 3},
        "its operator is a global minimiser for columns with x'x/n > 1/g only"),
    Row("skglm", "GeneralizedLinearEstimator(Quadratic(), SCAD(a, g))", "--loss squared --penalty scad --lambda a --theta g",
        "squared",
        skglm_model(lambda s, f, p, o, v: s.GeneralizedLinearEstimator(f.Quadratic(), p.SCAD(v.lam, 3.7), o.AndersonCD(tol=1e-9))),
        lambda d, v: {"penalty": "scad", "lambda": v.lam, "theta": 3.7}),
    Row("skglm", "SparseLogisticRegression(alpha=a)", "--loss logistic --penalty l1 --lambda a", "logistic",
        skglm_model(lambda s, f, p, o, v: s.SparseLogisticRegression(alpha=v.lam, tol=1e-9)),
        lambda d, v: {"penalty": "l1", "lambda": v.lam}),
]

PICASSO = [
    Row("PICASSO", f'Solver(..., family="{family}", penalty="{penalty}", gamma=g, standardize=False), at a lambda'.replace(
        ", gamma=g" if penalty == "l1" else "\0", ""),
        f"--loss {loss} --penalty {penalty} --lambda lambda" + (" --theta g" if penalty != "l1" else ""), loss,
        pycasso_model(family, penalty),
        lambda d, v, penalty=penalty: {"penalty": penalty, "lambda": v.lam, **({"theta": 3} if penalty != "l1" else {})})
    for family, loss, penalty in [("gaussian", "squared", "l1"), ("gaussian", "squared", "mcp"), ("gaussian", "squared", "scad"),
                                  ("binomial", "logistic", "l1")]
]
