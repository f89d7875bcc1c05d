"""Section 4: the improved Christofides mechanism, Algorithm 4, Theorems 4.1 and 4.2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Repair, Statement, Use
from rropt.claims.evidence import Item
from rropt.decks.deck import Deck
from rropt.decks.deck import variance as deck_variance

from .definitions import CARDS, DEFINE, EXAMPLE, INNER, MANY, NO_ROOT_READING, SHARE, SIMULATED
from .surveys import Program, algorithm_4, hat, kept, law, mean, people, shares, variance

DECKS = ((2, 1), (1, 1, 2), (2, 0, 2, 1), (1, 2, 0), (3, 1, 1))
ALL = "every truth of every census that empties one of the decks " + ", ".join(map(str, DECKS))
GRID = ((2, 1), (3, 1), (1, 1, 2), (1, 2, 2))
SECOND = (
    "N*(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s)"
    " + N*(N-1)*(q*((L+1)^2 - 2*(L+1)*m + c) + (1-2*pi+q)*c + 2*(pi-q)*((L+1)*m - c))"
    " - (N*(m + pi*(L+1-2*m)))^2"
)
COMPARED = {**MANY, **SHARE, "v": "v > 0", "D": "D != 0"}
TWO = ("N >= 2", "(3) divides by N-1")
DIVIDES = (
    ("v > 0 and D != 0", "the estimator divides by D = L+1-2EY; cards that are all alike tell nothing or all"),
    TWO,
)
TERMS = {k: x for k, x in DEFINE.items() if k != "v"}


def follows(program: Program) -> Iterator[Item]:
    """Var and law: one answer of the whole survey has the law of (L + 1 − Y)x + Y(1 − x)."""
    for counts in GRID:
        size = sum(counts)
        for yes in range(size + 1):
            found = law(program, people(yes, size), counts)
            for i, x in enumerate(people(yes, size)):
                for k, p in enumerate(shares(counts), start=1):
                    said = len(counts) + 1 - k if x else k
                    share = sum((w for a, w in found.items() if a[i] == said), Fraction(0))
                    yield Fact(f"cards {counts}, {yes} of A, Pr(respondent {i + 1} answers {said})", share, "=", p)


def surveys(program: Program) -> Iterator[tuple[str, dict[tuple[int, ...], Fraction], tuple[int, ...], int]]:
    """(label, law of all answers, counts, members of A)."""
    for counts in DECKS:
        size = sum(counts)
        for yes in range(size + 1):
            yield f"cards {counts}, N = {size}, {yes} of A", law(program, people(yes, size), counts), counts, yes


def unbiased(program: Program) -> Iterator[Item]:
    """E π̂ = π_A."""
    for label, found, counts, yes in surveys(program):
        p = shares(counts)
        expected = mean(found, hat(p))
        yield Fact(label, expected, "=", Fraction(yes, sum(counts)))


def spreads(program: Program) -> Iterator[Item]:
    """Var π̂ = 4π(1 − π)·Var Y/((N − 1)(L + 1 − 2 E Y)²), and the library's formula."""
    yield Statement(
        "every deck and census: N E X^2 + N(N-1) E X_i X_j - (E sum X)^2, with q = E x_i x_j and c = E Y_i Y_j",
        f"{SECOND} = 4*pi*(1-pi)*(s - m^2)*N^2/(N-1)",
        given={**CARDS, **SHARE, **MANY, "q": "q = pi*(N*pi-1)/(N-1)", "c": "c = m^2 - (s - m^2)/(N-1)"},
    )
    for label, found, counts, yes in surveys(program):
        size, p = sum(counts), shares(counts)
        value = variance(found, hat(p))
        card = dict(enumerate(p, start=1))
        share, distance = Fraction(yes, size), len(counts) + 1 - 2 * mean(card)
        yield Fact(label, value, "=", 4 * share * (1 - share) * variance(card) / ((size - 1) * distance**2))
        yield Fact(f"{label}, the library", deck_variance(Deck(counts, kept=True), size, share), "=", value)


CLAIMS = [
    Claim(
        "sun.algorithm_4",
        kernel="Slips.not_sun_algorithm_4",
        where="Section 4, Algorithm 4, lines 5-9",
        printed="X = k if x = 1, else X = L + 1 - k: the answer is (L+1-Y)x + Y(1-x)",
        reading="executed as printed for whole surveys, against the formula after it; the two cases are exchanged",
        decided_by=lambda: follows(algorithm_4),
        argument=f"all respondents of the censuses with the decks {GRID}",
        repairs=(
            Repair(
                states="(x = 1 implies (L+1-k)*x + k*(1-x) = L+1-k) and (x = 0 implies (L+1-k)*x + k*(1-x) = k)",
                given={"L": "integer L >= 2", "k": "integer 1 <= k <= L", "x": "integer [0, 1]"},
                why="line 6 must be X = L + 1 - k and line 8 X = k: these are the formula, for every card k and both truths",
            ),
        ),
    ),
    Claim(
        "sun.algorithm_4_unbiased",
        kernel="Slips.not_sun_algorithm_4",
        where="Section 4, Algorithm 4 with the estimator after it",
        printed="the estimator of the answers that Algorithm 4 returns is unbiased",
        reading="executed as printed; its expectation is 1 - pi instead",
        decided_by=lambda: unbiased(algorithm_4),
        argument=ALL,
        repairs=(
            Repair(
                decided_by=lambda: unbiased(kept),
                why="with the two cases exchanged",
                argument=ALL + "; the expectation is linear and each card has the law of the deck, so "
                "sun.christofides_unbiased covers all others",
                uses=("sun.christofides_unbiased",),
                kernel="SunKept.improved_unbiased",
            ),
        ),
    ),
    Claim(
        "sun.algorithm_4_variance",
        kernel="SunPairs.algorithm_4_variance",
        where="Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 4",
        printed="the variance of the estimates that Algorithm 4 gives is that of Theorem 4.1",
        narrowed=(
            SIMULATED,
            ("N >= 2", "Theorem 4.1 divides by N-1"),
            ("L + 1 - 2*m != 0", "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)"),
        ),
        reading="executed as printed: reflecting all answers changes no variance",
        decided_by=lambda: spreads(algorithm_4),
        argument="the first item is every deck and census, and the sum of the reflected answers is N(L+1) minus the sum; "
        "then " + ALL,
    ),
    Claim(
        "sun.improved_answers_are_yes_or_no",
        "(L+1-k)*x + k*(1-x) = 1 or (L+1-k)*x + k*(1-x) = 0",
        where="Section 4, the first display after Algorithm 4",
        printed="X_i is 1 if the respondent answers yes and 0 if he answers no, where X_i = (L+1-Y)x + Y(1-x)",
        reading="the display was carried over from Warner's device: the formula of the next line gives numbers from 1 to L. "
        "Whatever 'yes' may mean, X_i would be 1 or 0",
        given={"L": "integer L >= 2", "k": "integer k >= 1", "x": "real"},
        assuming=("k <= L", "x = 0 or x = 1"),
        repairs=(
            Repair(
                states="1 <= (L+1-k)*x + k*(1-x) and (L+1-k)*x + k*(1-x) <= L",
                why="X_i is one of the numbers 1, ..., L",
            ),
        ),
    ),
    Claim(
        "sun.improved_expectation",
        "(L + 1 - m)*pi + m*(1 - pi) = m + pi*(L + 1 - 2*m)",
        kernel="SunPairs.improved_expectation",
        where="Section 4, the expectation of X",
        printed="E X = E Y + pi (L + 1 - 2 E Y)",
        reading="X, which has no index, is the mean of the answers of the N people",
        argument="m = E Y; each Y_i has the law of the deck and is independent of x_i",
        given={**CARDS, **SHARE},
    ),
    Claim(
        "sun.improved_unbiased",
        kernel="SunKept.improved_unbiased",
        where="Section 4",
        printed="the estimator is unbiased",
        reading="with the answer (L+1-Y)x + Y(1-x), for whole surveys that empty the deck",
        decided_by=lambda: unbiased(kept),
        narrowed=("", "L + 1 is not 2 E Y: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)"),
        argument=ALL
        + "; the expectation is linear and each card has the law of the deck, so sun.christofides_unbiased "
        "covers all others",
        uses=("sun.christofides_unbiased",),
    ),
    Claim(
        "sun.theorem_4_1",
        kernel="SunKept.theorem_4_1",
        where="Section 4, Theorem 4.1 (3)",
        printed="the variance is 4 pi(1-pi) Var Y/((N-1)(L+1-2EY)^2)",
        reading="the exact variance of whole surveys that empty the deck; with the formulas of "
        "Appendix B for E Y_i Y_j and E x_i x_j the same for all decks (the claims sun.appendix_b_*)",
        decided_by=lambda: spreads(kept),
        narrowed=(
            ("", "L + 1 is not 2 E Y: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)"),
            ("", "N >= 2: the formula divides by N-1"),
        ),
        argument="the first item is every deck and census; then " + ALL,
    ),
    Claim(
        "sun.names_of_the_variances",
        "C(v,D,N) - K(v,D,pi,N) = (4*pi*(1-pi)/(N-1) - 1/N)*v/D^2",
        where="Section 4, the sentence before Theorem 4.2",
        printed="modified Christofides (Var_IC) and the improved Christofides mechanism (Var_MC): Var_IC - Var_MC is the "
        "first display of the proof",
        reading="with the names as this sentence gives them; everywhere else IC is the improved mechanism",
        given=COMPARED,
        define=TERMS,
        example=EXAMPLE,
        repairs=(
            Repair(
                states="K(v,D,pi,N) - C(v,D,N) = (4*pi*(1-pi)/(N-1) - 1/N)*v/D^2",
                why="the names exchanged: Var_IC is the improved mechanism's",
                narrowed=DIVIDES,
            ),
        ),
    ),
    Claim(
        "sun.theorem_4_2_i",
        "(pi < low(N) or pi > high(N)) implies K(v,D,pi,N) < C(v,D,N)",
        kernel="SunComparison.theorem_4_2",
        where="Section 4, Theorem 4.2 (i)",
        printed="for pi in (0, 1/2 - 1/(2 sqrt N)) or (1/2 + 1/(2 sqrt N), 1) Var_IC is smaller than Var_MC",
        reading=NO_ROOT_READING + "; the cards are not all alike (Var Y > 0) and L + 1 != 2 E Y",
        given={**COMPARED, **INNER},
        define=TERMS,
        steps=("sqrt(N)^2 = N", "(pi < low(N) or pi > high(N)) implies (2*pi-1)^2*N > 1"),
        narrowed=(
            ("v > 0", "equality where all cards are alike"),
            (
                "D != 0",
                "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
            ),
            TWO,
        ),
    ),
    Claim(
        "sun.theorem_4_2_ii",
        "(low(N) < pi and pi < high(N)) implies K(v,D,pi,N) > C(v,D,N)",
        kernel="SunComparison.theorem_4_2",
        where="Section 4, Theorem 4.2 (ii)",
        printed="for pi in (1/2 - 1/(2 sqrt N), 1/2 + 1/(2 sqrt N)) Var_IC is larger than Var_MC",
        reading=NO_ROOT_READING + "; the cards are not all alike (Var Y > 0) and L + 1 != 2 E Y",
        given={**COMPARED, **INNER},
        define=TERMS,
        steps=("sqrt(N)^2 = N", "(low(N) < pi and pi < high(N)) implies (2*pi-1)^2*N < 1"),
        narrowed=(
            ("v > 0", "equality where all cards are alike"),
            (
                "D != 0",
                "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
            ),
            TWO,
        ),
    ),
    Claim(
        "sun.theorem_4_2_line_1",
        "K(v,D,pi,N) - C(v,D,N) = (4*pi*(1-pi)/(N-1) - 1/N)*v/D^2",
        where="Section 4, proof of Theorem 4.2, first equality",
        printed="Var_IC - Var_MC = [4 pi(1-pi)/(N-1) - 1/N] Var Y/(L+1-2EY)^2",
        given=COMPARED,
        narrowed=DIVIDES,
        define=TERMS,
    ),
    Claim(
        "sun.theorem_4_2_line_2",
        "(4*pi*(1-pi)/(N-1) - 1/N)*v/D^2 = (-4*N*pi^2 + 4*N*pi - N + 1)/(N*(N-1))*v/D^2",
        where="Section 4, proof of Theorem 4.2, second equality",
        printed="= [(-4N pi^2 + 4N pi - N + 1)/(N(N-1))] Var Y/(L+1-2EY)^2",
        given=COMPARED,
        narrowed=DIVIDES,
    ),
    Claim(
        "sun.theorem_4_2_line_3",
        "(-4*N*pi^2 + 4*N*pi - N + 1)/(N*(N-1))*v/D^2"
        " = -4*(1/2 + 1/(2*sqrt(N)) - pi)*(1/2 - 1/(2*sqrt(N)) - pi)*v/((N-1)*D^2)",
        where="Section 4, proof of Theorem 4.2, third equality",
        printed="= -4(1/2 + 1/(2 sqrt N) - pi)(1/2 - 1/(2 sqrt N) - pi) Var Y/((N-1)(L+1-2EY)^2)",
        reading=NO_ROOT_READING,
        given=COMPARED,
        narrowed=DIVIDES,
    ),
    Claim(
        "sun.interval_of_ten_thousand",
        "low(10^4) = 0.495 and high(10^4) = 0.505",
        where="Section 4, after Theorem 4.2",
        printed="for N = 10^4 the interval is [0.495, 0.505]",
        define=DEFINE,
    ),
    Claim(
        "sun.interval_is_small",
        "high(N) - low(N) = 1/sqrt(N) and (N*e^2 > 1 implies high(N) - low(N) < e)",
        where="Section 4, after Theorem 4.2",
        printed="because N is a large number, the interval is small",
        reading="its length is 1/sqrt N, which is below any e > 0 where N is above 1/e^2",
        given={"N": "integer N >= 1", "e": "e > 0"},
        define=DEFINE,
    ),
    Claim(
        "sun.quarter_for_three",
        "1/(2*sqrt(N)) <= 1/4",
        where="Section 4, after Theorem 4.2",
        printed="1/(2 sqrt N) <= 1/4 (for N >= 3)",
        reading="at N = 3 it is 0.2887; the sentence ends with N > 3",
        given={"N": "integer N >= 3"},
        repairs=(Repair(adding=("N >= 4",), why="for N > 3, as the end of the sentence has it"),),
    ),
    Claim(
        "sun.quarter_suffices",
        "(pi < 0.25 or pi > 0.75) implies K(v,D,pi,N) < C(v,D,N)",
        where="Section 4, after Theorem 4.2",
        printed="as long as pi < 0.25 or pi > 0.75, Var_IC < Var_MC for any N > 3",
        given={**COMPARED, "N": "integer N >= 4", **INNER},
        define=TERMS,
        steps=("4*pi*(1-pi)*N < N - 1",),
        uses=(Use("sun.theorem_4_2_i"),),
        narrowed=(
            ("v > 0", "equality where all cards are alike"),
            (
                "D != 0",
                "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
            ),
        ),
    ),
]
