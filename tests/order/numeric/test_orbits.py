"""Garblings by orbits against the exact simplex method on all entries, for random mechanisms with exchangeable inputs."""

import itertools
import random
from fractions import Fraction as F

import pytest

from rropt import from_spec
from rropt.mechanism import Mechanism
from rropt.order import dominates
from rropt.order.minimal import minimal_form
from rropt.order.numeric import orbits
from rropt.order.numeric.orbits import orbit_program
from rropt.order.numeric.program import Oracle, garbling_program
from rropt.order.numeric.propose import by_simplex
from tests.order.numeric.test_propose import answer

PARTS = [[[0, 1, 2]], [[0, 1], [2]], [[0, 1, 2, 3]], [[0, 2], [1, 3]]]


def symmetric(rng: random.Random, parts: list[list[int]], bases: int, top: int = 4) -> Mechanism:
    """All exchanges within the parts of some random rows, and rows constant on the parts that fill the columns up."""
    k = sum(map(len, parts))
    rows: dict[tuple[int, ...], int] = {}
    for _ in range(bases):
        row, weight = [rng.randint(0, top) for _ in range(k)], rng.randint(1, 3)
        for moved in itertools.product(*(itertools.permutations(part) for part in parts)):
            new = [0] * k
            for part, order in zip(parts, moved, strict=True):
                for j, el in zip(part, order, strict=True):
                    new[j] = row[el]
            rows[tuple(new)] = weight
    listed = [[w * x for x in row] for row, w in rows.items()]
    most = max(map(sum, zip(*listed, strict=True))) + 1
    listed.append([most - sum(column) for column in zip(*listed, strict=True)])
    return minimal_form(Mechanism([[F(x, most) for x in row] for row in listed])).mechanism


@pytest.mark.slow_at("parts0", "parts3")
@pytest.mark.parametrize("parts", [*PARTS[:2], pytest.param(PARTS[2], marks=pytest.mark.full), PARTS[3]])
def test_orbits_give_the_answer_of_all_entries(parts: list[list[int]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orbits, "FEW", 0)
    rng, answers = random.Random(str(parts)), []
    while len(answers) < 50:
        p, q = symmetric(rng, parts, 2), symmetric(rng, parts, 1)
        if len(answers) % 2:  # a mixture of p and of what tells nothing is a garbling of p
            even = [[(x + F(sum(row), p.k)) / 2 for x in row] for row in p.rows]
            q = minimal_form(Mechanism(even)).mechanism if len(parts) == 1 else q
        program = orbit_program(p, q)
        if program is None or not _sees_all(p, q):
            continue
        found = answer(p, q, by_simplex(program))
        assert found == answer(p, q, by_simplex(garbling_program(p, q)))
        answers.append(found)
    assert {True, False} <= set(answers)


def _sees_all(p: Mechanism, q: Mechanism) -> bool:
    """Whether the program of all entries is meant for them: p has outputs enough, and tells all inputs apart."""
    return p.m > p.k and len(garbling_program(p, q).span) == p.k


def test_inputs_that_differ_have_no_orbits() -> None:
    rng = random.Random(8)
    columns = [[F(rng.randint(1, 10**6)) for _ in range(40)] for _ in range(4)]
    p = Mechanism(zip(*[[x / sum(c) for x in c] for c in columns], strict=True))
    assert orbit_program(p, p) is None


@pytest.mark.some(code=2)
@pytest.mark.parametrize("epsilon", ["ln3", "1"])
@pytest.mark.parametrize(
    ("code", "holds"),
    [
        ("unary_encoding:k=7,p=3/4,q=1/4", True),
        ("symmetric_unary_encoding:k=7,epsilon=8", True),
        ("optimised_unary_encoding:k=7,epsilon={}", False),
        ("symmetric_unary_encoding:k=7,epsilon={}", False),
    ],
)
def test_codes_of_bits_against_k_ary_response(epsilon: str, code: str, holds: bool) -> None:
    """The garbling, or both values of the witness, are computed exactly where the answer is made."""
    if epsilon == "ln3":
        code = code.replace("epsilon=8", "epsilon=ln3000")
    found = dominates(from_spec(code.format(epsilon)), from_spec(f"krr:k=7,epsilon={epsilon}"))
    assert found.leg is Oracle.ORBITS and found.holds is holds
