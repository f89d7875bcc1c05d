"""Total variation distances where ε is free: exact pieces, against a linear program over all patterns at points inside."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest
from typer.testing import CliRunner

from rropt import LDP, Design, Divergence, Problem, design, verify
from rropt.cli import app
from rropt.exact.infinity import is_infinite
from rropt.exact.substitute import value_at
from rropt.problem import worst
from rropt.problem.verdicts import Verdict
from tests.over_rows import largest_over, patterns

Terms = list[tuple[int, tuple[list[Fraction], list[Fraction]] | None]]


def largest(several: list[Terms], k: int, t: float, conditions: list[tuple[int, int, float]]) -> float:
    """The most of the least Σ θ f over patterns by label, by scipy; each condition is P[label, input] <= number."""
    labels = 2 if conditions else 1
    rows, label = np.tile(patterns(k, t), (labels, 1)), np.repeat(range(labels), 2**k)

    def distance(row: np.ndarray, between: tuple[list[Fraction], list[Fraction]] | None) -> float:
        if between is None:
            return sum(abs(a - b) for a, b in itertools.permutations(row, 2)) / 2
        p, q = (np.array(x, dtype=float) for x in between)
        return float(abs((p - q) @ row)) / 2

    worth = [[sum(w * distance(row, d) for w, d in terms) for row in rows] for terms in several]
    taken = [rows[:, j] * (label == i) for i, j, _ in conditions]
    return largest_over(rows, worth, taken, [most for *_, most in conditions])


def drawn(seed: int) -> tuple[list[Terms], int, list[tuple[int, int, Fraction]]]:
    """Random terms of one or several objectives, a number of inputs, and perhaps conditions."""
    r = random.Random(seed)
    k = r.choice([2, 3, 3, 4])

    def place() -> list[Fraction]:
        if r.random() < 0.5:
            chosen = r.randrange(k)
            return [Fraction(int(j == chosen)) for j in range(k)]
        cuts = [r.randint(0, 4) for _ in range(k)]
        cuts[r.randrange(k)] += 1
        return [Fraction(x, sum(cuts)) for x in cuts]

    def terms() -> Terms:
        many = r.choice([1, 1, 2, 3])
        return [(r.randint(1, 4), None if r.random() < 0.3 else (place(), place())) for _ in range(many)]

    several = [terms() for _ in range(r.choice([1, 1, 2, 3]))]
    conditions = [(r.randrange(2), r.randrange(k), Fraction(r.randint(12, 20), 20))] if r.random() < 0.4 else []
    return several, k, conditions


def posed(seed: int) -> tuple[Problem, list[Terms], list[tuple[int, int, Fraction]]]:
    several, k, conditions = drawn(seed)
    objectives = []
    for terms in several:
        parts = [w * (Divergence("tv") if d is None else Divergence("tv", *d)) for w, d in terms]
        objectives.append(sum(parts[1:], parts[0]))
    objective = objectives[0] if len(objectives) == 1 else worst(*objectives)
    said = [f"P[{i},{j}] <= {x}" for i, j, x in conditions]
    interval = random.Random(seed).choice(["1/2..2", "ln2..ln9", "every", "1/10..1"])
    outputs = ["0", "1"] if conditions else None
    return Problem(objective, LDP(interval), inputs=k, outputs=outputs, subject_to=said), several, conditions


SEEDS = range(160)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow_at("0")
def test_every_piece_has_the_value_of_a_linear_program(seed: int) -> None:
    problem, several, conditions = posed(seed)
    found = design(problem)
    assert found.verdict is Verdict.OPTIMAL
    assert not found.certificate or verify(found.certificate).is_accepted
    near = [(i, j, float(x)) for i, j, x in conditions]
    for piece in found.pieces:
        assert verify(piece.certificate).is_accepted
        low = float(piece.lower)
        high = 4 * low + 5 if is_infinite(piece.upper) else float(piece.upper)
        for share in (0.01, 0.5, 0.99):
            t = Fraction(low + (high - low) * share)
            exact = float(value_at(piece.value, t))  # type: ignore[arg-type]
            assert abs(exact - largest(several, problem.k, float(t), near)) < 1e-7 * max(1.0, exact)


def test_all_pairs_is_subset_selection() -> None:
    """The most of k(t − 1)a(k − a)/(k + (t − 1)a) over the size a of subsets: by symmetry one orbit is best."""
    k = 7
    found = design(Divergence("tv"), LDP("every"), inputs=k)
    assert len(found.pieces) == 3
    for t in (Fraction(11, 10), Fraction(2), Fraction(7, 2), Fraction(6), Fraction(40)):
        piece = next(x for x in found.pieces if float(x.lower) <= t and (is_infinite(x.upper) or t <= float(x.upper)))
        best = max(k * (t - 1) * a * (k - a) / (k + (t - 1) * a) for a in range(1, k))
        assert value_at(piece.value, t) == best  # type: ignore[arg-type]


def test_at_one_epsilon_and_read_back() -> None:
    found = design(Divergence("tv") + Divergence("tv", 0, 1), LDP("1/2..2"), inputs=4)
    assert Design.from_json(found.to_json()) == found
    assert found.at("1").value == found.at("1").upper


def test_the_command_line_says_the_pieces() -> None:
    asked = ["design", "--objective", "3*divergence", "--kind", "tv", "--epsilon", "every", "--inputs", "3"]
    assert "(18*t - 18)/(t + 2)" in CliRunner().invoke(app, asked).output
