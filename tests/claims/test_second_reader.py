"""The papers' claims by a second reader: what is proved is true at drawn points, what is refuted is false at its point."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction as F
from itertools import islice, product

import pytest

from rropt.claims import Claim, Formula, Grade, decide, find, load, papers
from rropt.claims.audit import stored_verdicts
from rropt.claims.decide import question_of
from rropt.claims.solver import Solver
from tests.claims.second_reader import BEYOND, Reader
from tests.claims.test_decide import VERDICTS


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


# statements of functions that are proved, each changed in one place


VALUES = [F(x) for x in ("-2", "-1", "-1/2", "0", "1/3", "1", "3/2", "2", "3")]
OTHER = {"<": ">", ">": "<", "<=": "<", ">=": ">", "=": "<", "!=": "="}


def changes(formula: Formula) -> Iterator[Formula]:
    """A formula with another sign or number in one place, or without one of its hypotheses."""
    for found in re.finditer(r"[<>!]=|[<>=]|\d+", formula.states):
        new = OTHER.get(found[0]) or str(int(found[0]) + 1)
        yield replace(formula, states=formula.states[: found.start()] + new + formula.states[found.end() :])
    for names, text in formula.given.items():
        if text not in ("real", "integer"):
            yield replace(formula, given={**formula.given, names: "integer" if "integer" in text else "real"})
    if formula.assuming:
        yield replace(formula, assuming=())


CHANGED = [
    x
    for states, given, *assuming in VERDICTS["proved"]
    if len(states) < 100 and given and not any(name in states for name in (*BEYOND, "abs(abs", "700"))
    for x in changes(Formula(states, given, tuple(assuming)))
]


def is_false_somewhere(formula: Formula) -> bool:
    """Whether the second reader finds a formula false at a point of a grid at which its hypotheses hold."""
    reader, asked = Reader(formula), question_of(formula)
    each = [[x for x in VALUES if name not in asked.integers or x.denominator == 1] for name in sorted(asked.names)]
    points = (dict(zip(sorted(asked.names), map(str, x), strict=True)) for x in product(*each))
    return any(reader.tell(point) == (True, False) for point in points)


@pytest.mark.some(formula=30)
@pytest.mark.parametrize("formula", CHANGED, ids=str)
def test_a_changed_statement_is_proved_only_if_it_is_false_nowhere(
    formula: Formula, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rropt.claims.solver.find_spec", lambda name: None)  # cvc5 works for long on what is undecided
    found = decide(Claim("a.b", formula=formula), solver=Solver(0.1))
    if found.grade is Grade.REFUTED:
        assert Reader(formula).tell(found.point or {}) in ((True, False), (True, None))
    else:
        assert found.grade is not Grade.PROVED or not is_false_somewhere(formula)
