"""Appendix A: the proof of Theorem 3.1."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Repair, Statement
from rropt.claims.evidence import Item

from .definitions import CARDS, DEFINE, EVERY, EXAMPLE, ONE, POSSIBLE, SHARE, SURVEY

MIRROR = "((L+1)^2 - 2*(L+1)*m + s)"
START = f"N*pi*({MIRROR} - (L+1-m)^2) + N*(1-pi)*(s - m^2)"
SECOND = f"N*pi*({MIRROR} - s) + N*pi*(-(L+1-m)^2 + m^2) + N*(s - m^2)"
THIRD = "N*pi*((L+1)^2 - 2*(L+1)*m) - N*pi*(-(L+1-m)^2 + m^2) + N*pi*((L+1)*(L+1-2*m))"
CORRECT = "N*pi*((L+1)^2 - 2*(L+1)*m) - N*pi*((L+1)*(L+1-2*m)) + N*(s - m^2)"
ALL = {**CARDS, **SHARE, **ONE}
MOMENTS = "the sums over k in terms of m = sum k p_k and s = sum k^2 p_k, with sum p_k = 1 (sun.appendix_a_sums)"


def sums_items() -> Iterator[Item]:
    """The three sums of the display in terms of m and s, for L = 2 … 5."""
    for size in range(2, 6):
        names = [f"p{k}" for k in range(1, size + 1)]
        total = {
            k: "+".join(f"({x})*{p}" for x, p in zip(weights, names, strict=True)) for k, weights in _weights(size)
        }
        far = [f"q{k}" for k in range(1, size + 1)]  # q_k = p_{L+1-k}
        mirrored = "+".join(f"{k * k}*{q}" for k, q in enumerate(far, start=1))
        linear = "+".join(f"{k}*{q}" for k, q in enumerate(far, start=1))
        yield Statement(
            f"L = {size}",
            f"{mirrored} = {total['far2']} and {linear} = {total['far']} and {total['far']} = {size + 1} - ({total['one']})"
            f" and {total['far2']} = {size + 1}^2 - 2*{size + 1}*({total['one']}) + {total['two']}",
            given={", ".join([*names, *far]): "real"},
            assuming=("+".join(names) + " = 1", *(f"{q} = {p}" for q, p in zip(far, reversed(names), strict=True))),
        )


def _weights(size: int) -> list[tuple[str, list[int]]]:
    cards = range(1, size + 1)
    return [
        ("one", list(cards)),
        ("two", [k * k for k in cards]),
        ("far", [size + 1 - k for k in cards]),
        ("far2", [(size + 1 - k) ** 2 for k in cards]),
    ]


CLAIMS = [
    Claim(
        "sun.appendix_a_sums",
        kernel="SunComparison.appendix_a_sums",
        where="Appendix A, the step between two lines of the display, which no sentence tells",
        printed="the sums with p_{L+1-k} are the sums with (L+1-k) and p_k",
        decided_by=sums_items,
        argument="L = 2 to 5 for all proportions; for every L the sums are counted from the other end, k -> L+1-k, and expanded",
    ),
    Claim(
        "sun.appendix_a_1",
        f"{START} = N*pi*(s - m^2) + N*(1-pi)*(s - m^2)",
        kernel="SunReplaced.appendix_a",
        where="Appendix A, Var(sum X), first form",
        printed="Var(sum X) = N pi [sum k^2 p_{L+1-k} - (sum k p_{L+1-k})^2] + N(1-pi)[sum k^2 p_k - (sum k p_k)^2]",
        argument="N pi answers L+1-Y and N(1-pi) answers Y, independent, each with the variance of Y; " + MOMENTS,
        given=ALL,
        uses=("sun.appendix_a_sums",),
    ),
    Claim(
        "sun.appendix_a_2",
        f"{START} = {SECOND}",
        kernel="SunReplaced.appendix_a",
        where="Appendix A, Var(sum X), first equality",
        printed="= N pi [sum (L+1-k)^2 p_k - sum k^2 p_k] + N pi [-(sum (L+1-k)p_k)^2 + (sum k p_k)^2] + N Var Y",
        argument=MOMENTS,
        given=ALL,
        uses=("sun.appendix_a_sums",),
    ),
    Claim(
        "sun.appendix_a_3",
        f"{SECOND} = {THIRD}",
        where="Appendix A, Var(sum X), second equality",
        printed="= N pi [sum ((L+1)^2 - 2(L+1)k)p_k] - N pi [-(sum (L+1-k)p_k)^2 + (sum k p_k)^2] + N pi [(sum (L+1)p_k)"
        "(sum (L+1-2k)p_k)]",
        reading=MOMENTS
        + ". The bracket has lost its sign, it stands beside its own factorisation, and N Var Y is missing",
        given=SURVEY,
        assuming=POSSIBLE,
        example=EXAMPLE,
        repairs=(
            Repair(
                states=f"{SECOND} = {CORRECT}",
                kernel="SunRepaired.appendix_a_corrected",
                argument=MOMENTS,
                given=EVERY,
                uses=("sun.appendix_a_sums",),
                why="N pi [sum ((L+1)^2 - 2(L+1)k)p_k] - N pi [(sum (L+1)p_k)(sum (L+1-2k)p_k)] + N Var Y",
            ),
        ),
    ),
    Claim(
        "sun.appendix_a_4",
        f"{THIRD} = N*(s - m^2)",
        where="Appendix A, Var(sum X), last equality",
        printed="= N [sum k^2 p_k - (sum k p_k)^2]",
        reading=MOMENTS + "; from the line before it, as printed",
        given=SURVEY,
        assuming=POSSIBLE,
        example=EXAMPLE,
        repairs=(
            Repair(
                states=f"{CORRECT} = N*(s - m^2)",
                kernel="SunRepaired.appendix_a_corrected",
                argument=MOMENTS,
                given=EVERY,
                uses=("sun.appendix_a_sums",),
                why="from the corrected line before it",
            ),
        ),
    ),
    Claim(
        "sun.appendix_a_5",
        f"({START})/(N^2*(L+1-2*m)^2) = C(v, L+1-2*m, N)",
        kernel="SunReplaced.appendix_a_estimator",
        where="Appendix A, last display",
        printed="Var of the estimator = Var(mean of X)/(L+1-2EY)^2 = Var Y/(N(L+1-2EY)^2)",
        argument=MOMENTS,
        given=ALL,
        assuming=("L + 1 - 2*m != 0",),
        define=DEFINE,
        narrowed=(
            "L + 1 - 2*m != 0",
            "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
        uses=("sun.appendix_a_sums",),
    ),
]
