"""Values of tables, one by one and as arrays, are those of the definitions."""
import itertools
import random

import numpy as np
import pytest

import grundy
from conftest import CASES


def test_arrays(solved):
    for array in (solved.table.array(), np.asarray(solved.table), solved.table[...]):
        np.testing.assert_array_equal(array, solved.expected)
        assert array.dtype.kind == "u"
    assert solved.table.shape == solved.expected.shape
    assert solved.table.origin == solved.origin
    assert solved.table.box == solved.case.high
    narrowest = np.min_scalar_type(solved.expected.max())
    if solved.case.quantity == "remoteness" and not isinstance(solved.table, grundy.Solution):
        narrowest = np.dtype(np.uint16)  # what tables begin with
    assert solved.table.dtype == narrowest


def test_numpy_may_ask_for_types_and_copies(solved):
    for array in (np.asarray(solved.table, dtype=np.float32), np.array(solved.table),
                  solved.table.__array__(None, True)):
        np.testing.assert_array_equal(array, solved.expected)
        assert array.flags.owndata and array.flags.writeable
    assert np.asarray(solved.table, dtype=np.float32).dtype == np.float32
    if solved.table.array().flags.owndata:
        with pytest.raises(ValueError, match="copy"):
            solved.table.__array__(copy=False)
    else:
        assert not solved.table.__array__(copy=False).flags.owndata


def test_every_table_tells_outcomes(solved):
    quantity = solved.case.quantity
    expected = solved.expected % 2 if quantity == "remoteness" else solved.expected != 0
    found = solved.table.array("outcome")
    assert found.dtype == np.uint8
    np.testing.assert_array_equal(found, expected)


def test_single_positions(solved):
    axes = [range(low, high + 1) for low, high in zip(solved.origin, solved.case.high)]
    outcomes = solved.table.array("outcome")
    positions = random.Random(7).sample(list(itertools.product(*axes)), 40)
    for position in positions:
        value = solved.table[position]
        assert type(value) is int
        assert value == solved.expected[solved.index(position)], position
        assert solved.table.outcome(position) == outcomes[solved.index(position)], position


def test_probe_takes_any_shape_and_stride(solved):
    shape = solved.expected.shape
    rows = np.argwhere(np.ones(shape, bool)) + solved.origin
    np.random.default_rng(7).shuffle(rows)
    places = tuple((rows - solved.origin).T)
    expected = solved.expected[places]
    for positions in (rows, np.asfortranarray(rows), rows.astype(np.int16), rows.astype(np.uint64)):
        found = solved.table.probe(positions)
        assert found.dtype == solved.table.dtype
        np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(solved.table.probe(rows[::-3]), expected[::-3])
    np.testing.assert_array_equal(solved.table.probe(rows[:6].reshape(2, 3, -1)),
                                  expected[:6].reshape(2, 3))
    np.testing.assert_array_equal(solved.table.probe(rows.tolist()), expected)
    assert solved.table.probe(rows[0]) == expected[0]
    assert solved.table.probe(rows[:0]).shape == (0,)
    np.testing.assert_array_equal(solved.table.probe(rows, quantity="outcome"),
                                  solved.table.array("outcome")[places])


def random_entry(random, low, high):
    """An entry of table[..], and the same for the array of all values."""
    if random.random() < 0.3:
        x = random.randint(low, high)
        return x, x - low
    start, stop = (random.choice([None, random.randint(low, high + 3)]) for _ in range(2))
    step = random.choice([None, 1, 2, 5])
    return slice(start, stop, step), slice(start and start - low, stop and stop - low, step)


def test_slices_are_those_of_the_array(solved):
    generator = random.Random(11)
    for _ in range(200):
        entries = [random_entry(generator, low, high)
                   for low, high in zip(solved.origin, solved.case.high)]
        key, places = (tuple(entry) for entry in zip(*entries))
        found = solved.table[key]
        np.testing.assert_array_equal(found, solved.expected[places], err_msg=f"seed 11, {key}")
        some = generator.randint(1, len(key))
        np.testing.assert_array_equal(solved.table[key[:some]], solved.expected[places[:some]])
        np.testing.assert_array_equal(solved.table[(..., key[-1])],
                                      solved.expected[(..., places[-1])])


def test_slices_go_by_coordinate():
    table = grundy.solve("cutting", (9, 8))  # its box begins at (2, 2)
    array = table.array()
    np.testing.assert_array_equal(table[2:4], array[:2])
    np.testing.assert_array_equal(table[-4:4], array[:2])
    np.testing.assert_array_equal(table[-3:8:2, 5], array[1:6:2, 3])
    np.testing.assert_array_equal(table[7:1000, np.int8(4)], array[5:, 2])
    assert table[5:5].shape == (0, 7)
    assert table[100:].shape == (0, 7)
    assert table[10**30:].shape == (0, 7)
    np.testing.assert_array_equal(table[-10**30:10**30], array)
    np.testing.assert_array_equal(table[3 - 7 * 10**30::7], array[1:2])
    np.testing.assert_array_equal(table[4 - 2**70::2**70], array[2:3])


def test_moves_from_a_position(three_pile):
    moves = three_pile.table.moves((3, 4, 5))
    assert moves.value.nimber == three_pile.table[3, 4, 5]
    reached = {move.parts[0]: move.nimber for move in moves.options}
    expected = {tuple(position): three_pile.expected[tuple(position)]
                for position in np.ndindex(4, 5, 6) if is_move(position, (3, 4, 5))}
    assert reached == expected
    assert {move.parts[0] for move in moves.winning} == {at for at in expected if not expected[at]}
    assert all(move.outcome == grundy.P for move in moves.winning)


def is_move(to, start):
    taken = [a - b for a, b in zip(start, to) if a != b]
    return len(taken) == 1 or len(taken) == 2 and taken[0] == taken[1]


def test_what_a_table_says_of_itself(solved):
    table, case = solved.table, solved.case
    assert (table.game, table.quantity, table.convention) == (case.game, case.quantity, "normal")
    assert table.positions == solved.expected.size
    assert table.p_positions == (table.array("outcome") == grundy.P).sum()
    assert table.max_value == solved.expected.max()
    assert f"game {case.game}(" in table.rules
    assert table.ndim == len(table.coordinates) == len(case.high)
    if case.quantity == "nimber":
        np.testing.assert_array_equal(table.histogram, np.bincount(solved.expected.ravel()))
    else:
        assert table.histogram.size == 0
    kind = type(table).__name__
    assert table._repr_png_().startswith(b"\x89PNG")
    assert repr(table).startswith(f"<grundy.{kind} {case.game}({', '.join(table.coordinates)}): ")


def test_memory_and_disk_agree(solved_cases):
    for case in CASES:
        solution, table = (solved.table for solved in solved_cases(case))
        assert isinstance(solution, grundy.Solution) and isinstance(solution, grundy.Table)
        assert solution.digest == table.digest
        assert table.store == case.store


def test_a_table_is_no_iterable(three_pile):
    with pytest.raises(TypeError):
        iter(three_pile.table)


def test_probes_of_masked_arrays_are_masked(three_pile):
    table = three_pile.table
    rows = np.ma.array([[0, 0, 0], [1, 2, 1], [99, 2, 3], [2, 2, 2]],
                       mask=[[0, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 0]])
    found = table.probe(rows)
    assert isinstance(found, np.ma.MaskedArray) and found.dtype == table.dtype
    assert found.mask.tolist() == [False, True, True, False]
    assert found.compressed().tolist() == [table[0, 0, 0], table[2, 2, 2]]
    assert table.probe(rows.reshape(2, 2, 3)).mask.tolist() == [[False, True], [True, False]]
    assert not np.ma.getmaskarray(table.probe(np.ma.array([[1, 2, 1]]))).any()
    assert table.probe(np.ma.masked_all((2, 3), dtype=np.uint64)).mask.all()
    assert table.probe(np.ma.array([1, 2, 3], mask=[0, 1, 0])).mask.tolist() is True
    assert table.probe(np.ma.array([1, 2, 3])) == table[1, 2, 3]
    outside = np.ma.array([[99, 0, 0], [1, 1, 1], [0, 99, 0]], mask=[[1, 0, 0], [0, 0, 0], [0, 0, 0]])
    with pytest.raises(grundy.PositionError, match="row 2: "):
        table.probe(outside)
    with pytest.raises(grundy.PositionError, match=f"row 2: {2**63} is outside"):
        table.probe(np.ma.array([[0, 0, 2**63], [1, 1, 1], [0, 0, 2**63]], dtype=np.uint64,
                                mask=[[1, 0, 0], [0, 0, 0], [0, 0, 0]]))
    with pytest.raises(grundy.UsageError, match="float64"):
        table.probe(np.ma.masked_invalid([[1.0, np.nan, 2.0], [1.0, 2.0, 3.0]]))
