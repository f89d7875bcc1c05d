"""Linear designs for every epsilon: each piece is the optimum at numbers inside it, and no breakpoint can be moved."""

import json
import random
from dataclasses import replace
from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import pytest

from rropt.checker import check
from rropt.designs.linear import pieces as parametric_linear
from rropt.designs.linear.legs import CommonLinear
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.objectives.variance import Variance
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.matrix import common_field
from rropt.privacy import LDP, Parity
from rropt.problem.answers import NumericAnswer
from rropt.problem.design import design
from rropt.problem.reach.search import least
from rropt.problem.result import Verdict
from rropt.problem.stored.document import judge_document
from tests import brute_force
from tests.pieces import TINY, at, moved, nearby, place, samples


def utility(seed: int, m: int, k: int, **more: Any) -> Utility:
    rng = random.Random(seed)
    return Utility([[F(rng.randint(-20, 20), 10) for _ in range(k)] for _ in range(m)], **more)


CASES = [
    (Trace([1, 2]), "every", 2),
    (Trace([5, 3, 2, 1]), "every", 4),
    (Trace([3, 3, 1]), "0..1", 2),
    (Trace([1, -1, 2]), "every", 2),
    (Trace([0, 0]), "every", 1),
    (utility(1, 2, 2), "every", None),
    (utility(2, 3, 3), "every", None),
    (utility(3, 4, 3), "1/2..2", None),
    (utility(4, 2, 4), "0..2", None),
    (utility(5, 4, 4, sense="min"), "every", None),
    (utility(6, 4, 4), "ln2..ln9", None),
    (Utility([[0, -1, -2], [-1, 0, -1], [-2, -1, 0]]), "every", None),
]


def documents(certificate: str) -> list[Any]:
    whole = json.loads(certificate)
    return list(whole.get("pieces", [whole]))


def weights(objective: Any, k: int) -> Any:
    w = objective.matrix(k, k if isinstance(objective, Trace) else len(objective.matrix_of_utilities))
    return w if objective.sense == "max" else tuple(tuple(-x for x in row) for row in w)


@pytest.mark.some(objective=4)
@pytest.mark.slow_at("objective10-ln2..ln9-None", "objective9-every-None")
@pytest.mark.parametrize(("objective", "epsilon", "count"), CASES)
def test_each_piece_is_optimal_at_numbers_inside_it(objective: Any, epsilon: str, count: int | None) -> None:
    found = design(objective, LDP(epsilon))
    assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted"
    assert [leg.name for leg in found.fast_legs] == ["symbolic", "numeric", "certified"]
    assert count is None or len(found.pieces) == count
    k = found.problem.k
    for piece in found.pieces:
        assert check(piece.certificate).status == "accepted"
        for document in documents(piece.certificate):
            for t in samples(document["field"])[:3]:
                best = brute_force.best_linear(weights(objective, k), t, F(0))
                rows = tuple(tuple(at(x, t) for x in row) for row in piece.mechanisms[0].rows)
                assert brute_force.satisfies(rows, t, F(0))
                assert brute_force.total(weights(objective, k), rows) == best
    assert judge_document(json.loads(found.to_json())) == ("accepted", found.sentence)


@pytest.mark.parametrize(("objective", "epsilon", "count"), CASES[:9])
def test_pieces_meet_the_designs_on_both_sides_of_every_breakpoint(objective: Any, epsilon: str, count: Any) -> None:
    found = design(objective, LDP(epsilon))
    for before, after in pairwise(found.pieces):
        cut = documents(after.certificate)[0]["field"]["from"]
        for t, piece in zip(map(F, nearby(cut)), (before, after), strict=True):
            if t > 1:
                rows = tuple(tuple(at(x, t) for x in row) for row in piece.mechanisms[0].rows)
                single = design(objective, LDP(Epsilon(t)), closed_forms=False)
                assert single.value == found.problem.objective.value(type(piece.mechanisms[0])(rows))  # type: ignore[union-attr]


@pytest.mark.parametrize("case", [0, 1, 3, 6, 9, 10])
@pytest.mark.slow_at("10")
def test_no_cut_can_be_moved_by_the_least_bit(case: int) -> None:
    """A form and its signs hold as long as they can, so a cut moved to the right is past what its piece can prove."""
    objective, epsilon, _ = CASES[case]
    whole = json.loads(design(objective, LDP(epsilon)).certificate)
    cuts = [document["field"]["to"] for document in whole["pieces"][:-1]]
    assert cuts
    for cut in cuts:
        document, after = next((d, e) for d, e in pairwise(whole["pieces"]) if d["field"].get("to") == cut)
        below, above = nearby(cut)
        assert check(json.dumps(moved(whole, cut, above))).status == "rejected"
        if document["value"] != after["value"] or document["mechanism"] == after["mechanism"]:
            assert check(json.dumps(moved(whole, cut, below))).status == "rejected"
        alone = {"schema": whole["schema"], **document}
        assert check(json.dumps(moved(alone, cut, above))).status == "rejected"
        assert check(json.dumps(moved(alone, cut, below))).status == "accepted"


WITH_DELTA = [
    (Trace([1, 2]), "every", "1/10"),
    (Trace([4, 2, 1]), "every", "1/4"),
    (Trace([1, -1, 2]), "0..2", "1/10"),
    (utility(2, 3, 3), "every", "1/10"),
    (utility(3, 4, 3), "1/2..2", "1/3"),
    (utility(4, 2, 4), "0..ln9", "1/20"),
    (utility(5, 3, 3, sense="min"), "ln2..inf", "1/10"),
    (Utility([[0, -1, -2], [-1, 0, -1], [-2, -1, 0]]), "every", "1/5"),
    (Utility([[1, 0], [0, 1]]), "every", "1"),
]


@pytest.mark.some(objective=4)
@pytest.mark.parametrize(("objective", "epsilon", "delta"), WITH_DELTA)
def test_with_delta_each_piece_is_optimal_at_numbers_inside_it(objective: Any, epsilon: str, delta: str) -> None:
    found = design(objective, LDP(epsilon, delta=delta))
    assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted"
    assert "no closed form" in found.fast_legs[0].status
    for piece in found.pieces:
        for document in documents(piece.certificate):
            for t in samples(document["field"])[:3]:
                best = brute_force.best_linear(weights(objective, found.problem.k), t, F(delta))
                rows = tuple(tuple(at(x, t) for x in row) for row in piece.mechanisms[0].rows)
                assert brute_force.satisfies(rows, t, F(delta))
                assert brute_force.total(weights(objective, found.problem.k), rows) == best
    assert judge_document(json.loads(found.to_json())) == ("accepted", found.sentence)


@pytest.mark.parametrize("case", [1, 3, 7])
def test_with_delta_no_cut_can_be_moved_by_the_least_bit(case: int) -> None:
    objective, epsilon, delta = WITH_DELTA[case]
    whole = json.loads(design(objective, LDP(epsilon, delta=delta)).certificate)
    cuts = [document["field"]["to"] for document in whole["pieces"][:-1]]
    assert cuts
    for cut in cuts:
        assert check(json.dumps(moved(whole, cut, nearby(cut)[1]))).status == "rejected"


def test_with_delta_reconstruction_alone_finds_the_theorems_trace_for_every_epsilon() -> None:
    by_theorem = design(Trace(), LDP("every", delta="1/10"), inputs=3)
    alone = design(Trace(), LDP("every", delta="1/10"), inputs=3, closed_forms=False)
    assert by_theorem.value == alone.value and by_theorem.fast_legs[0].status == "by a theorem"


@pytest.mark.slow
def test_a_form_that_is_no_mechanism_outside_its_piece_is_shown_on_its_own() -> None:
    rng = random.Random(6)
    assert rng.choice([(4, 4), (5, 4), (4, 5), (5, 5)]) == (4, 4)
    table = [[rng.randint(0, 3) for _ in range(4)] for _ in range(4)]
    found = design(Utility(table), LDP("every", delta="1/4"))
    fields = [common_field(piece.mechanisms[0].rows) for piece in found.pieces]
    whole = found.problem.interval
    assert whole is not None
    assert any(field not in (None, whole) for field in fields) and any(field in (None, whole) for field in fields)
    assert judge_document(json.loads(found.to_json())) == ("accepted", found.sentence)
    assert "epsilon ≈ 0.31190536" in found.explain() and "2 ≈ 2 " not in found.explain()


def test_the_weighted_trace_changes_where_its_theorem_says() -> None:
    """r becomes r + 1 at t = (w_1 + … + w_r)/w_(r+1) − r + 1."""
    w = [7, 5, 4, 1]
    fields = [json.loads(p.certificate)["field"] for p in design(Trace(w), LDP("every")).pieces]
    expected = [str(F(sum(w[:r]), w[r]) - r + 1) for r in (1, 2, 3)]
    assert [f["to"] for f in fields] == [*expected, "inf"]
    assert place(fields[0]["to"]) + TINY > F(7, 5)  # type: ignore[operator]


def test_many_inputs_under_the_theorem() -> None:
    rng = random.Random(8)
    w = [rng.randint(1, 1000) for _ in range(12)]
    found = design(Trace(w), LDP("1/2..2"))
    assert check(found.certificate).status == "accepted" and len(found.pieces) == 3
    inside = samples(json.loads(found.pieces[2].certificate)["field"])[1]
    rows = [[at(x, inside) for x in row] for row in found.pieces[2].mechanisms[0].rows]
    assert sum(F(w[i]) * rows[i][i] for i in range(12)) == design(Trace(w), Parity(inside), closed_forms=False).value


def test_one_piece_is_one_mechanism() -> None:
    found = design(Trace([1, 2]), LDP("ln3..inf"))
    assert found.mechanism is not None and found.gap == 0 and len(found.pieces) == 1
    assert at(found.value, F(5)) == F(15, 6) == design(Trace([1, 2]), Parity(5)).value


def test_what_is_beyond_the_effort_is_said() -> None:
    with pytest.raises(
        InputError, match="make 270 entries, and at most 144 are allowed with epsilon free and delta = 0"
    ):
        design(utility(1, 30, 9), LDP("every"))
    with pytest.raises(InputError, match="not rational"):
        design(Utility([["e^(1/2)", 0], [0, 1]]), LDP("every"))
    with pytest.raises(InputError, match="make 40 entries, and at most 36 are allowed with epsilon free and delta > 0"):
        design(utility(1, 5, 8), LDP("every", delta="1/10"))
    with pytest.raises(InputError, match="is not rational; while epsilon is free"):
        design(Trace([1, 2]), LDP("every", delta="e^-3"))


def test_a_solver_that_says_something_else_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = CommonLinear.numeric

    def corrupted(program: CommonLinear, solver: str | None) -> NumericAnswer:
        found = honest(program, solver)
        return replace(found, value=found.value + 0.01)

    monkeypatch.setattr(CommonLinear, "numeric", corrupted)
    with pytest.raises(Disagreement, match="numeric optimum is not near"):
        design(Trace([1, 2]), LDP("every"))


def test_a_piece_that_the_checker_refuses_leaves_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = parametric_linear.best_prefix
    monkeypatch.setattr(parametric_linear, "best_prefix", lambda t, w: 3 - honest(t, w))
    monkeypatch.setattr("rropt.designs.linear.pure.forms.Form.holds_at", lambda self, t: True)
    with pytest.raises(Disagreement, match="refused"):
        design(Trace([1, 2]), LDP("every"))


def test_without_closed_forms_no_theorem_is_cited():
    found = design(Trace(), LDP("every"), inputs=3, closed_forms=False)
    assert found.fast_legs[0].status == "no closed form applies" and found.pieces[0].value_said == "3*t/(t + 2)"
    with pytest.raises(InputError, match="by a theorem alone"):
        design(Variance("1/4"), LDP("every"), closed_forms=False)


def test_a_solver_is_not_ignored():
    with pytest.raises(InputError, match="leave the solver NOPE out"):
        design(Trace(), LDP("every"), inputs=3, solver="NOPE")


@pytest.mark.parametrize(("epsilon", "k"), [("ln3", 2), ("ln3", 3), ("0", 3), ("ln1.5", 25)])
def test_the_trace_for_every_delta_is_the_trace_at_each(epsilon: str, k: int) -> None:
    found = design(Trace(), LDP(epsilon, delta="every"), inputs=k)
    t = read_epsilon(epsilon).t
    for d in (F(0), F(1, 100), F(1, 3), F(1)):
        assert found.value.at(d) == k * (t + (k - 1) * d) / (t + k - 1)
        if k < 4:
            unit = [[int(i == j) for j in range(k)] for i in range(k)]
            assert found.value.at(d) == brute_force.best_linear(unit, t, d) == found.at(delta=d).value
    assert json.loads(found.certificate)["notion"]["delta"] == "t"
    assert str(found.to_sympy()) == str(found.value.to_sympy()) and "delta" in str(found.value)
    assert type(found).from_json(found.to_json()) == found


@pytest.mark.parametrize(
    "objective", [utility(2, 3, 3), utility(4, 2, 3, sense="min"), utility(6, 3, 2), Trace([3, 2, 1])]
)
@pytest.mark.parametrize("epsilon", ["ln2", "0"])
def test_with_delta_free_every_linear_objective_is_designed(objective: Any, epsilon: str) -> None:
    found = design(objective, LDP(epsilon, delta="every"))
    t, k = read_epsilon(epsilon).t, found.problem.k
    for d in (F(0), F(1, 100), F(2, 7), F(1, 2), F(9, 10), F(1)):
        best = brute_force.best_linear(weights(objective, k), t, d)
        if objective.sense == "min":
            best = -best
        assert found.at(delta=d).value == best
        (piece,) = [x for x in found.pieces if x.lower <= d <= x.upper][:1]
        assert (piece.value if isinstance(piece.value, F) else piece.value.at(d)) == best
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
    assert type(found).from_json(found.to_json()) == found


def test_a_least_delta_of_a_loss_is_exact() -> None:
    """The loss is (2 − 2δ)/3 at every δ, which is 1/4 at δ = 5/8."""
    loss = Utility([[abs(i - j) for j in range(3)] for i in range(3)], sense="min")
    found = least("delta", loss, reach="1/4", epsilon="ln2")
    assert found.value == F(5, 8) == found.lower == found.upper
    best = brute_force.best_linear(weights(loss, 3), F(2), F(5, 8))
    assert best == F(-1, 4)
