"""Answers are those of the C interface, position by position and sum by sum. $GRUNDY_LIBRARY names
libgrundy.so."""
import ctypes
import json
import os
import random

import numpy as np
import pytest

QUANTITIES = {"outcome": 1, "nimber": 2, "remoteness": 3}  # as in grundy.h
LIBRARY = os.environ.get("GRUNDY_LIBRARY")

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="GRUNDY_LIBRARY is not set")


class Evaluator(ctypes.Structure):
    pass


class CTable(ctypes.Structure):
    pass


@pytest.fixture(scope="module")
def library():
    return ctypes.CDLL(LIBRARY)


@pytest.fixture
def opened(library, table):
    pointer = ctypes.POINTER(CTable)()
    assert library.grundy_table_open(str(table.path).encode(), ctypes.byref(pointer)) == 0
    yield pointer
    library.grundy_table_free(pointer)


def values_by_c(library, opened, quantity, rows):
    found = np.zeros(len(rows), np.uint32)
    status = library.grundy_table_probe_many(
        opened, QUANTITIES[quantity], ctypes.c_size_t(len(rows)), ctypes.c_void_p(rows.ctypes.data),
        ctypes.c_size_t(rows.shape[1]), ctypes.c_ssize_t(rows.strides[0]),
        ctypes.c_ssize_t(rows.strides[1]), ctypes.c_void_p(found.ctypes.data), ctypes.c_ssize_t(4),
        None)
    assert status == 0
    return found


def values_by_server(server, table, quantity, rows):
    answer = server.post(f"/v1/tables/{table.name}/probe?value={quantity}", rows.tobytes(),
                         "application/x-grundy-positions;type=int64")
    assert answer.status == 200
    width = answer.fields["content-type"].rpartition("=")[2]
    return np.frombuffer(answer.body, np.dtype(width).newbyteorder("<"))


def test_values_of_tables(library, server, table, opened):
    rows = np.array(table.positions(), np.int64)
    for quantity in {"outcome", table.case.quantity}:
        by_c = values_by_c(library, opened, quantity, rows)
        assert len(set(by_c)) > 1
        assert np.array_equal(values_by_server(server, table, quantity, rows), by_c)


def test_values_of_sums(library, server):
    evaluator = ctypes.POINTER(Evaluator)()
    assert library.grundy_evaluator_new(None, ctypes.byref(evaluator)) == 0
    chance = random.Random(1939)
    for _ in range(60):
        a, b = chance.randrange(20), chance.randrange(20)
        all_terms = [f"nim({a})", f"kayles({3 * b})", f"wythoff({a},{b})", f"2*grundys_game({a + b})"]
        terms = chance.sample(all_terms, chance.randint(1, 3))
        outcome, nimber = ctypes.c_int(), ctypes.c_int64()
        assert library.grundy_evaluator_value(evaluator, " + ".join(terms).encode(),
                                              ctypes.byref(outcome), ctypes.byref(nimber), None) == 0
        query = "&".join(f"term={term}" for term in terms)
        served = json.loads(server.get("/v1/value?" + query).body)
        assert (served["outcome"], served["nimber"]) == ("PN"[outcome.value], nimber.value)
    library.grundy_evaluator_free(evaluator)
