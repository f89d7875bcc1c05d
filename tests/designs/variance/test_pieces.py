"""Pieces of ε and of π: each agrees with the design at numbers inside it, and no breakpoint can be moved by 10^-30."""

import itertools
import json
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.certificate import writing
from rropt.checker import check
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.objectives.variance import Variance
from rropt.designs.variance import pieces as parametric
from rropt.designs.variance.legs import AsymptoticVariance, BinaryVariance
from rropt.designs.variance.polyhedron import PointVariance
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.privacy import LDP, Parity
from rropt.problem.answers import NumericAnswer
from rropt.problem.design import design
from rropt.problem.problem import Problem
from rropt.problem.result import Leg, Verdict
from rropt.problem.stored.document import judge_document
from tests import brute_force
from tests.pieces import TINY, at, moved, nearby, place, samples


def entries(mechanisms: Any, t: Any) -> set[tuple[Any, Any]]:
    return {(at(p[0, 0], t), at(p[1, 1], t)) for p in mechanisms}


CASES = [
    ("1/4", "1/10", "every"),
    ("9/10", "1/3", "every"),
    ("1/2", "1/3", "every"),
    ("1/100", "9/10", "every"),
    ("1/4", "1", "every"),
    ("1/4", "1/4", "ln1.5..ln3"),
    ("1/4", "1/4", "ln2..ln3"),
    ("1/4", "1/4", "ln1.9..ln2"),
    ("1/4", "1/10", "1/10..2"),
    ("1/4", "1/10", "0..1"),
    ("1/2", "1/2", "0..1"),
]


@pytest.mark.some(delta=2)
@pytest.mark.parametrize(("pi", "delta", "epsilon"), CASES)
@pytest.mark.slow
def test_each_piece_of_epsilon_agrees_with_the_design_at_numbers_inside(pi: str, delta: str, epsilon: str) -> None:
    found = design(Variance(pi), LDP(epsilon, delta=delta))
    assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted"
    assert [leg.name for leg in found.fast_legs] == ["symbolic", "numeric", "certified"]
    for piece in found.pieces:
        assert check(piece.certificate).status == "accepted"
        field = json.loads(piece.certificate)["field"]
        points = samples(field) if "t" not in field else [place(field["t"])] if isinstance(field["t"], str) else []
        for t in points:
            least, where = brute_force.least_variance(t, F(delta), F(pi))
            assert entries(piece.mechanisms, t) == set(where)
            assert all(brute_force.binary_variance(*p, F(pi)) == least for p in entries(piece.mechanisms, t))
    inside = next(s[1] for p in found.pieces if (s := samples(json.loads(p.certificate)["field"])))
    single = design(Variance(pi), LDP(Epsilon(inside), delta=delta))
    piece = next(p for p in found.pieces if inside in samples(json.loads(p.certificate)["field"]))
    assert {(m.mechanism[0, 0], m.mechanism[1, 1]) for m in single.minimisers} == entries(piece.mechanisms, inside)


@pytest.mark.parametrize(
    ("pi", "delta", "pieces"), [("1/4", "1/10", 3), ("1/2", "1/3", 3), ("1/4", "1", 1), ("1/4", "1/4", 3)]
)
@pytest.mark.slow_at("1/4-1/10-3", "1/2-1/3-3")
def test_the_pieces_are_maximal_and_cover_the_interval(pi: str, delta: str, pieces: int) -> None:
    found = design(Variance(pi), LDP("every", delta=delta))
    assert len(found.pieces) == pieces
    fields = [json.loads(p.certificate)["field"] for p in found.pieces]
    assert fields[0]["from"] == "1" and fields[-1]["to"] == "inf"
    for a, b in itertools.pairwise(fields):
        left, right = a.get("to", a.get("t")), b.get("from", b.get("t"))
        assert place(left) == place(right)
    different = [frozenset(p.mechanisms) for p in found.pieces]
    assert all(a != b for a, b in itertools.pairwise(different))


def test_the_breakpoint_is_where_the_papers_threshold_meets_the_prevalence() -> None:
    """δ(t+δ) = π(t+2δ−1)² at δ = 1/10, π = 1/4 has its root above 1 between 1.6324 and 1.6325."""
    found = design(Variance("1/4"), LDP("every", delta="1/10"))
    (point,) = [
        json.loads(p.certificate)["field"]["t"] for p in found.pieces if "t" in json.loads(p.certificate)["field"]
    ]
    t = place(point)
    g = F(1, 10) * (t + F(1, 10)) / (t - F(8, 10)) ** 2  # type: ignore[operator]
    assert abs(g - F(1, 4)) < F(1, 10**9) and F("1.6324") < t < F("1.6325")
    assert len(found.pieces[1].mechanisms) == 2


@pytest.mark.parametrize(
    ("pi", "delta", "epsilon"), [("1/4", "1/10", "every"), ("1/4", "1/4", "every"), ("1/4", "1/4", "ln1.5..ln3")]
)
def test_no_breakpoint_can_be_moved_outward_by_the_least_bit(pi: str, delta: str, epsilon: str) -> None:
    found = design(Variance(pi), LDP(epsilon, delta=delta))
    before, _, after = found.pieces
    documents = [json.loads(p.certificate) for p in (before, after)]
    point = json.loads(found.pieces[1].certificate)["field"]["t"]
    below, above = nearby(point)
    assert check(json.dumps(moved(documents[0], point, above))).status == "rejected"
    assert check(json.dumps(moved(documents[1], point, below))).status == "rejected"
    assert check(json.dumps(moved(documents[0], point, below))).status == "accepted"
    assert check(json.dumps(moved(documents[1], point, above))).status == "accepted"
    for near in (below, above):
        assert check(json.dumps(moved(json.loads(found.certificate), point, near))).status == "rejected"


def test_a_piece_left_out_or_doubled_is_rejected() -> None:
    whole = json.loads(design(Variance("1/4"), LDP("every", delta="1/4")).certificate)
    for pieces in (whole["pieces"][1:], whole["pieces"][:-1], [*whole["pieces"][:1], *whole["pieces"][2:]]):
        assert check(json.dumps({**whole, "pieces": pieces})).status != "accepted"
    assert check(json.dumps({**whole, "pieces": [*whole["pieces"], whole["pieces"][-1]]})).status != "accepted"


def test_epsilon_and_prevalence_both_free_without_delta() -> None:
    found = design(Variance("every"), LDP("every"))
    assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted" and len(found.pieces) == 1
    for t in (F(11, 10), F(10**6)):
        for pi in (F(0), F(1, 4), F(1, 2), F(1)):
            least, where = brute_force.least_variance(t, F(0), pi)
            assert (
                entries([found.mechanism], t) == set(where)
                if 0 < pi < 1
                else entries([found.mechanism], t) <= set(where)
            )
            assert {brute_force.binary_variance(*p, pi) for p in entries([found.mechanism], t)} == {least}


@pytest.mark.parametrize("epsilon", ["every", "1/2..2", "ln2..inf"])
def test_epsilon_free_without_delta_is_one_form(epsilon: str) -> None:
    found = design(Variance("1/4"), LDP(epsilon))
    t = read_epsilon(epsilon).t
    assert found.value == t / (t - 1) ** 2 + F(3, 16) and check(found.certificate).status == "accepted"  # type: ignore[operator]
    assert at(found.value, F(3)) == F(15, 16)
    assert found.gap == 0


@pytest.mark.parametrize(
    ("objective", "more"),
    [
        (Variance("1/4", warner=True), {}),
        (Variance("1/4"), {"outputs": "free"}),
        (Trace(), {"inputs": 3}),
        (Variance("1/10..2/5", warner=True), {}),
    ],
    ids=str,
)
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_one_form_for_every_epsilon_agrees_with_numbers(objective: Any, more: Any, delta: str) -> None:
    found = design(objective, LDP("every", delta=delta), **more)
    assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted"
    for t in (F(101, 100), F(2), F(10**4)):
        assert at(found.value, t) == design(objective, LDP(Epsilon(t), delta=delta), **more).value


@pytest.mark.parametrize(
    ("demand", "t"), [(LDP("1/2", delta="1/10"), None), (LDP("ln2", delta="1/10"), F(2)), (Parity(3), F(3))], ids=repr
)
@pytest.mark.parametrize("prevalence", ["every", "every:1/20..1/2"])
def test_pieces_of_the_prevalence_agree_with_numbers_inside(demand: Any, t: Any, prevalence: str) -> None:
    ratio, delta = demand.reduced()
    found = design(Variance(prevalence), demand)
    assert found.verdict is Verdict.OPTIMAL and all(check(p.certificate).status == "accepted" for p in found.pieces)
    seen = 0
    for piece in found.pieces:
        low, high = json.loads(piece.certificate)["objective"]["every"]
        for n in range(1, 20):
            pi = F(n, 20)
            if not (t is None or F(low) < pi < F(high)):
                continue
            least, where = brute_force.least_variance(ratio, delta, pi)
            if t is None:
                seen += entries(piece.mechanisms, ratio) == set(where)
                continue
            seen += 1
            assert entries(piece.mechanisms, t) == set(where)
            assert brute_force.binary_variance(*where[0], pi) == least
    assert seen >= (8 if ".." in prevalence else 17)


def test_the_prevalence_breakpoint_cannot_be_moved_either() -> None:
    found = design(Variance("every"), LDP("ln2", delta="1/10"))
    assert len(found.pieces) == 3
    for n, end, shift in ((0, 1, TINY), (1, 0, -TINY), (1, 1, TINY), (2, 0, -TINY)):
        document = json.loads(found.pieces[n].certificate)
        ends = document["objective"]["every"]
        ends[end] = str(F(ends[end]) + shift)
        assert check(json.dumps(document)).status == "rejected"
        ends[end] = str(F(ends[end]) - 2 * shift)
        assert check(json.dumps(document)).status == "accepted"


def test_the_first_input_s_prevalence_is_the_mirror_image() -> None:
    one, other = (design(Variance("every", positive=p), LDP("ln2", delta="1/10")) for p in (1, 0))
    assert [p.mechanisms for p in one.pieces] == [p.mechanisms for p in other.pieces]
    assert [p.interval for p in one.pieces] == [
        f"{1 - F(b)} to {1 - F(a)}" for a, b in (p.interval.split(" to ") for p in other.pieces)
    ]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: design(Variance("every"), LDP("every", delta="1/10")), "ask for 4 or free outputs"),
        (
            lambda: design(Variance("every"), LDP("ln3", delta="0..1/10")),
            "two outputs and delta free, .*or give one prevalence$",
        ),
        (lambda: design(Variance("1/10..2/5"), LDP("every", delta="1/10")), "ask for 4 or free outputs"),
        (lambda: design(Utility([[1, 0] * 5] * 4), LDP("every", delta="1/10")), "give one epsilon"),
        (lambda: design(Trace([1] * 7), LDP("every", delta="1/10")), "give one epsilon"),
        (lambda: design(Variance("1/4"), LDP("0..1")), "begin above 0"),
        (lambda: design(Variance("1/4"), LDP("0..1"), outputs="free"), "begin above 0"),
    ],
)
def test_what_cannot_be_done_is_said(ask: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        ask()


@pytest.mark.some(prevalence=2)
@pytest.mark.parametrize("prevalence", ["1/4", "0", "every", "1/10..2/5"])
@pytest.mark.parametrize(("epsilon", "delta"), [("0..1", "1/10"), ("0..inf", "1"), ("0..ln3", "1/2")])
def test_the_warner_restriction_holds_down_to_epsilon_zero_where_delta_is_positive(
    prevalence: str, epsilon: str, delta: str
) -> None:
    found = design(Variance(prevalence, warner=True), LDP(epsilon, delta=delta))
    at_zero = design(Variance(prevalence, warner=True), LDP(0, delta=delta))
    assert judge_document(found.to_dict())[0] == "accepted" and len(found.pieces) == 1
    best = at_zero.mechanism or at_zero.pieces[0].mechanisms[0]
    assert found.mechanism is not None
    assert [[at(x, F(1)) for x in row] for row in found.mechanism.rows] == [list(row) for row in best.rows]


def test_parts_of_another_form_are_rejected() -> None:
    told = design(Variance("1/4", warner=True), LDP("0..1", delta="1/10")).to_dict()
    other = design(Variance("1/4", warner=True), LDP("0..1", delta="1/5")).to_dict()
    assert judge_document({**told, "certificate": other["certificate"], "sentence": other["sentence"]})[0] == "rejected"


def test_a_wrong_formula_disagrees_with_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (BinaryVariance, AsymptoticVariance):
        honest = kind.numeric

        def corrupted(program: Any, solver: str | None, honest: Any = honest) -> NumericAnswer:
            found = honest(program, solver)
            return replace(found, value=found.value * 1.001)

        monkeypatch.setattr(kind, "numeric", corrupted)
    for ask in (
        lambda: design(Variance("1/4"), LDP("every")),
        lambda: design(Variance("1/4"), LDP("every", delta="1/10")),
        lambda: design(Variance("every"), LDP("1/2", delta="1/10")),
        lambda: design(Variance("1/4"), LDP("every"), outputs="free"),
        lambda: design(Variance("every"), LDP("every"), outputs="free"),
    ):
        with pytest.raises(Disagreement, match="numeric optimum is not near"):
            ask()


def test_a_theorem_that_names_other_minimisers_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = parametric.binary_variance
    monkeypatch.setattr(parametric, "binary_variance", lambda program: replace(honest(program), optima=()))
    with pytest.raises(Disagreement, match="name different minimisers"):
        design(Variance("1/4"), LDP("every", delta="1/10"))


def test_a_checker_that_refuses_a_piece_leaves_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = writing.dumps
    for module in (writing, parametric):
        monkeypatch.setattr(module, "dumps", lambda document: honest(document)[:-9])
    for ask in (
        lambda: design(Variance("1/4"), LDP("every")),
        lambda: design(Variance("1/4"), LDP("every", delta="1/10")),
        lambda: design(Variance("every"), LDP("ln2", delta="1/10")),
    ):
        with pytest.raises(Disagreement, match="refused"):
            ask()


T = read_epsilon("every").t
AT_A_QUARTER = T / (T - 1) ** 2 + F(3, 16)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("problem", "formula", "wrong"),
    [
        (Problem(Variance("1/4"), LDP("every")), AT_A_QUARTER, AT_A_QUARTER + F(1, 1000)),
        (Problem(Variance("1/4"), LDP("every"), outputs="free"), AT_A_QUARTER, AT_A_QUARTER + F(1, 1000)),
        (Problem(Variance("every"), LDP("ln3")), (F(3, 2), F(3, 2)), (F(3, 2), F(1501, 1000))),
        (Problem(Variance("every", positive=0), LDP("ln3")), (F(3, 2), F(3, 2)), (F(3, 2), F(1501, 1000))),
        (
            Problem(Variance("every:0..1/10"), LDP("ln3", delta="1/5")),
            (F(5), F(1)),
            (F(1), F(5)),
        ),
        (
            Problem(Variance("every:9/10..1", positive=0), LDP("ln3", delta="1/5")),
            (F(5), F(1)),
            (F(1), F(5)),
        ),
    ],
    ids=str,
)
def test_a_right_formula_agrees_and_a_wrong_one_does_not(problem: Problem, formula: Any, wrong: Any) -> None:
    """A formula as a function of t, or the point (x, y), whose variance is one of the second input's prevalence."""

    def compare(formula: Any) -> Leg:
        if isinstance(formula, tuple):
            second = parametric.variance_of(problem).other_way
            return parametric._numeric(problem, lambda t, pi: float(PointVariance(*formula).at(second(pi))))
        return parametric._numeric(problem, lambda t, pi: float(at(formula, t)))

    assert "at 7 sampled points" in compare(formula).status
    with pytest.raises(Disagreement, match="numeric optimum is not near the exact one"):
        compare(wrong)


DELTAS = [
    ("ln3", "1/10", "every", 3),
    ("ln3", "1/2", "every", 1),
    ("ln3", "0", "every", 2),
    ("ln2", "1", "1/10..1/2", 1),
    ("ln1000000", "1/3", "every", 1),
    ("0", "1/10", "1/100..1", 1),
    ("ln2", "9/10", "1/50..1", 3),
]


@pytest.mark.some(pi=3)
@pytest.mark.parametrize(("epsilon", "pi", "delta", "count"), DELTAS)
@pytest.mark.slow_at("ln3-1/10-every-3", "ln2-9/10-1/50..1-3")
def test_each_piece_of_delta_agrees_with_brute_force_inside_and_at_its_ends(
    epsilon: str, pi: str, delta: str, count: int
) -> None:
    found = design(Variance(pi), LDP(epsilon, delta=delta))
    ratio = read_epsilon(epsilon).t
    assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted"
    assert len(found.pieces) == count and {piece.variable for piece in found.pieces} == {"delta"}
    for piece in found.pieces:
        field = json.loads(piece.certificate)["field"]
        points = samples(field) if "t" not in field else [place(field["t"])] if isinstance(field["t"], str) else []
        for d in points:
            least, where = brute_force.least_variance(ratio, d, F(pi))
            assert piece.at(d) == least
            # at prevalence 0 or 1 a whole face is optimal, of which the piece has one end
            assert entries(piece.mechanisms, d) <= set(where)
    assert type(found).from_json(found.to_json()) == found


def test_a_breakpoint_of_delta_is_where_the_threshold_meets_the_prevalence() -> None:
    """π = δ(T+δ)/(T−1+2δ)² at π = 1/10, T = 3 is 10δ(3+δ) = (2+2δ)², that is 3δ² + 11δ − 2 = 0."""
    found = design(Variance("1/10"), LDP("ln3", delta="every"))
    d = found.pieces[1].lower
    assert 3 * d * d + 11 * d - 2 == 0 and found.pieces[1].upper == d


def test_where_delta_is_free_with_more_the_answer_is_one_sentence() -> None:
    for objective, epsilon, options in [
        (Variance("1/10"), "0", {}),
        (Variance("1/10"), "ln3", {"outputs": 4}),
        (Variance("every"), "ln3", {}),
        (Variance("0..1/4"), "ln3", {}),
        (Variance("1/10"), "ln3", {"subject_to": ["P[0,0] >= 1/2"]}),
        (Variance("1/10"), "ln3", {"require": "1/2"}),
    ]:
        with pytest.raises(InputError, match=r"delta|one value"):
            design(objective, LDP(epsilon, delta="every"), **options)
