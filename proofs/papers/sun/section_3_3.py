"""Section 3.3: modified Christofides' device in a census, Algorithm 3 and Theorem 3.1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.chance import Chance
from rropt.claims.evidence import Item

from .definitions import CARDS, DEFINE, ONE, REDUCED, REDUCED_FOR, REDUCED_WHERE, SHARE, SIMULATED
from .surveys import Program, T, algorithm_3, hat, law, mean, people, put_back, variance

F = Fraction
LAWS: tuple[tuple[Any, ...], ...] = (
    (T / (1 + T), 1 / (1 + T)),
    (T / (2 + T), 1 / (2 + T), 1 / (2 + T)),
    (F(1, 10), F(1, 5), F(7, 10)),
    (F(1, 2), F(1, 4), F(1, 8), F(1, 8)),
)
APART = ("", "L + 1 is not 2 E Y: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)")
DECKS = "four laws of cards, two with t free; "


def label(proportions: Sequence[Any], size: int, yes: int) -> str:
    """One census in words."""
    return f"cards {', '.join(map(str, proportions))}, N = {size}, {yes} members of A"


def censuses(program: Program, most: int = 2) -> Iterator[tuple[str, Any, Sequence[Any], int, int]]:
    """(label, law of all answers, proportions, N, members of A)."""
    for proportions in LAWS:
        for size in range(1, most + 1):
            for yes in range(size + 1):
                truths = people(yes, size)

                def census(
                    chance: Chance, truths: tuple[int, ...] = truths, cards: Any = proportions
                ) -> tuple[int, ...]:
                    return tuple(sorted(program(chance, x, cards) for x in truths))

                yield label(proportions, size, yes), law(census), proportions, size, yes


def follows(program: Program) -> Iterator[Item]:
    """The law of one answer is that of (L + 1 − Y)x + Y(1 − x)."""
    for proportions in LAWS:
        for x in (0, 1):
            found = law(program, x, proportions)
            for k, p in enumerate(proportions, start=1):
                said = len(proportions) + 1 - k if x else k
                yield Fact(
                    f"Pr(answer {said} | truth {x}), cards {', '.join(map(str, proportions))}", found[said], "=", p
                )


def unbiased(program: Program) -> Iterator[Item]:
    """E π̂ = π_A."""
    if program is put_back:
        yield Statement(
            "every law of cards: the mean over yes and no of E X",
            "(((L+1-m)*pi + m*(1-pi)) - m)/(L+1-2*m) = pi",
            given={**CARDS, **SHARE},
            assuming=("L + 1 - 2*m != 0",),
        )
    for text, found, proportions, size, yes in censuses(program):
        expected = mean(found, hat(proportions))
        yield Fact(text, expected, "=", F(yes, size))


def spreads(program: Program) -> Iterator[Item]:
    """Var π̂ = Var Y/(N(L + 1 − 2 E Y)²)."""
    yield Statement(
        "every law of cards: Var(L + 1 - Y) = Var Y",
        "((L+1)^2 - 2*(L+1)*m + s) - (L+1-m)^2 = s - m^2",
        given=CARDS,
    )
    for text, found, proportions, size, _ in censuses(program):
        value = variance(found, hat(proportions))
        card = dict(enumerate(proportions, start=1))
        distance = len(proportions) + 1 - 2 * mean(card)
        yield Fact(text, value, "=", variance(card) / (size * distance * distance))


def binary_items() -> Iterator[Item]:
    """The display 'X_i = 1 or 0' against the formula on the next line, for L = 3."""
    for x in (0, 1):
        for k in (1, 2, 3):
            said = (4 - k) * x + k * (1 - x)
            yield Fact(f"truth {x}, card {k}: the answer is 1 or 0", said * (said - 1), "=", 0)


def range_items() -> Iterator[Item]:
    """Every answer is one of 1 … L."""
    for size in (2, 3, 4, 5):
        said = tuple(sorted({(size + 1 - k) * x + k * (1 - x) for k in range(1, size + 1) for x in (0, 1)}))
        yield Fact(f"all answers for L = {size}", said, "=", tuple(range(1, size + 1)))


CLAIMS = [
    Claim(
        "sun.algorithm_3",
        kernel="Errata.not_sun_algorithm_3",
        where="Section 3.3, Algorithm 3, lines 5-9",
        printed="X = k if x = 1, else X = L + 1 - k: the answer is (L+1-Y)x + Y(1-x)",
        reading="executed as printed, against the formula after it and Section 2.2.3; the two cases are exchanged",
        decided_by=lambda: follows(algorithm_3),
        argument="every card and both truths of " + DECKS,
        repairs=(
            Repair(
                states="(x = 1 implies (L+1-k)*x + k*(1-x) = L+1-k) and (x = 0 implies (L+1-k)*x + k*(1-x) = k)",
                given={"L": "integer L >= 2", "k": "integer 1 <= k <= L", "x": "integer [0, 1]"},
                why="line 6 must be X = L + 1 - k and line 8 X = k: these are the formula, for every card k and both truths",
            ),
        ),
    ),
    Claim(
        "sun.algorithm_3_unbiased",
        kernel="Errata.not_sun_algorithm_3",
        where="Section 3.3, Algorithm 3 with the estimator after it",
        printed="the estimator of the answers that Algorithm 3 returns is unbiased",
        reading="executed as printed; its expectation is 1 - pi instead",
        decided_by=lambda: unbiased(algorithm_3),
        argument=DECKS + "and censuses of up to two people",
        repairs=(
            Repair(
                decided_by=lambda: unbiased(put_back),
                why="with the two cases exchanged; for all laws it is the claim sun.christofides_unbiased",
                argument="the first item is for every law of cards; censuses with " + DECKS[:-2],
                narrowed=APART,
                kernel="Sun.christofides_unbiased",
            ),
        ),
    ),
    Claim(
        "sun.algorithm_3_variance",
        kernel="SunReplaced.algorithm_3_variance",
        where="Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 3",
        printed="the variance of the estimates that Algorithm 3 gives is that of Theorem 3.1",
        narrowed=(SIMULATED, ("L + 1 - 2*m != 0", "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)")),
        reading="executed as printed: reflecting all answers changes no variance, so a simulation that looks at the variance "
        "alone does not notice the bias",
        decided_by=lambda: spreads(algorithm_3),
        argument="the first item gives both kinds of people the same variance for every law of cards, and variances of "
        "independent answers add; exact censuses with " + DECKS[:-2],
    ),
    Claim(
        "sun.christofides_answers_are_yes_or_no",
        kernel="Slips.not_sun_answers_are_yes_or_no",
        where="Section 3.3, the first display after Algorithm 3",
        printed="X_i is 1 if the respondent answers yes and 0 if he answers no, where X_i = (L+1-Y)x + Y(1-x)",
        reading="the display was carried over from Warner's device: the formula of the next line gives numbers from 1 to L. "
        "Whatever 'yes' may mean, X_i would be 1 or 0",
        decided_by=binary_items,
        argument="all truths and cards for L = 3",
        repairs=(
            Repair(
                states="(1 <= k and k <= L and (x = 0 or x = 1)) implies (1 <= (L+1-k)*x + k*(1-x) and (L+1-k)*x + k*(1-x) <= L)",
                given={"L": "integer L >= 2", "k": "integer k >= 1", "x": "real"},
                why="X_i is one of the numbers 1, ..., L",
            ),
        ),
    ),
    Claim(
        "sun.christofides_expectation",
        "(L + 1 - m)*pi + m*(1 - pi) = m + pi*(L + 1 - 2*m)",
        kernel="SunReplaced.christofides_expectation",
        where="Section 3.3, the expectation of X",
        printed="E X = E Y + pi (L + 1 - 2 E Y)",
        reading="X, which has no index, is the mean of the answers of the N people",
        argument="m = E Y; x and Y are independent, so the expectation of each product is the product of expectations",
        given={**CARDS, **SHARE},
    ),
    Claim(
        "sun.christofides_estimator",
        "w = m + pi*(L + 1 - 2*m) iff pi = (w - m)/(L + 1 - 2*m)",
        where="Section 3.3, the estimator",
        printed="thus the estimator (mean of X - E Y)/(L + 1 - 2 E Y)",
        reading="w is the mean of the answers; needs L + 1 != 2 E Y, which the paper leaves out (sun.proportions_not_all_equal)",
        given={"L": "integer L >= 2", "m, w, pi": "real"},
        assuming=("L + 1 - 2*m != 0",),
        narrowed=(
            "L + 1 - 2*m != 0",
            "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
    ),
    Claim(
        "sun.christofides_unbiased",
        "(((L+1-m)*pi + m*(1-pi)) - m)/(L+1-2*m) = pi",
        kernel="Sun.christofides_unbiased",
        where="Section 3.3",
        printed="the estimator is unbiased",
        reading="with the answer (L+1-Y)x + Y(1-x); the expectation of the mean of the answers of a census",
        given={**CARDS, **SHARE},
        assuming=("L + 1 - 2*m != 0",),
        narrowed=(
            "L + 1 - 2*m != 0",
            "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
    ),
    Claim(
        "sun.theorem_3_1",
        kernel="Sun.theorem_3_1",
        where="Section 3.3, Theorem 3.1",
        printed="the variance is Var Y/(N (L + 1 - 2 E Y)^2)",
        reading="the variance of a census of any N people with fixed truths, who draw cards of any law independently; its chain "
        "of displays is the claims sun.appendix_a_1 to sun.appendix_a_5",
        narrowed=APART,
        decided_by=lambda: spreads(put_back),
        argument="the first item gives both kinds of people the same variance for every law of cards, and variances of "
        "independent answers add; exact censuses with " + DECKS[:-2],
    ),
    Claim(
        "sun.christofides_with_replacement",
        "(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s - (m + pi*(L+1-2*m))^2)/(N*(L+1-2*m)^2)"
        " = pi*(1-pi)/N + C(v, L+1-2*m, N)",
        kernel="SunReplaced.christofides_with_replacement",
        where="Section 3.3, after Theorem 3.1",
        printed="with replacement the variance is pi(1-pi)/N + Var Y/(N (L+1-2EY)^2)",
        argument="N independent answers of people drawn with replacement; m = E Y, s = E Y^2",
        given={**CARDS, **SHARE, **ONE},
        assuming=("L + 1 - 2*m != 0",),
        define=DEFINE,
        narrowed=(
            "L + 1 - 2*m != 0",
            "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
    ),
    Claim(
        "sun.christofides_decreased",
        "(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s - (m + pi*(L+1-2*m))^2)/(N*(L+1-2*m)^2) - C(v, L+1-2*m, N)"
        " = pi*(1-pi)/N",
        kernel="SunReplaced.christofides_decreased",
        where="Section 3.3, after Theorem 3.1; summary at the end of Section 3",
        printed="the variance is decreased by pi(1-pi)/N compared with sampling with replacement",
        argument="the first term is the variance with replacement, by that claim",
        given={**CARDS, **SHARE, **ONE},
        assuming=("L + 1 - 2*m != 0",),
        define=DEFINE,
        narrowed=(
            "L + 1 - 2*m != 0",
            "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
    ),
    Claim(
        "sun.summary_of_section_3",
        REDUCED,
        kernel="SunReplaced.summary_of_section_3",
        where="Section 3.3, last sentence; Section 7",
        printed="sampling without replacement reduces the variance of each of the three mechanisms",
        argument="the first terms are the variances with replacement, by those claims",
        given=REDUCED_FOR,
        assuming=("L + 1 - 2*m != 0",),
        define=DEFINE,
        narrowed=REDUCED_WHERE,
    ),
]
