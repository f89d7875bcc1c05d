"""The papers' claims by a second reader: what is proved is true at drawn points, what is refuted is false at its point."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from rropt.claims import Formula, find, load, papers
from rropt.claims.audit import stored_verdicts
from rropt.claims.decide import question_of
from tests.claims.second_reader import BEYOND, Reader


def read(paper: str) -> Iterator[tuple[str, str, dict[str, str], Formula]]:
    """Every formula of a paper that the second reader reads: the claim's id, its stored grade and point, the formula."""
    collection = load(papers()[paper])
    stored = stored_verdicts(collection.folder)
    for name, claim in collection.claims.items():
        if claim.formula is not None and not any(x in claim.formula.states for x in BEYOND):
            yield name, stored[name].grade, stored[name].point or {}, claim.formula


def truths(formula: Formula, most: int) -> set[bool | None]:
    """What the second reader finds at points that the audit draws, all of which it must see inside the hypotheses."""
    drawn = islice(question_of(formula).sampled(), most)
    told = [Reader(formula).tell({x: str(y) for x, y in point.items()}) for point in drawn]
    assert all(inside for inside, _ in told)
    return {truth for _, truth in told}


@pytest.mark.parametrize("paper", papers())
def test_what_is_stored_at_a_point_is_so(paper: str) -> None:
    decided = 0
    for name, grade, point, formula in read(paper):
        if point:
            inside, truth = Reader(formula).tell(point)
            assert inside and truth in (grade != "refuted", None), (name, point)
            decided += truth is not None
    assert decided > 25


@pytest.mark.slow
@pytest.mark.parametrize("paper", papers())
def test_what_is_proved_has_no_counterexample(paper: str) -> None:
    seen = 0
    for name, grade, _, formula in read(paper):
        if "proved" in grade:
            found = truths(formula, 6)
            assert False not in found, name
            seen += True in found
    assert seen > 25


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("holohan.lemma_2_derivative_p11", "^3", "^2"),
        ("holohan.lemma_3_second", "u, 2)", "u)"),
        ("holohan.warner_region", "<= (t+d)/(t+1)", "<= (t+d)/(t+2)"),
        ("vinterbo.warner_c", "^n = ", "^(n+1) = "),
    ],
)
def test_one_change_is_found(name: str, old: str, new: str) -> None:
    formula = find(name)[1].formula
    assert formula is not None and old in formula.states
    assert False not in truths(formula, 40)
    assert False in truths(replace(formula, states=formula.states.replace(old, new)), 40)
