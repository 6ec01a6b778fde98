"""What Python adds: time to import, time per fit, memory."""

import subprocess
import sys
import textwrap
import time

import numpy as np

from gistlearn import GistRegressor, _core
from gistlearn._matrix import as_matrix
from gistlearn._options import named_options


def run(code):
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_loads_nothing_heavy():
    code = """
        import sys, time
        import numpy
        begun = time.process_time()  # so that it does not matter what else the machine is doing
        import gistlearn
        print(time.process_time() - begun)
        print(*(m for m in ("scipy", "sklearn", "pandas", "matplotlib") if m in sys.modules))
    """
    seconds, heavy = min(run(code).split("\n", 1) for _ in range(3))
    assert float(seconds) < 0.1 and heavy.strip() == ""


def test_a_fit_costs_two_milliseconds_more_at_most():
    rng = np.random.default_rng(0)
    X = np.asfortranarray(rng.standard_normal((300, 60)))
    y = X[:, 0] + rng.standard_normal(300)
    model = GistRegressor(alpha=0.1, n_jobs=1)
    data, options = (
        _core.FitInput(as_matrix(X)),
        named_options({"loss": "squared", "alpha": 0.1, "solver": "auto", "tol": 1e-8}, None),
    )

    def fastest(call):
        seconds = []
        for _ in range(30):
            begun = time.perf_counter()
            call()
            seconds.append(time.perf_counter() - begun)
        return min(seconds)

    whole = fastest(lambda: model.fit(X, y))
    library = fastest(lambda: _core.fit(data, [y], options, threads=1))
    assert whole < 1.05 * library + 2e-3


def test_memory_of_a_sparse_fit_is_what_the_engine_needs():
    """50 MB of a CSC matrix: beyond it the engine makes its rows, and nothing else of that size."""
    out = run("""
        import resource
        import numpy as np
        import scipy.sparse as sp
        from gistlearn import GistRegressor
        GistRegressor().fit(np.eye(5), np.arange(5.0))  # everything imported and loaded
        n, d, each = 8000, 20000, 200
        index = ((np.arange(d, dtype=np.int32)[:, None] * 7 % (n - each)) + np.arange(each, dtype=np.int32)).ravel()
        X = sp.csc_matrix((np.tile(np.linspace(-1, 1, each), d), index, np.arange(0, d * each + 1, each)), (n, d))
        size = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes
        y = np.sin(np.arange(n))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        GistRegressor(alpha_ratio=0.5, n_jobs=1, max_iter=3, tol=0.1).fit(X, y)
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(size, after - before)
    """)
    size, more = map(int, out.split())
    assert size > 45e6
    assert more < 1.5 * size


def test_a_large_sparse_matrix_under_a_memory_limit():
    """A matrix that would take 2.4 TB dense."""
    out = run("""
        import resource
        import numpy as np
        import scipy.sparse as sp
        from gistlearn import GistClassifier
        resource.setrlimit(resource.RLIMIT_AS, (2 * 2**30, 2 * 2**30))
        n, d = 300_000, 1_000_000
        rng = np.random.default_rng(0)
        X = sp.csr_matrix((np.ones(3 * n), rng.integers(0, d, 3 * n), np.arange(0, 3 * n + 1, 3)), (n, d))
        y = rng.integers(0, 2, n)
        model = GistClassifier(alpha_ratio=0.5, tol=1e-3, n_jobs=2).fit(X, y)
        print(model.status_, model.coef_.shape)
    """)
    assert out.split()[0] == "converged"
