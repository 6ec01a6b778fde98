"""Ctrl-C, threads, fork, other processes: the interpreter stays in charge."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from gistlearn import GistClassifier, GistRegressor, simulate

RNG = np.random.default_rng(0)
X = RNG.standard_normal((200, 40))
Y = X[:, 0] - X[:, 1] + 0.1 * RNG.standard_normal(200)


def long_fit():
    """A fit that would take minutes: exact zeros of the tolerance are never reached."""
    A = np.asfortranarray(RNG.standard_normal((4000, 400)) * np.geomspace(1, 1e4, 400))
    b = A @ RNG.standard_normal(400)
    return GistRegressor(solver="ista", alpha_ratio=1e-6, tol=1e-15, max_iter=10**9), A, b


def test_ctrl_c_raises_within_a_fifth_of_a_second():
    model, A, b = long_fit()
    sent = []

    def interrupt():
        time.sleep(0.7)
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        model.fit(A, b)
    late = time.perf_counter() - sent[0]
    thread.join()
    assert late < 0.2
    assert not hasattr(model, "coef_")
    assert GistRegressor().fit(X, Y).status_ == "converged"  # nothing is left in a bad state


def test_a_program_that_was_interrupted_ends_cleanly():
    code = """
        import os, signal, threading, time
        import numpy as np
        from gistlearn import GistRegressor
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background has it ignored
        rng = np.random.default_rng(0)
        A = rng.standard_normal((1500, 1500)) * np.geomspace(1, 1e4, 1500)
        threading.Timer(0.8, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            GistRegressor(solver="ista", alpha_ratio=1e-9, tol=1e-15, max_iter=10**9, n_jobs=1).fit(A, A[:, 0])
        except KeyboardInterrupt:
            print("interrupted")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n", "")


def test_other_threads_run_while_a_fit_does():
    model, A, b = long_fit()
    model.set_params(max_time=0.6, n_jobs=1)
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.01):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.warns(Warning, match="time_limit"):
        model.fit(A, b)
    stop.set()
    thread.join()
    assert len(ticks) >= 4  # with the GIL held there would be one at most


def test_fits_side_by_side_in_threads():
    expected = GistRegressor(penalty="scad").fit(X, Y).coef_
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: GistRegressor(penalty="scad").fit(X, Y).coef_, range(12)))
    assert all(np.array_equal(answer, expected) for answer in answers)


def _fit_in_child(n_jobs):
    return GistRegressor(n_jobs=n_jobs).fit(X, Y).coef_


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_children_of_a_process_that_has_fitted(method):
    expected = GistRegressor(n_jobs=2).fit(X, Y).coef_
    with multiprocessing.get_context(method).Pool(1) as pool:
        for coef in pool.map(_fit_in_child, [1, 2]):
            assert np.array_equal(coef, expected)


def test_pickles_across_processes(tmp_path):
    model = GistClassifier(penalty="mcp", ridge=0.01).fit(X, np.where(Y > 0, "up", "down"))
    path = tmp_path / "model.pickle"
    path.write_bytes(pickle.dumps((model, X)))
    code = "import pickle, sys; m, X = pickle.load(open(sys.argv[1], 'rb')); print(*m.predict(X))"
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert done.stdout.split() == model.predict(X).tolist()


def test_progress_is_told_in_the_end(capsys):
    GistRegressor(verbose=True).fit(X, Y)
    line = capsys.readouterr().err
    assert line.count("\n") == 1 and "objective" in line and "non-zeros" in line


def test_warm_start_at_the_answer_stops_at_once():
    data = simulate("text", rows=300, features=500, seed=3)
    model = GistClassifier(penalty="l1", warm_start=True, solver="gist", tol=1e-6).fit(data.X, data.y)
    first = model.passes_
    model.fit(data.X, data.y)
    assert model.passes_ < first / 3
