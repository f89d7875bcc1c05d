"""What the instructions do has the stated probabilities, no demand is exceeded, and no other device is better."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from unittest import mock

import numpy
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import milp

from rropt.certificate.judge import judge
from rropt.devices.classical import CLASSICAL, Classical, classical_device
from rropt.devices.device import Device
from rropt.devices.instrument import LEAST, MOST, instrument
from rropt.devices.realise import FIRST, FOUND, STOPPED, choose_device, exact_tool, realise
from rropt.devices.rules import Sets, law
from rropt.devices.target import (
    Target,
    own_demands,
    target_of_design,
    target_of_mechanism,
    value_of,
)
from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.objectives.covariance import Contrast, TotalVariance
from rropt.objectives.determinant import Determinant
from rropt.objectives.information import Information
from rropt.objectives.largest import LargestVariance
from rropt.objectives.linear import Trace
from rropt.objectives.variance import Variance
from rropt.privacy import LDP, All, Parity, Sensitive
from rropt.privacy.words import warnings_of_proof
from rropt.problem.design import design
from rropt.problem.result import Design
from rropt.show import Fact, Figure, Table, Warn
from rropt.solvers import integer

ANSWERS = ("no", "yes")
DEMANDS = [LDP("1/2", delta="1/10"), LDP("ln3"), Parity(2), Sensitive(["yes"], "ln3") & LDP(3)]
KRR, PAIRED = from_spec("krr:k=3,epsilon=ln2"), from_spec("subset_selection:k=4,size=2,epsilon=ln3")


def solved(demand: Any, prevalence: str = "1/4", objective: Any = None, inputs: Any = ANSWERS, **more: Any) -> Design:
    found = design(objective or Variance(prevalence), demand, inputs, **more)
    assert isinstance(found, Design)
    return found


def followed(made: Device) -> list[list[Fraction]]:
    """The probabilities of answers, by what is written for the respondent: each outcome is found in the list by its name."""
    tool, p = made.instrument, made.mechanism.matrix
    assert p is not None
    names = [tool.name(n) for n in range(tool.outcomes)]
    rows, covered = [[Fraction(0)] * p.k for _ in range(p.m)], 0
    for step in made.rulings:
        outcomes, what = re.fullmatch(r"If it is ([^:]+): (.*)\.", step).groups()  # type: ignore[union-attr]
        ends = re.split(" to | or ", outcomes)
        first, last = names.index(ends[0]), names.index(ends[-1])
        assert first == covered
        covered = last + 1
        for j, truth in enumerate(p.input_labels):
            (said,) = said_under(truth, what)
            rows[p.output_labels.index(said)][j] += tool.chance(first, last)
    assert covered == tool.outcomes
    return rows


def said_under(truth: str, what: str) -> list[str]:
    """What an instruction lets people of a truth say."""
    if found := re.fullmatch(r'say "(.*)", whatever is true', what):
        return [found[1]]
    for part in what.split("; "):
        if found := re.fullmatch(r'if the truth is (.*), say "(.*)"', part):
            assert re.fullmatch(r'"[^"]*"((, "[^"]*")* or "[^"]*")?', found[1])
            if f'"{truth}"' in found[1]:
                return [found[2]]
    assert what.endswith("tell the truth")
    return [truth]


@pytest.mark.parametrize("demand", [*DEMANDS, LDP("1/10", delta="1/7")], ids=repr)
@pytest.mark.parametrize(("n", "prevalence"), [(6, "1/10"), (20, "1/10..2/5"), (36, "1/4"), (20, "9/10")])
def test_no_other_device_with_two_answers_is_better(demand: Any, n: int, prevalence: str) -> None:
    found = solved(demand, prevalence)
    assert found.mechanism is not None
    values, (fewest_yes, fewest_no) = [], (int(found.mechanism.rows[i][1 - i] > 0) for i in (1, 0))
    for yes, no in itertools.product(range(fewest_yes, n), range(fewest_no, n)):
        p = Mechanism([[1 - Fraction(yes, n), Fraction(no, n)], [Fraction(yes, n), 1 - Fraction(no, n)]], ANSWERS)
        if yes + no < n and demand.holds(p):
            values.append(found.problem.objective.value_bounds(p)[0])
    if not values:
        with pytest.raises(InputError):
            choose_device(found, f"denominator:{n}")
        return
    made = choose_device(found, f"denominator:{n}")
    assert made.value == min(values) and demand.holds(made.mechanism.pair)
    assert {x.partition(" (")[0] for x in made.warnings} <= {
        x.partition(" (")[0] for x in warnings_of_proof(found.mechanism)
    }
    assert judge(made.certificate).is_accepted and followed(made) == [*map(list, made.mechanism.pair.rows)]
    assert made.efficiency is not None and made.efficiency[0] <= 1
    assert float(made.efficiency[0]) == pytest.approx(float(found.value) / float(min(values)), abs=1e-12)  # type: ignore[arg-type]


@settings(max_examples=6, deadline=None, derandomize=True)
@given(
    st.lists(st.lists(st.integers(0, 12), min_size=3, max_size=3).filter(any), min_size=2, max_size=3),
    st.sampled_from(["denominator:60", "dice:2"]),
)
def test_a_device_of_a_mechanism_tells_no_two_truths_better(columns: list[list[int]], tool: str) -> None:
    """At many ratios, with no kinks in mind, the excess of the device is at most that of the mechanism."""
    p = Mechanism([[Fraction(column[i], sum(column)) for column in columns] for i in range(3)])
    try:
        made = choose_device(p, tool).mechanism
    except InputError:
        return
    assert isinstance(made, Mechanism) and own_demands(p)[0].holds(made)
    for (j, other), t in itertools.product(
        itertools.permutations(range(p.k), 2), [Fraction(n, 4) for n in range(4, 30)]
    ):
        excess = [sum(max(Fraction(0), row[j] - t * row[other]) for row in x.rows) for x in (made, p)]
        assert excess[0] <= excess[1]
    if all(12 % sum(column) == 0 for column in columns):
        assert made.rows == p.rows


def in_months(shares: Sequence[Fraction]) -> str:
    """The instrument of a birthday in one of twelve months with these shares."""
    return f"birthdays:{','.join(map(str, shares))}"


def test_birthdays_are_the_best_months_from_january_on_under_unequal_shares() -> None:
    counts = [7, 4, 6, 5, 9, 8, 3, 9, 6, 2, 7, 5]
    n, expected = sum(counts), math.inf
    for first, second in itertools.combinations(range(1, 12), 2):
        a, b = sum(counts[:first]), sum(counts[first:second])
        if n - a <= 3 * b and n - b <= 3 * a:
            share = (n - b + 3 * a) / (4 * n)  # of "yes", at the prevalence 1/4
            expected = min(expected, share * (1 - share) / (1 - (a + b) / n) ** 2)
    made = choose_device(solved(LDP("ln3")), in_months([Fraction(x, n) for x in counts]))
    assert float(made.value) == pytest.approx(expected, rel=1e-12) and made.search == FIRST
    assert not made.instrument.proviso and followed(made) == [*map(list, made.mechanism.pair.rows)]
    assert instrument("birthdays", ",".join(f"{x}/{n}" for x in counts)) == made.instrument


def test_sets_by_months_are_called_the_best_of_those_from_january() -> None:
    shares = [Fraction(n, 90) for n in (13, 2, *[7] * 9, 12)]
    assert choose_device(solved(LDP("ln3"), objective=Trace(), inputs=3), in_months(shares)).search == FIRST
    assert choose_device(from_spec("krr:k=3,p=1"), in_months(shares)).is_same  # the truth in every month


@pytest.mark.parametrize(
    "p",
    [
        from_spec("warner:p=3/4"),
        from_spec("christofides:cards=1/4:1/4:1/2"),
        KRR.relabel(inputs=("a", "b", "c")),
        KRR.reorder(outputs=[1, 0, 2]),
        PAIRED,
        PAIRED.relabel(inputs=("a", "b", "c", "d")),
        from_spec("krr:k=3,p=0"),
    ],
)
def test_code_gives_the_answers_of_the_mechanism(p: Mechanism) -> None:
    """Each drawn number and each blind draw is tried once, and the answers are counted."""
    made = choose_device(p, "bits:4")
    assert isinstance(made.mechanism, Mechanism)
    for j, truth in enumerate(p.input_labels):
        told: Counter[str] = Counter()
        for x in range(16):
            for way in itertools.permutations(range(p.k - 1)):
                drawn = mock.Mock(randbits=lambda _, x=x: x)
                drawn.SystemRandom.return_value.sample = lambda of, n, way=way: [of[i] for i in way][:n]
                space: dict[str, Any] = {"secrets": drawn}
                exec(made.code.replace("import secrets\n", ""), space)  # noqa: S102 (the library's own output)
                told[space["answer"](truth)] += 1
        law = dict(zip(made.mechanism.output_labels, made.mechanism.rows, strict=True))
        assert told == {label: row[j] * 16 * math.factorial(p.k - 1) for label, row in law.items() if row[j]}
    assert "card" not in " ".join([*made.respondent, *made.interviewer])
    assert sum(x.chance for x in made.parts) == 1 and all(x.chance for x in made.parts)


@pytest.mark.parametrize(("k", "size"), [(5, 1), (5, 2), (6, 3)])
def test_sets_are_drawn_with_the_stated_chances(k: int, size: int) -> None:
    """The largest number of cards that keeps the ratio 3, and each blind draw counted."""
    made = choose_device(from_spec(f"subset_selection:k={k},size={size},epsilon=ln3"), "cards:52")
    assert isinstance(made.procedure, Sets)
    n = made.procedure.inside
    assert ("in the order of the list" in " ".join(made.respondent)) == (size > 1)
    noted = f"in the order of the list and in braces, such as {{{','.join(map(str, range(size)))}}}"
    assert (noted in made.interviewer[-1]) == (size > 1) == ("braces" in made.interviewer[-1])
    assert f"take the {k} answer cards" in " ".join(made.respondent) and f"{k} cards" in made.interviewer[0]
    assert n * (k - size) <= 3 * size * (52 - n) and (n + 1) * (k - size) > 3 * size * (51 - n)
    for j in range(k):
        others, drawn_often = [x for x in range(k) if x != j], Counter[frozenset[int]]()
        for card in range(52):
            drawn = list(itertools.combinations(others, size - 1 if card < n else size))
            for chosen in drawn:
                drawn_often[frozenset(chosen) | ({j} if card < n else set())] += Fraction(1, 52 * len(drawn))  # type: ignore[assignment]
        for i, chosen in enumerate(made.procedure.outputs):
            assert made.mechanism.pair.rows[i][j] == drawn_often[frozenset(chosen)]


def test_many_sets_have_the_chances_and_values_of_listed_ones() -> None:
    tool, listed = instrument("denominator", 10), tuple(itertools.combinations(range(6), 2))
    p = SetMechanism(6, (2,), (Fraction(3, 5),), Fraction(3))
    made = law(tool, Sets(2, 6, ()), p)
    blank = Mechanism([[Fraction(1, 15)] * 6] * 15)
    whole = law(tool, Sets(2, 6, listed), blank)
    assert isinstance(made, SetMechanism)
    assert [[made.chance(s, j) for j in range(6)] for s in listed] == [*map(list, whole.pair.rows)] and made.ratio == 3
    for objective in (TotalVariance(), LargestVariance(), Determinant(), Information()):
        (low, high), (least, most) = value_of(objective, made), value_of(objective, whole)  # type: ignore[misc]
        assert low <= most and least <= high and float(high - low) < 1e-12


def excess(p: Mechanism, j: int, other: int, t: Fraction) -> Fraction:
    """Σ max(0, p_ij − t·p_il) over the answers i."""
    return sum((max(Fraction(0), row[j] - t * row[other]) for row in p.rows), Fraction(0))  # type: ignore[operator]


def test_one_mechanism_tells_no_better_if_it_does_at_no_ratio() -> None:
    """All kinks of both excesses and places between them, where the other mechanism is a garbling, or nearly one."""
    rng, found = random.Random(5), Counter[bool]()
    for _ in range(150):
        columns = [[rng.randint(0, 4) for _ in range(3)] for _ in range(2)]
        mixing = [[rng.randint(0, 3) for _ in range(3)] for _ in range(3)]
        if min(map(sum, [*columns, *mixing])) == 0:
            continue
        p = Mechanism([[Fraction(column[i], sum(column)) for column in columns] for i in range(3)])
        garbled = [
            [sum(Fraction(mixing[a][i], sum(mixing[a])) * p.rows[a][j] for a in range(3)) for j in range(2)]
            for i in range(3)
        ]
        moved = min(Fraction(rng.randint(0, 1), 9), garbled[0][0])
        garbled[0][0], garbled[1][0] = garbled[0][0] - moved, garbled[1][0] + moved
        made = Mechanism(garbled)
        ratios = {x / y for q in (p, made) for row in q.rows for x, y in (row, row[::-1]) if y and x > y} | {
            Fraction(1)
        }
        places = [*ratios, *(x + Fraction(1, 7) for x in ratios), *(x * 2 for x in ratios)]
        expected = all(excess(made, j, 1 - j, t) <= excess(p, j, 1 - j, t) for j in (0, 1) for t in places)  # type: ignore[arg-type]
        assert All(*own_demands(p)).holds(made) == expected
        found[expected] += 1
    assert min(found.values()) > 10


def test_the_own_demand_of_a_mechanism_has_the_ratio_where_both_truths_answer_and_the_rest_as_slack() -> None:
    p = Mechanism([["1/5", "1/2"], ["4/5", 0], [0, "1/2"]])
    demand = own_demands(p)[0]
    bounds = {place: demand.bounds(2, p.inputs).of(*place) for place in ((0, 1), (1, 0))}
    assert bounds == {(0, 1): (1, Fraction(4, 5)), (1, 0): (Fraction(5, 2), Fraction(1, 2))} and demand.holds(p)


@pytest.mark.parametrize(("spec", "is_optimum"), [("warner:p=2/3", False), ("warner:p=1", False), ("", True)])
def test_a_device_is_compared_with_what_it_stands_for(spec: str, is_optimum: bool) -> None:
    made = choose_device(from_spec(spec) if spec else solved(LDP("1")), "cards:10")
    name = "certified optimum" if is_optimum else "mechanism"
    assert made.target.is_optimum is is_optimum and ("demanded" in made.privacy) is is_optimum
    assert any(x.label == f"That of the {name}" for x in made.show() if isinstance(x, Fact))
    assert ("protects nothing" in made.privacy) == (spec == "warner:p=1") and (made.delta == 1) == (
        spec == "warner:p=1"
    )
    labels = made.mechanism.input_labels
    assert {"tell the truth", *(f'say "{x}", whatever is true' for x in labels)} >= {x.what for x in made.parts}


def test_a_device_of_forty_truths_is_the_most_that_the_demand_allows() -> None:
    found = solved(LDP("1/2"), objective=TotalVariance(), inputs=40)
    assert choose_device(found).instrument.title == "100 numbered lots"
    # with both of two lots the set would always have the truth, which keeps no demand
    assert choose_device(solved(LDP(5), objective=TotalVariance(), inputs=40), "denominator:2").procedure.inside == 1  # type: ignore[union-attr]
    made = choose_device(found, "denominator:50")
    assert isinstance(made.mechanism, SetMechanism) and isinstance(made.procedure, Sets)
    more = Sets(made.procedure.size, made.procedure.inside + 1, ())
    assert found.problem.demand.holds(made.mechanism.pair)
    assert not found.problem.demand.holds(law(made.instrument, more, made.mechanism).pair)
    assert made.efficiency is not None and 0 < made.efficiency[0] < 1


def test_a_table_keeps_the_demand_and_is_what_is_written() -> None:
    found = solved(LDP("ln3"), objective=Trace(["1", "1/2", "1/4"]), inputs=3)
    for given_one, demand in ((found, LDP("ln3")), (uneven(4, 3), own_demands(uneven(4, 3))[0])):
        made = choose_device(given_one, "denominator:100")
        assert demand.holds(made.mechanism.pair) and made.efficiency is not None and made.efficiency[0] > Fraction(1, 2)
        assert followed(made) == [*map(list, made.mechanism.pair.rows)]


def test_a_table_for_a_weighted_trace_is_the_best_by_brute_force() -> None:
    """All tables of 9 lots for three truths, by the weights of the right answers."""
    weights, n = numpy.array([1, 0.5, 0.25]), 9
    columns = numpy.array([c for c in itertools.product(range(n + 1), repeat=3) if sum(c) == n])
    first, second, third = (columns[x.ravel()] for x in numpy.meshgrid(*[range(len(columns))] * 3))
    tables = numpy.stack([first, second, third], axis=2)
    kept = tables[(tables.max(axis=2) <= 3 * tables.min(axis=2)).all(axis=1)]
    best = (kept.diagonal(axis1=1, axis2=2) * weights).sum(axis=1).max() / n
    found = solved(LDP("ln3"), objective=Trace(["1", "1/2", "1/4"]), inputs=3)
    assert float(choose_device(found, f"denominator:{n}").value) == pytest.approx(best, rel=1e-12)


def test_the_search_for_a_table_is_limited_by_counted_work_and_not_by_the_clock() -> None:
    """The same question has the same table on every machine, however busy."""
    found: list[Any] = []

    def search(*program: Any, options: dict[str, Any], **more: Any) -> Any:
        assert options == {"node_limit": 1}
        found.append(milp(*program, options=options, **more))
        return found[-1]

    with mock.patch.object(integer, "MOST_NODES", 1), mock.patch("scipy.optimize.milp", search):
        made = choose_device(solved(LDP(1), objective=TotalVariance(["1/2", "1/5", "1/5", "1/20", "1/20"]), inputs=5))
    assert len(found) == 1 and found[0].mip_node_count == 1 and found[0].mip_gap > 0
    assert LDP(1).holds(made.mechanism.pair)


def test_the_tables_judged_for_a_better_one_are_counted_and_it_is_told_if_that_ended_the_search() -> None:
    columns = [[2, 5, 1], [3, 1, 4], [4, 4, 6]]
    p = Mechanism([[Fraction(x[i], sum(x)) for x in columns] for i in range(3)])
    found = {}
    for most in (1, 300, 5000):
        with mock.patch("rropt.devices.realise.MOST_JUDGED", most):
            found[most] = choose_device(p, "denominator:23")
        assert own_demands(p)[0].holds(found[most].mechanism.pair)
    assert [x.search for x in found.values()] == [STOPPED, STOPPED, FOUND]
    assert float(found[1].value) > float(found[300].value) > float(found[5000].value)
    assert found[5000].value == choose_device(p, "denominator:23").value


@pytest.mark.parametrize("scores", [(0, 1, 3), (2, 1, "3/2")])
def test_two_answers_for_the_mean_of_scores_are_the_best_by_brute_force(scores: Any) -> None:
    """All tables of 30 lots whose chances are affine in the score, by the variance λ(1 − λ)/slope² of the mean."""
    n, pi, ratio = 30, [Fraction(x, 10) for x in (5, 3, 2)], 3
    k, demand, values = [Fraction(x) for x in scores], LDP("ln3"), []
    found = solved(demand, objective=Contrast(scores, pi), inputs=3, outputs=2)
    for low, high in itertools.product(range(1, n), repeat=2):
        slope = Fraction(high - low, n) / (max(k) - min(k))
        yes = [Fraction(low, n) + slope * (x - min(k)) for x in k]
        is_whole = high > low and all((x * n).denominator == 1 for x in yes)
        if is_whole and max(yes) <= ratio * min(yes) and 1 - min(yes) <= ratio * (1 - max(yes)):
            mean = sum((p * x for p, x in zip(pi, yes, strict=True)), Fraction(0))
            values.append(float(mean * (1 - mean) / slope**2))
    made = choose_device(found, f"denominator:{n}")
    assert float(made.value) == pytest.approx(min(values), rel=1e-12) and demand.holds(made.mechanism.pair)
    assert made.mechanism.pair.outputs == ("low", "high") and followed(made) == [*map(list, made.mechanism.pair.rows)]
    assert "--scores" in str(made)


def test_an_answer_that_unmasks_somebody_is_told_first() -> None:
    made = choose_device(solved(LDP("1", delta="1/20"), "1/10", outputs="free"), "denominator:100")
    assert LDP("1", delta="1/20").holds(made.mechanism.pair) and made.warnings
    assert str(made).replace("\n", " ").startswith(f"Warning: {made.warnings[0]}")
    assert any("Do not say that nobody can tell" in step for step in made.interviewer)


@pytest.mark.parametrize("tool", ["dice:2", "denominator:1000"])
def test_an_answer_is_called_sure_only_if_it_is(tool: str) -> None:
    found = design(Variance("1/4"), LDP("ln3", delta="1/10"), ANSWERS, outputs="free")
    made = choose_device(found, tool).mechanism
    assert isinstance(made, Mechanism) and {"surely no", "perhaps yes"} <= {*made.output_labels}
    for name, row in zip(made.output_labels, made.rows, strict=True):
        assert name.startswith("surely") == (0 in row)


@pytest.mark.parametrize("first", [("61", "50", "33"), ("57", "24", "58")])
def test_a_table_for_information_tells_nearly_as_much_as_the_best_by_brute_force(first: tuple[str, ...]) -> None:
    p = Mechanism([[Fraction(x) / 100 for x in first], [1 - Fraction(x) / 100 for x in first]])
    yes = numpy.array(list(itertools.product(range(1, 17), repeat=3))) / 17
    tables, own = numpy.stack([yes, 1 - yes], axis=1), p.to_numpy()
    ratios, allowed = ((x[..., :, None] / x[..., None, :]).max(axis=-3) for x in (tables, own))
    kept = tables[(ratios <= allowed * (1 + 1e-12)).all(axis=(1, 2))]
    told = (kept * numpy.log(kept / kept.mean(axis=2, keepdims=True))).sum(axis=(1, 2)) / 3
    made = choose_device(p, "denominator:17").mechanism
    assert own_demands(p)[0].holds(made.pair) and float(Information().value_bounds(made.pair)[0]) > 0.8 * told.max()


@pytest.mark.slow
def test_of_thousands_of_outcomes_few_are_moved() -> None:
    columns = [[Fraction(x, sum(weights)) for x in weights] for weights in ((4, 4, 3, 4), (2, 4, 1, 4), (6, 6, 3, 2))]
    p = Mechanism(list(zip(*columns, strict=True)))
    made = choose_device(p, "bits:14")
    assert made.search == STOPPED and made.efficiency == (1, 1)


def test_the_loss_is_that_at_the_stated_shares() -> None:
    shares = [Fraction(x, 10) for x in (6, 3, 1)]
    made, p = choose_device(KRR, "dice:1", prevalence=shares), TotalVariance(shares)
    ratio = float(p.value(KRR)) / float(p.value(made.mechanism.pair))
    assert made.efficiency is not None and float(made.efficiency[0]) == pytest.approx(ratio, rel=1e-12)


@pytest.mark.parametrize(
    ("spec", "title"),
    [
        ("warner:p=0", "one coin"),
        ("warner:p=3/4", "2 coins"),
        ("warner:p=2/3", "one die"),
        ("warner:p=7/8", "3 coins"),
        ("warner:p=14/26", "a pack of 52 cards"),
        ("krr:k=3,p=5/18", "2 dice"),
        ("warner:p=0.7", "10 numbered lots"),
        ("warner:p=13/20", "20 numbered lots"),
        ("warner:p=17/24", "a spinner"),
        ("warner:p=97/360", "a spinner"),
        ("warner:p=997/1000", "1000 numbered lots"),
        ("krr:k=3,epsilon=1", "100 numbered lots"),
    ],
)
def test_the_simplest_instrument_with_exactly_these_chances_is_taken(spec: str, title: str) -> None:
    made = choose_device(p := from_spec(spec))
    assert made.instrument.title == title
    if spec == "krr:k=3,epsilon=1":
        assert exact_tool(p) is None and not made.is_same and made.efficiency is not None and made.efficiency[0] < 1
    else:
        assert made.is_same and set(made.efficiency or ()) == {1} and made.mechanism.pair.rows == p.rows
        assert exact_tool(p) == made.instrument


def test_more_bits_lose_less() -> None:
    found = solved(LDP("1/2", delta="1/10"))
    lost = [1 - choose_device(found, f"bits:{b}").efficiency[0] for b in (8, 16, 32)]  # type: ignore[index]
    assert lost[0] > lost[1] > lost[2] > 0 and lost[2] < Fraction(1, 10**8)


def test_sets_are_said_without_braces_and_written_with_them() -> None:
    labels = ("never", "once", "a few times", "monthly", "weekly")
    made = choose_device(PAIRED.relabel(inputs=labels[:4]), "bits:3", question="How often?")
    assert made.respondent[0].startswith("The question: How often?") and "{never,once}" in made.interviewer[3]
    shares = ["7/10", "3/25", "1/10", "1/20", "3/100"]
    table = choose_device(solved(LDP("ln3"), objective=TotalVariance(shares), inputs=labels), "cards:52")
    assert not any("{" in step for step in table.respondent)
    assert any('"monthly or weekly" as {monthly,weekly}' in step for step in table.interviewer)


def test_two_answers_are_told_apart_where_one_has_braces_of_its_own() -> None:
    labels = ("{a}", "a")
    steps = choose_device(from_spec("warner:p=3/4").relabel(inputs=labels, outputs=labels), "cards:52").respondent
    assert [sum(f'say "{label}", whatever is true' in step for step in steps) for label in labels] == [1, 1]


@pytest.mark.parametrize(
    ("kind", "size", "outcomes"),
    [
        ("dice", 3, 216),
        ("coins", 4, 16),
        ("cards", 10, 10),
        ("spinner", None, 360),
        ("birthdays", "days", 365),
        ("bits", 5, 32),
    ],
)
def test_every_outcome_has_a_name_of_its_own(kind: str, size: Any, outcomes: int) -> None:
    tool = instrument(kind, size)
    assert len({tool.name(n) for n in range(outcomes)}) == outcomes == tool.outcomes
    assert tool.chance(0, outcomes - 1) == 1 and tool.chance(1, 2) == Fraction(2, outcomes)
    first = {"dice": "1-1-1", "coins": "HHHH", "cards": "1", "spinner": "0", "birthdays": "1 January", "bits": "0"}
    assert tool.name(0) == first[kind]
    assert tool.words(1, 1) == tool.name(1) and tool.words(0, 1) == f"{tool.name(0)} or {tool.name(1)}"
    with pytest.raises(InputError):
        tool.chance(0, outcomes)


def test_dates_are_those_of_a_year() -> None:
    names = [instrument("birthdays", "days").name(n) for n in (0, 30, 31, 58, 59, 364)]
    assert names == ["1 January", "31 January", "1 February", "28 February", "1 March", "31 December"]


def uneven(m: int, k: int) -> Mechanism:
    """A table of m answers for k truths in which every chance is another one."""
    columns = [[Fraction(m * k + (i * (j + 2)) % m + j, 1) for i in range(m)] for j in range(k)]
    return Mechanism([[columns[j][i] / sum(columns[j]) for j in range(k)] for i in range(m)])


@pytest.mark.parametrize(
    ("given", "tool", "value"),
    [
        ("warner:p=3/4", "dice:1,coins:2", "1,coins:2"),
        ("warner:p=3/4", "dice", "dice lacks its number"),
        *(("warner:p=3/4", f"{kind}:{least - 1}", str(least - 1)) for kind, least in LEAST.items()),
        *(("warner:p=3/4", f"{kind}:{most + 1}", str(most + 1)) for kind, most in MOST.items()),
        ("warner:p=3/4", "birthdays:1/2,1/2", "1/2"),
        ("warner:p=3/4", "birthdays:1/2" + 11 * ",1/12", "17/12"),
        ("warner:p=1/2", "dice:1", "equally likely"),
        # 3 of 10 lots for the truth keep the demand, as they tell what is not true
        ("krr:k=3,epsilon=4/25", "denominator:10", "10 numbered lots"),
        (uneven(40, 12), "denominator:1000", "480"),
        (uneven(20, 20), "denominator:1000", "inequalities"),
        (uneven(4, 3), "bits:32", "32 random bits"),
        (uneven(4, 3), "denominator:3", "3 numbered lots"),
        # at this epsilon 36 outcomes can only be shared out evenly, so that no answer tells anything
        *(
            (lambda x=x, k=k: solved(LDP("1/1000"), objective=x, inputs=k), "dice:2", "2 dice")
            for x, k in ((Information(), 2), (TotalVariance(), 3), (TotalVariance(), 5))
        ),
        (lambda: design(Variance("1/4"), LDP("1..2"), ANSWERS), "dice:2", "one"),
        (
            lambda: solved(LDP("ln2"), objective=Trace(), inputs=2, subject_to=["P[0,0] = 1", "P[0,1] = 0"]),
            None,
            "a device needs a design with one mechanism",
        ),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_sentence(given: Any, tool: Any, value: str) -> None:
    p = from_spec(given) if isinstance(given, str) else given() if callable(given) else given
    with pytest.raises(InputError) as refused:
        choose_device(p, tool)
    assert value in str(refused.value) and "\n" not in str(refused.value)


def test_what_people_make_good_is_said_in_people() -> None:
    for objective, paid in ((TotalVariance(), True), (Determinant(), False), (Trace(), False)):
        made = realise(target_of_design(solved(LDP("1"), objective=objective, inputs=3)), instrument("cards", 10))
        assert paid is ("more people" in made.cost)
    assert realise(target_of_mechanism(KRR), instrument("denominator", 4)).is_same


@pytest.mark.parametrize(("rare", "is_kept"), [(Fraction(9, 10**10), False), (Fraction(11, 10**10), True)])
def test_an_answer_that_next_to_nobody_gives_takes_no_card(rare: Fraction, is_kept: bool) -> None:
    """A design may have answers that are left over from rounding; they are put together with the most frequent one."""
    rows = [[Fraction(3, 5) - rare, Fraction(1, 5)], [Fraction(2, 5), Fraction(4, 5) - rare], [rare, rare]]
    found = mock.Mock(mechanism=Mechanism(rows, ANSWERS), lower=Fraction(1), upper=Fraction(1))
    found.problem.demand, found.problem.objective, found.problem.outputs = LDP("ln4"), Variance("1/4"), None
    kept = target_of_design(found).mechanism
    merged = [rows[0], [Fraction(2, 5) + rare, Fraction(4, 5)]]
    assert isinstance(kept, Mechanism) and kept.rows == tuple(map(tuple, rows if is_kept else merged))


def test_a_device_that_is_an_exactly_known_optimum_loses_nothing_beside_it() -> None:
    """The value of three truths is computed between bounds, and that of the design is exact."""
    found = solved(LDP("ln3"), objective=TotalVariance(["3/5", "3/10", "1/10"]), inputs=("never", "once", "often"))
    made = choose_device(found)
    assert made.is_same and made.efficiency == (1, 1) and made.value == found.lower


def test_a_device_without_the_rare_answers_is_not_given_the_value_of_their_design() -> None:
    found = solved(LDP("ln3", delta=Fraction(1, 10**10)), "1/10", outputs="free")
    made = target_of_design(found)
    assert found.mechanism is not None and made.mechanism.pair.m < found.mechanism.m and not made.is_own


@pytest.mark.parametrize("tool", ["cards:52", "dice:1", "bits:32"])
def test_the_loss_is_told_in_people_rounded_up(tool: str) -> None:
    made = choose_device(solved(LDP("1")), tool)
    assert made.efficiency is not None and "more people" in made.cost
    more = 100 * (1 / float(made.efficiency[0]) - 1)
    (told,) = re.findall(r"([\d.]+) % more people|([\d.]+) times", made.cost)
    shown = float(told[0] or 0) or 100 * (float(told[1]) - 1)
    assert more * (1 - 1e-9) <= shown <= 1.01 * more and made.cost in str(made).replace("\n", " ")
    assert choose_device(solved(LDP("ln3")), "cards:52").cost == "It is the certified optimum itself: nothing is lost."


def test_a_device_of_a_design_between_bounds_is_not_called_the_optimum() -> None:
    made = choose_device(solved(LDP("ln3"), objective=Information(), inputs=3))
    assert made.is_same and made.efficiency is not None and made.efficiency[0] < 1
    (told,) = re.findall(r"at least ([\d.]+) % of the certified optimum", made.cost)
    assert Fraction("99.999999") <= Fraction(told) <= 100 * made.efficiency[0]


@pytest.mark.parametrize("demand", [LDP("1"), LDP("1/2", delta="1/10"), Sensitive(["yes"], 1, delta="1/20")], ids=repr)
def test_the_privacy_is_the_least_epsilon_at_the_delta_of_the_demand(demand: Any) -> None:
    made = choose_device(solved(demand), "cards:52")
    delta = demand.delta if hasattr(demand, "delta") else Fraction(0)
    assert made.delta == delta and LDP(made.epsilon, delta=delta).holds(made.mechanism.pair)
    if math.isinf(made.epsilon):
        assert made.warnings and "proves something" in made.privacy
    else:
        below = Fraction(float(made.epsilon)) * Fraction(9999, 10000)
        assert not LDP(below, delta=delta).holds(made.mechanism.pair)
    assert ("at delta" in made.privacy) is bool(delta) and made.privacy in str(made).replace("\n", " ")


def test_answers_that_prove_something_have_no_epsilon() -> None:
    made = choose_device(from_spec("mangat:p=2/3"), "dice:1")
    assert made.is_same and made.warnings and "no epsilon" not in made.cost
    assert made.target.demand.holds(made.mechanism.pair)


@pytest.mark.parametrize("demand", [*DEMANDS, LDP("1/10", delta="1/5"), LDP(2, delta="1/10")], ids=repr)
@pytest.mark.parametrize("zeros", [(0,), (0, 1, 5), (3, 4, 11)])
def test_a_month_without_birthdays_makes_no_answer_possible(demand: Any, zeros: tuple[int, ...]) -> None:
    shares = [Fraction(int(n not in zeros), 12 - len(zeros)) for n in range(12)]
    found = solved(demand, "1/10")
    try:
        made = choose_device(found, in_months(shares))
    except InputError:
        return
    assert found.mechanism is not None and demand.holds(made.mechanism.pair)
    assert {x.partition(" (")[0] for x in made.warnings} <= {
        x.partition(" (")[0] for x in warnings_of_proof(found.mechanism)
    }


@pytest.mark.parametrize(
    ("kind", "size"), [("dice", 1), ("dice", 2), ("coins", 1), ("coins", 3), ("cards", 52), ("bits", 8)]
)
def test_what_is_thrown_is_explained_by_an_outcome(kind: str, size: int) -> None:
    tool = instrument(kind, size)
    steps = tool.steps()
    is_several = kind in ("dice", "coins") and size > 1
    assert len(steps) == 1 + (is_several or kind == "cards")
    assert not is_several or f"such as {tool.name(3)}." in steps[0]
    assert (str(size) in steps[0]) == (is_several or kind == "cards")
    assert (tool.proviso == "") and str(tool.outcomes) in tool.assumption


# What shows the outcome or the truth afterwards, and what undoes it.
TRACES = {
    "Throw": "take up",
    "Write": "tear up",
    "Spin": "turn the arrow away",
    "cards, draw one|Draw a card|one card from": "shuffle (the pack )?again",
    "Draw a lot": "put it back",
    "aside": "mix all answer cards",
    "Enter": "clear",
}


@pytest.mark.parametrize(
    "made",
    [
        *map(classical_device, CLASSICAL),
        *(
            choose_device(from_spec(f"krr:k={k},epsilon=2"), f"{kind}:{size}" if kind in LEAST else kind)
            for k, kind in itertools.product((2, 4), (*LEAST, "spinner", "birthdays:days"))
            for size in ((3, 52) if kind == "cards" else (10 if kind in ("bits", "denominator") else 3,))
        ),
    ],
)
def test_nothing_that_shows_the_outcome_or_the_truth_is_left(made: Device | Classical) -> None:
    steps = made.respondent
    left = [(n, undo) for n, x in enumerate(steps) for trace, undo in TRACES.items() if re.search(trace, x)]
    assert all(any(re.search(undo, x) for x in steps[n:]) for n, undo in left)
    assert bool(left) == (made.interviewer[0] != "Bring nothing but this page.")


def test_several_contrasts_have_no_scores() -> None:
    p, demand = KRR, LDP("ln2")
    for objective, scores in (
        (Contrast([1, 2, 4]), (1, 2, 4)),
        (Contrast([[1, 2, 4], [1, 0, 0]]), None),
        (TotalVariance(), None),
    ):
        assert Target(p, demand, demand, objective, (Fraction(1), Fraction(1)), is_optimum=True).scores == scores


@pytest.mark.parametrize("tool", ["spinner", "cards:52", "birthdays:months", "birthdays:days"])
def test_what_is_shown_are_the_devices_numbers(tool: str) -> None:
    made = choose_device(solved(LDP("1"), objective=Trace(), inputs=3), tool)
    facts = {x.key: x.value for x in made.show() if isinstance(x, Fact)}
    assert (facts["value"], facts["epsilon"]) == (made.value, made.epsilon) and facts["delta"] == 0
    assert made.efficiency is not None and facts["efficiency"] == made.efficiency[0]
    assert float(facts["efficiency"]) == pytest.approx(float(made.value) / float(made.optimum))
    assert next(x for x in made.show() if isinstance(x, Table) and x.key == "respondent").rows == [
        *enumerate(made.respondent, start=1)
    ]
    (figure,) = (x for x in made.show() if isinstance(x, Figure))
    assert figure.draw.keywords["is_disc"] is ("spinner" in tool)  # type: ignore[attr-defined]
    assert [x[1] for x in figure.draw.keywords["parts"]] == [float(x.chance) for x in made.parts]  # type: ignore[attr-defined]
    assert (made.instrument.proviso in made.interviewer[2]) and bool(made.instrument.proviso) is ("birthdays" in tool)
    assert made.code == "" and made.can_be_followed


def test_too_many_rules_are_warned_of_but_not_in_code() -> None:
    found = solved(LDP(1), objective=TotalVariance(["7/10", "3/25", "1/10", "1/20", "3/100"]), inputs=tuple("abcde"))
    for given_one, lots, bits in ((uneven(6, 4), "denominator:1000", "bits:12"), (found, "cards:52", "bits:6")):
        many, code = choose_device(given_one, lots), choose_device(given_one, bits)
        (told,) = (x.text for x in many.show() if isinstance(x, Warn) and x.text not in many.warnings)
        assert not many.can_be_followed and len(many.rulings) > 8 and f"the {len(many.rulings)} rules" in told
        assert code.can_be_followed and not [x for x in code.show() if isinstance(x, Warn)]
    # the optimum lies between bounds, and so does the efficiency
    assert many.efficiency is not None and many.efficiency[0] < many.efficiency[1] < 1


@pytest.mark.parametrize(
    "made",
    [
        choose_device(from_spec("generalised_binary:p00=3/4,p11=2/3").relabel(inputs=ANSWERS), "dice:2"),
        *map(classical_device, ("crosswise", "triangular", "kuk")),
    ],
    ids=lambda x: type(x).__name__,
)
def test_the_estimator_of_two_answers_is_the_inverse(made: Device | Classical) -> None:
    numbers = [
        Fraction(x) for x in re.findall(r"subtract ([\d/]+) and divide by ([\d/]+)", str(made).replace("\n", " "))[0]
    ]
    (_, a), (_, b) = zip(*made.mechanism.pair.rows, strict=True)
    assert numbers == [a, b - a]


def test_a_number_that_is_no_truth_is_not_called_the_truth() -> None:
    p = Mechanism([["1/2", 0], [0, "1/2"], ["1/2", "1/2"]])
    assert not any("the truth" in x.what.replace("if the truth is", "") for x in choose_device(p, "coins:1").parts)
    named = p.relabel(inputs=("a", "b"), outputs=("a", "b", "c"))
    assert "tell the truth" in {x.what for x in choose_device(named, "coins:1").parts}


def test_code_of_many_bits_is_found_without_a_list_of_their_outcomes() -> None:
    p, most = from_spec("christofides:cards=1/4:1/4:1/2"), MOST["bits"]
    made = choose_device(p, f"bits:{most}")
    assert made.mechanism.pair.rows == p.rows and sum(x.chance for x in made.parts) == 1
    assert made.rulings[-1].startswith(f"If it is {3 * 2 ** (most - 2)} to {2**most - 1}: ")
    for spec in ("warner:p=7/10", "krr:k=3,epsilon=1"):
        near = choose_device(from_spec(spec), f"bits:{most}")
        assert near.efficiency is not None and 1 - Fraction(1, 10**15) < near.efficiency[0] < 1
