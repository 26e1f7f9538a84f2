"""grundy.graph: games given as graphs, from pairs and from files."""
import gzip
import pickle
import random

import numpy as np
import pytest

import grundy
from grundy_program import answer

ROUTES = [(5, 4), (5, 3), (4, 2), (4, 1), (3, 1), (2, 1), (2, 0), (1, 0)]


def mex(values):
    return next(v for v in range(len(values) + 1) if v not in values)


def test_values_of_a_small_graph():
    graph = grundy.graph(ROUTES)
    assert graph.vertices.tolist() == [0, 1, 2, 3, 4, 5] and len(graph) == 6
    assert graph.values.tolist() == [0, 1, 2, 0, 0, 1]
    assert graph.outcomes.tolist() == [0, 1, 1, 0, 0, 1]
    assert (graph[2], graph.outcome(2), graph.outcome(3)) == (2, grundy.N, grundy.P)
    assert graph.options(5).tolist() == [3, 4] and graph.options(0).tolist() == []
    assert (graph.edges, graph.layers, graph.p_positions, graph.n_positions) == (8, 5, 3, 3)
    assert (graph.max_value, graph.histogram.tolist()) == (2, [3, 2, 1])
    assert (graph.quantity, graph.convention, graph.loopy) == ("nimber", "normal", False)
    assert repr(graph) == "<grundy.Graph: nimber of 6 vertices, 8 edges>"


def test_arrays_and_files_are_the_same(tmp_path):
    picked = random.Random(8)
    pairs = np.array([(v, picked.randrange(v)) for v in range(1, 3000) for _ in range(4)])
    expected = grundy.graph(pairs, threads=2)
    (tmp_path / "edges").write_bytes(
        gzip.compress("".join(f"{a} {b}\n" for a, b in pairs).encode()))
    for edges in (tmp_path / "edges", str(tmp_path / "edges"), pairs.astype(np.uint64),
                  pairs[::-1], pairs.tolist()):
        for executor in ("serial", "tbb"):
            found = grundy.graph(edges, executor=executor)
            assert found.digest == expected.digest and found.edges == len(pairs)
    assert expected.digest == answer("graph", tmp_path / "edges")["digest"]
    nimbers = [0]
    for v in range(1, 3000):
        nimbers.append(mex({nimbers[to] for to in pairs[4 * (v - 1):4 * v, 1]}))
    np.testing.assert_array_equal(expected.values, nimbers)


def test_vertices_without_edges_and_counts(tmp_path):
    graph = grundy.graph([(9, 4)], vertices=[7, 9])
    assert graph.vertices.tolist() == [4, 7, 9] and graph.values.tolist() == [0, 0, 1]
    assert grundy.graph([], vertices=[3])[3] == 0
    (tmp_path / "edges").write_text("3 2\n1 0\n2 0\n")
    assert len(grundy.graph(tmp_path / "edges")) == 4
    assert len(grundy.graph(tmp_path / "edges", counts=True)) == 3


def test_misere_play_and_cycles():
    assert grundy.graph(ROUTES, misere=True).quantity == "outcome"
    assert grundy.graph(ROUTES, misere=True).outcome(0) == grundy.N
    rounds = [*ROUTES, (7, 6), (6, 7), (7, 5)]
    with pytest.raises(grundy.Error, match="cycle: 6 -> 7 -> 6"):
        grundy.graph(rounds)
    graph = grundy.graph(rounds, loopy=True)
    assert (graph.quantity, graph.draws) == ("remoteness", 2)
    assert graph.values.tolist() == [0, 1, 1, 2, 2, 3, -1, -1]
    assert graph.outcome(7) == grundy.D and graph[7] is None
    outcomes = grundy.graph(rounds, loopy=True, value="outcome")
    assert outcomes.values.tolist() == graph.outcomes.tolist() == [0, 1, 1, 0, 0, 1, 2, 2]
    assert outcomes[7] == 2


def test_sums_of_tokens():
    graph = grundy.graph(ROUTES)
    found = graph.sum([5, 2, 1])
    assert (found.outcome, found.nimber) == (grundy.N, 2)
    assert found.winning == ((1, 2, 0),) and found.winning[0].start == 2
    assert graph.sum((5, 5)) == (grundy.P, 0, ())
    assert graph.sum(np.array([2, 2, 1])).winning == ((0, 2, 1), (1, 2, 1), (2, 1, 0))[2:]
    assert graph.sum([]).nimber == 0
    with pytest.raises(grundy.UsageError, match="sums need nimbers, and the outcome was solved"):
        grundy.graph(ROUTES, misere=True).sum([5])


def test_mistakes_name_the_argument(tmp_path):
    for edges in ([1, 2, 3], [[1, 2, 3]], np.zeros((2, 2, 2), int)):
        with pytest.raises(grundy.UsageError, match="`edges` is an array of . axes"):
            grundy.graph(edges)
    for edges in ([(1.5, 2)], [("a", "b")], [(1, 2), (3,)], None):
        with pytest.raises(TypeError, match="^edges: expected"):
            grundy.graph(edges)
    with pytest.raises(grundy.UsageError, match="`edges`: -1 is no vertex"):
        grundy.graph([(3, -1)])
    with pytest.raises(grundy.UsageError, match="`vertices`: -1 is no vertex"):
        grundy.graph([(3, 1)], vertices=[-1])
    with pytest.raises(grundy.UsageError, match="`edges` is empty"):
        grundy.graph([])
    with pytest.raises(grundy.UsageError, match="`counts` is for a file"):
        grundy.graph(ROUTES, counts=True)
    with pytest.raises(grundy.UsageError, match="`vertices` is for pairs"):
        grundy.graph("edges", vertices=[3])
    with pytest.raises(grundy.IoError, match="nowhere"):
        grundy.graph(tmp_path / "nowhere")
    with pytest.raises(grundy.UsageError, match="nimber"):
        grundy.graph(ROUTES, misere=True, value="nimber")
    graph = grundy.graph(ROUTES)
    for ask in (graph.__getitem__, graph.outcome, graph.options, lambda v: graph.sum([v])):
        for vertex in (6, -1, 2**70):
            with pytest.raises(grundy.PositionError, match=f"{vertex} is "):
                ask(vertex)
        with pytest.raises(TypeError):
            ask(1.5)
    with pytest.raises(TypeError, match="^tokens: expected"):
        graph.sum("5")
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(graph)


def test_progress_of_graphs():
    reports = []
    grundy.graph(ROUTES, progress=lambda *steps: reports.append(steps))
    assert reports
    pairs = np.random.default_rng(1).integers(0, 10**6, (3_000_000, 2))
    with pytest.raises(grundy.Interrupted):
        grundy.graph(pairs, loopy=True, progress=lambda *_: False)
