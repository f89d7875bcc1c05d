"""Example 1: every number printed, and the optimal mechanisms, certified."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from rropt.claims import Certified, Claim, Fact, Repair
from rropt.claims.evidence import Item
from rropt.exact.epsilon import read_epsilon
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.variance.objective import Variance

from .definitions import DEFINE

HALF, ONE = "exp(1/2)", "exp(1)"


def inner(t: str, d: str, pi: str) -> str:
    """The error at (r(1), s(1)) = (s(1), r(1))."""
    return f"V(r(1,{t},{d}), s(1,{t},{d}), {pi})"


def outer(d: str, pi: str) -> str:
    """The error at (r(t0), s(t0)), which is (1, delta) whatever epsilon is (holohan.lemma_5_values)."""
    return f"V(1, {d}, {pi})"


def mirror(d: str, pi: str) -> str:
    """The error at (s(t0), r(t0)), which is (delta, 1)."""
    return f"V({d}, 1, {pi})"


Point = Callable[[object, Fraction], tuple[object, object]]


def middle(t: object, d: Fraction) -> tuple[object, object]:
    """(a, a)."""
    a = (t + d) / (t + 1)  # type: ignore[operator]
    return a, a


def first(t: object, d: Fraction) -> tuple[object, object]:
    """(1, delta)."""
    return Fraction(1), d


def second(t: object, d: Fraction) -> tuple[object, object]:
    """(delta, 1)."""
    return d, Fraction(1)


def optimal(epsilon: str, delta: str, share: str, *points: Point) -> Callable[[], Iterator[Item]]:
    """The certified minimisers of this example are the printed mechanisms, and these alone."""

    def items() -> Iterator[Item]:
        found = design(Variance(share), LDP(epsilon, delta=delta))
        yield Certified("the optimum", found.certificate, "attained only by")
        t, d = read_epsilon(epsilon).t, Fraction(delta)
        yield Fact("number of minimisers", len(found.minimisers), "=", len(points))
        printed = sorted(str((*point(t, d), None)) for point in points)
        listed = sorted(str((m.mechanism[0, 0], m.mechanism[1, 1], m.towards)) for m in found.minimisers)
        yield Fact("the minimisers", tuple(listed), "=", tuple(printed))

    return items


def number(name: str, item: int, states: str, printed: str, **more: object) -> Claim:
    """A number of Example 1."""
    where = f"Section VI-B, Example 1.{item}"
    return Claim(f"holohan.example_1_{item}_{name}", states, where=where, printed=printed, define=DEFINE, **more)  # type: ignore[arg-type]


def best(item: int, printed: str, items: Callable[[], Iterator[Item]]) -> Claim:
    """A mechanism that Example 1 calls optimal."""
    return Claim(
        f"holohan.example_1_{item}_optimum",
        where=f"Section VI-B, Example 1.{item}",
        printed=printed,
        decided_by=items,
        argument="the certificate is about all mechanisms with two outputs and p00 + p11 > 1",
    )


AT_ZERO = f"V(r(0,{HALF},1/3), s(0,{HALF},1/3), 9/10)"
THIRD = ("1/3", "9/10")

CLAIMS = [
    number("g", 1, f"g({HALF}, 1/10) ~ 0.243 and g({HALF}, 1/10) < 1/4", "g = 0.243, below the proportion 1/4"),
    number(
        "matrix",
        1,
        "1 - a(t,d) = (1-d)/(t+1)",
        "the off-diagonal entries of the matrix",
        given={"t": "t >= 1", "d": "[0, 1]"},
    ),
    best(1, "the optimum is (a, a), a = (e^eps + delta)/(e^eps + 1)", optimal("1/2", "1/10", "1/4", middle)),
    number("inner", 1, f"{inner(HALF, '1/10', '1/4')} ~ 2.372", "the error at (r(1), s(1)) is 2.372"),
    number("outer", 1, f"{outer('1/10', '1/4')} ~ 2.438", "the error at (r(t0), s(t0)) is 2.438"),
    number("g", 2, f"g({ONE}, 2/5) ~ 0.197 and g({ONE}, 2/5) > 1/10", "g = 0.197, above the proportion 1/10"),
    best(2, "the optimum is (1, delta)", optimal("1", "2/5", "1/10", first)),
    number("inner", 2, f"{inner(ONE, '2/5', '1/10')} ~ 0.385", "the error at (r(1), s(1)) is 0.385"),
    number("outer", 2, f"{outer('2/5', '1/10')} ~ 0.24", "the error at (r(t0), s(t0)) is 0.24"),
    number("g", 3, f"g({HALF}, 1/3) ~ 0.382 and g({HALF}, 1/3) > 1 - 9/10", "g = 0.382, above the complement of 9/10"),
    best(3, "the optimum is (delta, 1)", optimal("1/2", "1/3", "9/10", second)),
    number("inner", 3, f"{inner(HALF, *THIRD)} ~ 0.854", "the error at (s(1), r(1)) is 0.854"),
    number(
        "outer",
        3,
        f"{mirror(*THIRD)} ~ 0.143",
        "the error at (s(t0), r(t0)) is 0.143",
        repairs=(Repair(states=f"{mirror(*THIRD)} = 0.29", why="it is 0.29"),),
    ),
    number(
        "at_zero",
        3,
        f"{AT_ZERO} ~ 1.911 or {outer(*THIRD)} ~ 1.911",
        "the error at (r(0), s(0)) is 1.911",
        reading="r(0) = 1 + delta/e^eps is no probability, so t0 may be meant; 1.911 is neither value",
        repairs=(
            Repair(states=f"{outer(*THIRD)} = 1.89", why="at (r(t0), s(t0)) the error is 1.89"),
            Repair(
                states=f"{AT_ZERO} < 0 and r(0,{HALF},1/3) > 1",
                why="at the parameter 0 itself p00 exceeds 1 and formula (6) is negative",
            ),
        ),
    ),
    number("lemma_4", 3, f"{outer(*THIRD)} >= {mirror(*THIRD)}", "which agrees with the conclusion of Lemma 4"),
    number("g", 4, "g(2, 1/4) = 1/4", "g = 1/4, the proportion"),
    best(4, "the optima are (a, a) and (1, delta)", optimal("log(2)", "1/4", "1/4", middle, first)),
    number(
        "errors",
        4,
        f"{inner('2', '1/4', '1/4')} = 15/16 and {outer('1/4', '1/4')} = 15/16",
        "the errors at (r(1), s(1)) and (r(t0), s(t0)) are 15/16",
    ),
]
