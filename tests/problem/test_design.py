"""The one door: certified values against exact brute force, over hundreds of seeded problems and with theorems switched off."""

import math
import random
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.certificate.judge import Judged, Status
from rropt.checker import check
from rropt.designs.linear import legs
from rropt.designs.objectives.determinant import Determinant
from rropt.designs.objectives.largest_variance import LargestVariance
from rropt.designs.objectives.total_variance import TotalVariance
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.objectives.variance import Variance
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.privacy import LDP, BayesFactor, BetaFactor, Parity, RhoBreach
from rropt.problem.contract import Objective
from rropt.problem.design import ask_solver, design
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from rropt.problem.result import Verdict
from rropt.problem.stored.document import judge_document
from tests import brute_force


def ldp(t: F, delta: Any = 0) -> LDP:
    return LDP(Epsilon(t), delta=delta)


def sound(found: Any, *, verdict: Verdict = Verdict.OPTIMAL) -> Any:
    """What every answer must be: certified, attained by a mechanism of the demand, with three named legs."""
    assert found.verdict is verdict
    assert check(found.certificate).status == "accepted"
    assert [leg.name for leg in found.fast_legs] == ["symbolic", "numeric", "certified"]
    assert found.problem.demand.holds(found.mechanism)
    if verdict is Verdict.OPTIMAL:
        assert found.gap == 0 and found.value == found.lower == found.upper
        assert found.problem.objective.value(found.mechanism) == found.value
    return found


def entries(found: Any) -> set[tuple[Any, Any]]:
    return {(m.mechanism[0, 0], m.mechanism[1, 1]) for m in found.minimisers}


def random_utilities(rng: random.Random, m: int, k: int) -> list[list[F]]:
    kind = rng.randrange(6)
    if kind == 0:
        return [[F(rng.randint(0, 1)) for _ in range(k)] for _ in range(m)]
    if kind == 1:
        row = [F(rng.randint(-3, 3)) for _ in range(k)]
        return [[(i + 1) * x for x in row] for i in range(m)]
    if kind == 2:
        return [[F(rng.randint(-2, 2))] * k] * m
    if kind == 3:
        return [[F(int(i % k == j)) for j in range(k)] for i in range(m)]
    if kind == 4:
        return [[F(-abs(i - j)) for j in range(k)] for i in range(m)]
    return [[F(rng.randint(-9, 9), rng.randint(1, 5)) for _ in range(k)] for _ in range(m)]


def random_prior(rng: random.Random, k: int) -> list[F]:
    weights = [F(rng.randint(0, 3)) for _ in range(k - 1)] + [F(1)]
    return [w / sum(weights) for w in weights]


@pytest.mark.slow
def test_dozens_of_binary_variances_equal_brute_force_with_every_minimiser() -> None:
    rng = random.Random(100)
    tied = 0
    for n in range(64):
        t, delta, pi = 1 + F(rng.randint(1, 40), 10), F(rng.randint(0, 12), 12), F(rng.randint(0, 12), 12)
        if n % 4 == 0 and delta:
            g = delta * (t + delta) / (t - 1 + 2 * delta) ** 2
            pi = rng.choice([g, 1 - g]) if g <= 1 else pi
        found = sound(design(Variance(pi), ldp(t, delta), inputs=2))
        least, where = brute_force.least_variance(t, delta, pi)
        assert found.value == least and entries(found) == set(where)
        tied += len(where) > 1
    assert tied >= 8


@pytest.mark.parametrize("epsilon", ["1/2", "1/1000", "20"])
def test_binary_variances_over_the_field_of_an_exponential(epsilon: str) -> None:
    rng = random.Random(101)
    for _ in range(8):
        delta, pi = F(rng.randint(0, 12), 12), F(rng.randint(0, 12), 12)
        demand = LDP(epsilon, delta=delta)
        found = sound(design(Variance(pi), demand))
        least, where = brute_force.least_variance(demand.t, delta, pi)
        assert found.value == least and entries(found) == set(where)


def test_the_prevalence_of_the_first_input() -> None:
    found = sound(design(Variance("1/10", positive=0), LDP("1", delta="2/5")))
    assert found.value == design(Variance("9/10"), LDP("1", delta="2/5")).value
    assert found.mechanism.rows == ((F(2, 5), 0), (F(3, 5), 1))


def test_warner_variances_equal_brute_force() -> None:
    rng = random.Random(102)
    for _ in range(15):
        t, delta, pi = 1 + F(rng.randint(1, 40), 10), F(rng.randint(0, 12), 12), F(rng.randint(0, 12), 12)
        found = sound(design(Variance(pi, warner=True), ldp(t, delta)))
        least, where = brute_force.least_variance(t, delta, pi, warner=True)
        assert found.value == least and entries(found) == set(where)


@pytest.mark.slow
def test_worst_cases_equal_an_independent_decision_procedure() -> None:
    rng = random.Random(103)
    for n in range(12):
        t, delta = 1 + F(rng.randint(1, 30), 10), F(rng.randint(0, 10), 10)
        low, high = sorted(rng.sample([F(n, 20) for n in range(21)], 2))
        warner = n % 5 == 0
        found = sound(design(Variance((low, high), warner=warner), ldp(t, delta)))
        assert brute_force.nothing_below(found.value, t, delta, low, high, warner=warner)
        assert not brute_force.nothing_below(found.value + F(1, 10**7), t, delta, low, high, warner=warner)


@pytest.mark.slow_at("0", "1/10")
@pytest.mark.parametrize("delta", [F(0), F(1, 10)], ids=str)
def test_hundreds_of_utilities_equal_an_independent_exact_program(delta: F) -> None:
    rng = random.Random(104)
    for _ in range(90 if delta == 0 else 60):
        m, k, t = rng.randint(1, 4), rng.randint(2, 3), 1 + F(rng.randint(0, 30), 10)
        prior, sense = random_prior(rng, k), rng.choice(["max", "min"])
        objective = Utility(random_utilities(rng, m, k), prior, sense=sense)  # type: ignore[arg-type]
        found = sound(design(objective, ldp(t, delta)))
        best = brute_force.best_linear(objective.matrix(k, m), t, delta, maximise=sense == "max")
        assert found.value == best


@pytest.mark.slow
def test_weighted_traces_with_signs_and_ties() -> None:
    rng = random.Random(105)
    for _ in range(25):
        k, t = rng.randint(2, 4), 1 + F(rng.randint(0, 30), 10)
        delta = rng.choice([F(0), F(0), F(1, 10)])
        objective = Trace([rng.randint(-2, 3) for _ in range(k)])
        found = sound(design(objective, ldp(t, delta)))
        assert found.value == brute_force.best_linear(objective.matrix(k, k), t, delta)


@pytest.mark.parametrize("epsilon", ["ln3", "1/2", "5"])
@pytest.mark.parametrize(("k", "m"), [(8, 8), (8, 16), (16, 16), (16, 32), (32, 32), (32, 64)])
def test_reconstruction_alone_certifies_dense_and_degenerate_utilities(k: int, m: int, epsilon: str) -> None:
    rng = random.Random(1000 * k + m)
    dense = [[rng.randint(-1000, 1000) for _ in range(k)] for _ in range(m)]
    binary = [[rng.randint(0, 1) for _ in range(k)] for _ in range(m)]
    for utilities in (dense, binary) if k < 32 else (dense,) if epsilon == "1/2" else (binary,):
        found = sound(design(Utility(utilities), LDP(epsilon), closed_forms=False))
        assert found.fast_legs[0].value is None and found.value is not None


@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
@pytest.mark.parametrize("k", [2, 3, 8, 16])
def test_reconstruction_alone_finds_the_theorems_traces(k: int, epsilon: str) -> None:
    for objective in (Trace(), Trace(range(1, k + 1)), Trace([1] * (k - 1) + [0])):
        with_theorem = sound(design(objective, LDP(epsilon), inputs=k))
        without = sound(design(objective, LDP(epsilon), inputs=k, closed_forms=False))
        assert with_theorem.value == without.value and without.fast_legs[0].value is None
        assert with_theorem.fast_legs[0].value == without.value
    identity = Utility([[int(i == j) for j in range(k)] for i in range(k)])
    assert design(identity, LDP(epsilon), closed_forms=False).value * k == design(Trace(), LDP(epsilon), inputs=k).value


@pytest.mark.parametrize("k", [2, 3, 4])
def test_reconstruction_alone_with_delta(k: int) -> None:
    with_theorem = sound(design(Trace(), LDP("ln3", delta="1/10"), inputs=k))
    without = sound(design(Trace(), LDP("ln3", delta="1/10"), inputs=k, closed_forms=False))
    assert with_theorem.value == without.value


def test_with_delta_a_large_utility_at_a_rational_ratio_is_exact() -> None:
    rng = random.Random(12)
    found = design(Utility([[rng.randint(0, 3) for _ in range(12)] for _ in range(12)]), LDP("ln3", delta="1/10"))
    assert found.verdict is Verdict.OPTIMAL and found.gap == 0


def test_numbers_of_the_field_that_are_too_much_for_the_checker_give_way_to_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rropt.certificate import judge as module
    from rropt.checker import Judgement

    def short(text: str, seconds: float | None = None) -> Judgement:
        found = check(text, seconds)
        return (
            Judgement("unfinished", "", "too many terms", "limit")
            if found.sentence and '"claim":"optimal"' in text
            else found
        )

    monkeypatch.setattr(module, "check", short)
    found = design(Utility([[5, 1, 0], [0, 4, 2], [1, 0, 3]]), LDP(1, delta="1/10"))
    assert found.verdict is Verdict.WITHIN and found.gap is not None and 0 < found.gap < F(1, 10**20)
    monkeypatch.undo()
    assert found.lower <= design(Utility([[5, 1, 0], [0, 4, 2], [1, 0, 3]]), LDP(1, delta="1/10")).value <= found.upper


def test_over_e_with_delta_the_answer_is_exact_or_a_rigorous_interval() -> None:
    rng = random.Random(106)
    for _ in range(5):
        u = [[rng.randint(-5, 5) for _ in range(3)] for _ in range(3)]
        found = design(Utility(u), LDP("1/2", delta="1/10"))
        assert found.verdict in (Verdict.OPTIMAL, Verdict.WITHIN)
        sound(found, verdict=found.verdict)
        assert enclose(found.gap)[1] <= F(1, 10**9) * max(1, abs(enclose(found.upper)[0]))  # type: ignore[arg-type]
        t = F(math.exp(0.5))
        near = brute_force.best_linear(Utility(u).matrix(3, 3), t, F(1, 10))
        assert abs(float(found.lower) - float(near)) < 1e-9  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("demand", "t"),
    [(Parity(4), 4), (RhoBreach("1/5", "1/2"), 4), (BetaFactor(2), 2), (BayesFactor(3), 3), (LDP("ln3"), 3)],
    ids=repr,
)
def test_every_parity_type_demand(demand: Any, t: int) -> None:
    assert sound(design(Variance("1/4"), demand)).value == F(t, (t - 1) ** 2) + F(3, 16)
    assert sound(design(Trace(), demand, inputs=3)).value == F(3 * t, t + 2)
    assert sound(design(Variance("1/4"), demand, outputs="free")).value == F(t, (t - 1) ** 2) + F(3, 16)


def test_free_outputs_beat_two_and_name_the_estimator() -> None:
    found = sound(design(Variance("1/4"), LDP("1/2", delta="1/10"), outputs="free"))
    two = sound(design(Variance("1/4"), LDP("1/2", delta="1/10")))
    assert found.mechanism.m == 4 and found.value < two.value
    assert float(found.value) == pytest.approx(1.3288, abs=5e-5) and float(two.value) == pytest.approx(2.3724, abs=5e-5)
    assert any("the linear estimate that rropt estimate makes" in note for note in found.notes)


@pytest.mark.parametrize(
    ("delta", "epsilon"), [("1/10", "0"), ("1", "1/2"), ("0", "1/2"), ("1/10", "20"), ("1/10", "1/1000")]
)
def test_free_outputs_at_the_ends(delta: str, epsilon: str) -> None:
    found = sound(design(Variance("1/3"), LDP(epsilon, delta=delta), outputs="free"))
    if delta == "1":
        assert found.value == F(2, 9)
    if epsilon == "0":
        assert found.value == F(2, 9) * 10


def test_free_outputs_of_linear_objectives_are_one_an_action() -> None:
    u = [[3, -1, 2], [0, 4, -2]]
    found = sound(design(Utility(u), LDP("ln2"), outputs="free"))
    assert found.value == design(Utility(u), LDP("ln2")).value and any("post-processing" in n for n in found.notes)


@pytest.mark.parametrize("pi", [0, 1])
def test_certain_prevalence_lists_the_face_of_zero_variance(pi: int) -> None:
    found = sound(design(Variance(pi), LDP("1/2", delta="1/10")))
    (face,) = found.minimisers
    assert found.value == 0 and face.towards is not None
    for share in (F(0), F(1, 3), F(99, 100)):
        rows = [
            [(1 - share) * a + share * b for a, b in zip(r, s, strict=True)]
            for r, s in zip(face.mechanism.rows, face.towards.rows, strict=True)
        ]
        between = Mechanism(rows)
        assert found.problem.demand.holds(between) and Variance(pi).value(between) == 0
    assert Variance(pi).value(face.towards) == math.inf


@pytest.mark.parametrize("epsilon", ["1/2", "ln2", "0", "every", "1/2..2"])
@pytest.mark.parametrize("pi", [0, 1])
@pytest.mark.slow_at("1-every")
def test_free_outputs_at_a_certain_prevalence_have_variance_zero_where_delta_is_positive(pi: int, epsilon: str) -> None:
    for inputs in (None, ["no", "yes"]):
        found = design(Variance(pi), LDP(epsilon, delta="1/10"), outputs="free", inputs=inputs)
        two = design(Variance(pi), LDP(epsilon, delta="1/10"), inputs=inputs)
        assert (found.verdict, found.value, found.mechanism) == (two.verdict, two.value, two.mechanism)
        assert found.problem.outputs == "free" and "no variance is less" in found.notes[-1]
        assert judge_document(found.to_dict())[0] == "accepted"
    none = design(Variance(pi), LDP("1/2", delta="1/10"), outputs="free", require="-1/2")
    assert none.verdict is Verdict.INFEASIBLE and judge_document(none.to_dict())[0] == "accepted"


@pytest.mark.parametrize("pi", [0, 1])
def test_with_epsilon_free_the_face_of_each_piece_is_shown(pi: int) -> None:
    found = design(Variance(pi), LDP("1/2..2", delta="1/10"))
    fixed = design(Variance(pi), LDP("1", delta="1/10"))
    for piece in found.pieces:
        assert list(piece.mechanisms) == [m.mechanism for m in fixed.minimisers]
        assert list(piece.towards) == [m.towards for m in fixed.minimisers]
    assert found.to_dict()["pieces"][0]["towards"] and "end of a face" in found.explain()
    assert not design(Variance("1/4"), LDP("1/2..2", delta="1/10")).pieces[0].towards
    assert not design(Utility([[0, 0], [0, 0]]), LDP("1/2..2")).pieces[0].towards


def test_delta_one_demands_nothing() -> None:
    found = sound(design(Variance("1/4"), LDP("1/2", delta=1)))
    assert found.value == F(3, 16) and entries(found) == {(1, 1)}
    assert sound(design(Trace(), LDP("1/2", delta=1), inputs=5)).value == 5


@pytest.mark.parametrize("outputs", [None, "free"])
def test_where_nothing_identifies_there_is_no_mechanism(outputs: Any) -> None:
    found = design(Variance("1/4"), LDP(0), outputs=outputs)
    assert found.verdict is Verdict.UNATTAINED and found.mechanism is None and found.value is None
    assert check(found.certificate).status == "accepted" and "no estimator" in found.notes[0]


def test_epsilon_zero_still_has_best_utilities() -> None:
    assert sound(design(Trace(), LDP(0), inputs=4)).value == 1
    assert sound(design(Utility([[1, 5], [4, 0]], ["1/4", "3/4"]), LDP(0))).value == 4
    assert sound(design(Utility([[1, 5], [4, 0]], ["1/4", "3/4"]), LDP(0, delta="1/2"))).value > 4


def test_labels_travel_and_a_ready_problem_is_the_same_question() -> None:
    asked = {"inputs": ("no", "yes"), "outputs": ("white", "black")}
    found = design(Variance("1/4"), LDP("ln3"), **asked)  # type: ignore[arg-type]
    assert (found.mechanism.inputs, found.mechanism.outputs) == (("no", "yes"), ("white", "black"))  # type: ignore[union-attr]
    again = design(Problem(Variance("1/4"), LDP("ln3"), **asked))  # type: ignore[arg-type]
    assert again == found and "yes" in found.certificate


def test_relabelling_inputs_changes_nothing() -> None:
    rng = random.Random(107)
    u = [[rng.randint(-5, 5) for _ in range(4)] for _ in range(3)]
    turned = [row[::-1] for row in u[::-1]]
    for delta in ("0", "1/10"):
        a, b = (design(Utility(x), LDP("ln2", delta=delta)) for x in (u, turned))
        assert a.value == b.value
    assert design(Variance("1/4"), LDP("ln2")).value == design(Variance("3/4"), LDP("ln2")).value


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL"])
def test_any_cvxpy_solver_can_be_the_numeric_leg(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legs, "MANY_INPUTS", 3)
    for found in (
        design(Variance("1/4"), LDP("1/2", delta="1/10"), solver=solver),
        design(Variance("1/4"), LDP("1/2", delta="1/10"), outputs="free", solver=solver),
        design(Trace(), LDP("ln3"), inputs=4, solver=solver),
        design(Variance("1/10..2/5"), LDP("1/2", delta="1/10"), solver=solver),
        design(Trace(), LDP("ln3", delta="1/10"), inputs=4, solver=solver),
    ):
        assert solver in sound(found).fast_legs[1].source


@pytest.mark.parametrize(
    "objective",
    [
        TotalVariance(["1/4", "3/4"]),
        LargestVariance(["1/5", "2/5", "2/5"]),
        Determinant(["1/5", "2/5", "2/5"]) + TotalVariance(["1/5", "2/5", "2/5"]),
    ],
    ids=str,
)
def test_a_cvxpy_solver_that_is_named_solves_criteria_of_estimates(objective: Objective) -> None:
    found = design(objective, LDP("ln3", delta="1/10"), solver="CLARABEL")
    numeric = found.fast_legs[1]
    assert numeric.source == "cvxpy with CLARABEL" and numeric.value == pytest.approx(float(found.upper), rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("objective", "demand"),
    [
        (TotalVariance([F(j, 36) for j in range(1, 9)]), LDP("ln3", delta="1/10")),
        (Determinant([F(1, 13)] * 13), LDP("ln3")),
    ],
    ids=str,
)
def test_a_solver_that_would_need_too_many_rows_is_refused(objective: Objective, demand: LDP) -> None:
    with pytest.raises(InputError, match="CLARABEL needs a list of all possible rows"):
        design(objective, demand, solver="CLARABEL")


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: design(Variance("1/4")), "needs a demand"),
        (lambda: design(Trace(), LDP("1/2")), "number of inputs"),
        (lambda: design(Trace(), LDP("inf"), inputs=3), "direct question"),
        (lambda: design(Variance("1/4", warner=True), LDP("1/2"), outputs="free"), "Warner"),
        (lambda: design(Variance("1/4"), LDP("1/2"), solver="best"), "not installed"),
        (lambda: design(Variance("1/4"), LDP("1/2"), outputs=1), "outputs = 1"),
        (lambda: design(Variance("1/4", warner=True), LDP("1/2"), outputs=4), "Warner"),
        (
            lambda: design(Variance("0..1"), LDP("every", delta="1/10"), outputs=3),
            "each that is free, or give 4 or free outputs",
        ),
        (lambda: design(Variance("every"), LDP("1/2", delta="1/10"), outputs=3), "2, 4 or free outputs"),
        (
            lambda: design(Variance("every"), LDP("1/2", delta="1/5") & LDP(1, delta="1/10"), outputs=3),
            "give 2 or free outputs",
        ),
    ],
)
def test_bad_input_is_one_sentence(ask: Any, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        ask()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("interval", "worst"), [("1/10..2/5", F(2, 5)), ("1/4..3/4", F(1, 2)), ("3/5..9/10", F(3, 5))])
def test_free_outputs_at_the_worst_prevalence_stand_at_the_one_nearest_to_a_half(interval: str, worst: F) -> None:
    demand = LDP("1/2", delta="1/10")
    found = design(Variance(interval), demand, outputs="free")
    assert found.value == design(Variance(worst), demand, outputs="free").value
    verdict = check(found.certificate)
    assert verdict.status == "accepted" and "the largest asymptotic n*Var for prevalences in [" in verdict.sentence
    assert any(str(worst) in note for note in found.notes)
    low, high = map(F, interval.split(".."))
    for n in range(11):
        assert Variance(low + (high - low) * n / 10).value(found.mechanism) <= found.value  # type: ignore[arg-type,operator]
    assert found.value < design(Variance(interval), demand).value  # type: ignore[operator]


def test_an_epsilon_that_no_certificate_can_name_is_refused() -> None:
    for objective, inputs in ((Variance("1/4"), None), (Trace(), 3)):
        with pytest.raises(InputError, match="epsilon = 1000 is larger than 200"):
            design(objective, LDP("1000"), inputs=inputs)
    assert design(Variance("1/4"), LDP("20")).verdict is Verdict.OPTIMAL
    # the e^epsilon of a logarithm is rational, so that nothing is enclosed, however large it is
    assert design(Trace(), LDP("ln1" + "0" * 400), inputs=2).value == 2 * (1 - F(1, 10**400 + 1))


@pytest.mark.parametrize("epsilon", ["1e-300", "1e-400"])
def test_numbers_beyond_doubles_leave_the_numeric_leg_silent(epsilon: str) -> None:
    found = design(Variance("1/4"), LDP(epsilon))
    assert found.verdict.value == "optimal" and "Verdict: optimal" in found.explain(proof=True)
    assert found.to_json()


@pytest.mark.parametrize(("outputs", "delta"), [(3, "0"), (3, "1"), (4, "0"), (4, "1/10"), (4, "1"), (7, "1/10")])
def test_more_outputs_than_help_stay_empty(outputs: int, delta: str) -> None:
    best = design(Variance("1/4"), LDP("1/2", delta=delta), outputs="free")
    found = sound(design(Variance("1/4"), LDP("1/2", delta=delta), outputs=outputs))
    assert len(found.mechanism.rows) == outputs  # type: ignore[union-attr]
    assert found.value == best.value


@pytest.mark.parametrize("epsilon", ["1/2", "every"])
def test_one_mechanism_is_best_at_every_prevalence(epsilon: str) -> None:
    found = design(Variance("every"), LDP(epsilon, delta="1/10"), outputs="free")
    verdict = check(found.certificate)
    assert verdict.status == "accepted" and "at any prevalence" in verdict.sentence
    (piece,) = found.pieces
    at = design(Variance("1/7"), LDP(epsilon, delta="1/10"), outputs="free")
    assert piece.value.at(F(1, 7)) == at.value and piece.mechanisms[0].rows == at.mechanism.rows  # type: ignore[union-attr]


@pytest.mark.parametrize("epsilon", ["ln2", "1/2", "0", "every", "1/2..2"])
@pytest.mark.parametrize("outputs", [2, 3, "free"])
@pytest.mark.parametrize("delta", ["1", "1/10"])
@pytest.mark.parametrize("pi", [0, 1])
def test_every_mixture_on_a_face_of_variance_zero_has_variance_zero(
    pi: int, delta: str, outputs: Any, epsilon: str
) -> None:
    found = design(Variance(pi), LDP(epsilon, delta=delta), outputs=outputs)
    ends = [(m.mechanism, m.towards) for m in found.minimisers]
    ends += [(p, q) for piece in found.pieces for p, q in zip(piece.mechanisms, piece.towards, strict=True)]
    assert ends
    for near, far in ends:
        assert far is not None
        for share in (F(0), F(1, 7), F(1, 2), F(9, 10)):
            rows = [
                [(1 - share) * p + share * q for p, q in zip(*r, strict=True)]
                for r in zip(near.rows, far.rows, strict=True)
            ]
            silent = [(1 - pi) * a + pi * b for a, b in rows]
            assert all(q in (0, 1) for q in silent) and any(a != b for a, b in rows)
            assert Mechanism(rows).rows and all(max(0, a - b) <= 1 for a, b in rows)


@pytest.mark.parametrize("pi", [0, 1, "1/4"])
@pytest.mark.parametrize("epsilon", ["ln2", "every"])
def test_the_warner_restriction_has_no_face(pi: object, epsilon: str) -> None:
    found = design(Variance(pi, warner=True), LDP(epsilon, delta=1))
    assert all(m.towards is None for m in found.minimisers)
    assert all(not piece.towards for piece in found.pieces) and found.mechanism is not None


def test_a_false_face_in_the_json_is_rejected() -> None:
    told = design(Variance(1), LDP("ln2", delta=1)).to_dict()
    told["minimisers"][0]["towards"]["exact"] = [["1", "1"], ["0", "0"]]
    told["minimisers"][0]["towards"]["decimal"] = [["1", "1"], ["0", "0"]]
    assert "towards" in judge_document(told)[1]


PROBLEMS = [
    (Problem(Variance("1/4"), LDP("ln2", delta="1/4")), 15 / 16),
    (Problem(Variance("1/4"), LDP("ln3"), outputs="free"), 15 / 16),
    (Problem(Trace(), LDP("ln3"), inputs=3), 9 / 5),
    (Problem(Utility([[0, 4], [4, 0]], sense="min"), LDP("ln3")), 1.0),
]


@pytest.mark.parametrize(("problem", "value"), PROBLEMS, ids=lambda x: str(x)[:40])
@pytest.mark.parametrize("solver", [None, "HIGHS", "CLARABEL"])
def test_each_program_by_highs_directly_and_by_cvxpy(problem: Problem, value: float, solver: str | None) -> None:
    leg = ask_solver(pose(problem), solver)
    assert leg.name == "numeric" and leg.value == pytest.approx(value, rel=1e-6)
    assert leg.status.lower() == "optimal" and leg.source == ("HiGHS" if solver is None else f"cvxpy with {solver}")


@pytest.mark.parametrize("size", [10**6, 10**8, 10**10, 10**12, 10**16, 10**20])
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_a_loss_that_forbids_an_action_hides_no_other(size: int, delta: str) -> None:
    rng = random.Random(size)
    for _ in range(4):
        k, m = rng.choice([(2, 2), (2, 3), (3, 2)])
        loss = [[F(rng.randint(0, 6), rng.randint(1, 3)) for _ in range(k)] for _ in range(m)]
        loss[rng.randrange(m)][rng.randrange(k)] = F(size)
        found = design(Utility(loss, sense="min"), LDP("ln3", delta=delta))
        weights = [[x / k for x in row] for row in loss]
        assert found.value == brute_force.best_linear(weights, F(3), F(delta), maximise=False)
        leg = found.fast_legs[1]
        assert leg.value == pytest.approx(float(found.value), rel=1e-6) and "cannot tell" not in leg.status


def test_a_loss_of_ten_thousand_million_for_a_forbidden_action() -> None:
    found = design(Utility([["0", "1e10"], ["1", "0"], ["1/2", "1/2"]], sense="min"), LDP("ln3"))
    assert found.value == F(3, 8) and found.fast_legs[1].value == pytest.approx(0.375)


def test_a_certificate_beyond_the_checkers_limits_is_refused_and_is_no_disagreement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    beyond = Judged(Status.UNFINISHED, "", "too much work", "limit")
    monkeypatch.setattr("rropt.problem.design.judge", lambda text: beyond)
    with pytest.raises(InputError, match=r"more than the checker takes on .too much work.*fewer inputs"):
        design(Trace(), LDP("ln3"), inputs=3)
    monkeypatch.setattr("rropt.problem.design.judge", lambda text: replace(beyond, status=Status.REJECTED))
    with pytest.raises(Disagreement, match="the checker refused the certificate"):
        design(Trace(), LDP("ln3"), inputs=3)


@pytest.mark.parametrize("conditions", [(), ("sum(P[0,:]) == 4",)])
def test_powers_beyond_those_that_certificates_name_are_refused_with_what_helps(conditions: tuple[str, ...]) -> None:
    together = LDP(10) & LDP("1/30", delta="1/10")
    with pytest.raises(InputError, match=r"t = e\^\(1/30\).*need t\^300.*common denominator.*ln3"):
        design(Trace(), together, inputs=3, subject_to=conditions)
    with pytest.raises(InputError, match=r"need t\^257"):
        design(Trace(), LDP("ln(2)/257"), inputs=2, subject_to=conditions)
    most = design(Trace(), LDP("128/15") & LDP("1/30", delta="1/10"), inputs=2)
    assert most.verdict is Verdict.OPTIMAL
    stronger = design(Trace(), LDP(10) & LDP("1/30"), inputs=3)
    assert stronger.value == design(Trace(), LDP("1/30"), inputs=3).value


def test_a_contradiction_that_asks_too_much_of_the_checker_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    too_much = Judged(Status.UNFINISHED, "", "too much work", "limit")
    monkeypatch.setattr("rropt.problem.design.judge", lambda text: too_much)
    with pytest.raises(InputError, match="conditions that contradict the demand is more than the checker takes on"):
        design(Trace(), LDP(1), inputs=3, subject_to=["sum(P[0,:]) == 4"])
    with pytest.raises(InputError, match="what no mechanism attains is more than the checker takes on"):
        design(Variance("1/10"), LDP(0))


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("demand", LDP("ln9")),
        ("demand", LDP("ln3")),
        ("inputs", 5),
        ("outputs", 0),
        ("outputs", "free"),
        ("subject_to", ["P[0,0] >= 1/2"]),
        ("plain", True),
    ],
)
def test_what_a_ready_problem_says_is_not_said_twice(name: str, given: Any) -> None:
    ready = Problem(Trace(), LDP("ln3"), inputs=3)
    with pytest.raises(InputError, match=f"{name} cannot be given together with a ready Problem"):
        design(ready, **{name: given})
    assert design(ready, subject_to=(), plain=False).value == F(9, 5)
