"""The seeded problems are answered as they were: verdicts, intervals that overlap, gaps that are no larger than 1e-7."""

from __future__ import annotations

import pytest

from rropt import Contrast, Determinant, InputError, LargestVariance, TotalVariance, families
from tests.designs.estimation.seeded import Case, cases, contradiction, known, solve

QUICK = 5  # inputs


@pytest.mark.some(case=4)
@pytest.mark.parametrize(
    "case",
    [case if case.k <= QUICK else pytest.param(case, marks=pytest.mark.slow) for case in cases()],
    ids=lambda case: case.name,
)
def test_it_is_answered_as_it_was(case: Case) -> None:
    assert contradiction(known()[case.name], solve(case)) == ""


def test_a_worse_answer_is_a_contradiction() -> None:
    answer = {"verdict": "within", "lower": 1.0, "upper": 1.0 + 1e-9, "gap": 1e-9}
    assert contradiction(answer, answer) == ""
    assert "overlap" in contradiction(answer, answer | {"lower": 1.1, "upper": 1.1})
    assert "gap" in contradiction(answer, answer | {"gap": 2e-7, "upper": 1.0 + 2e-7})
    assert "became within" in contradiction(answer | {"verdict": "optimal"}, answer)
    assert contradiction(answer, {"refused": "no"}) == "no"


@pytest.mark.parametrize("objective", [TotalVariance(), Determinant(), LargestVariance()], ids=lambda x: x.name)
@pytest.mark.parametrize("k", [3, 5])
def test_the_value_where_every_contrast_has_one_variance(objective: TotalVariance, k: int) -> None:
    mechanism = families.subset_selection(k=k, size=1, epsilon="ln3")
    common = LargestVariance().value(mechanism)
    assert objective.value_where_alike(k, common) == objective.value(mechanism)


def test_contrasts_are_no_function_of_one_variance() -> None:
    with pytest.raises(InputError, match=r"cannot compute .* from the one variance of all contrasts"):
        Contrast([0, 1, 2]).value_where_alike(3, 1)
