"""Column generation over all patterns: against a program that lists them, and its bound against every pattern in balls."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction as F

import flint
import pytest

from rropt import LDP, Design, Divergence, Information, InputError, design, verify
from rropt.designs.objectives.divergences import KINDS, find_phi
from rropt.designs.objectives.divergences.phi import Phi
from rropt.designs.objectives.row_function import Function, ball_near, floats_of
from rropt.designs.sublinear import columns
from rropt.designs.sublinear.columns import bound_above, solve_by_columns
from rropt.designs.sublinear.program import SublinearProgram
from tests.over_rows import largest_over, patterns

PARAMETERS = {
    "hockey_stick": ["1", "5/4"],
    "power": ["1/3", "16/15", "3/2", "5"],
    "renyi": ["1/3"],
    "stated": ["max(x - 5/4, 0) + abs(x - 1)"],
}
PHIS = [None, *(find_phi(kind).read(x) for kind in KINDS for x in PARAMETERS.get(kind, [None]))]


def chances(rng: random.Random, k: int) -> tuple[F, ...]:
    weights = [rng.randint(1, 99) for _ in range(k)]
    return tuple(F(w, sum(weights)) for w in weights)


def program(phi: Phi | None, k: int, epsilon: str, seed: int) -> SublinearProgram:
    rng = random.Random(seed)
    vectors = tuple(chances(rng, k) for _ in range(1 if phi is None else 2))
    return SublinearProgram.of_ratio(Function(phi, k, vectors), LDP(epsilon).epsilon.t)


@pytest.mark.parametrize("phi", PHIS, ids=str)
def test_it_agrees_with_a_program_over_all_patterns(phi: Phi | None) -> None:
    for k, epsilon in ((4, "ln3"), (9, "1/2"), (10, "2")):
        asked = program(phi, k, epsilon, k)
        rows = patterns(k, float(asked.ratio))
        listed = largest_over(rows, floats_of(asked.function, rows))
        found = solve_by_columns(asked)
        bound = bound_above(asked, found.multipliers)
        assert found.value == pytest.approx(listed, rel=1e-8)
        assert found.value * (1 - 1e-13) <= bound <= found.value * (1 + 1e-11)


@pytest.mark.parametrize("phi", PHIS, ids=str)
def test_the_bound_holds_at_every_pattern_for_any_multipliers(phi: Phi | None) -> None:
    """The bound is Σy and the most that a pattern lacks, here in balls of every one; it is as tight as floats are."""
    rng = random.Random(3)
    for epsilon in ("1/10", "ln3", "5"):
        asked = program(phi, 6, epsilon, 2)
        y = [rng.uniform(-0.2, 0.3) for _ in range(6)]
        with flint.ctx.workprec(300):
            t, lacking = ball_near(asked.ratio), flint.arb("-inf")
            for bits in itertools.product([False, True], repeat=6):
                s = [t if x else flint.arb(1) for x in bits]
                u = sum(ball_near(x) * b for v in asked.function.vectors for x, b in zip(v, s, strict=True))
                size = u / len(asked.function.vectors)
                paid = sum(flint.arb(a) * b for a, b in zip(y, s, strict=True))
                lacking = max(lacking, (asked.function.ball(s) - paid) / size, key=lambda x: float(x.mid()))
            exact = sum(map(F, y)) + max(F(0), F(str(lacking.str(40, radius=False))))
        assert exact * (1 - F(1, 10**30)) <= bound_above(asked, y) <= exact + F(1, 10**12)


def test_many_unequal_chances_are_bounded_by_rropt() -> None:
    pi = chances(random.Random(1), 15)
    found = design(Information(pi), LDP("1/2"))
    assert found.verdict == "within" and found.is_bounded and found.upper - found.lower <= found.upper / 10**12
    assert found.fast_legs[2].status == "bounded by rropt, not by the checker"
    assert "bounded by rropt, not by the checker" in found.explain()
    judged = verify(found.to_json())
    assert judged.is_accepted and judged.says == found.sentence
    assert (judged.claim, judged.shows_value) == ("satisfies", False) and {"value", "gap"} <= set(judged.unshown)
    assert found.to_dict()["value"] is None and found.to_dict()["unshown"]["value"]["exact"] is None
    assert Design.from_json(found.to_json()) == found
    assert LDP("1/2").holds(found.mechanism) and found.mechanism.m <= 15
    low, high = Information(pi).value_bounds(found.mechanism)
    assert found.lower <= low <= high <= found.upper


def test_a_json_that_calls_such_bounds_certified_is_rejected() -> None:
    found = design(Divergence("tv", chances(random.Random(1), 13), chances(random.Random(2), 13)), LDP("ln3"))
    text = found.to_json()
    assert verify(text.replace('"within"', '"optimal"')).status == "rejected"
    claimed = text.replace('"status": "bounded by rropt, not by the checker"', '"status": "accepted"')
    assert claimed != text and verify(claimed).status == "rejected"


def test_the_total_variation_distance_has_its_closed_form_beside_the_bounds() -> None:
    p, q = chances(random.Random(5), 14), chances(random.Random(6), 14)
    found = design(Divergence("tv", p, q), LDP("ln3"))
    value = sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2 * F(1, 2)
    assert found.fast_legs[0].value == value and found.lower <= value <= found.upper and found.verdict == "within"


def test_more_inputs_than_are_priced_are_refused() -> None:
    with pytest.raises(InputError, match="give at most 24 inputs"):
        design(Information(chances(random.Random(1), 25)), LDP("1/2"))


@pytest.mark.slow
def test_twenty_four_inputs() -> None:
    found = design(Information(chances(random.Random(4), 24)), LDP("1/2"))
    assert found.upper - found.lower <= found.upper / 10**12 and found.mechanism.m <= 24
    assert math.log(2) > found.upper


@pytest.mark.parametrize("seed", range(8))
def test_a_bound_by_long_floats_is_not_below_that_by_balls(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Multipliers far from the best ones leave an excess so large that its last place as a double is beyond the allowance."""
    rng = random.Random(seed)
    asked = program(None, 4, "ln2", seed)
    for size in range(6):
        y = [-rng.random() * 10**size for _ in range(4)]
        monkeypatch.setattr(columns, "MOST_ENCLOSED", 2000)
        exact = bound_above(asked, y)
        monkeypatch.setattr(columns, "MOST_ENCLOSED", 0)
        assert exact <= bound_above(asked, y) <= exact + F(1, 10**9)
