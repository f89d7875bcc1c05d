"""The table of `rank` against matrices written down and inverted in Fractions, and against the published values of the best."""

import itertools
import json
import math
import random
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Information,
    InputError,
    Mechanism,
    Problem,
    TotalVariance,
    Trace,
    design,
    from_spec,
    rank,
)
from rropt.exact.epsilon import read_epsilon
from rropt.exact.matrix import inverse, product, transpose
from rropt.problem.known import is_bounded
from rropt.rankings.appraisal import appraise
from rropt.rankings.candidates import Candidate, candidates_at, published_rappor
from rropt.rankings.structure import Listed

F = Fraction


def random_shares(k: int, seed: int) -> tuple[Fraction, ...]:
    numbers = [random.Random(seed + j).randint(1, 20) for j in range(k)]
    return tuple(F(n, sum(numbers)) for n in numbers)


def rows_of(candidate: Candidate) -> list[list[Fraction]]:
    """Every output of a candidate written down, from its structure: a set of each size, or the listed rows."""
    if isinstance(candidate.structure, Listed):
        return [list(row) for row in candidate.structure.rows]
    k = candidate.structure.k
    return [
        [a if j in chosen else b for j in range(k)]
        for size, (a, b) in candidate.structure.values.items()
        for chosen in map(set, itertools.combinations(range(k), size))
    ]


def efficient_by_hand(rows: list[list[Fraction]], pi: tuple[Fraction, ...]) -> list[Fraction]:
    """The diagonal of L(diag q − qqᵀ)Lᵀ with L = M⁻¹PᵀD⁻¹, from the definition, after L P = 1 has been seen."""
    chances = [sum(x * share for x, share in zip(row, pi, strict=True)) for row in rows]
    scaled = [[x / q for x in row] for row, q in zip(rows, chances, strict=True)]
    weights = product(inverse(product(transpose(rows), scaled)), transpose(scaled))
    one = product(weights, rows)
    assert all(one[a][b] == (a == b) for a in range(len(pi)) for b in range(len(pi)))
    return [
        sum(w * w * q for w, q in zip(line, chances, strict=True)) - share**2
        for line, share in zip(weights, pi, strict=True)
    ]


@pytest.mark.parametrize(("k", "epsilon"), [(2, "ln3"), (3, "ln3"), (4, "ln2"), (5, "ln(5/2)"), (7, "ln3")])
def test_every_row_is_that_of_the_matrix_itself(k: int, epsilon: str) -> None:
    pi = random_shares(k, 7 * k)
    budget = read_epsilon(epsilon)
    for candidate in (*candidates_at(k, budget), *published_rappor(k)):
        rows = rows_of(candidate)
        rational = [[x if isinstance(x, F) else None for x in row] for row in rows]
        if any(None in row for row in rational):
            continue  # a root of e^epsilon: below, at an epsilon whose half is a logarithm too
        p = Mechanism(rows)
        assert LDP.tightest_epsilon(p) == candidate.epsilon, candidate.name
        efficient = appraise(candidate, pi)[0]
        assert efficient.estimator == "efficient"
        for (low, high), exact in zip(efficient.variances, efficient_by_hand(rows, pi), strict=True):
            assert low <= exact <= high and high - low <= F(1, 10**20)


@pytest.mark.parametrize("k", [3, 4, 8])
def test_at_an_epsilon_with_roots_the_rows_with_roots_are_rational_too(k: int) -> None:
    """ln 9 has the half ln 3, and ln 4096 halves, thirds and quarters."""
    pi = random_shares(k, k)
    names = {"symmetric unary encoding", "bitwise randomized response"}
    for candidate in candidates_at(k, read_epsilon("ln4096" if k > 4 else "ln9")):
        if (candidate.name in names and k < 8) or candidate.name == "bitwise randomized response":
            (found, *_), by_hand = appraise(candidate, pi), efficient_by_hand(rows_of(candidate), pi)
            assert [(x, x) for x in by_hand] == list(found.variances) or all(
                low <= x <= high for x, (low, high) in zip(by_hand, found.variances, strict=True)
            )


def test_counting_is_unbiased_and_has_the_variance_stated() -> None:
    pi = random_shares(5, 3)
    seen = 0
    for candidate in candidates_at(5, read_epsilon("ln3")):
        counted = candidate.membership
        if counted is None or candidate.name == "symmetric unary encoding":
            continue
        rows = rows_of(candidate)
        sets = [set(s) for n in range(6) for s in itertools.combinations(range(5), n)]
        if isinstance(candidate.structure, Listed):
            sets = [set(s) for s in candidate.structure.sets]
        else:
            sets = [s for s in sets if len(s) in candidate.structure.values]
        weights = [[((j in s) - counted.other) / (counted.own - counted.other) for s in sets] for j in range(5)]
        one = product(weights, rows)
        assert all(one[a][b] == (a == b) for a in range(5) for b in range(5)), candidate.name
        chances = [sum(x * share for x, share in zip(row, pi, strict=True)) for row in rows]
        exact = [
            sum(w * w * q for w, q in zip(line, chances, strict=True)) - share**2
            for line, share in zip(weights, pi, strict=True)
        ]
        found = appraise(candidate, pi)[-1]
        assert found.estimator == counted.counted or len(rows) == 5, "a square matrix has one unbiased estimate"
        assert list(found.variances) == [(x, x) for x in exact]
        seen += 1
    assert seen >= 5


def test_local_hashing_is_that_of_all_functions() -> None:
    k, g, t = 3, 3, F(2)
    pi = random_shares(k, 11)
    rows = []
    for function in itertools.product(range(g), repeat=k):
        for value in range(g):
            rows.append([(t if function[j] == value else F(1)) / (t + g - 1) / g**k for j in range(k)])
    candidate = next(c for c in candidates_at(k, read_epsilon("ln2")) if ("values", "3") in c.parameters)
    found = appraise(candidate, pi)[0]
    assert list(found.variances) == [(x, x) for x in efficient_by_hand(rows, pi)]


@pytest.mark.parametrize(
    ("k", "epsilon", "size", "total"),
    [(5, "ln3", 1, F(49, 5)), (6, "ln3", 2, F(625, 48)), (10, "ln(5/2)", 3, F(2523, 70))],
)
def test_the_best_of_the_table_has_the_published_value(k: int, epsilon: str, size: int, total: Fraction) -> None:
    best = rank(k, epsilon).best
    assert best.total == (total, total)
    assert best.family == ("k-ary randomized response" if size == 1 else "subset selection")
    assert dict(best.parameters).get("size", "1") == str(size)


def test_a_block_design_has_the_variances_of_all_sets_of_its_size_with_fewer_outputs() -> None:
    found = rank(7, "ln3")
    fano = found.row("block design", size=3)
    sets = found.row("subset selection", size=3)
    with pytest.raises(InputError, match="no row with size = 9; its best row has size ="):
        found.row("subset selection", size=9)
    assert fano.outputs == 7 and sets.outputs == 35 and fano.bits == 3
    assert fano.total == sets.total


def test_permuting_the_shares_permutes_the_variances() -> None:
    pi = random_shares(5, 2)
    order = [3, 0, 4, 2, 1]
    here, there = rank(5, "1/2", prevalence=pi), rank(5, "1/2", prevalence=[pi[j] for j in order])
    for a in here.rows:
        b = next(
            x for x in there.rows if (x.family, x.parameters, x.estimator) == (a.family, a.parameters, a.estimator)
        )
        if a.family != "Hadamard response":  # its inputs are not alike
            assert [a.variances[j] for j in order] == list(b.variances) and a.people == b.people


def test_people_are_the_least_that_do() -> None:
    found = rank(5, "ln3", prevalence="2/5,3/10,3/20,1/10,1/20", standard_error="1/50")
    for row in found.rows:
        worst = max(high for _, high in row.variances)
        assert worst / row.people <= F(1, 2500) < worst / (row.people - 1)


def test_a_spec_makes_the_mechanism_of_its_row() -> None:
    found = rank(4, "1/2")
    specs = [row for row in found.rows if row.spec is not None]
    assert {row.family for row in specs} >= {"bitwise randomized response", "subset selection", "Hadamard response"}
    for row in specs:
        p = from_spec(str(row.spec))
        assert (p.k, p.m) == (4, row.outputs) and LDP.tightest_epsilon(p) == found.epsilon


@pytest.mark.slow
def test_many_categories_take_structure_not_matrices() -> None:
    found = rank(40, "1")
    assert found.row("optimised unary encoding").outputs == 1 << 40
    assert found.row("optimised unary encoding").estimator == "efficient"
    unequal = [F(1, 2), *[F(1, 78)] * 39]
    assert rank(40, "1", prevalence=unequal).row("optimised unary encoding").bits == 40


def test_every_form_of_the_answer() -> None:
    found = rank(5, "1/2")
    document = json.loads(found.to_json())
    assert document["schema"] == "rropt/ranking/1" and len(document["rows"]) == len(found.rows)
    assert found.to_pandas().shape[0] == len(found.rows) + len(found.elsewhere)
    assert found.to_latex().startswith(r"\begin{tabular}")
    assert found.explain().splitlines()[0].startswith("Of what people use for 5 categories at epsilon = 1/2")
    totals = [row.total[1] for row in found.rows]
    assert totals == sorted(totals)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"inputs": 1, "epsilon": "1"}, "inputs"),
        ({"inputs": 5, "epsilon": "0"}, "finite epsilon > 0"),
        ({"inputs": 5, "epsilon": "inf"}, "finite epsilon > 0"),
        ({"inputs": 5, "epsilon": "every"}, "finite epsilon > 0"),
        ({"inputs": 3, "epsilon": "1", "prevalence": "1/2,1/2"}, "2 shares"),
        ({"inputs": 3, "epsilon": "1", "prevalence": "1/2,1/2,0"}, "above 0"),
        ({"inputs": 3, "epsilon": "1", "prevalence": "1/2,1/4,1/8"}, "sum to 1"),
        ({"inputs": 3, "epsilon": "1", "prevalence": "1e-400,1/2,1/2"}, r"sums to 1 \+ 1e-400, not 1"),
        ({"inputs": 3, "epsilon": "1", "standard_error": "2"}, "between 0 and 1"),
        ({"inputs": 4, "epsilon": "1", "objective": TotalVariance(["1/2", "1/4", "1/4"])}, "3 shares .* for 4 inputs"),
        ({"inputs": 2, "epsilon": "1", "objective": TotalVariance(["1/2", "1/4", "1/4"])}, "3 shares .* for 2 inputs"),
        ({"inputs": 4, "epsilon": "1", "objective": Contrast([1, 2, 3])}, "3 scores .* for 4 inputs"),
        (
            {
                "inputs": 3,
                "epsilon": "1",
                "mechanism": Mechanism([[F(1, 2), F(1, 3), F(1, 3)], [F(1, 2), F(2, 3), F(2, 3)]]),
            },
            "does not identify all shares",
        ),
        (
            {"inputs": ("a", "b"), "epsilon": "ln3", "mechanism": from_spec("warner:p=3/4").relabel(inputs=("b", "a"))},
            "has the inputs b, a, not a, b in this order",
        ),
    ],
)
def test_a_wrong_question_is_refused_in_a_sentence(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        rank(**arguments)


@pytest.mark.slow
def test_the_command_prints_the_table() -> None:
    command = [sys.executable, "-m", "rropt", "rank", "--inputs", "5", "--epsilon", "1/2"]
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0 and json.loads(done.stdout) == json.loads(rank(5, "1/2").to_json())
    shown = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert (
        shown.returncode == 0
        and "Published settings, each at an epsilon of its own (RAPPOR's permanent bits, Pr(1 | 1) 3/4"
        in " ".join(shown.stdout.split())
    )
    wrong = subprocess.run(
        [*command, "--prevalence", "1/2,1/2"], capture_output=True, text=True, check=False, timeout=100
    )
    assert wrong.returncode == 2 and wrong.stderr.startswith("rropt: ") and not wrong.stdout


def test_exact_and_enclosed_answers_agree() -> None:
    """Equal shares by symmetry against shares a hair apart, by balls."""
    near = [F(1, 5) + F(1, 10**25), F(1, 5) - F(1, 10**25), *[F(1, 5)] * 3]
    for a, b in zip(rank(5, "1/2").rows, rank(5, "1/2", prevalence=near).rows, strict=False):
        if a.estimator == b.estimator == "efficient":
            assert a.family == b.family and math.isclose(float(a.total[0]), float(b.total[0]), rel_tol=1e-9)


def test_every_row_of_the_table_says_its_epsilon() -> None:
    """Published settings have one of their own: without it they look better than the best."""
    found = rank(4, "ln3")
    frame = found.to_pandas()
    assert set(frame["epsilon (exact)"][: len(found.rows)]) == {"log(3)"}
    assert list(frame["epsilon"][len(found.rows) :]) == [float(row.epsilon) for row in found.elsewhere]
    assert "log(9)" in found._repr_html_()


def test_very_many_categories_have_the_numbers_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done beyond 64 categories, done for 8, gives the values that the matrices have."""
    exact = rank(8, 1)
    for module, name in (("candidates", "MOST_LISTED"), ("ranking", "MOST_LISTED"), ("appraisal", "MOST_EXACT")):
        monkeypatch.setattr(f"rropt.rankings.{module}.{name}", 4)
    found = rank(8, 1)
    assert {row.family for row in exact.rows} - {row.family for row in found.rows} == {"block design"}
    for row in (*found.rows, *found.elsewhere):
        same = next(
            x
            for x in (*exact.rows, *exact.elsewhere)
            if (x.family, x.parameters, x.estimator) == (row.family, row.parameters, row.estimator)
        )
        assert (row.people, row.bits, row.outputs) == (same.people, same.bits, same.outputs)
        for mine, theirs in ((row.total, same.total), (row.largest, same.largest)):
            assert abs(mine[0] - theirs[0]) < F(1, 10**20) and mine[0] <= mine[1]
    with pytest.raises(InputError, match="by total variance alone"):
        rank(8, 1, objective=TotalVariance())


@pytest.mark.slow
def test_hundreds_of_categories() -> None:
    found = rank(200, "ln3")
    best = found.best
    assert (best.family, dict(best.parameters)) == ("subset selection", {"size": "50"}) and best.efficiency == (1, 1)
    assert found.row("k-ary randomized response").total[0] == F(199 * 202**2, 200 * 4)
    assert found.row("Hadamard response").estimator != "efficient" and "Beyond 64 categories" in found.explain()


@pytest.mark.parametrize("weights", [[1, 2, 3, 4] * 4, range(1, 17)], ids=["four classes", "all differ"])
def test_unequal_shares_of_many_categories_have_structure_too(weights: list[int]) -> None:
    """k-ary randomized response of 16 inputs has its efficient estimate, whatever the shares."""
    pi = tuple(F(n, sum(weights)) for n in weights)
    krr = next(x for x in candidates_at(16, read_epsilon("ln3")) if x.name == "k-ary randomized response")
    (found,) = appraise(krr, pi)
    exact = efficient_by_hand([[F(3 if i == j else 1, 18) for j in range(16)] for i in range(16)], pi)
    assert found.estimator == "efficient"
    for (low, high), own in zip(found.variances, exact, strict=True):
        assert low <= own <= high and high - low < F(1, 10**20)


def test_shares_are_named_as_the_mechanism_names_them() -> None:
    named = from_spec("krr:k=3,epsilon=1").relabel(inputs=("never", "often", "always"))
    said = repr(rank(3, 1, prevalence=["1/2", "3/10", "1/5"], mechanism=named))
    assert "n·Var of each share" in said and "never" in said and "always" in said


def unequal(k: int) -> list[Fraction]:
    return [Fraction(2 * j + 1, k * k) for j in range(k)]


@pytest.mark.slow_at("objective1-demand1-True", "objective2-demand2-False")
@pytest.mark.parametrize(
    ("objective", "demand", "bounded"),
    [
        (TotalVariance(unequal(6)), LDP(1), False),
        (TotalVariance(unequal(14)), LDP(1), True),
        (TotalVariance(), LDP(1), False),
        (TotalVariance(unequal(9)), LDP(1, delta="1/10"), True),
        (Determinant(unequal(6)), LDP(1), False),
        (Information(unequal(6)), LDP(1), False),
        (Information(unequal(14)), LDP(1), True),
        (Trace(), LDP(1), False),
    ],
)
def test_it_is_known_beforehand_whether_the_checker_shows_the_bounds(
    objective: Any, demand: LDP, bounded: bool
) -> None:
    problem = Problem(objective, demand, inputs=objective.inputs or 14)
    assert is_bounded(problem) == bounded == design(problem, optima="one").is_bounded


@pytest.mark.slow
def test_bounds_that_the_checker_does_not_show_are_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rropt.rankings.ranking.design", None)  # a call would fail
    found = rank(14, 1, prevalence=unequal(14))
    assert found.optimum is None and any("not by the checker" in note for note in found.notes)


def test_categories_have_names_and_the_mean_of_a_scale_its_two_answers():
    names = ["never", "some", "often"]
    found = rank(names, 1, objective=Contrast([0, 1, 2]))
    assert found.labels == tuple(names) and found.inputs == 3
    assert found.two_answers.value == design(Contrast([0, 1, 2]), LDP(1), outputs=2).value
    assert found.to_dict()["two_answers"]["value"] == found.two_answers.to_dict()["value"]
    assert rank(3, 1).two_answers is None
    with pytest.raises(InputError):
        rank(["a", "a"], 1)


def test_a_prior_is_the_prevalence_of_the_people_too() -> None:
    prior = ["4/5", "1/10", "1/10"]
    found = rank(3, 1, objective=Information(prior))
    stated = rank(3, 1, objective=Information(prior), prevalence=prior)
    assert found.prevalence == stated.prevalence == rank(3, 1, objective=TotalVariance(prior)).prevalence
    assert [x.to_dict() for x in found.rows] == [x.to_dict() for x in stated.rows]
    assert any("best at the objective's own shares" in note for note in found.notes)
    assert any("best at the prevalence stated" in note for note in stated.notes)
    # equal ones where the prior has none for some category, as nothing is planned for a share of 0
    unknown = rank(3, 1, objective=Information(["1/2", "1/2", "0"]))
    assert len(set(unknown.prevalence)) == 1 and any("best at equal shares" in note for note in unknown.notes)


def test_a_row_that_is_not_there_is_refused_by_its_family_or_by_its_size() -> None:
    found = rank(4, "ln3")
    assert found.row("subset selection", size=3).parameters == (("size", "3"),)
    with pytest.raises(
        InputError, match="the family 'subset selection' has no row with size = 9; its best row has size = "
    ):
        found.row("subset selection", size=9)
    with pytest.raises(InputError, match=r"the ranking has no family 'krr'; the families are .*subset selection"):
        found.row("krr", size=9)


def test_an_epsilon_beyond_the_largest_float_is_ranked() -> None:
    assert len(rank(3, 1000).rows) > 3


@pytest.mark.parametrize("objective", [None, Information()])
def test_a_mechanism_of_too_many_answers_is_refused(objective: Information | None) -> None:
    p = Mechanism([[Fraction(1, 4200)] * 3] * 4200)
    with pytest.raises(InputError, match="has 4200 answers, too many to rank; give one of at most 4096"):
        rank(3, 1, mechanism=p, objective=objective)
