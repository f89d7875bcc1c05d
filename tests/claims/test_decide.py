"""Verdicts: every kind of evidence, and the traps: hidden divisions, vacuous premises, false existences, thin minima."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest
import z3

from rropt.claims import (
    Argued,
    Checked,
    Claim,
    Counterexample,
    Decided,
    Formula,
    Grade,
    Theorem,
    Twin,
    Verdict,
    decide,
    find,
)
from rropt.claims.at_numbers import Evaluated, at_numbers, find_fault
from rropt.claims.audit import Audit, Kernel, Pages
from rropt.claims.claim import Case, Erratum, Optimum, Paper, Printed
from rropt.claims.decide import Place, Side, prove, question_of
from rropt.claims.language import ONE, read
from rropt.claims.operations import OPERATIONS
from rropt.claims.smt import Encoding
from rropt.claims.solver import CONFIRMED, SECOND_OPINION, Answer, Solver, ask_cvc5
from rropt.errors import Disagreement, InputError

REAL = {"x": "real"}
UNIT = {"x": "[0, 1]"}


def graded(claim: Claim) -> str:
    try:
        return decide(claim, solver=Solver(1)).grade.value
    except InputError:
        return "refused"


def grade(states: str, given: dict[str, str] | None = None, *assuming: str, **more) -> str:
    return graded(Claim("a.b", "", "", Decided(**more), Formula(states, given or {}, assuming)))


VERDICTS = {
    "proved": [
        ("(t-1)/(t+1) < 1", {"t": "t > 1"}),
        ("x^2 = 4 iff x = 2 or x = -2", REAL),
        ("x = 0 or 1/x != 0", REAL),
        ("x != 0 implies x/x = 1", REAL),
        ("x*(1-x) > 0", {"x": "(0, 1)"}),
        ("sqrt(x^2) = abs(x)", REAL),
        ("sqrt(5 + 2*sqrt(6)) = sqrt(2) + sqrt(3)", {}),
        ("exp(x) >= 1 + x", REAL),
        ("x < 0", {"x": "(-inf, 0)"}),
        ("log(x) <= x - 1", {"x": "x > 0"}),
        ("log(x*y) = log(x) + log(y)", {"x, y": "(0, inf)"}),
        ("x < y implies exp(x) < exp(y)", {"x, y": "real"}),
        ("x < y iff log(x) < log(y)", {"x, y": "(0, inf)"}),
        ("x <= y implies x^n <= y^n", {"x, y": "[0, inf)", "n": "integer n >= 1"}),
        ("x <= y implies 3^x <= 3^y", {"x, y": "real"}),
        ("x^(1/3) > 1 and x^(-5/3) < 1", {"x": "x > 1"}),
        ("x^n <= x", {"x": "[0, 1]", "n": "integer n >= 1"}),
        ("(1+x)^n >= 1 + n*x", {"x": "x >= -1", "n": "integer n >= 0"}),
        ("x^n > 1 and x^n >= x and x^(-n) < 1", {"x": "x > 1", "n": "n >= 1"}),
        ("x^n < 1 and 0 <= x^n and x^n <= x", {"x": "[0, 1)", "n": "integer n >= 1"}),
        ("x^n <= 1 + n*(x-1)", {"x": "x > 0", "n": "[0, 1]"}),
        ("x^n*(x + n*(1-x)) <= x", {"x": "x > 0", "n": "n >= 1"}),
        ("x^n >= 1 + n*(x-1)", {"x": "x > 0", "n": "n <= 0"}),
        ("n*(c^(n+1) - 1) >= (n+1)*(c^n - 1)", {"c": "c >= 1", "n": "integer n >= 1"}),
        ("floor(x) > x - 1 and ceil(x) < x + 1", REAL),
        ("2*n != 1", {"n": "integer"}),
        ("m <= n implies m <= n - 1 or m = n", {"m, n": "integer"}),
        ("2*normal_cdf(1.96) - 1 >= 0.95", {}),
        ("argmin[x,y] 2*x*y-x-y+1 = {(0,1), (1,0)}", {"x, y": "[0, 1]"}),
        ("x^4*y^2 + x^2*y^4 + 1 - 3*x^2*y^2 >= 0", {"x, y": "real"}),
        (
            "x = 0",
            {"x": "x >= 0", "n": "integer n >= 2"},
            "x^(n-1) = 0",
        ),  # x^n/x has no value at 0, and x^(n-1) has one
        ("x^(2*n - 2*m) = (x^n/x^m)^2", {"x": "x > 0", "n, m": "real"}),
        ("exp(70*x) > 1 and exp(2*x - y) = exp(x)^2/exp(y)", {"x": "x > 0", "y": "real"}),
        ("exp(-2*x)*exp(x)^2 = 1", REAL),
        ("x^(n+m) = x^n*x^m and x^(2*m) > 0 and x^(1-n)*x^n = x", {"x": "x != 0", "n, m": "integer"}),
        ("x^61 > 0", {"x": "x > 0"}),  # a power above the largest that is multiplied out
        ("sum(i, 1, 700, i*x) = 245350*x and prod(i, 1, 700, x) >= 0", REAL),  # not nested 700 deep
        (" or ".join(f"x = {i}" for i in range(300)) + " or x != 7", REAL),
        ("abs(" * 240 + "x" + ")" * 240 + " >= 0", REAL),
        ("inf >= 0 and inf <= 1", {"inf": "[0, 1]"}),  # a letter that is called as the end of an interval
    ],
    "refuted": [
        ("x <= y implies (1/3)^x <= (1/3)^y", {"x, y": "integer"}),
        ("x^(1/3) = 1", {"x": "x > 0"}),
        ("x^2 >= x", REAL),
        ("x + 1/x > 2", {"x": "x > 0"}),
        ("x*(1-x) > 0", {"x": "(0, 1]"}),
        ("sqrt(x^2) = x", REAL),
        ("exp(x) > 1 + x", REAL),
        ("x^2 = 4 iff x = 2", REAL),
        ("2*n != 4", {"n": "integer"}),
        ("2^n >= n^2", {"n": "integer n >= 1"}),
        ("(1+x)^n > 1 + n*x", {"x": "x > 0", "n": "integer n >= 1"}),
        ("argmin[x] x^2 = {0, 1}", UNIT),
        ("argmin[x] x*(1-x) = {0}", UNIT),
        ("argmin[x] x = {0}", {"x": "(0, 1]"}),
        ("exists y: y^2 = -1", {}),
        ("1/3 ~ 0.334", {}),
        ("2*normal_cdf(1.9599) - 1 >= 0.95", {}),
        ("x <= n implies x <= n - 1 or x = n", {"x": "real", "n": "integer n >= 0"}),
        ("(x > 0 implies 1/x > 0) and x != 0", {"x": "x >= 0"}),  # that x is not 0 in one part shows nothing in another
        ("x >= 1", UNIT, "x = 0 or 1/x <= 1"),
        ("sqrt(2)*sqrt(3) > sqrt(6)", {}),
        ("exp(x) <= 1 + 9*x + y", {"x": "[0, 7/2]", "y": "[1/2, 4/7]"}),
        ("(1-d)*exp(e) + d <= 3.7", {"e": "(0, 4/3]", "d": "[1/37, 1]"}),
    ],
    "undecided": [  # without a value somewhere
        ("x/x = 1", REAL),
        ("x/x = 1 or x = 0", REAL),
        ("0*(1/x) = 0", REAL),
        ("0*log(x) = 0", UNIT),
        ("diff(1/x, x) < 0", REAL),
        ("diff(log(y), x) = 0", {"x, y": "real"}),
        ("log(x*y) = log(x) + log(y)", {"x, y": "real"}),
        ("x < 0 implies sqrt(x) = 7", REAL),
        ("x^(-1)*x = 1", REAL),
        ("(x > 0 implies 1/x > 0) and 1/x != 0", {"x": "x >= 0"}),
        ("argmin[x] 1/x = {0}", {"x": "[0, 0]"}),  # the objective has no value at the only point of its domain
        ("argmin[n] sqrt(n) = {-1}", {"n": "integer -3/2 < n < 0"}),
    ],
    "refused": [
        ("x > 0 iff (exists y: y > x)", REAL),
        ("exists x: x > 1", REAL),
        ("not (exists y: y^2 < x)", {"x": "x <= 0"}),
        ("(exists y: x = y^2) implies x >= 0", REAL),
        ("x > y", REAL),
        ("(exists y: y > x) and (exists y: y < x)", REAL),
        ("x = 0 or argmin[x] x^2 = {0}", REAL),
        ("normal_cdf(x) > 0", REAL),
        ("1 = 1", REAL, "not exists y: y = x"),
    ],
    "vacuous": [
        ("1 = 2", REAL, "x > 1", "x < 0"),
        ("1 = 2", {"n": "integer n > 0"}, "n < 1"),
        ("1 = 2", {"n": "integer"}, "2*n = 1"),
        ("1 = 2", REAL, "sqrt(x) < 0"),
        ("1 = 2", {"x": "x > 0", "n": "integer"}, "x^(n-1) < 0"),
        ("1 = 2", {"x": "x > 0"}, "log(x) > x"),
        ("x > 2 implies x > 1", UNIT),
        ("x >= 0 and (x > 0 implies (x > 2 implies x = 3))", UNIT),
    ],
}


@pytest.mark.parametrize(("expected", "asked"), [(x, y) for x, asked in VERDICTS.items() for y in asked])
def test_a_statement_has_its_grade(expected: str, asked: tuple) -> None:
    assert grade(*asked) == expected


@pytest.mark.parametrize(
    ("states", "given", "more", "expected"),
    [
        ("exists y: t*y = 1", {"t": "t > 0"}, {"witness": {"y": "1/t"}}, "proved"),
        ("exists y: y*y = x", {"x": "x >= 0"}, {"witness": {"y": "x"}}, "undecided"),
        ("exists y: y > x", REAL, {"witness": {"y": "x - 1"}}, "undecided"),
        ("exists y: y*x > 1/2", UNIT, {"witness": {"y": "1/x"}}, "refuted"),  # at x = 0 there is none
        ("exists y: y^2 = x", {"x": "[-1, 1]"}, {"witness": {"y": "sqrt(x)"}}, "refuted"),
        ("exists y: y > x", REAL, {}, "undecided"),
        ("exists y: y^2 = x", {"x": "x < 0"}, {}, "refuted"),  # wherever its hypotheses hold
        ("exists y: y^2 = x", {"x": "x < 1"}, {}, "undecided"),
        ("exists y: y^2 = 2", {}, {"witness": {"y": "sqrt(2)"}}, "proved"),
        ("exists y: y^2 = 2", {}, {}, "undecided"),
        ("exists y, z: y + z = x", REAL, {"witness": {"y": "x"}}, "refused"),
        ("exists y: y > x", REAL, {"witness": {"y": "x + 1", "z": "1"}}, "refused"),
    ],
)
def test_a_witness_that_fails_neither_proves_nor_refutes(states, given, more, expected) -> None:
    assert grade(states, given, **more) == expected


@pytest.mark.parametrize(
    ("states", "assuming", "is_open"),
    [
        ("n > m", ("n^2 = 2*m^2",), True),
        ("n^2 = 2*m^2 implies n > m", (), True),  # no whole numbers are so, which z3 does not show
        ("n > 0 and (m > 0 implies (n^2 = 2*m^2 implies n > m))", (), True),
        ("n^2 = 4*m^2 implies n > m", (), False),
        ("n > 0 and m > 0", (), False),
        ("n > 0 and (1 = 1 implies 2 > 1)", (), False),
        ("1 = 1 implies 2 > 1", ("1 < 2",), False),
        ("exp(1)^(1/2) = exp(1/2) implies 2 > 1", (), True),
    ],
)
def test_a_proof_says_where_what_is_supposed_may_never_hold(states, assuming, is_open) -> None:
    claim = Claim("a.b", formula=Formula(states, {x: f"integer {x} >= 1" for x in "nm" if "n" in states}, assuming))
    found = decide(claim, solver=Solver(1))
    assert found.grade.value == "proved"
    assert ("no point is known" in found.how) == is_open


def test_an_example_that_fails_at_numbers_refutes_nothing(tmp_path: Path) -> None:
    made = "Claim('a.{}', '', '', Decided(witness={{'p': '{}'}}), Formula('exists p: p = t*(1-p)', {{'t': 't > 1'}}))"
    claims = ", ".join(made.format(*x) for x in (("poor", "1/2"), ("good", "t/(t+1)")))
    (tmp_path / "m.py").write_text(f"from rropt.claims import Claim, Decided, Formula\nCLAIMS = [{claims}]\n")
    poor, good = (at_numbers(f"{tmp_path}/a.{x}", {"t": "2"}) for x in ("poor", "good"))
    assert (poor.exit_code, good.exit_code) == (0, 0)
    assert "false" not in str(poor) and "not shown" in str(poor).splitlines()[0]
    faults = [find_fault(find(f"{tmp_path}/a.{x}")[1]) for x in ("poor", "good")]
    assert faults[0] is not None and faults[1] is None, "one that were proved by a poor example would be told"
    assert str(good).startswith("a.good is true at t = 2, by its example p = t/(t+1)")


def test_every_kind_of_evidence() -> None:
    false, void = Formula("x^2 >= x", REAL), Formula("1 = 2", REAL, ("x^2 < 0",))

    def even(n: int) -> bool:
        """Every n is even."""
        return n % 2 == 0

    def verdict(evidence, formula=None, **more):
        return decide(Claim("a.b", "", "", evidence, formula, **more), recorded=lambda name: {"sources": "0" * 64})

    for evidence, formula, expected in (
        (Counterexample(), false, Grade.REFUTED),
        (Counterexample({"x": "2"}), false, Grade.UNDECIDED),
        (Counterexample({"x": "sqrt(2)"}), Formula("x^2 != 2", REAL), Grade.REFUTED),
        (Theorem("A.b"), None, Grade.PROVED),
        (Theorem("A.not_b"), None, Grade.REFUTED),
        (Theorem("A.b"), false, Grade.UNDECIDED),  # z3 says otherwise
        (Theorem("A.b"), void, Grade.VACUOUS),
        (Argued("so it is"), None, Grade.ARGUED),
        (Argued("so it is"), false, Grade.REFUTED),
        (Checked(even, {"n": range(0, 9, 2)}, whole=True), None, Grade.PROVED),
        (Checked(even, {"n": range(0, 9, 2)}, whole=True), void, Grade.VACUOUS),
        (Checked(even, {"n": range(0, 9, 2)}), None, Grade.CHECKED),
    ):
        assert verdict(evidence, formula).grade == expected, (evidence, formula)
    assert verdict(Counterexample({"x": "1/2"}), false).point == {"x": "1/2"}
    with pytest.raises(InputError):
        verdict(Counterexample({"y": "2"}), false)
    assert decide(Claim("a.b", "", "", Theorem("A.b"))).grade == Grade.UNDECIDED, "no record"
    assert verdict(Checked(even, {"n": range(9)})).point == {"n": "1"}
    assert [verdict(Checked(even, {"n": x})).how for x in ([0], [0, 2])] == [
        f"checked in {x}: Every n is even." for x in ("1 case", "2 cases")
    ]
    assert verdict(Checked(lambda: True, whole=True)).how == "checked by running through its domain: <lambda>"
    assert verdict(Decided(), Formula("x >= 0", {"x": "x > 1"}), narrowed=("x > 1",)).grade == Grade.NARROWED
    with pytest.raises(InputError):
        Claim("a.b", "", "")


@pytest.mark.parametrize(
    "made",
    [
        Claim("a.b", "", "", Theorem("A.b")),
        Formula("1 = 1"),
        *(Decided(), Theorem("A.b"), Counterexample(), Checked(bool), Argued("so")),
        *(Twin("a.b", str), Printed("a.b", Optimum.TRACE, ()), Case("", "1"), Erratum((), "", "", "")),
        *(Paper("", "", "", ""), read("x > 1"), question_of(Formula("1 = 1")), Verdict(Grade.PROVED, "so")),
        *(Audit({}, {}), Kernel({}, {}), Pages(""), Evaluated(Claim("a.b", "", "", Argued("so")), ())),
        *(Side("", 0, 1, None), Place({}, "", None, ()), Answer(is_unsat=True), OPERATIONS["+"], Encoding().of(ONE)),
    ],
    ids=lambda x: type(x).__name__,
)
def test_what_a_verdict_is_about_stays_as_it_is(made: object) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(made, fields(made)[0].name, None)
    assert not hasattr(made, "__dict__")
    assert not hasattr(made, "show") or "__repr__" not in vars(type(made)), "a result is written by what it shows"


def tell(states: str, at: dict[str, str], *assuming: str, given: dict[str, str] = REAL) -> tuple[str, str]:
    """The grade of a counterexample, and what is said of it; a refusal is a grade too."""
    try:
        found = decide(Claim("a.b", "", "", Counterexample(at), Formula(states, given, assuming)), solver=Solver(3))
    except InputError as error:
        return "refused", str(error)
    return found.grade.value, found.how


def test_what_is_wrong_with_a_point_is_told_apart() -> None:
    """The statement is true there, a hypothesis is false or has no value, or a letter is missing, bound or unknown."""
    troubles = {
        tell("x^2 >= x", {"x": "2"}): "4 and 2",
        tell("x >= 1", {"x": "1/7777777"}): "are 1/7777777 and 1",
        tell("x >= 1", {"x": "1/77777777"}): "are 1.28571430e-8 and 1",  # a longer one by nine digits
        tell("x^2 >= x", {"x": "1/2"}, "x > 1"): "x > 1",
        tell("x^2 >= x", {"x": "0"}, "1/x > 0"): "1/x > 0",
        tell("x^2 >= 1/x", {"x": "0"}): "no value",
        tell("exp(x) < 1", {"x": "10^6"}): "exp(x) < 1",
        tell("exp(x) = 1", {"x": "10^-40"}): "exact evaluation",  # nearer to 1 than what z3 is told of exp
        tell("x > 2 and x > 3 and x > 4 and x > 5 and x > 6", {"x": "0"}): "x > 4 are 0 and 4; and 2 more",
        tell("exists y: y^2 = x", {"x": "4"}): "satisfies",
        tell("x^2 >= x", {}): "",
        tell("x^2 >= x", {"y": "1"}): "",
        tell("x^2 >= x", {"x": "1/2", "z": "2"}): "z",
        tell("exists y: y^2 = x", {"x": "-1", "y": "2"}): "y",
    }
    assert {grade for grade, _ in troubles} == {"undecided", "refused", "refuted"}
    assert [said for (_, said), named in troubles.items() if named not in said] == []


@pytest.mark.parametrize(
    ("states", "at"),
    [
        ("sqrt(2)*sqrt(x) > sqrt(2*x)", {"x": "3"}),
        ("sqrt(x)^2 != x", {"x": "3"}),
        ("x^2 != 2", {"x": "sqrt(2)"}),
        ("exp(x) > 1", {"x": "log(1)"}),
        ("exp(2*x) > 9 or exp(-x) != 1/3", {"x": "log(3)"}),
    ],
)
def test_sides_that_are_equal_and_irrational_refute(states: str, at: dict[str, str]) -> None:
    assert tell(states, at, given={"x": "x >= 0"})[0] == "refuted"
    assert tell(states.replace("!=", "=").replace(">", ">="), at, given={"x": "x >= 0"})[0] == "undecided"


@pytest.mark.parametrize("check", [lambda n: None, lambda n: 1, lambda n: 1 / (n - 1) > 0])
def test_a_check_that_does_not_tell_is_refused(check: Callable[[int], object]) -> None:
    assert graded(Claim("a.b", "", "", Checked(check, {"n": [1]}, whole=True))) == "refused"


def test_what_is_proved_and_false_where_its_thin_hypotheses_are_known_to_hold_is_a_fault() -> None:
    claim = Claim("a.b", formula=Formula("x + y > 2", {"x, y": "real"}, ("x^2 + y^2 = 1",)))
    assert find_fault(claim, {"x": "3/5", "y": "4/5"}) == {"x": "3/5", "y": "4/5"} and find_fault(claim) is None


def test_cvc5_is_asked_of_what_z3_decides() -> None:
    pytest.importorskip("cvc5")
    for formula in (Formula("exp(-x/y) > 0", {"x, y": "(0, inf)"}), find("holohan.score_root")[1].formula):
        assert prove(question_of(formula), Solver(3, confirm=True)).how == "decided by z3, confirmed by cvc5"


def test_cvc5_stops_after_its_steps() -> None:
    pytest.importorskip("cvc5")
    text = "(set-logic QF_NRA)(declare-const x Real)(assert (< (* x x x x) (- (* 2 x x) 3)))(check-sat)"
    assert [ask_cvc5(text, steps, 10) for steps in (100_000, 10)] == ["unsat", "unknown"]


def test_z3_stops_after_its_steps() -> None:
    hard = Formula("(x+y+z)^9*(a*x - b*y)^8 + (a+b)^7*x*y*z != 3*(x*a + y*b + z)^11", {"a, b, x, y, z": "real"})
    assert prove(question_of(hard), Solver(0.001)).grade in (Grade.UNDECIDED, Grade.REFUTED)


def test_the_limits_of_z3_grow_with_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, int]] = []
    monkeypatch.setattr("rropt.claims.solver.z3.Solver.set", lambda self, *limit: told.append(limit))
    for seconds in (1, 3):
        Solver(seconds).solve([read("x^2 < 0")], frozenset())
    assert told[2:] == [(name, 3 * n) for name, n in told[:2]] and len({*told}) == 4


# what a hostile reader once had proved though it is false, or refuted though it is true, or proved with names out of their scope
TRICKS = [
    ("1 = 1", {}, (), {}, Checked(lambda n: None, {"n": [1]}, whole=True)),
    ("exists y: not exists z: z > y", {}, (), {}, Decided(witness={"y": "z"})),
    ("exists y: (exists z: z = y + 1) implies z < y - 5", {}, (), {}, Decided(witness={"y": "z + 9"})),
    ("argmin[n] (n-1/2)^2 = {1/2}", {"n": "integer n >= 0"}, (), {}, Decided()),
    ("argmin[x] (x-1)^2 = {x}", REAL, (), {}, Decided()),
    ("(exists z: z = x) implies argmin[x] x^2 = {5}", REAL, (), {}, Decided(witness={"z": "5"})),
    ("y > 1", {}, ("exists y: y > 1",), {}, Decided()),
    ("(exists y: y = 1) and y = 1", {}, (), {}, Decided(witness={"y": "1"})),
    ("not at(exists y: y = x, x, y+1)", {}, (), {}, Decided()),
    ("abs(x) = x", {"integerx": "integerx > 0", "x": "real"}, (), {}, Decided()),
    ("f(5) = 1", {}, (), {"f(0)": "1"}, Decided()),
    ("V(3) = 6", {"x": "[2,2]", "y": "[3,3]"}, (), {"V(x y)": "x*y"}, Decided()),
    ("diff(x^2, x, -1) = x^2", REAL, (), {}, Decided()),
    ("exists y: y^2 = -1", {}, (), {}, Checked(lambda: None, whole=True)),
    ("1 = 1", {}, (), {}, Checked(lambda n: None, {"n": []}, whole=True)),
    ("1 = 1", {}, (), {}, Checked(lambda n: n < 3, {"n": range(9)}, whole=True)),
    ("x = 1", REAL, (), {"x": "1"}, Decided()),
    ("x > 0", {"x,": "[1, 2]"}, (), {}, Decided()),
    ("D(p,p) = 6*p^2", {"p": "real"}, (), {"D(x, y)": "diff(x*y*(x+y), x)"}, Decided()),
    ("E(y) = 2*y", {"y": "real"}, (), {"E(a)": "diff(a*y, a)"}, Decided()),
    ("E(y,y) = 0", {"y": "real"}, (), {"E(a, b)": "at(a-b, a, 5)"}, Decided()),
    ("g(x) = 2*x", REAL, (), {"g(y)": "diff(x*y, x)"}, Decided()),
    ("E(y) = 6", {"y": "real"}, (), {"E(a)": "at(a+y, y, 3)"}, Decided()),
    ("exists z: g(2) > 5 + z", {}, (), {"g(k)": "sum(i,1,k,z)"}, Decided(witness={"z": "6"})),
    ("x < 0", {"x": "[not 0, 5]"}, (), {}, Decided()),
    ("x > 0", {"x": "real", "-x": "(-inf, 0)"}, (), {}, Decided()),
    ("٣ = 3", {}, (), {}, Decided()),
    ("x^² >= 0", REAL, (), {}, Decided()),
    ("2^(1=1) = 2", {}, (), {}, Decided()),
    ("x >= 0", REAL, (), {}, Counterexample({"x": "1 = 2"})),
    ("x > 0", REAL, ("x",), {}, Decided()),
    ("exists y: y", REAL, (), {}, Decided()),
    ("argmin[x] (x > 0) = {0}", REAL, (), {}, Decided()),
]
TRUE = [
    ("exists y: y = x", REAL, (), {}, Counterexample({"x": "0", "y": "5"})),
    ("exists y: y^2 = x", {"x": "x >= 0"}, (), {}, Counterexample({"x": "-1"})),  # outside of the hypotheses
    ("exists y, z: y^2 + z = x", REAL, (), {}, Decided(witness={"y": "0"})),
    ("exists y: y = x", REAL, (), {}, Decided(witness={"y": "x+1"})),
    ("x <= 0", REAL, ("not exists y: y^2 < x",), {}, Decided()),
    ("argmin[x] x^2 = {0}", REAL, ("exists z: z = x",), {}, Decided()),
    ("exists y: y^2 = -1", REAL, ("exp(x) < 1 + x + x^2/2", "x >= 0"), {}, Decided()),
    ("at(exists y: y = x, x, y+1)", {}, (), {}, Decided()),
    ("x > 4", {"x": "x > 5", "x, y": "[0, 10]"}, (), {}, Decided()),
    ("exists y: y > x", REAL, (), {}, Counterexample({"x": "y"})),
    ("at(argmin[x] x^2 = {0}, x, 1)", REAL, (), {}, Decided()),
]


@pytest.mark.parametrize(("wrong", "asked"), [*(("proved", x) for x in TRICKS), *(("refuted", x) for x in TRUE)])
def test_no_trick_makes_a_claim_proved_or_a_true_one_refuted(wrong: str, asked: tuple) -> None:
    *formula, evidence = asked
    found = graded(Claim("a.b", "", "", evidence, Formula(*formula)))
    assert found != wrong and found in ("refused", "undecided", "proved", "refuted", "vacuous")


@pytest.mark.parametrize(
    ("states", "define", "witness"),
    [
        ("sum(k,1,3,gam(k)) = 4", {"gam(k)": "factorial(k-1)"}, {}),
        ("exists y: y = gam(4)", {"gam(k)": "factorial(k-1)"}, {"y": "6"}),
        ("exists y: y = H(3)", {"H(k)": "sum(i,2,k,1/i)"}, {"y": "5/6"}),
    ],
)
def test_a_definition_is_read_with_its_own_argument_where_something_is_bound(states, define, witness) -> None:
    assert graded(Claim("a.b", "", "", Decided(witness=witness), Formula(states, {}, (), define))) == "proved"


@pytest.mark.parametrize("names", ["x,", "-x", "x y", "(x)", "x, x", "g"])
def test_a_domain_is_of_names_each_of_which_has_one(names: str) -> None:
    with pytest.raises(InputError, match="one name and domain"):
        question_of(Formula("1 = 1", {names: "real"}, (), {"g": "1"}))


@pytest.mark.parametrize(
    ("by_z3", "by_cvc5", "limit", "said"),
    [
        (z3.unknown, "unsat", SECOND_OPINION, "decided by cvc5"),
        (z3.unsat, "unsat", CONFIRMED, "decided by z3, confirmed by cvc5"),
        (z3.unsat, "unknown", CONFIRMED, "decided by z3"),
        (z3.unsat, "sat", CONFIRMED, None),
    ],
)
def test_cvc5_has_its_limit_and_is_told_where_it_decides_or_contradicts(
    by_z3: z3.CheckSatResult, by_cvc5: str, limit: object, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(text: str, *asked: int) -> str:
        assert asked == limit and text.startswith("(set-logic QF_NRA)")
        return by_cvc5

    monkeypatch.setattr("rropt.claims.solver.z3.Solver.check", lambda self: by_z3)
    monkeypatch.setattr("rropt.claims.solver.ask_cvc5", answer)
    solver, squares = Solver(confirm=True), [read("x^2 < 0")]
    if said is None:
        with pytest.raises(Disagreement):
            solver.solve(squares, frozenset())
    else:
        assert solver.solve(squares, frozenset()).is_unsat and solver.how() == said
