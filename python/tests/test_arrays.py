"""Every way an array can lie in memory gives the same fit, and none of it is written to."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from gistlearn import GistRegressor, _core
from gistlearn._matrix import as_matrix, from_matrix

RNG = np.random.default_rng(5)
DENSE = np.where(RNG.random((60, 25)) < 0.3, RNG.standard_normal((60, 25)), 0.0)
Y = DENSE[:, :4] @ [3.0, -2.0, 1.0, 4.0] + 0.1 * RNG.standard_normal(60)


def fit(X, y=Y):
    return GistRegressor(penalty="scad", alpha=0.05).fit(X, y)


EXPECTED = fit(DENSE).coef_


def layouts():
    wide = np.zeros((120, 50))
    wide[::2, ::2] = DENSE
    backwards = DENSE[::-1, ::-1].copy()[::-1, ::-1]
    read_only = DENSE.copy()
    read_only.flags.writeable = False
    return {
        "C": np.ascontiguousarray(DENSE),
        "F": np.asfortranarray(DENSE),
        "strided": wide[::2, ::2],
        "backwards": backwards,
        "read-only": read_only,
        "big-endian": DENSE.astype(">f8"),
        "list": DENSE.tolist(),
        "csr": sp.csr_matrix(DENSE),
        "csc": sp.csc_matrix(DENSE),
        "csr_array": sp.csr_array(DENSE),
        "coo": sp.coo_matrix(DENSE),
        "lil": sp.lil_matrix(DENSE),
        "object": DENSE.astype(object),
    }


@pytest.mark.parametrize("name", layouts())
def test_layouts_agree(name):
    X = layouts()[name]
    before = X.copy() if hasattr(X, "copy") else X
    model = fit(X)
    np.testing.assert_allclose(model.coef_, EXPECTED, rtol=1e-6, atol=1e-8)
    if sp.issparse(X):
        assert (X != before).nnz == 0
    else:
        assert np.array_equal(np.asarray(X, dtype=float), np.asarray(before, dtype=float))


def test_memory_mapped_arrays_are_looked_at_where_they_are(tmp_path):
    path = tmp_path / "X.npy"
    np.save(path, np.asfortranarray(DENSE))
    mapped = np.load(path, mmap_mode="r")
    assert mapped.flags.f_contiguous and not mapped.flags.writeable
    np.testing.assert_allclose(fit(mapped).coef_, EXPECTED, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("make", [sp.csr_matrix, sp.csc_matrix])
@pytest.mark.parametrize("value", [np.float64, np.float32])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_sparse_arrays_are_not_copied(make, value, index):
    X = make(DENSE.astype(value))
    X.indices, X.indptr = X.indices.astype(index), X.indptr.astype(index)
    _, _, (start, positions, values) = as_matrix(X).parts()
    assert np.shares_memory(values, X.data)
    assert np.shares_memory(positions, X.indices) == (index == np.int32)
    assert np.shares_memory(start, X.indptr) == (index == np.int64)
    assert np.array_equal(positions, X.indices) and np.array_equal(start, X.indptr)


@pytest.mark.parametrize("value", [np.float64, np.float32])
def test_arrays_in_column_order_are_not_copied(value):
    X = np.asfortranarray(DENSE, dtype=value)
    matrix = as_matrix(X)
    assert np.shares_memory(matrix.parts()[2][0], X)
    assert matrix.precision == {"float64": "double", "float32": "float"}[X.dtype.name]


def test_the_matrix_keeps_its_arrays_alive():
    matrix = as_matrix(sp.csr_matrix(DENSE))  # the SciPy matrix is gone
    assert np.array_equal(from_matrix(matrix).toarray(), DENSE)


def test_entries_out_of_order_or_twice():
    X = sp.csr_matrix(DENSE)
    for i in range(X.shape[0]):
        row = slice(X.indptr[i], X.indptr[i + 1])
        X.indices[row], X.data[row] = X.indices[row][::-1].copy(), X.data[row][::-1].copy()
    X.has_sorted_indices = False
    np.testing.assert_allclose(fit(X).coef_, EXPECTED, rtol=1e-6, atol=1e-8)
    row, column = np.nonzero(DENSE)
    halves = sp.csr_matrix((np.tile(DENSE[row, column] / 2, 2), (np.tile(row, 2), np.tile(column, 2))), DENSE.shape)
    np.testing.assert_allclose(fit(halves).coef_, EXPECTED, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize(
    ("start", "index", "what"),
    [
        ([0, 1, 2], [0, 7], "outside"),
        ([0, 1, 2], [0, -1], "outside"),
        ([0, 2, 1], [0, 1], "ascending"),
        ([0, 1, 9], [0, 1], "beyond"),
        ([1, 1, 2], [0, 1], "begin"),
        ([0, 2], [0, 1], "length"),
    ],
)
def test_arrays_that_are_no_matrix_are_refused(start, index, what):
    arrays = np.array(start, np.int64), np.array(index, np.int32), np.ones(2)
    with pytest.raises(ValueError, match=what):
        _core.sparse_matrix(2, 3, True, *arrays)


def test_indices_beyond_32_bits_are_refused():
    arrays = np.array([0, 1], np.int64), np.array([2**32 + 1], np.int64), np.ones(1)
    with pytest.raises(ValueError, match="outside"):
        _core.sparse_matrix(1, 3, True, *arrays)


@settings(max_examples=60, deadline=None)
@given(
    rows=st.integers(2, 12),
    columns=st.integers(1, 9),
    step=st.sampled_from([(1, 1), (2, 1), (1, 3), (-1, 1), (-2, -1)]),
    order=st.sampled_from("CF"),
    dtype=st.sampled_from([np.float64, np.float32, np.int32, np.int8, np.bool_, np.float16]),
    kind=st.sampled_from(["dense", "csr", "csc", "coo", "frozen"]),
    seed=st.integers(0, 2**32 - 1),
)
def test_odd_shapes_orders_strides_and_types(rows, columns, step, order, dtype, kind, seed):
    rng = np.random.default_rng(seed)
    whole = np.zeros((rows * abs(step[0]), columns * abs(step[1])), dtype=dtype, order=order)
    X = whole[:: step[0], :: step[1]]
    X[...] = rng.integers(0, 2 if dtype is np.bool_ else 5, X.shape)
    y = rng.standard_normal(rows)
    expected = GistRegressor(penalty="l1", alpha=0.1, tol=1e-9).fit(np.array(X, np.float64, order="F"), y)
    if kind == "frozen":
        X.flags.writeable = False
    elif kind != "dense":
        X = getattr(sp, kind + "_array")(X if dtype is not np.float16 else X.astype(np.float32))
    model = GistRegressor(penalty="l1", alpha=0.1, tol=1e-9).fit(X, y)
    assert model.objective_ == pytest.approx(expected.objective_, rel=1e-7, abs=1e-9)
    assert model.predict(X).shape == (rows,)
