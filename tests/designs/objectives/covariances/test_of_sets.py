"""Values of mechanisms whose answers are sets are those of the whole matrix, where there is one."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Information,
    InputError,
    LargestVariance,
    Mechanism,
    TotalVariance,
    Trace,
    check,
    design,
)
from rropt.engine.sets import SetMechanism
from rropt.problem.contract import Objective

T = Fraction(5, 2)
UNEVEN = ("1/4", "1/6", "1/6", "1/4", "1/6")
APART = ("1/10", "1/5", "3/10", "1/4", "3/20")


def two_classes() -> SetMechanism:
    """Sets of one of the inputs 0, 3 and of two or none of the others; of the last, two of three."""
    free, a, b = Fraction(1, 4), 2 + (T - 1), 3 + 2 * (T - 1)
    rest = (2 - free * a, 3 - free * b)
    det = 6 - 6 * T * T
    w, v = (3 * rest[0] - 2 * T * rest[1]) / det, (2 * rest[1] - 3 * T * rest[0]) / det
    return SetMechanism(((0, 3), (1, 2, 4)), ((1, 2), (0, 3), (2, 0)), (free, w, v), T)


def fano() -> SetMechanism:
    blocks = ((((0, 1, 3), Fraction(1, 4)), ((0, 2, 3), Fraction(3, 4))),)
    return SetMechanism((tuple(range(7)),), ((3,),), (7 / (4 + 3 * T),), T, None, blocks)


def silent() -> SetMechanism:
    """Whether the first class is held whole: no difference inside of a class is told."""
    return SetMechanism(((0, 1), (2, 3)), ((2, 0), (0, 2)), (2 / (1 + T) / 2, 2 / (1 + T) / 2), T)


def whole(p: SetMechanism) -> Mechanism:
    """The matrix, from the chance of every set."""
    sets = [s for n in range(p.k + 1) for s in itertools.combinations(range(p.k), n) if p.place_of(s) is not None]
    return Mechanism([[p.chance(s, j) for j in range(p.k)] for s in sets], p.inputs)


@pytest.mark.parametrize(
    "objective",
    [
        TotalVariance(UNEVEN),
        TotalVariance(APART),
        TotalVariance([UNEVEN, APART], weights=["1/3", "2/3"]),
        TotalVariance([UNEVEN, APART], worst=True),
        Contrast([1, 2, 3, 4, 5], UNEVEN),
        Contrast([[1, 0, 0, 1, 0], [1, 2, 0, 0, 0]], APART),
        Determinant(UNEVEN),
        Determinant(APART),
        Determinant([UNEVEN, APART], weights=["1/3", "2/3"]),
        Information(UNEVEN),
        Information(APART),
    ],
    ids=str,
)
def test_as_from_the_matrix(objective: Objective) -> None:
    p = two_classes()
    assert objective.value_of_sets(p) == objective.value_bounds(whole(p))


@pytest.mark.parametrize(
    "objective", [TotalVariance(), LargestVariance(), Determinant(), Contrast([1, 0, 0, 0, 0, 0, 0])]
)
def test_blocks_as_from_the_matrix(objective: Objective) -> None:
    assert objective.value_of_sets(fano()) == objective.value_bounds(whole(fano()))


@pytest.mark.parametrize("shares", [UNEVEN, APART])
def test_the_largest_variance_is_enclosed(shares: tuple[str, ...]) -> None:
    p, objective = two_classes(), LargestVariance(shares)
    (low, high), (least, most) = objective.value_of_sets(p), objective.value_bounds(whole(p))
    assert max(low, least) <= min(high, most) and high - low < 1e-15


def test_what_is_not_told_has_no_finite_value() -> None:
    p = silent()
    assert Contrast([1, 1, 0, 0]).value_of_sets(p) == Contrast([1, 1, 0, 0]).value_bounds(whole(p))
    for objective in (TotalVariance(), Determinant(), LargestVariance(), Contrast([1, 0, 0, 0])):
        assert objective.value_of_sets(p) == (math.inf, math.inf)


def test_what_is_not_worked_out_is_refused() -> None:
    with pytest.raises(InputError, match="shifts of a few"):
        TotalVariance(["1/7"] * 5 + ["1/14", "3/14"]).value_of_sets(fano())
    with pytest.raises(InputError, match="the trace needs a matrix"):
        Trace().value_of_sets(fano())


@pytest.mark.parametrize("p", [two_classes(), fano()], ids=["two classes", "blocks"])
def test_a_checkup_of_sets_is_that_of_the_matrix(p: SetMechanism) -> None:
    found, expected = check(p, LDP("ln2")), check(whole(p), LDP("ln2"))
    assert not found.met and found.epsilon == expected.epsilon and found.notions == expected.notions
    assert found.profile.breakpoints == expected.profile.breakpoints and found.profile.deltas == expected.profile.deltas
    assert check(p, LDP("ln2.5")).met


@pytest.mark.slow
def test_a_design_of_many_categories_is_its_own_optimum() -> None:
    found = design(TotalVariance(), LDP("ln3"), inputs=300)
    assert found.sets is not None
    judged = check(found.sets, found.problem.demand, objective=found.problem.objective)
    assert judged.met and judged.efficiency.ratio == 1
    worse = check(found.sets, objective=TotalVariance(), demand=LDP("ln4"))
    assert worse.efficiency.ratio is not None and worse.efficiency.ratio < 1
    assert "A better design of the protection asked for" in worse.explain()
