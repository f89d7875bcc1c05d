"""Rankings against the matrices themselves, by numpy; local hashing by all its functions."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from unittest import mock

import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Information,
    InputError,
    Mechanism,
    TotalVariance,
    Trace,
    Variance,
    design,
    from_spec,
    rank,
)
from rropt.engine.sets import SetMechanism
from rropt.exact.epsilon import read_epsilon
from rropt.objectives.base import Objective
from rropt.rankings.candidates import FAMILIES, NAMES, candidates_at, read_families
from rropt.rankings.laws import listed, matrix_of, variances
from rropt.show import Fact, Figure, Say, near

EQUAL = (Fraction(1, 4),) * 4
UNEQUAL = tuple(map(Fraction, ("2/5", "3/10", "1/5", "1/10")))


def covariance(rows: list[list[object]] | tuple[object, ...], shares: tuple[Fraction, ...]) -> np.ndarray:
    r = np.array([[float(x) for x in row] for row in rows])
    pi = np.array([float(x) for x in shares])
    return np.linalg.inv((r.T / (r @ pi)) @ r) - np.outer(pi, pi)


def information(rows: tuple[object, ...], shares: tuple[Fraction, ...]) -> float:
    """Σ_j π_j Σ_i p_ij log(p_ij / Σ_l π_l p_il)."""
    r, pi = np.array([[float(x) for x in row] for row in rows]), np.array([float(x) for x in shares])
    return float(pi @ (r * np.log(r / (r @ pi)[:, None])).sum(axis=0))


@pytest.mark.parametrize("shares", [EQUAL, UNEQUAL], ids=["equal", "unequal"])
@pytest.mark.parametrize("epsilon", ["1/4", "ln3", "1", "4"])
def test_a_candidate_has_the_variances_of_its_matrix_and_just_this_epsilon(
    epsilon: str, shares: tuple[Fraction, ...]
) -> None:
    found = [*candidates_at(4, read_epsilon(epsilon))]
    # hashing to 2 values is in two families, where t + 1 is nearest to 2
    assert len({x.name for x in found}) == len(found) == (8 if epsilon == "1/4" else 9)
    for x in found:
        matrix = matrix_of(x.law)  # which has columns that sum to 1
        assert x.outputs == matrix.m
        assert LDP.tightest_epsilon(matrix).t == read_epsilon(epsilon).t
        assert variances(x.law, shares) == pytest.approx(covariance(matrix.rows, shares).diagonal(), rel=1e-8)
        assert bool(x.spec) == ("hashing" not in x.family)
        if x.spec:
            assert sorted(map(str, from_spec(x.spec).rows)) == sorted(map(str, matrix.rows))


@pytest.mark.parametrize("k", [12, 13])
def test_what_has_a_matrix_of_at_most_4096_rows_has_a_name_in_commands(k: int) -> None:
    found = candidates_at(k, read_epsilon("ln3"))
    assert max(x.outputs for x in found) == 2**k
    assert all(bool(x.spec) == (x.outputs <= 4096 and "hashing" not in x.family) for x in found)


@pytest.mark.parametrize("k", [2, 3, 5, 8])
def test_at_equal_shares_the_formula_is_that_of_all_sets(k: int) -> None:
    shares = (Fraction(1, k),) * k
    laws = [x.law for x in candidates_at(k, read_epsilon("1/2"))]
    of_sizes = [x for x in laws if isinstance(x, SetMechanism)]
    assert len(of_sizes) >= 5 - (k == 2)
    for law in of_sizes:
        assert variances(law, shares) == pytest.approx(listed(law).variances(shares), rel=1e-9)


def test_local_hashing_is_that_of_all_functions() -> None:
    k, g, t = 3, 4, Fraction(3)
    law = {x.name: x for x in candidates_at(k, read_epsilon("ln3"))}["optimal local hashing, values 4"].law
    weights: dict[tuple[Fraction, ...], Fraction] = {}
    for f in itertools.product(range(g), repeat=k):
        for value in range(g):
            chances = tuple((t if f[j] == value else 1) / (t + g - 1) / g**k for j in range(k))
            same = tuple(x / max(chances) for x in chances)
            weights[same] = weights.get(same, Fraction(0)) + max(chances)
    merged = [[w * x for x in row] for row, w in weights.items()]
    assert variances(law, (*UNEQUAL[:2], Fraction(3, 10))) == pytest.approx(
        covariance(merged, (*UNEQUAL[:2], Fraction(3, 10))).diagonal()
    )


@pytest.mark.parametrize("epsilon", ["1/4", "1", "ln30"])
def test_of_many_categories_the_best_size_is_among_those_that_are_listed(epsilon: str) -> None:
    k, budget = 40, read_epsilon(epsilon)
    shares = (Fraction(1, k),) * k
    t = budget.t
    best = min(variances(SetMechanism(k, (d,), (k / (k + (t - 1) * d),), t), shares)[0] for d in range(1, k))
    row = rank(k, epsilon, families=["subset selection"]).best
    assert row.largest == pytest.approx(best, rel=1e-12) and row.efficiency == 1


@pytest.mark.parametrize(
    ("objective", "value"),
    [
        (
            Contrast([1, 2, 3, 5], UNEQUAL),
            lambda r: np.array([1, 2, 3, 5]) @ covariance(r, UNEQUAL) @ np.array([1, 2, 3, 5]),
        ),
        (Determinant(UNEQUAL), lambda r: np.linalg.det(covariance(r, UNEQUAL)[:-1, :-1])),
        (Information(UNEQUAL), lambda r: information(r, UNEQUAL)),
    ],
    ids=["contrast", "determinant", "information"],
)
def test_another_objective_orders_the_rows(objective: object, value: object) -> None:
    found = rank(4, "ln3", objective=objective)  # type: ignore[arg-type]
    assert found.prevalence == UNEQUAL
    values = [x.value for x in found.rows]
    assert values == sorted(values, reverse=found.objective.sense == "max")
    for x in (row for row in found.rows if row.spec):
        assert x.value == pytest.approx(value(from_spec(x.spec).rows), rel=1e-9)  # type: ignore[operator]
        best = float(found.optimum.value)  # type: ignore[union-attr, arg-type]
        assert x.efficiency == pytest.approx(min(x.value / best, best / x.value), rel=1e-9)


@pytest.mark.parametrize(
    "objective", [Information(), Information(["1/2", "1/2", 0]), TotalVariance([["1/2", "1/4", "1/4"], ["1/3"] * 3])]
)
def test_the_shares_are_equal_where_the_objective_has_not_one_list_of_positive_ones(objective: Objective) -> None:
    assert rank(3, 1, objective=objective, families=["krr"]).prevalence == (Fraction(1, 3),) * 3


def test_people_are_the_least_that_do() -> None:
    for x in rank(5, "1/2", prevalence=["0.4", "0.3", "0.15", "0.1", "0.05"], standard_error="0.02").rows:
        assert x.people is not None
        assert math.sqrt(x.largest / x.people) <= 0.02 < math.sqrt(x.largest / (x.people - 1))
    assert rank(5, "ln3", standard_error="0.01").row("grr").people == 19600  # v/e² is this whole number
    assert all(x.people is None for x in rank(5, "ln3").rows)
    assert (
        rank(3, 100, standard_error="0.01").best.people == 2223
    )  # of answers that are the truth, p(1 - p)/e² at p = 1/3


def test_nothing_is_said_of_what_was_not_asked_for() -> None:
    """The best size of sets is 3 here, and an information has no n·Var."""
    alone = str(rank(6, "1/10", families=["krr"]))
    assert alone.startswith("Of these families") and "Subset selection" not in alone
    assert "Of these families" in str(rank(5, 1, families="subset-selection")) and "n·Var is" in str(rank(5, 1))
    assert "n·Var is" not in str(rank(3, 1, objective="information"))


def test_a_family_has_one_row_and_size_1_is_k_ary() -> None:
    near, far = (rank(6, epsilon, families=["krr", "ss", "oue"]) for epsilon in ("1/4", "4"))
    assert near.best.family == "subset selection"
    assert {x.family for x in far.rows} == {"k-ary randomized response", "optimised unary encoding"}
    assert len(near.rows) == 3
    names = [x.family for x in rank(8, 1).rows]
    assert len(names) == len({*names}) == 8


def test_a_mechanism_or_a_design_is_ranked_among_the_families() -> None:
    assert rank(3, 1, mechanism="krr:k=3,epsilon=1/2").rows[-1].family == "the mechanism given"
    matrix, sets = (design(inputs=k, epsilon=1) for k in (4, 20))
    assert sets.mechanism is None  # type: ignore[union-attr]
    for epsilon in (1, "1/1000000", "1/1000000000"):
        krr = from_spec(f"krr:k=4,epsilon={epsilon}")
        of_family, given = rank(4, epsilon, mechanism=krr, families=["krr"]).rows
        assert of_family.variances == pytest.approx(given.variances, rel=1e-12)
    for k, found in ((4, matrix), (20, sets)):
        given = [x for x in rank(k, 1, mechanism=found).rows if x.family == "the mechanism given"]  # type: ignore[arg-type]
        assert given[0].efficiency == 1


def test_a_thousand_categories_are_ranked_by_all_families() -> None:
    found = rank(1024, 1)
    assert {x.family for x in found.rows} == {*FAMILIES} and found.best.efficiency == 1
    assert all(x.efficiency is not None and x.efficiency <= 1 for x in found.rows)


def test_without_a_certified_optimum_rows_have_no_efficiency_and_the_reason_is_told() -> None:
    with mock.patch("rropt.rankings.ranking.design", side_effect=InputError("it is beyond what is certified")):
        found = rank(3, 1)
    assert found.optimum is None and [x.efficiency for x in found.rows] == [None] * len(found.rows)
    assert "it is beyond what is certified" in str(found).replace("\n", " ")
    assert not [x for x in found.show() if isinstance(x, Figure)]


def of_many_answers(m: int) -> Mechanism:
    """Warner's mechanism for ε = ln 3, each of whose answers is split into many of the same chance."""
    first, second = m // 2, m - m // 2
    return Mechanism(
        [[Fraction(3, 4 * first), Fraction(1, 4 * first)]] * first
        + [[Fraction(1, 4 * second), Fraction(3, 4 * second)]] * second
    )


def test_a_mechanism_of_many_answers_has_the_value_of_what_they_tell() -> None:
    found = rank(2, "ln3", mechanism=of_many_answers(4096))
    given = found.rows[[x.family for x in found.rows].index("the mechanism given")]
    assert given.outputs == 4096 and given.bits == 12 and given.value == pytest.approx(found.best.value, rel=1e-12)
    assert rank(12, 1, objective="determinant", families=["krr"]).best.outputs == 12
    shares = (*[Fraction(1, 13)] * 11, Fraction(2, 13))
    of_twelve = rank(12, 1, prevalence=shares, families=["krr"]).best
    assert of_twelve.value == pytest.approx(covariance(from_spec("krr:k=12,epsilon=1").rows, shares).trace(), rel=1e-9)
    assert rank(3, "1/1000000000000000000000000000000", families=["krr"]).best.value > 1e59


@pytest.mark.parametrize("epsilon", ["1/2", "4"])
@pytest.mark.parametrize("asked", [{}, {"standard_error": "1/50"}, {"scores": [1, 2, 4]}, {"objective": "information"}])
def test_the_answer_says_the_best_rows_numbers(epsilon: str, asked: dict[str, object]) -> None:
    found = rank(3, epsilon, **asked)  # type: ignore[arg-type]
    texts = {x.key: x.text for x in found.show() if isinstance(x, Say)}
    best, answer = found.best, texts["answer"]
    assert near(best.value) in answer and best.name in answer and found.objective.name in answer
    assert ("smallest" in answer) == (found.objective.sense == "min")
    assert ("no mechanism has a better one" in answer) == (best.efficiency == 1)
    assert ("efficiency of" in answer) == (best.efficiency != 1)
    assert ("people" in answer) == (best.people is not None)
    assert not [x for x in found.show() if isinstance(x, Fact) and x.shown]
    assert ("Subset selection has no row" in str(found)) == ("subset selection" not in {x.family for x in found.rows})
    values = [(x.value, x.outputs) for x in found.rows]
    assert [x for x, _ in values] == pytest.approx(
        sorted((x for x, _ in values), reverse=found.objective.sense == "max")
    )


@pytest.mark.parametrize(("name", "family"), [*NAMES.items(), *((x.upper().replace(" ", "_"), x) for x in FAMILIES)])
def test_a_family_is_named_as_in_the_literature(name: str, family: str) -> None:
    assert read_families([f" {name} ", family]) == (family,) and NAMES.keys().isdisjoint(FAMILIES)
    told = name.lower().replace("_", " ").replace("-", " ")
    with pytest.raises(InputError, match=f"did you mean '{told}'"):
        read_families([f"{name}x"])


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ((1, 1), {}),
        ((1025, 1), {}),
        ((3, 0), {}),
        ((3, "every"), {}),
        ((3, 1000), {}),
        ((3, 1), {"prevalence": ["1/2", "1/2", "1/8"]}),
        ((3, 1), {"prevalence": 3}),
        ((3, 1), {"prevalence": ["1/2", "1/2"]}),
        ((3, 1), {"prevalence": ["1/2", "1/2"], "objective": Determinant()}),
        ((3, 1), {"prevalence": [["1/2", "1/4", "1/4"], ["1/4", "1/4", "1/2"]]}),
        ((3, 101), {}),
        ((3, "1/10000000000000000000000000000000"), {}),
        ((3, 1), {"standard_error": 0}),
        ((3, 1), {"standard_error": 1}),
        ((3, 1), {"families": ["subset selektion"]}),
        ((3, 1), {"standard_error": 1e-300}),
        ((3, 1), {"standard_error": 10**5000}),
        ((10**5000, 1), {}),
        ((3, 1), {"families": []}),
        ((3, 1), {"families": ["bitwise"]}),
        ((3, "1/4"), {"families": ["olh", "bitwise"]}),
        ((3, 1), {"objective": Trace()}),
        ((3, 1), {"objective": Variance("1/4")}),
        ((3, 1), {"mechanism": from_spec("krr:k=3,epsilon=2")}),
        ((3, 1), {"mechanism": from_spec("krr:k=4,epsilon=1/2")}),
        ((3, 1), {"mechanism": Mechanism([["1/2"] * 3] * 2)}),
        ((2, 1), {"mechanism": of_many_answers(4097)}),
        ((13, 1), {"objective": "determinant"}),
        ((2, 1), {"prevalence": ["1", "0"]}),
        ((13, 1), {"prevalence": [*["1/13"] * 11, "1/26", "3/26"]}),
    ],
)
def test_a_wrong_question_is_refused_in_a_sentence(question: tuple[object, ...], asked: dict[str, object]) -> None:
    with pytest.raises(InputError) as refused:
        rank(*question, **asked)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value) and not str(refused.value).endswith(".")


def test_a_row_that_is_not_there_and_a_mean_of_many_categories_are_refused() -> None:
    with pytest.raises(InputError):
        rank(3, 1).row("subset selection of another size")
    with pytest.raises(InputError, match="13 categories are ranked by the total variance alone"):
        rank(13, 1, scores=range(13))


def test_scores_ask_for_the_mean_and_labels_stay() -> None:
    names = ["never", "rarely", "often"]
    found, same = rank(names, 1, scores=[1, 2, 4]), rank(3, 1, objective=Contrast([1, 2, 4]))
    assert found.inputs == tuple(names) and same.inputs == ("0", "1", "2")
    assert [x.value for x in found.rows] == [x.value for x in same.rows]
    assert found.two_answers is not None and found.optimum is not None and found.two_answers.upper is not None
    assert float(found.optimum.lower) <= float(found.two_answers.upper) <= found.best.value  # type: ignore[arg-type]
    assert all(2 ** (x.bits - 1) < x.outputs <= 2**x.bits for x in found.rows)
    told = found.to_dict()
    assert told["optimum"] is not None and told["inputs"] == names
    assert {"two_answers_said"} == {x.key for x in found.show() if isinstance(x, Say)} - {"answer", "notes"}
    assert not {x.key for x in rank(3, 1).show() if isinstance(x, Say)} - {"answer", "notes"}


def test_what_is_shown_are_the_rows_and_the_questions_numbers() -> None:
    found = rank(4, "ln3", prevalence=UNEQUAL, standard_error="0.02")
    told = found.to_dict()
    assert [row["value"] for row in told["rows"]] == [x.value for x in found.rows]
    assert [row["name"] for row in told["rows"]] == [
        " ".join([f"{x.family},"[: None if x.parameters else -1], *(f"{name} {y}" for name, y in x.parameters)])
        for x in found.rows
    ]
    table = found.table("rows")
    assert {col.key for col in table.cols if col.shown} == {"name", "total", "people", "efficiency", "bits"}
    assert [row[2] for row in table.rows] == [sum(x.variances) for x in found.rows]
    assert [row["largest"] for row in told["rows"]] == [max(x.variances) for x in found.rows]
    assert [x["exact"] for x in told["prevalence"]] == ["2/5", "3/10", "1/5", "1/10"]
    assert told["standard_error"]["exact"] == "1/50" and told["optimum_verdict"] == str(found.optimum.verdict)  # type: ignore[union-attr]
    assert str(found.best.people) in " ".join(told["answer"]).replace(",", "")
    fewest = min(x.people for x in found.rows)  # type: ignore[type-var]
    assert str(fewest) in " ".join(told["answer"]).replace(",", "")
    (figure,) = (x for x in found.show() if isinstance(x, Figure))
    assert figure.key == "rows"
    shown = {col.key for col in rank(3, 1, scores=[1, 2, 4]).table("rows").cols if col.shown}
    assert shown == {"name", "value", "efficiency", "bits"}


def test_of_equal_rows_that_with_fewer_answers_is_first() -> None:
    rows = rank(4, "ln3", mechanism=from_spec("krr:k=4,epsilon=ln3").relabel(outputs=tuple("abcd"))).rows
    assert rows[0].value == pytest.approx(rows[1].value) and rows[0].outputs <= rows[1].outputs
    two = rank(2, "ln3").rows
    assert [x.outputs for x in two if x.value == pytest.approx(two[0].value)] == sorted(
        x.outputs for x in two if x.value == pytest.approx(two[0].value)
    )
