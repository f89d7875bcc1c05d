"""The best device is the best by brute force, what the script says is the mechanism, and no demand is exceeded."""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
from collections import Counter
from fractions import Fraction
from typing import Any
from unittest import mock

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt import (
    LDP,
    Design,
    Determinant,
    Information,
    InputError,
    Mechanism,
    Parity,
    Sensitive,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    design,
    from_spec,
)
from rropt.certificate.judge import judge
from rropt.devices.choose import device_for
from rropt.devices.instrument import instrument
from rropt.devices.realise import FIRST, RUNS, all_sets, realise
from rropt.devices.rules import Sets, largest_ratio, law_of_sets
from rropt.devices.stored import SCHEMA, device_again, read_device
from rropt.devices.target import own_demand, target_of_design
from rropt.engine.sets import SetMechanism
from rropt.formats import read_json
from rropt.privacy.words import warnings_of_proof
from rropt.problem.contract import Objective
from rropt.reports.board import page_of_design
from rropt.reports.markdown import to_markdown
from rropt.survey import draw, estimate_sets

ANSWERS = ("no", "yes")
DEMANDS = [LDP("1/2", delta="1/10"), LDP("ln3"), Parity(2), LDP("1", delta="1/50"), LDP("2")]


def solved(demand: Any, prevalence: str = "1/4") -> Design:
    return design(Variance(prevalence), demand, inputs=ANSWERS)


def brute_force(found: Design, n: int) -> Fraction | None:
    """The least value of all devices of n lots that keep the demand and prove nothing that the design does not prove."""
    assert found.mechanism is not None
    values, (fewest_yes, fewest_no) = [], (int(found.mechanism.rows[i][1 - i] > 0) for i in (1, 0))
    for yes, no in itertools.product(range(fewest_yes, n), range(fewest_no, n)):
        if yes + no < n:
            p = Mechanism([[1 - Fraction(yes, n), Fraction(no, n)], [Fraction(yes, n), 1 - Fraction(no, n)]])
            if found.problem.demand.holds(p):
                values.append(found.problem.objective.value(p))
    return min(values, default=None)  # type: ignore[type-var]


@pytest.mark.some(demand=2)
@pytest.mark.parametrize("demand", DEMANDS, ids=repr)
@pytest.mark.parametrize("n", [6, 20, 36])
@pytest.mark.parametrize("prevalence", ["1/10", "1/10..2/5"])
def test_no_other_device_of_the_instrument_is_better(demand: Any, n: int, prevalence: str) -> None:
    found = solved(demand, prevalence)
    expected = brute_force(found, n)
    if expected is None:
        with pytest.raises(InputError, match="more outcomes"):
            found.device(denominator=n)
        return
    made = found.device(denominator=n)
    assert made.exact_value == expected
    assert demand.holds(made.mechanism) and set(made.warnings) <= set(found.warnings)
    assert made.efficiency is not None and made.efficiency[0] <= 1
    ratio = float(found.value) / float(expected)  # type: ignore[arg-type]
    assert float(made.efficiency[0]) == pytest.approx(ratio, abs=1e-12)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.fractions("1/10", 3, max_denominator=10),
    st.fractions(0, "1/5", max_denominator=30),
    st.fractions("1/20", "1/2", max_denominator=20),
    st.integers(10, 400),
)
def test_the_demand_is_never_exceeded(epsilon: Fraction, delta: Fraction, prevalence: Fraction, n: int) -> None:
    demand = LDP(epsilon, delta=delta)
    found = solved(demand, str(prevalence))
    try:
        made = found.device(denominator=n)
    except InputError as error:
        assert "more outcomes" in str(error)
        return
    assert demand.holds(made.mechanism)
    assert all((x * n).denominator == 1 for row in made.mechanism.rows for x in row)
    assert judge(made.certificate).is_accepted
    assert found.mechanism is not None
    assert set(made.warnings) <= set(warnings_of_proof(found.mechanism))


RUNS_OF_MONTHS = [{(start + i) % 12 for i in range(n)} for start in range(12) for n in range(1, 12)]
PAIRS = [(yes, no) for yes, no in itertools.permutations(RUNS_OF_MONTHS, 2) if not yes & no and len(yes | no) < 12]


@settings(max_examples=3, deadline=None, derandomize=True)
@given(st.lists(st.integers(1, 9), min_size=12, max_size=12))
@pytest.mark.slow
def test_birthdays_are_the_best_runs_of_months_under_any_shares(counts: list[int]) -> None:
    n, found, expected = sum(counts), solved(LDP("ln3")), math.inf
    for yes, no in PAIRS:
        a, b = sum(counts[month] for month in yes), sum(counts[month] for month in no)
        if n - a <= 3 * b and n - b <= 3 * a:
            share = (n - b + 3 * a) / (4 * n)  # of "yes", at the prevalence 1/4
            expected = min(expected, share * (1 - share) / (1 - (a + b) / n) ** 2)
    shares = [Fraction(x, n) for x in counts]
    if expected == math.inf:
        with pytest.raises(InputError):
            found.device(birthdays=shares)
        return
    made = found.device(birthdays=shares)
    assert float(made.exact_value) == pytest.approx(expected, rel=1e-12) and made.search == RUNS  # type: ignore[arg-type]
    document = read_json(made.to_json())
    assert device_again(document)["procedure"] == document["procedure"]


def test_months_that_do_not_begin_in_january_are_found() -> None:
    """A user's shares at ε = ln 5: October and November "yes", May and June "no", which costs 0.5 % (from January 14 to 16 %)."""
    shares = ["0.08", "0.07", "0.085", "0.082", "0.086", "0.084", "0.088", "0.088", "0.087", "0.086", "0.08", "0.084"]
    made = solved(LDP("ln5"), "2/25").device(birthdays=shares)
    assert made.mechanism.rows[1] == (Fraction("0.166"), Fraction("0.83"))
    assert made.efficiency is not None and 1.005 < 1 / made.efficiency[0] < 1.0053


def test_sets_by_months_are_called_the_best_of_those_from_january() -> None:
    shares = [Fraction(n, 90) for n in (13, 2, *[7] * 9, 12)]
    made = design(Trace(), LDP("ln3"), inputs=3).device(birthdays=shares)
    assert made.search == FIRST


@pytest.mark.parametrize("bits", [6, 8])
def test_the_code_is_the_mechanism(bits: int) -> None:
    made = solved(LDP("1/2", delta="1/10")).device(bits=bits)
    scope: dict[str, Any] = {}
    exec(made.code, scope)  # noqa: S102 (the library's own output, which the test is about)
    for j, truth in enumerate(ANSWERS):
        said = Counter[str]()
        for x in range(2**bits):
            with mock.patch("secrets.randbits", return_value=x) as draw:
                said[scope["answer"](truth)] += 1
            draw.assert_called_once_with(bits)
        assert [Fraction(said[answer], 2**bits) for answer in ANSWERS] == [row[j] for row in made.mechanism.rows]


def test_the_script_is_the_mechanism() -> None:
    """Each list of cards in the script, counted by hand, gives the stated chances."""
    made = solved(LDP("ln3")).device(cards=52)
    yes, no, truth = (step for step in made.respondent if step.startswith("If it is"))
    assert yes.endswith('say "yes", whatever is true.') and no.endswith('say "no", whatever is true.')
    assert truth.endswith("tell the truth.")
    names = [made.instrument.name(n) for n in range(52)]
    assert len(set(names)) == 52 and names[0] == "the ace of clubs" and names[51] == "the king of spades"

    def counted(step: str) -> int:
        first, last = step.removeprefix("If it is ").partition(":")[0].split(" to ")
        return names.index(last) - names.index(first) + 1

    assert made.mechanism.rows[1][0] == Fraction(counted(yes), 52)
    assert made.mechanism.rows[0][1] == Fraction(counted(no), 52)
    assert counted(truth) == 52 - counted(yes) - counted(no)


def subset_design(k: int, size: int, epsilon: str) -> Design:
    """Subset selection as the optimum of the chance that the set holds the truth."""
    p = from_spec(f"subset_selection:k={k},size={size},epsilon={epsilon}")
    sets = list(itertools.combinations(range(k), size))
    best = design(Utility([[int(j in s) for j in range(k)] for s in sets]), LDP(epsilon), inputs=k)
    assert best.problem.objective.value(p) == best.value
    return dataclasses.replace(best, mechanism=p)


@pytest.mark.parametrize(("k", "size"), [(5, 1), (5, 2), (6, 3)])
def test_sets_are_drawn_with_the_stated_chances(k: int, size: int) -> None:
    made = subset_design(k, size, "ln3").device(cards=52)
    assert isinstance(made.procedure, Sets)
    inside = made.procedure.inside
    assert (
        Fraction(inside * (k - size), size * (52 - inside))
        <= 3
        < Fraction((inside + 1) * (k - size), size * (51 - inside))
    )
    for j in range(k):
        others = [x for x in range(k) if x != j]
        law = Counter[frozenset[int]]()
        for n in range(52):
            drawn = list(itertools.combinations(others, size - 1 if n < inside else size))
            for chosen in drawn:
                law[frozenset(chosen) | ({j} if n < inside else set())] += Fraction(1, 52 * len(drawn))  # type: ignore[assignment]
        for i, chosen in enumerate(made.procedure.outputs):
            assert made.mechanism.rows[i][j] == law[frozenset(chosen)]


def test_four_outputs_become_a_table_that_keeps_the_demand() -> None:
    found = design(Variance("1/10"), LDP("1", delta="1/20"), outputs="free", inputs=ANSWERS)
    made = found.device(denominator=100)
    assert found.problem.demand.holds(made.mechanism)
    assert made.efficiency is not None and made.efficiency[0] > Fraction(95, 100)
    assert any("Do not say that nobody can tell" in step for step in made.interviewer)
    assert made.warnings and made.explain().startswith("Warning: The answer")
    assert "also bounds every ratio" in made.explain()


def test_unequal_weights_become_a_table() -> None:
    found = design(Trace(["1", "1/2", "1/4"]), LDP("ln3"), inputs=3)
    made = found.device(cards=52)
    assert found.problem.demand.holds(made.mechanism)
    assert made.efficiency is not None and made.efficiency[0] > Fraction(9, 10)
    assert all((52 * x).denominator == 1 for row in made.mechanism.rows for x in row)


@pytest.mark.parametrize("first", [("61", "50", "33"), ("28", "43", "78"), ("57", "24", "58")])
def test_a_table_for_information_tells_nearly_as_much_as_the_best_by_brute_force(first: tuple[str, ...]) -> None:
    """Without a matrix of weights the table nearest to the mechanism is improved, and more information is better."""
    p = Mechanism([[Fraction(x) / 100 for x in first], [1 - Fraction(x) / 100 for x in first]])
    yes = numpy.array(list(itertools.product(range(1, 17), repeat=3))) / 17
    tables, own = numpy.stack([yes, 1 - yes], axis=1), p.to_numpy()
    ratios, allowed = ((x[..., :, None] / x[..., None, :]).max(axis=-3) for x in (tables, own))
    kept = tables[(ratios <= allowed * (1 + 1e-12)).all(axis=(1, 2))]
    told = (kept * numpy.log(kept / kept.mean(axis=2, keepdims=True))).sum(axis=(1, 2)) / 3
    made = device_for(p, denominator=17).mechanism
    assert own_demand(p).holds(made) and float(Information().value_bounds(made)[0]) > 0.8 * told.max()


def test_more_bits_lose_less() -> None:
    found = solved(LDP("1/2", delta="1/10"))
    lost = [1 - found.device(bits=b).efficiency[0] for b in (8, 16, 32)]  # type: ignore[index]
    assert lost[0] > lost[1] > lost[2] > 0 and lost[2] < Fraction(1, 10**8)


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
    assert tool.cumulative_chances()[-1] == 1 and tool.chance(0, outcomes - 1) == 1
    assert math.isclose(float(tool.chance(1, 2)), 2 / outcomes)


def test_dates_are_those_of_a_year() -> None:
    tool = instrument("birthdays", "days")
    assert [tool.name(n) for n in (0, 30, 31, 58, 59, 364)] == [
        *("1 January", "31 January", "1 February", "28 February", "1 March", "31 December")
    ]


def test_what_cannot_be_made_is_refused() -> None:
    found = solved(LDP("ln3"))
    for wrong in ({"dice": 1, "coins": 2}, {"dice": 0}, {"birthdays": ["1/2", "1/2"]}, {"bits": 65}):
        with pytest.raises(InputError):
            found.device(**wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="not an instrument"):
        instrument("hat", 3)
    with pytest.raises(InputError, match="one mechanism"):
        design(Variance("every"), LDP("ln3")).device(dice=2)

    wide = Mechanism(uneven(40, 12))
    with pytest.raises(
        InputError, match=r"40 answers for 12 truths has 480 cells, .* at most 400; draw answers with `rropt draw`"
    ):
        device_for(wide, denominator=1000)
    with pytest.raises(InputError, match="at most 1000000 equally likely outcomes, not 32 random bits; use"):
        device_for(Mechanism(uneven(4, 3)), bits=32)


def uneven(m: int, k: int) -> list[list[Fraction]]:
    """A table of m answers for k truths in which every chance is another one."""
    columns = [[Fraction(m * k + (i * (j + 2)) % m + j, 1) for i in range(m)] for j in range(k)]
    return [[columns[j][i] / sum(columns[j]) for j in range(k)] for i in range(m)]


def test_of_many_sets_the_chances_are_those_of_the_instructions() -> None:
    """By adding up what the listed sets of the instructions have."""
    tool, listed = instrument("denominator", 10), tuple(itertools.combinations(range(6), 2))
    p = SetMechanism((tuple(range(6)),), ((2,),), (Fraction(3, 5),), Fraction(3))
    made = all_sets(tool, Sets(6, 2, 6, ()), p)
    law = law_of_sets(tool, Sets(6, 2, 6, listed))
    assert [[made.chance(s, j) for j in range(6)] for s in listed] == law and made.ratio == 3


def test_with_a_month_without_birthdays_no_device_always_tells_the_truth() -> None:
    p = SetMechanism((tuple(range(6)),), ((2,),), (Fraction(1, 34),), Fraction(100))
    made = device_for(p, birthdays=["1/11"] * 11 + ["0"])
    assert isinstance(made.procedure, Sets) and made.procedure.inside == 10


def test_sets_are_said_without_braces_and_written_with_them() -> None:
    shares = ["7/10", "3/25", "1/10", "1/20", "3/100"]
    found = design(TotalVariance(shares), LDP("ln3"), inputs=("never", "once", "a few times", "monthly", "weekly"))
    device = found.device(cards=52).asking("How often?")
    steps = device.respondent
    assert not any("{" in step for step in steps) and steps[0].startswith("The question: How often? Which of these")
    assert any('say "monthly or weekly"' in step for step in steps) and any('say "weekly"' in step for step in steps)
    assert any('"monthly or weekly" as {monthly,weekly}' in step for step in device.interviewer)
    assert isinstance(device.mechanism, Mechanism)
    assert {"weekly", "{monthly,weekly}"} <= set(device.mechanism.output_labels)


def test_two_answers_are_told_apart_where_one_has_braces_of_its_own() -> None:
    labels = ("{a}", "a")
    steps = device_for(from_spec("warner:p=3/4").relabel(inputs=labels, outputs=labels), cards=52).respondent
    assert [sum(f'say "{label}", whatever is true' in step for step in steps) for label in labels] == [1, 1]


@pytest.mark.slow
def test_a_device_of_forty_truths() -> None:
    found = design(TotalVariance(), LDP("1/2"), inputs=40)
    device = found.device(denominator=50)
    assert isinstance(device.mechanism, SetMechanism) and isinstance(device.procedure, Sets)
    demand, more = found.problem.demand, dataclasses.replace(device.procedure, inside=device.procedure.inside + 1)
    assert demand.holds(device.mechanism.pair)
    assert not demand.holds(all_sets(device.instrument, more, device.mechanism).pair)
    assert device.efficiency is not None and 0 < device.efficiency[0] < 1
    assert device.exact_value == found.problem.objective.value_of_sets(device.mechanism)[0]
    assert read_device({**device.to_dict(), "schema": "rropt/device/1"}) == device.mechanism
    told = device.to_dict()
    told["mechanism"] = {**told["mechanism"], "weights": ["1/2"]}
    with pytest.raises(InputError):
        read_device({**told, "schema": "rropt/device/1"})
    assert "the 40 answers of the list" in device.explain() and "of any other two" in device.explain()
    several = design(TotalVariance(["1/60"] * 20 + ["1/30"] * 20), LDP("1/2"))
    with pytest.raises(InputError, match=r"draws sets of one size at equal .* different prevalences: 2\)"):
        several.device(denominator=50)
    page = page_of_design(found, device=device)
    text = to_markdown(page)
    assert "What an answer gives away" in text and "from 2.5 %" in text and "people" in text
    assert "of the 40 truths" in to_markdown(page_of_design(found))
    assert found.sets is not None
    answers = draw(found.sets, [3] * 200, rng=numpy.random.default_rng(1))
    estimates = estimate_sets(answers, mechanism=found.sets).to_dict()
    assert "From 200 answers" in to_markdown(page_of_design(found, data=estimates))
    with pytest.raises(InputError, match="through another mechanism"):
        page_of_design(found, device=device, data=estimates)


@pytest.mark.parametrize(("objective", "paid"), [(TotalVariance(), True), (Determinant(), False), (Trace(), False)])
def test_people_make_good_what_a_device_costs_where_the_value_is_a_variance(objective: Objective, paid: bool) -> None:
    found = realise(target_of_design(design(objective, LDP("1"), inputs=3)), instrument("cards", 10))
    assert ("more people" in found.cost) is paid and ("It reaches" in found.cost) is not paid


def test_the_privacy_of_all_truths_alike_names_its_delta() -> None:
    found = design(Variance("1/10"), Sensitive(["yes"], 1, delta="1/20"), inputs=("no", "yes"))
    made = found.device(cards=52)
    assert "at delta = 1/20" in made.privacy or "at delta = 0.05" in made.privacy
    # of both truths alike: the excess of the table at e^epsilon is the delta
    assert LDP(made.epsilon, delta="1/20").holds(made.mechanism.pair)


def test_a_device_keeps_every_one_of_several_demands() -> None:
    """By hand over all devices of 52 cards: yes of a, then no of b of them, 3(1 − b) and 20.0855 the ratios."""
    demand = Sensitive(["yes"], "ln3") & LDP(3)
    found = design(Variance("1/10"), demand, inputs=("no", "yes"))
    values = []
    for yes, no in itertools.product(range(1, 52), repeat=2):
        p = Mechanism(
            [[Fraction(52 - yes, 52), Fraction(no, 52)], [Fraction(yes, 52), Fraction(52 - no, 52)]], ("no", "yes")
        )
        if yes + no < 52 and demand.holds(p):
            values.append(Variance("1/10").value(p))
    made = found.device(cards=52)
    assert made.exact_value == min(values)
    document = {"schema": SCHEMA, **made.to_dict()}
    assert device_again(document)["demand"] == str(demand)
    for other in (str(demand).replace("'3'", "'1/9'"), "LDP('3')", str(LDP(3) & Sensitive(["no"], "ln3"))):
        with pytest.raises(InputError, match="the field 'demand' does not agree with the certificate"):
            device_again({**document, "demand": other})


@pytest.mark.parametrize("birthdays", ["days", "months"])
def test_uneven_birthdays_are_bounded_by_brute_force(birthdays: str) -> None:
    """Every range at either end of what its share may be; the promise itself names what it rests on."""
    made = solved(LDP("ln3")).device(birthdays=birthdays)
    assert not isinstance(made.procedure, Sets)
    for off in (Fraction(0), Fraction(1, 20), Fraction(1, 3)):
        ratios = []
        for ends in itertools.product((1 - off, 1 + off), repeat=len(made.procedure)):
            law = numpy.zeros((2, 2), dtype=object)
            for rule, end in zip(made.procedure, ends, strict=True):
                for j, i in enumerate(rule.say):
                    law[i, j] += end * (rule.last - rule.first + 1)
            ratios += [max(row) / min(row) for row in law]
        assert largest_ratio(made.procedure, off) == max(ratios)
    assert made.instrument.proviso in made.explain().split(". ")[0] and made.if_even in made.interviewer[2]
    given = solved(LDP("ln3")).device(birthdays=["1/12"] * 12)
    assert not given.if_even and not given.if_uneven


@pytest.mark.parametrize(
    ("spec", "tool", "said"),
    [
        (
            "krr:k=4,p=1/2",
            {"coins": 1},
            "All 2 outcomes of one coin are equally likely. Shuffled answer cards are drawn",
        ),
        ("warner:p=3/4", {"coins": 2}, "All 4 outcomes of 2 coins are equally likely."),
    ],
)
def test_what_is_assumed_is_of_the_instrument_and_of_the_answer_cards(spec: str, tool: Any, said: str) -> None:
    told = device_for(from_spec(spec), **tool).explain()
    assert said in told and ("Shuffled" in told) == ("Shuffled" in said)


@pytest.mark.parametrize("spec", ["subset_selection:k=4,size=2,p=3/5", "krr:k=4,p=2/5", "warner:p=3/4"])
def test_where_code_answers_nobody_takes_cards(spec: str) -> None:
    made = device_for(from_spec(spec), bits=16)
    steps = " ".join([*made.respondent, *made.interviewer])
    assert "card" not in steps and "shuffle" not in steps and "Enter your true answer in the app" in steps
    assert max(map(len, made.code.splitlines())) <= 80, "a line that is wrapped is no code any more"
    told = [re.findall(r"If it is (\d+) to (\d+)", step)[0] for step in made.rulings]
    assert sum(int(last) - int(first) + 1 for first, last in told) == 1 << 16
    assert "cards" in " ".join(device_for(from_spec("krr:k=4,p=2/5"), dice=2).respondent)


@pytest.mark.parametrize("inputs", [2, 3, 5])
@pytest.mark.parametrize("objective", [Information(), TotalVariance()])
def test_a_device_that_would_tell_nothing_is_refused(inputs: int, objective: Information | TotalVariance) -> None:
    """At the ε of the design 36 outcomes can only be shared out evenly, so that no answer tells anything."""
    found = design(objective, LDP("1/1000"), inputs=inputs)
    with pytest.raises(
        InputError, match="found no device with 2 dice that satisfies the demand and whose answers tell"
    ):
        found.device(dice=2)


KRR, PAIRED = from_spec("krr:k=3,epsilon=ln2"), from_spec("subset_selection:k=4,size=2,epsilon=ln3")


@pytest.mark.parametrize(
    "p",
    [
        KRR,
        KRR.relabel(inputs=("a", "b", "c")),
        KRR.reorder(outputs=[1, 0, 2]),
        Mechanism(KRR.reorder(outputs=[1, 2, 0]).rows),
        Mechanism(PAIRED.rows),
        PAIRED,
        PAIRED.relabel(inputs=("a", "b", "c", "d")),
        from_spec("krr:k=3,gamma=1/2"),
        from_spec("krr:k=3,p=0"),
    ],
)
def test_code_gives_the_answers_of_the_mechanism_that_it_stands_for(p: Mechanism) -> None:
    """Each drawn number and each blind draw is tried once, and the answers are counted."""
    made = device_for(p, bits=4)
    assert isinstance(made.mechanism, Mechanism)
    for j, truth in enumerate(p.input_labels):
        told: Counter[str] = Counter()
        for x in range(16):
            ways = 6 * 16
            for way in itertools.permutations(range(p.k - 1)):
                drawn = mock.Mock(randbits=lambda _, x=x: x)
                drawn.SystemRandom.return_value.sample = lambda of, n, way=way: [of[i] for i in way][:n]
                space: dict[str, Any] = {"secrets": drawn}
                exec(made.code.replace("import secrets\n", ""), space)  # noqa: S102
                told[space["answer"](truth)] += ways // math.factorial(p.k - 1)
        law = dict(zip(made.mechanism.output_labels, made.mechanism.rows, strict=True))
        assert told == {label: row[j] * 6 * 16 * 16 for label, row in law.items() if row[j]}
