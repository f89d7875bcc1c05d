"""Example 1: every number printed, and the optimal mechanisms, certified."""

from functools import partial
from typing import Any

from rropt import LDP, Variance, design
from rropt.certificate.judge import judge
from rropt.claims import Checked, Claim, Counterexample, Formula

from .definitions import DEFINE

HALF, ONE = "exp(1/2)", "exp(1)"


def inner(t: str, d: str, pi: str) -> str:
    """The error at (r(1), s(1)) = (s(1), r(1))."""
    return f"V(r(1,{t},{d}), s(1,{t},{d}), {pi})"


def outer(d: str, pi: str) -> str:
    """The error at (r(t0), s(t0)), which is (1, delta) whatever epsilon is (holohan.lemma_5_values)."""
    return f"V(1, {d}, {pi})"


def outer_at(t: str, d: str, pi: str) -> str:
    """The error at (r(t0), s(t0)), as it is printed."""
    return f"V(r(t0({t},{d}),{t},{d}), s(t0({t},{d}),{t},{d}), {pi})"


def mirror(d: str, pi: str) -> str:
    """The error at (s(t0), r(t0)), which is (delta, 1)."""
    return f"V({d}, 1, {pi})"


OPTIMA = {
    1: ("1/2", "1/10", "1/4", "[[(10*t + 1)/(10*t + 10), 9/(10*t + 10)], [9/(10*t + 10), (10*t + 1)/(10*t + 10)]]"),
    2: ("1", "2/5", "1/10", "[[1, 3/5], [0, 2/5]]"),
    3: ("1/2", "1/3", "9/10", "[[1/3, 0], [2/3, 1]]"),
    4: ("log(2)", "1/4", "1/4", "[[1, 3/4], [0, 1/4]] and [[3/4, 1/4], [1/4, 3/4]]"),
}


def is_optimal(item: int) -> None:
    """The printed mechanisms are the certified minimisers of this example among all with p00 + p11 > 1, and these alone."""
    epsilon, delta, share, printed = OPTIMA[item]
    judged = judge(design(Variance(share), LDP(epsilon, delta=delta)).certificate or "")
    assert judged.is_accepted and f"attained only by {printed};" in judged.sentence, judged.sentence or judged.reason


def number(name: str, item: int, states: str, printed: str, given: dict[str, str] | None = None, **more: Any) -> Claim:
    """A number of Example 1."""
    where, formula = f"Section VI-B, Example 1.{item}", Formula(states, given or {}, define=DEFINE)
    return Claim(f"holohan.example_1_{item}_{name}", where, printed, formula=formula, **more)


def best(item: int, printed: str) -> Claim:
    """A mechanism that Example 1 calls optimal."""
    name, where = f"holohan.example_1_{item}_optimum", f"Section VI-B, Example 1.{item}"
    return Claim(name, where, printed, Checked(partial(is_optimal, item), whole=True))


AT_ZERO = f"V(r(0,{HALF},1/3), s(0,{HALF},1/3), 9/10)"
MIRROR_AT_ZERO = f"V(s(0,{HALF},1/3), r(0,{HALF},1/3), 9/10)"
THIRD = ("1/3", "9/10")

CLAIMS = [
    number("g", 1, f"g({HALF}, 1/10) ~ 0.243 and g({HALF}, 1/10) < 1/4", "g = 0.243, below the proportion 1/4"),
    number(
        "matrix",
        1,
        "1 - a(t,d) = (1-d)/(t+1)",
        "the entries off the diagonal are (1 - delta)/(e^eps + 1)",
        given={"t": "t >= 1", "d": "d >= 0"},
    ),
    best(1, "the optimum is (a, a), a = (e^eps + delta)/(e^eps + 1)"),
    number("inner", 1, f"{inner(HALF, '1/10', '1/4')} ~ 2.372", "the error at (r(1), s(1)) is 2.372"),
    number("outer", 1, f"{outer_at(HALF, '1/10', '1/4')} ~ 2.438", "the error at (r(t0), s(t0)) is 2.438"),
    number("g", 2, f"g({ONE}, 2/5) ~ 0.197 and g({ONE}, 2/5) > 1/10", "g = 0.197, above the proportion 1/10"),
    best(2, "the optimum is (1, delta)"),
    number("inner", 2, f"{inner(ONE, '2/5', '1/10')} ~ 0.385", "the error at (r(1), s(1)) is 0.385"),
    number("outer", 2, f"{outer_at(ONE, '2/5', '1/10')} ~ 0.24", "the error at (r(t0), s(t0)) is 0.24"),
    number("g", 3, f"g({HALF}, 1/3) ~ 0.382 and g({HALF}, 1/3) > 1 - 9/10", "g = 0.382, above the complement of 9/10"),
    best(3, "the optimum is (delta, 1)"),
    number("inner", 3, f"V(s(1,{HALF},1/3), r(1,{HALF},1/3), 9/10) ~ 0.854", "the error at (s(1), r(1)) is 0.854"),
    number(
        "outer",
        3,
        f"{mirror(*THIRD)} ~ 0.143",
        "the error at (s(t0), r(t0)) is 0.143",
        evidence=Counterexample(),
    ),
    number("outer.repaired", 3, f"{mirror(*THIRD)} = 0.29", "it is 0.29", repairs="holohan.example_1_3_outer"),
    number(
        "at_zero",
        3,
        f"{AT_ZERO} ~ 1.911 or {outer(*THIRD)} ~ 1.911",
        "the error at (r(0), s(0)) is 1.911",
        reading="r(0) = 1 + delta/e^eps is no probability, so t0 may be meant; 1.911 is neither value",
        evidence=Counterexample(),
    ),
    number(
        "at_zero.repaired",
        3,
        f"{outer(*THIRD)} = 1.89",
        "at (r(t0), s(t0)) the error is 1.89",
        repairs="holohan.example_1_3_at_zero",
    ),
    number(
        "at_zero.repaired_2",
        3,
        f"{AT_ZERO} < 0 and r(0,{HALF},1/3) > 1",
        "at the parameter 0 itself p00 exceeds 1 and formula (6) is negative",
        repairs="holohan.example_1_3_at_zero",
    ),
    number(
        "lemma_4",
        3,
        f"{AT_ZERO} >= {MIRROR_AT_ZERO} and {outer(*THIRD)} >= {mirror(*THIRD)}",
        "the error at (r(0), s(0)) corresponds with the conclusion of Lemma 4",
        reading="it is not below that at (s(0), r(0)), by formula (6); so it is at t0, where both are mechanisms",
    ),
    number("g", 4, "g(2, 1/4) = 1/4", "g = 1/4, the proportion"),
    best(4, "the optima are (a, a) and (1, delta)"),
    number(
        "errors",
        4,
        f"{inner('2', '1/4', '1/4')} = 15/16 and {outer_at('2', '1/4', '1/4')} = 15/16",
        "the errors at (r(1), s(1)) and (r(t0), s(t0)) are 15/16",
    ),
]
