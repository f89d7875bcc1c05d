"""Garblings in floats made exact on the face where they lie."""

from fractions import Fraction as F

import numpy as np

from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.order.numeric.face import find_face, repair
from rropt.order.numeric.program import garbling_program

P = Mechanism([["1/2", "1/6"], ["1/4", "1/4"], ["1/8", "1/4"], ["1/8", "1/3"]])
MERGE = ((F(1), F(1), F(0), F(0)), (F(0), F(0), F(1), F(1)))


def test_merged_outputs_follow_from_their_zeros() -> None:
    program = garbling_program(P, Mechanism(product(MERGE, P.rows)))
    face = find_face(program, np.array(MERGE, dtype=float) > 0)
    assert not face.open.any()
    assert repair(program, np.array(MERGE, dtype=float), face) == MERGE


def test_what_a_face_leaves_open_is_made_exact() -> None:
    c = Mechanism([["1", "1/3", "1/5", "1/7"], ["0", "1/3", "2/5", "3/7"], ["0", "1/3", "2/5", "3/7"]])
    program = garbling_program(P, c @ P)
    face = find_face(program, c.to_numpy() > 0)
    assert face.known[0][0] == 1 and face.open[:, 1:].all()
    found = repair(program, c.to_numpy() + 1e-9, face)
    assert found is not None and product(found, P.rows) == (c @ P).rows
    assert all(sum(column) == 1 and min(column) >= 0 for column in zip(*found, strict=True))


def test_a_face_without_a_garbling_gives_none() -> None:
    program = garbling_program(P, Mechanism(product(MERGE, P.rows)))
    wrong = np.array([[1, 0, 1, 0], [0, 1, 0, 1]], dtype=float)
    assert repair(program, wrong, find_face(program, wrong > 0)) is None
