"""Section 3.1: modified Warner's device in a census, Algorithm 1 and equation (1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from rropt.claims import Claim, Fact, Repair
from rropt.claims.chance import Chance
from rropt.claims.evidence import Item

from .definitions import DEFINE, DEVICE, INNER, MANY, ONE, ONE_KIND, SHARE, SIMULATED
from .surveys import Program, T, algorithm_1, law, mean, people, variance, warner

P = 1 / (1 + T)
ALL_P = "p = 1/(1+t) with t > 1 free is every p < 1/2"
COVARIANCE = "(2*p-1)^2*(pi*(N*pi-1)/(N-1) - pi^2)"


def pi_hat(share: Any, p: Any = P) -> Any:
    """((N1/N) − (1 − p))/(2p − 1)."""
    return (share - (1 - p)) / (2 * p - 1)


def hat(size: int) -> Callable[[int], Any]:
    """π̂ of N1 yes answers from `size` people."""
    return lambda n1: pi_hat(Fraction(n1, size))


def portion(size: int) -> Callable[[int], Fraction]:
    """N1/N."""
    return lambda n1: Fraction(n1, size)


def everybody(program: Program, truths: tuple[int, ...], *given: Any) -> Program:
    """The program of a whole census: the number of yes answers N1."""

    def census(chance: Chance) -> int:
        return sum(program(chance, x, *given) for x in truths)

    return census


def answers(program: Program) -> Iterator[Item]:
    """One respondent: X is x with probability p and 1 − x with probability 1 − p."""
    for x in (0, 1):
        found = law(program, x, P)
        yield Fact(f"Pr(X = x | x = {x})", found[x], "=", P)
        yield Fact(f"Pr(X = 1 - x | x = {x})", found[1 - x], "=", 1 - P)


def unbiased(program: Program) -> Iterator[Item]:
    """E π̂ = π_A, first for one respondent of each kind, then for whole censuses."""
    for size in range(1, 5):
        for yes in range(size + 1):
            found = law(everybody(program, people(yes, size), P))
            expected = mean(found, hat(size))
            yield Fact(f"N = {size}, {yes} members of A", expected, "=", Fraction(yes, size))


def spreads(program: Program) -> Iterator[Item]:
    """Var π̂ of whole censuses is p(1 − p)/(N(2p − 1)²)."""
    for size in range(1, 5):
        for yes in range(size + 1):
            found = law(everybody(program, people(yes, size), P))
            value = variance(found, hat(size))
            yield Fact(f"N = {size}, {yes} members of A", value, "=", P * (1 - P) / (size * (2 * P - 1) ** 2))


def total_items() -> Iterator[Item]:
    """E N1/N in whole censuses is the formula of total probability."""
    for size in range(1, 5):
        for yes in range(size + 1):
            share = Fraction(yes, size)
            expected = mean(law(everybody(warner, people(yes, size), P)), portion(size))
            yield Fact(f"N = {size}, {yes} members of A", expected, "=", P * share + (1 - P) * (1 - share))


AFFINE = "the estimator is affine, each answer depends on its own x only, and N = 1 has both kinds of respondents; "

CLAIMS = [
    Claim(
        "sun.algorithm_1",
        kernel="Errata.not_sun_algorithm_1",
        where="Section 3.1, Algorithm 1, lines 3-8",
        printed="sample u with P(u = 1) = p; if u < p then X = x, else X = 1 - x: the truth is answered with probability p",
        reading="executed as printed. The text (Section 2.2.1, Theorem 5.1 and the formula of total probability) needs the "
        "truth with probability p; a Bernoulli u is below p exactly when u = 0",
        decided_by=lambda: answers(algorithm_1),
        argument=f"both truths and both answers; {ALL_P}",
        repairs=(
            Repair(
                states="(u = 1 implies u*x + (1-u)*(1-x) = x) and (u = 0 implies u*x + (1-u)*(1-x) = 1-x)",
                given={"u, x": "integer [0, 1]"},
                why="the test in line 4 must be u = 1: the truth is answered exactly where u = 1, which has probability p",
                kernel="SunPrivacy.warner_chances",
            ),
        ),
    ),
    Claim(
        "sun.algorithm_1_unbiased",
        kernel="Errata.not_sun_algorithm_1",
        where="Section 3.1, Algorithm 1 with the estimator after it",
        printed="the estimator of the answers that Algorithm 1 returns is unbiased",
        reading="executed as printed; its expectation is 1 - pi instead",
        decided_by=lambda: unbiased(algorithm_1),
        argument=AFFINE + ALL_P,
        repairs=(
            Repair(
                decided_by=lambda: unbiased(warner),
                why="with u = 1 in line 4",
                argument=AFFINE + ALL_P,
                kernel="Sun.warner_unbiased",
            ),
        ),
    ),
    Claim(
        "sun.algorithm_1_variance",
        kernel="SunReplaced.algorithm_1_variance",
        where="Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 1",
        printed="the variance of the estimates that Algorithm 1 gives is that of equation (1)",
        narrowed=SIMULATED,
        reading="executed as printed, for p < 1/2 as in the paper: the exchange of p and 1 - p changes no variance, so a "
        "simulation that looks at the "
        "variance alone does not notice the bias",
        decided_by=lambda: spreads(algorithm_1),
        argument=f"variances of independent answers add, and N = 1 has both kinds of respondents; {ALL_P}",
    ),
    Claim(
        "sun.warner_answers_dependent",
        f"{COVARIANCE} < 0",
        kernel="SunOrder.warner_answers_dependent",
        where="Section 3.1, after Algorithm 1",
        printed="the random variables X_1, ..., X_N are dependent",
        reading="the census meets its respondents in random order, each being as likely as any other to be next; any two of "
        "the answers have a negative covariance",
        narrowed=(ONE_KIND, ("N >= 2", "one answer depends on no other")),
        argument="over the order in which a census meets its respondents, E x_i x_j = pi(N pi - 1)/(N - 1) and the covariance "
        "of two answers is (2p-1)^2 times that of x_i and x_j. Given the x_i, as in the privacy theorems, they are "
        "independent",
        given={**DEVICE, **INNER, **MANY},
    ),
    Claim(
        "sun.warner_total_probability",
        kernel="SunSentences.warner_total_probability",
        where="Section 3.1, the display of total probability",
        printed="p pi + (1-p)(1-pi) is about N1/N",
        reading="it is the expectation of N1/N, from which N1/N differs by r or more with probability at most 1/(4 N r^2), for "
        "every r > 0",
        decided_by=total_items,
        argument=f"the expectation is the mean over respondents, and N = 1 has both kinds; {ALL_P}",
    ),
    Claim(
        "sun.warner_estimator",
        "p*pi + (1-p)*(1-pi) = w iff pi = (w - (1-p))/(2*p-1)",
        where="Section 3.1, the estimator",
        printed="the estimator (N1/N - (1-p))/(2p-1)",
        reading="w = N1/N: it is the solution of the display before it",
        given={**DEVICE, "pi, w": "real"},
    ),
    Claim(
        "sun.warner_unbiased",
        kernel="Sun.warner_unbiased",
        where="Section 3.1",
        printed="the estimator is unbiased",
        reading="with the truth told with probability p",
        decided_by=lambda: unbiased(warner),
        argument=AFFINE + ALL_P,
    ),
    Claim(
        "sun.unbiased_by_large_numbers",
        "(N*w/N - (1-p))/(2*p-1) = pi",
        where="Sections 3.1, 3.2, 3.3 and 4, after each estimator",
        printed="the estimator is unbiased according to the law of large numbers",
        argument="By the linearity of expectation the sum of N answers, dependent or not, has N times their mean w; what is "
        "proved "
        "then says that the estimate has the mean pi. The law of large numbers is another reason, of means of many "
        "answers, and "
        "says nothing at a given N.",
        narrowed=("", "of the estimator of Section 3.1; those of the other three devices are claimed apart"),
        given={**DEVICE, "pi": "[0, 1]", "N": "integer N >= 1", "w": "w = p*pi + (1-p)*(1-pi)"},
    ),
    Claim(
        "sun.eq_1_line_1",
        "(z2/N^2 - 2*(1-p)*z1/N + (1-p)^2)/(2*p-1)^2 - ((z1/N - (1-p))/(2*p-1))^2 = (z2 - z1^2)/(N^2*(2*p-1)^2)",
        kernel="SunSentences.warner_variance_line_1",
        where="Section 3.1, (1), first line",
        printed="Var of the estimator is Var(sum X)/(N^2 (2p-1)^2)",
        reading="z1 and z2 are the first two moments of the sum of the answers",
        given={**DEVICE, **ONE, "z1, z2": "real"},
    ),
    Claim(
        "sun.eq_1_line_2",
        kernel="Sun.warner_variance_line_2",
        where="Section 3.1, (1), second line",
        printed="it is (pi p(1-p) + (1-pi)(1-p)p)/(N(2p-1)^2)",
        reading="the variance of a census of any N people with fixed truths, told with probability p",
        decided_by=lambda: spreads(warner),
        argument=f"variances of independent answers add, and N = 1 has both kinds of respondents; {ALL_P}",
    ),
    Claim(
        "sun.eq_1_line_3",
        "(pi*p*(1-p) + (1-pi)*(1-p)*p)/(N*(2*p-1)^2) = p*(1-p)/(N*(2*p-1)^2)",
        where="Section 3.1, (1), third line",
        printed="= p(1-p)/(N(2p-1)^2)",
        given={**DEVICE, **SHARE, **ONE},
    ),
    Claim(
        "sun.warner_with_replacement",
        "w*(1-w)/(N*(2*p-1)^2) = pi*(1-pi)/N + W(p,N)",
        kernel="SunReplaced.warner_with_replacement",
        where="Section 3.1, after (1)",
        printed="with replacement the variance is pi(1-pi)/N + p(1-p)/(N(2p-1)^2)",
        argument="N independent answers, each yes with probability w = p pi + (1-p)(1-pi)",
        given={**DEVICE, **SHARE, **ONE, "w": "w = p*pi + (1-p)*(1-pi)"},
        define=DEFINE,
    ),
    Claim(
        "sun.warner_decreased",
        "(w*(1-w)/(N*(2*p-1)^2)) - W(p,N) = pi*(1-pi)/N",
        kernel="SunReplaced.warner_decreased",
        where="Section 3.1, after (1); of the summary at the end of Section 3 what it says of Warner",
        printed="the variance is decreased by pi(1-pi)/N compared with sampling with replacement",
        argument="the first term is the variance with replacement, by that claim",
        given={**DEVICE, **SHARE, **ONE, "w": "w = p*pi + (1-p)*(1-pi)"},
        define=DEFINE,
    ),
]
