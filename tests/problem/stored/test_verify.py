"""Designs that leave and come back: JSON, pickle, sympy, one epsilon of a range, pandas; and the judge of any text."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import sympy

from rropt import (
    LDP,
    BetaFactor,
    Design,
    Divergence,
    Information,
    InputError,
    LargestVariance,
    Linear,
    Mechanism,
    Metric,
    PairwiseLDP,
    Parity,
    RhoBreach,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    Vulnerability,
    design,
    from_spec,
    frontier,
    least,
    plan,
    verify,
)
from rropt.breach import breach_bound
from rropt.exact import read_number
from rropt.exact.conversion import ExactNumber
from rropt.exact.sign import enclose
from rropt.privacy import CSIP, SIP, All
from rropt.problem.stored.demands import fields_of, read_demand_fields
from tests.strategies.demands import DEMANDS

EPSILON = sympy.Symbol("epsilon", positive=True)


def designs() -> dict[str, Design]:
    always = LDP("every")
    return {
        "number": design(Variance("1/4"), LDP("1/2", delta="1/10"), inputs=("no", "yes")),
        "rational": design(Trace(), LDP("ln3"), inputs=4),
        "weights": design(Trace([1, 2, "1/2"]), LDP("ln3")),
        "loss": design(Utility([["0", "1"], ["2", "0"]], sense="min"), LDP("ln2")),
        "every": design(Trace(), always, inputs=3),
        "every variance": design(Variance("1/4"), always),
        "pieces in t": design(Variance("1/4"), LDP("every", delta="1/10")),
        "some pieces": design(Trace([1, 2, 4]), LDP("1/2..2")),
        "prevalence": design(Variance("every"), LDP(1, delta="1/10")),
        "free outputs": design(Variance("every"), LDP(1, delta="1/10"), outputs="free"),
        "worst": design(Variance("1/10..2/5"), LDP(1)),
        "pairs": design(Trace(), PairwiseLDP({("no", "yes"): "ln3", ("yes", "no"): "ln2"}), inputs=("no", "yes")),
        "breach": design(Trace(), RhoBreach("1/5", "1/2"), inputs=3),
        "silent": design(Variance("0"), LDP(1)),
        "infeasible": design(Trace(), LDP("ln3"), inputs=2, require="1.9"),
        "unattained": design(Variance("1/4"), LDP(0)),
        "bounds": design(Information(["1/2", "1/3", "1/6"]), LDP("ln3")),
        "bounds of variances": design(LargestVariance(["7/10", "1/5", "1/10"]), LDP("ln3")),
    }


DESIGNS = designs()


@pytest.mark.parametrize("name", DESIGNS)
def test_a_design_comes_back_from_its_json_and_from_pickle(name: str) -> None:
    found = DESIGNS[name]
    read = Design.from_json(found.to_json())
    assert read.to_json() == found.to_json()
    assert (read.value, read.lower, read.upper, read.mechanism) == (
        found.value,
        found.lower,
        found.upper,
        found.mechanism,
    )
    assert read.problem == found.problem and read.optima == found.optima and read.notes == found.notes
    assert read.minimisers == found.minimisers and read.pieces == found.pieces
    assert pickle.loads(pickle.dumps(found)) == found


def test_which_mechanisms_are_optimal_is_read_from_its_key_and_not_from_a_note() -> None:
    found = design(Trace(), LDP("ln3"), inputs=3)
    document = found.to_dict()
    unshown = document["unshown"]
    assert unshown["optima"] == "only" and "optima" not in design(Variance("1/4"), LDP("ln3")).to_dict()["unshown"]
    unshown["notes"] = [*unshown["notes"][:-1], "worded in another way"]
    with pytest.raises(InputError, match=r"'unshown\.notes"):
        Design.from_json(json.dumps(document))
    del unshown["optima"]
    old = Design.from_json(json.dumps(document))
    assert old.optima is None and old.all_notes == ("worded in another way",)
    unshown["optima"] = "some"
    with pytest.raises(InputError, match="the field 'unshown' is not as"):
        Design.from_json(json.dumps(document))


def test_a_design_whose_json_was_changed_is_not_read() -> None:
    found = DESIGNS["rational"]
    document = json.loads(found.to_json())
    document["value"]["exact"] = "3"
    with pytest.raises(InputError, match=r"rejected: the field 'value\.exact'"):
        Design.from_json(json.dumps(document))
    with pytest.raises(InputError, match="rejected"):
        Design.from_json(found.to_json().replace('\\"9/4\\"', '\\"5/2\\"').replace('\\"2\\"', '\\"9/4\\"'))
    for text, words in (("[]", "a design's JSON has"), ("{}", "a design's JSON has"), ("x", "not a JSON document")):
        with pytest.raises(InputError, match=words):
            Design.from_json(text)


@pytest.mark.parametrize("name", ["every", "every variance", "pieces in t", "some pieces"])
def test_a_design_at_one_epsilon_is_solved_and_certified_there(name: str) -> None:
    found = DESIGNS[name]
    for epsilon in ("ln3", "1/2", "ln4"):
        fixed = found.at(epsilon)
        assert isinstance(fixed.value, ExactNumber) and verify(fixed.certificate).is_accepted
        asked = found.problem.demand
        assert isinstance(asked, LDP)
        direct = design(found.problem.objective, LDP(epsilon, delta=asked.delta), inputs=found.problem.k)
        assert fixed.value == direct.value and fixed.mechanism == direct.mechanism
        values = {x.at(epsilon) for x in found.pieces if x.covers(epsilon)}
        assert values == {fixed.value}
        by_sympy = found.to_sympy(EPSILON).subs(
            EPSILON, sympy.sympify(epsilon.replace("ln", "log(") + ")" * ("ln" in epsilon))
        )
        assert abs(float(by_sympy) - float(fixed.value)) < 1e-12
    with pytest.raises(InputError, match="epsilon and delta do not vary"):
        found.at("ln3").at("ln3")
    with pytest.raises(InputError, match=r"no value at delta = 1/3; design under .* delta="):
        found.at("ln3").at(delta="1/3")
    with pytest.raises(InputError, match="epsilon is free, not delta; give epsilon= in place of delta = 1/3"):
        found.at(delta="1/3")


def test_a_design_at_one_delta_is_asked_by_that_name() -> None:
    found = design(Variance("1/10"), LDP("ln3", delta="every"))
    there = found.at(delta="1/10")
    assert there.value == design(Variance("1/10"), LDP("ln3", delta="1/10")).value and there.problem.interval is None
    for given in ({"epsilon": "1/10"}, {"epsilon": "1/10", "delta": "1/10"}):
        with pytest.raises(InputError, match="delta is free, not epsilon; give delta= in place of epsilon = 1/10"):
            found.at(**given)


@pytest.mark.parametrize(
    ("open_one", "others", "where"),
    [
        ({"epsilon": "1..2", "delta": "1/10"}, Vulnerability("3/4") & LDP("ln4"), {"epsilon": "3/2"}),
        ({"epsilon": "1..2"}, Vulnerability("3/4") & LDP("ln4"), {"epsilon": "1"}),
        ({"epsilon": "ln3", "delta": "0..1/10"}, LDP("ln6"), {"delta": "0"}),
        ({"epsilon": "ln3", "delta": "0..1/10"}, LDP("ln6"), {"delta": "1/20"}),
    ],
    ids=str,
)
def test_a_demand_that_another_implies_at_the_number_asked_for_is_left_out_there(
    open_one: dict[str, str], others: All, where: dict[str, str]
) -> None:
    there = design(Trace(), LDP(**open_one) & others, inputs=2).at(**where)
    direct = design(Trace(), LDP(**(open_one | where)) & others, inputs=2)
    assert there.value == direct.value and there.certificate == direct.certificate
    assert verify(there.certificate).is_accepted


@pytest.mark.parametrize(
    ("open_one", "other", "inside", "outside", "wrong"),
    [
        ({"epsilon": "1..2"}, LDP("ln2"), {"epsilon": "3/2"}, {"epsilon": "3"}, {"delta": "3/2"}),
        (
            {"epsilon": "ln2", "delta": "1/10..3/10"},
            Metric("line", "ln2"),
            {"delta": "1/5"},
            {"delta": "1/20"},
            {"epsilon": "1/5"},
        ),
    ],
    ids=str,
)
def test_a_range_that_another_demand_implies_is_kept_and_asked(
    open_one: dict[str, str], other: Any, inside: dict[str, str], outside: dict[str, str], wrong: dict[str, str]
) -> None:
    found = design(Trace(), LDP(**open_one) & other, inputs=2)
    assert not found.pieces and found.problem.interval is None
    there = found.at(**inside)
    assert there.value == found.value == design(Trace(), other, inputs=2).value
    assert there.problem.demand == LDP(**(open_one | inside)) & other and there.certificate == found.certificate
    with pytest.raises(InputError, match="lies outside the interval"):
        found.at(**outside)
    with pytest.raises(InputError, match="is free, not"):
        found.at(**wrong)
    again = Design.from_json(found.to_json())
    assert again.problem == found.problem and again.at(**inside).value == found.value


@pytest.mark.parametrize("demand", [LDP("ln3"), LDP("1/2", delta="1/10"), LDP("every")], ids=str)
@pytest.mark.parametrize("outputs", [2, "free"])
def test_a_design_at_one_prevalence_is_solved_and_certified_there(demand: LDP, outputs: Any) -> None:
    found = design(Variance("every:1/10..9/10"), demand, outputs=outputs)
    for pi in ("1/10", "1/4", "1/2", "7/9"):
        free = demand.epsilon.is_free
        fixed = found.at("ln2", prevalence=pi) if free else found.at(prevalence=pi)
        direct = design(Variance(pi), LDP("ln2") if free else demand, outputs=outputs)
        assert fixed.value == direct.value and verify(fixed.certificate).is_accepted
        assert (
            not free
            or found.at(prevalence=pi).at("ln2").value == found.at("ln2").at(prevalence=pi).value == fixed.value
        )
    for wrong, words in (
        ({"prevalence": "19/20"}, "lies outside"),
        ({}, "give a value"),
        ({"prevalence": "x"}, "x"),
    ):
        with pytest.raises(InputError, match=words):
            found.at(**wrong)
    with pytest.raises(InputError, match="does not vary the prevalence"):
        fixed.at(prevalence="1/4")


def test_pieces_hold_numbers() -> None:
    found = DESIGNS["some pieces"]
    for piece in found.pieces:
        assert isinstance(piece.value, ExactNumber) and piece.value_said
    with pytest.raises(InputError, match="outside"):
        found.at("ln20")
    first, last = DESIGNS["pieces in t"].pieces[0], DESIGNS["pieces in t"].pieces[-1]
    assert first != last and not first.covers("ln1000000") and last.covers("ln1000000")
    with pytest.raises(InputError, match="lies outside the piece"):
        first.at("ln1000000")


@pytest.mark.slow
def test_sympy_of_designs_is_exact() -> None:
    value = DESIGNS["number"].to_sympy()
    assert not value.atoms(sympy.Float) and not value.free_symbols
    e = sympy.exp(sympy.Rational(1, 2))
    assert sympy.simplify(value - (75 * e**2 + 240 * e + 84) / (400 * e**2 - 640 * e + 256)) == 0
    assert abs(value.evalf(50) - sympy.Float(f"{DESIGNS['number'].value:.60f}", 60)) < 1e-48
    assert DESIGNS["rational"].to_sympy() == 2
    pieces = DESIGNS["pieces in t"].to_sympy(EPSILON)
    assert isinstance(pieces, sympy.Piecewise) and pieces.free_symbols == {EPSILON} and not pieces.atoms(sympy.Float)
    assert not any(isinstance(x, sympy.And | sympy.Or) for _, x in pieces.args)  # one end of each piece is enough
    for at in ("1/1000", "2/5", "1/2", "3"):
        exact = DESIGNS["pieces in t"].at(at).to_sympy()
        assert sympy.simplify(pieces.subs(EPSILON, sympy.Rational(at)) - exact) == 0
    assert DESIGNS["pieces in t"].to_sympy("ln3") == DESIGNS["pieces in t"].at("ln3").to_sympy()
    some = DESIGNS["some pieces"].to_sympy(EPSILON)
    assert [some.subs(EPSILON, x) for x in (sympy.Rational(1, 3), 3)] == [sympy.nan, sympy.nan]
    pi = sympy.Symbol("pi0", nonnegative=True)
    formula = DESIGNS["prevalence"].to_sympy(prevalence=pi)
    for at in ("1/10", "1/3", "1/2"):
        fixed = design(Variance(at), LDP(1, delta="1/10"))
        assert sympy.simplify(formula.subs(pi, sympy.Rational(at)) - fixed.to_sympy()) == 0
    with pytest.raises(InputError, match="unattained"):
        DESIGNS["unattained"].to_sympy()


def test_verify_says_what_a_text_proves() -> None:
    found = DESIGNS["rational"]
    alone, whole = verify(found.certificate), verify(found.to_json())
    assert (alone.status, whole.status) == ("accepted", "accepted") and alone.says == whole.says == found.sentence
    assert alone.unshown == () and "legs" in whole.unshown
    assert alone.claim == whole.claim == "optimal" and alone.shows_value and whole.shows_value
    assert verify(found.certificate.replace('"9/4"', '"7/4"')).status in ("accepted", "rejected")
    assert verify(found.certificate[:-20]).status == "malformed" and verify("hello").status == "malformed"
    assert verify("[1]").status == "malformed" and not verify("{}").is_accepted
    assert json.loads(alone.to_json())["status"] == "accepted"
    with pytest.raises(InputError, match="reads the text"):
        verify(found)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "made",
    [
        lambda: least("epsilon", Trace(), inputs=3, reach="8/5"),
        lambda: frontier(Linear([[3, 1], [0, 2]]), inputs=2),
        lambda: frontier(Divergence("kl", 0, 1), inputs=2, points=["1"]),
    ],
)
def test_what_follows_from_several_designs_is_said_without_escapes(made: Callable[[], Any]) -> None:
    found = verify(made().to_json())
    assert found.is_accepted and found.explain().isascii() and "\\" not in found.explain()


@pytest.mark.parametrize("objective", [Trace(), Divergence("tv", 0, 1), TotalVariance()])
def test_a_list_of_optima_that_was_emptied_is_named_as_unshown(objective: Any) -> None:
    whole = json.loads(design(objective, LDP("ln3"), inputs=3).to_json())
    assert "minimisers" not in verify(json.dumps(whole)).unshown
    if whole["minimisers"]:
        emptied = verify(json.dumps({**whole, "minimisers": []}))
        assert emptied.is_accepted and emptied.unshown == (*whole["unshown"], "minimisers")


def test_demands_come_back_from_their_fields() -> None:
    more = [
        SIP("odds:1/3", "odds:3"),
        CSIP("odds:3"),
        Parity("inf"),
        BetaFactor(3),
        RhoBreach("1/5", "1/2"),
        LDP("inf"),
    ]
    for demand in [*more, LDP("1/2..2"), LDP("every", delta="1/7")]:
        fields: Any = fields_of(demand)
        interval = None
        if isinstance(demand, LDP) and demand.epsilon.is_free:
            interval = json.loads(design(Trace(), demand, inputs=2).to_json())["problem"]["interval"]
        assert read_demand_fields(json.loads(json.dumps(fields)), interval) == demand
    assert DEMANDS
    with pytest.raises(InputError, match="from JSON; construct it again"):
        read_demand_fields({"name": "unheard of"})


def test_a_design_is_a_frame_and_an_array() -> None:
    found = DESIGNS["number"]
    frame = found.to_pandas()
    assert found.mechanism is not None and type(found.mechanism).from_pandas(frame) == found.mechanism
    assert np.asarray(found.mechanism, dtype=float).sum() == pytest.approx(2)
    ends = [(x.lower, x.upper) for x in DESIGNS["pieces in t"].pieces]
    assert all(a[1] == b[0] for a, b in pairwise(ends))


KRR = from_spec("krr:k=3,epsilon=1")
ANSWERS = {
    "rho": lambda: breach_bound(RhoBreach("1/5", "1/2")),
    "beta": lambda: breach_bound(BetaFactor(2)),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_that_carries_a_certificate_is_judged_by_it(name: str) -> None:
    text = ANSWERS[name]().to_json()
    found = verify(text)
    assert found.status.value == "accepted" and found.says.startswith("For ")
    forged = verify(text.replace('\\"claim\\"', '\\"clam\\"'))
    assert forged.status.value == "malformed"
    assert verify(text[:-2] + ', "sentence": "All is well."}').says.startswith(
        "the field 'sentence' is not the sentence"
    )


@pytest.mark.parametrize("answer", [lambda: plan(KRR, margin="0.1")])
def test_an_answer_without_a_certificate_is_called_that(answer: Callable[[], Any]) -> None:
    found = verify(answer().to_json())
    assert found.status.value == "malformed" and "carries no certificate" in found.says
    assert found.explain().startswith("not judged: this answer (rropt/")
    assert "for a file its text, not its name" in verify("design.json").says


@pytest.mark.parametrize("name", DESIGNS)
def test_one_number_by_every_way_out(name: str) -> None:
    """sympy (equal symbolically, and to 50 digits), JSON, pickle, pandas and NumPy, of the same design."""
    found = DESIGNS[name]
    if found.pieces and found.problem.free != "delta" and "prevalence" not in name and name != "free outputs":
        found = found.at("3/4")
    if not isinstance(found.value, ExactNumber) or found.mechanism is None:
        return
    read = Design.from_json(found.to_json())
    again = pickle.loads(pickle.dumps(read))
    for twin in (found, read, again):
        value = twin.to_sympy()
        assert sympy.simplify(value - sympy.sympify(str(found.value))) == 0
        low, high = enclose(twin.value, width=Fraction(1, 10**55))
        fifty = Fraction(str(value.evalf(60)))
        assert low - Fraction(1, 10**50) < fifty < high + Fraction(1, 10**50)
        assert read_number(value) == found.value
        p = twin.mechanism
        assert p == Mechanism.from_pandas(p.to_pandas()) == found.mechanism
        exact = p.to_sympy()
        assert np.asarray(p, dtype=float).tolist() == [
            [float(exact[i, j].evalf(30)) for j in range(p.k)] for i in range(p.m)
        ]
