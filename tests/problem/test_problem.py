"""A problem knows its inputs and outputs, and refuses what does not fit in one sentence."""

import json
import pickle
from collections.abc import Sequence
from fractions import Fraction as F

import pytest

from rropt import Contrast, Determinant, Divergence, Information, Linear, TotalVariance
from rropt.checker import check
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.objectives.variance import Variance
from rropt.exact.errors import InputError
from rropt.privacy import (
    LDP,
    BayesFactor,
    BetaFactor,
    Metric,
    Notion,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
    Vulnerability,
)
from rropt.privacy.bounds import PairBounds
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.problem import Problem

DEMAND = LDP("1/2")
SQUARE = Utility([[1, 0], [0, 1]])


def test_counts_inputs_and_outputs() -> None:
    assert (Problem(Trace(), DEMAND, inputs=5).k, Problem(Trace(), DEMAND, inputs=5).m) == (5, 5)
    assert Problem(Trace([1, 2, 3]), DEMAND).k == 3
    assert Problem(Utility([[1, 0], [0, 1], [1, 1]]), DEMAND).m == 3
    assert Problem(Variance("1/4"), DEMAND).outputs == 2
    assert (Problem(Variance("1/4"), DEMAND, outputs="free").m, Problem(SQUARE, DEMAND, outputs="free").m) == (4, 2)


@pytest.mark.parametrize("label", ["", " no", "no ", 'n"o', "n\no", "x" * 61])
def test_a_label_that_no_certificate_has_is_refused(label: str) -> None:
    with pytest.raises(InputError, match="cannot stand in a certificate"):
        Problem(Variance("1/4"), DEMAND, inputs=(label, "yes"))


def test_labels_travel() -> None:
    problem = Problem(Variance("1/4"), DEMAND, inputs=("no", "yes"), outputs=("white", "black"))
    assert (problem.inputs, problem.output_labels, problem.k, problem.m) == (("no", "yes"), ("white", "black"), 2, 2)


def test_bounds_are_worked_out_once_and_take_no_part_in_equality(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    worked_out = LDP.bounds

    def counted(self: LDP, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        calls.append(k)
        return worked_out(self, k, inputs)

    monkeypatch.setattr(LDP, "bounds", counted)
    problem, other = (Problem(Variance("1/4"), DEMAND) for _ in range(2))
    assert problem.bounds is problem.bounds
    assert (problem.ratio_and_delta, problem.interval, calls) == ((DEMAND.t, 0), None, [2])
    assert (problem, hash(problem), repr(problem)) == (other, hash(other), repr(other))
    kept = pickle.loads(pickle.dumps(problem))
    assert (kept, kept.bounds) == (problem, problem.bounds)


def test_says_what_is_asked() -> None:
    assert str(Problem(SQUARE, DEMAND)).startswith("maximise the expected utility (2×2)")
    assert str(Problem(Utility([[1, 0], [0, 1]], sense="min"), DEMAND)).startswith("minimise the expected loss")
    assert "any number of outputs" in str(Problem(Variance("1/4"), DEMAND, outputs="free"))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Problem(Trace(), DEMAND), "needs the number of inputs"),
        (
            lambda: Problem(Trace(), Sensitive(["a"], 1)),
            r"perhaps does not name all of them \(it names a\).* inputs=\('a', 'other'\)",
        ),
        (
            lambda: Problem(Trace(), PairwiseLDP({("a", "b"): 1})),
            r"names a, b\).* inputs=\('a', 'b'\)",
        ),
        (lambda: Problem(Trace(), Metric({(0, 2): 1}, 1) & DEMAND), r"names 0, 2\).* inputs=3"),
        (
            lambda: Problem(Variance("1/4"), Vulnerability("3/4")).ratio_and_delta,
            r"Vulnerability\('3/4'\) does not bound all pairs of inputs by one budget, which is needed here; give",
        ),
        (
            lambda: design(Trace(), Vulnerability("2^(1/2)/2", prior=["3^(1/2)/3", "1 - 3^(1/2)/3"])),
            "rropt cannot compare the numbers of .* with each other exactly; give rational numbers",
        ),
        (
            lambda: design(Trace(), LDP("every") & Vulnerability("2^(1/2)/2"), inputs=2),
            "while epsilon is free, .* and all other fixed numbers must be rational, but .*; give a rational number",
        ),
        (lambda: Problem(Trace(), Metric("line", 1)), "needs the number of inputs; give inputs=5"),
        (lambda: Problem(Trace(), DEMAND, inputs=1), "inputs = 1"),
        (lambda: Problem(Trace(), DEMAND, inputs=10**6), "1000000"),
        (lambda: Problem(Variance("1/4"), DEMAND, inputs=3), "inputs = 3"),
        (lambda: Problem(Variance("1/4"), DEMAND, inputs=("a", "b", "c")), "inputs = 3"),
        (lambda: Problem(SQUARE, DEMAND, outputs=1), "outputs = 1"),
        (lambda: Problem(SQUARE, DEMAND, outputs="any"), "'any'"),
        (lambda: Problem(Trace([1, 2]), DEMAND, inputs=3), "2 weights were given to the trace for 3 inputs"),
        (lambda: Problem(Variance("1/4", warner=True), DEMAND, outputs="free"), "Warner"),
        (lambda: Problem(Variance("1/4", warner=True), DEMAND, outputs=3), "Warner"),
        (lambda: Problem(Variance("1/4"), DEMAND, outputs=10**6), "1000000"),
    ],
)
def test_bad_input_is_one_sentence(make: object, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        make()  # type: ignore[operator]
    assert "\n" not in str(caught.value) and str(caught.value)


def test_labels_that_repeat_are_refused() -> None:
    with pytest.raises(InputError, match="must differ"):
        Problem(Trace(), LDP("1"), inputs=["a", "a"])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Problem(Trace(), LDP("1"), inputs=2, outputs=2.0), r"outputs = 2\.0 is neither .* or free"),
        (lambda: Problem(Trace(), LDP("1"), inputs=2.5), r"inputs = 2\.5 is neither a whole number nor"),
        (lambda: Problem(Trace(), LDP("1"), inputs="2"), "inputs = '2' is neither a whole number nor"),
        (lambda: Problem(Trace(), LDP("1"), inputs=True), "inputs = True is neither"),
        (lambda: Problem("variance", LDP("1")), "the objective is the text 'variance', which rropt does not evaluate"),
        (lambda: Problem(Variance("1/4"), 0.5), r"the demand is the number 0\.5; say what it bounds"),
        (lambda: Trace(5), "weights = 5 is not a list"),
        (lambda: Trace("12"), "weights = '12' is not a list"),
        (lambda: Trace([]), "an empty list of weights"),
    ],
)
def test_arguments_of_another_kind_are_refused_in_one_sentence(make, words):
    with pytest.raises(InputError, match=f"^{words}"):
        make()


def test_whole_numbers_and_labels_of_other_types_are_taken():
    import numpy

    assert Problem(Trace(), LDP("1"), inputs=numpy.int64(3)).k == 3
    assert Problem(Trace(), LDP("1"), inputs=numpy.array(["a", "b"])).inputs == ("a", "b")


@pytest.mark.parametrize("odd", ["", "a" * 61, 'say "no"', "two\nlines", "yes"])
def test_a_label_is_refused_exactly_where_the_checker_would(odd: str) -> None:
    for names in ({"outputs": (odd, "yes")}, {"inputs": (odd, "yes")}):
        with pytest.raises(InputError, match="label"):
            Problem(Variance("1/4"), DEMAND, **names)  # type: ignore[arg-type]
    document = json.loads(design(Variance("1/4"), DEMAND).certificate)
    assert check(json.dumps({**document, "outputs": [odd, "yes"]})).status == "malformed"
    assert check(json.dumps({**document, "outputs": ["a" * 60, "yés, 'but'"]})).status == "accepted"
    assert Problem(Variance("1/4"), DEMAND, outputs=("a" * 60, "yés, 'but'")).m == 2


@pytest.mark.parametrize(
    ("demand", "expected"),
    [
        (LDP("ln3", delta="1/10"), (3, F(1, 10))),
        (Parity(4), (4, 0)),
        (RhoBreach("1/5", "1/2"), (4, 0)),
        (BetaFactor(2), (2, 0)),
        (BayesFactor(3), (3, 0)),
    ],
    ids=repr,
)
def test_every_notion_a_design_is_made_for_reduces_to_ratio_and_delta(demand: Notion, expected: object) -> None:
    for problem in (Problem(Variance("1/4"), demand), Problem(Trace(), demand, inputs=3)):
        assert problem.ratio_and_delta == expected


def test_a_demand_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="direct question is best; give a finite one"):
        Problem(Variance("1/4"), LDP("inf")).ratio_and_delta  # noqa: B018


@pytest.mark.parametrize(
    ("objective", "given"),
    [
        (Information(["1/2", "1/2"]), "2 chances were given to the information"),
        (Divergence("kl", ["1/2", "1/2"], ["1/3", "2/3"]), "2 chances were given to the divergence"),
        (TotalVariance(["1/2", "1/2"]), "2 shares were given to the total-variance"),
        (Trace([1, 2]), "2 weights were given to the trace"),
        (Contrast([1, 2]), "2 scores were given to the contrast"),
        (Utility([[1, 0], [0, 1]]), "2 columns were given to the utility"),
        (Trace([1, 2]) + 2 * Utility([[1, 0], [0, 1]]), "2 numbers were given to the sum of objectives"),
    ],
    ids=str,
)
def test_numbers_for_fewer_inputs_are_refused_by_what_they_are(objective: Objective, given: str) -> None:
    with pytest.raises(InputError, match=f"{given} for 3 inputs; give one for each input"):
        Problem(objective, LDP(1), inputs=("a", "b", "c"))


def test_a_prevalence_is_about_two_inputs_and_of_more_the_total_variance_is_asked() -> None:
    with pytest.raises(InputError, match=r"inputs = 3 does not fit the variance.* give the objective total-variance"):
        Problem(Variance("1/4"), LDP(1), inputs=3)


def test_without_a_number_of_outputs_it_is_the_one_that_the_help_says() -> None:
    table = [[3, 1], [0, 2], [1, 1]]
    usual: list[tuple[Objective, int | str]] = [
        (Trace(), 3),
        (Variance("1/4"), 2),
        (Utility(table), 3),
        (Linear(table), 3),
    ]
    usual += [
        (x, "free") for x in (Information(["1/2", "1/2"]), Divergence("kl", 0, 1), TotalVariance(), Determinant())
    ]
    for objective, outputs in usual:
        inputs = 3 if isinstance(objective, Trace | TotalVariance | Determinant) else 2
        assert Problem(objective, LDP("ln3"), inputs=inputs).outputs == outputs, objective
