"""Section 3.2: modified Simmons' device in a census, Algorithm 2 and equation (2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from rropt.claims import Claim, Fact, Repair
from rropt.claims.chance import Chance
from rropt.claims.evidence import Item

from .definitions import ASKED, ASKS, DEFINE, EXAMPLE, INNER, MANY, ONE, ONE_KIND, SHARE, SIMULATED
from .surveys import Program, T, algorithm_2, law, mean, people, simmons, variance

P = 1 / (1 + T)
INNOCENT = (Fraction(1, 4), Fraction(1, 2), Fraction(2, 3))
GROUPS = {
    "N": "integer N >= 2",
    "A, B": "integer [1, inf)",
    "H": "integer [0, inf)",
    "pi": "pi = A/N",
    "b": "b = B/N",
    "c": "c = H/N",
}
OVERLAP = ("H <= A", "H <= B", "A + B - H <= N")
DEGREE = "identities of rational functions of p = 1/(1+t), so for every p; of degree at most 2 in pi_B, which three values fix"
LINE_2 = "pi*(p+(1-p)*b)*(1-p-(1-p)*b)/(N*p^2) + (1-pi)*((1-p)*b)*(1-(1-p)*b)/(N*p^2)"


def pi_hat(share: Any, b: Any) -> Any:
    """((N1/N) − (1 − p)π_B)/p."""
    return (share - (1 - P) * b) / P


def hat(size: int, b: Any) -> Callable[[int], Any]:
    """π̂ of N1 yes answers from `size` people."""
    return lambda n1: pi_hat(Fraction(n1, size), b)


def portion(size: int) -> Callable[[int], Fraction]:
    """N1/N."""
    return lambda n1: Fraction(n1, size)


def everybody(program: Program, truths: tuple[int, ...], b: Any) -> Program:
    """The number of yes answers of a whole census."""

    def census(chance: Chance) -> int:
        return sum(program(chance, x, P, b) for x in truths)

    return census


def censuses(program: Program, most: int) -> Iterator[tuple[str, Any, Fraction, int, int]]:
    """(label, law of N1, π_B, N, members of A) of all small censuses."""
    for b in INNOCENT:
        for size in range(1, most + 1):
            for yes in range(size + 1):
                found = law(everybody(program, people(yes, size), b))
                yield f"pi_B = {b}, N = {size}, {yes} members of A", found, b, size, yes


def answers(program: Program) -> Iterator[Item]:
    """One respondent: yes with probability p·x + (1 − p)·π_B."""
    for b in INNOCENT:
        for x in (0, 1):
            yield Fact(f"Pr(X = 1 | x = {x}) at pi_B = {b}", law(program, x, P, b)[1], "=", P * x + (1 - P) * b)


def unbiased(program: Program) -> Iterator[Item]:
    """E π̂ = π_A."""
    for label, found, b, size, yes in censuses(program, 3):
        expected = mean(found, hat(size, b))
        yield Fact(label, expected, "=", Fraction(yes, size))


def formula(b: Any, share: Any, size: int) -> Any:
    """The last form of (2)."""
    other = b * (1 - P)
    return (other - other * other) / (size * P * P) + share * (1 - P - 2 * other) / (size * P)


def spreads(program: Program) -> Iterator[Item]:
    """Var π̂ is (2)."""
    for label, found, b, size, yes in censuses(program, 3):
        value = variance(found, hat(size, b))
        yield Fact(label, value, "=", formula(b, Fraction(yes, size), size))


def half_items() -> Iterator[Item]:
    """The same at π_B = 1/2 alone, where the figures are drawn."""
    for label, found, b, size, yes in censuses(algorithm_2, 2):
        if b == Fraction(1, 2):
            value = variance(found, hat(size, b))
            yield Fact(label, value, "=", formula(b, Fraction(yes, size), size))


def total_items() -> Iterator[Item]:
    """E N1/N = pπ + (1 − p)π_B."""
    for label, found, b, size, yes in censuses(simmons, 3):
        expected = mean(found, portion(size))
        yield Fact(label, expected, "=", P * Fraction(yes, size) + (1 - P) * b)


ONE_DECIDES = "each answer depends on its own x only, and N = 1 has both kinds of respondents; "

WITH_B = (
    "B is a group of the people asked, as in the example of Section 2.2.2, and not a draw with chance pi_B for each: the answer "
    "of a person is x with probability p and else y, whether they belong to A and to B, so its variance is p(1-p) where x and y "
    "differ and 0 elsewhere; c is the share of those who belong to both, H of the N people"
)

CLAIMS = [
    Claim(
        "sun.census_with_group_b",
        "p*(1-p)*(pi + b - 2*c)/(N*p^2) = S(p,b,pi,N)",
        where="Section 3.2, (2), with the statement (b) of Section 2.2.2",
        printed="in a census, statement (b) being 'I am a member of Group B', the variance is (2)",
        reading=WITH_B,
        given={"p": "0 < p < 1", **GROUPS},
        assuming=OVERLAP,
        define=DEFINE,
        example=EXAMPLE,
        repairs=(
            Repair(
                states="S(p,b,pi,N) - p*(1-p)*(pi + b - 2*c)/(N*p^2) = ((1-p)^2*b*(1-b) + 2*p*(1-p)*(c - pi*b))/(N*p^2)",
                kernel="SunRepaired.census_with_group_b",
                narrowed=("p > 0", "the estimator divides by p"),
                why="(2) is larger by ((1-p)^2 pi_B(1-pi_B) + 2p(1-p)(pi_AB - pi_A pi_B))/(N p^2), pi_AB the share in both",
            ),
            Repair(
                states="c >= pi*b and 0 < b and b < 1 and p < 1 implies p*(1-p)*(pi + b - 2*c)/(N*p^2) < S(p,b,pi,N)",
                kernel="SunRepaired.census_with_group_b_smaller",
                narrowed=(
                    ("0 < b and b < 1", "where nobody or everybody is in B, (2) is exact"),
                    ("p > 0", "the estimator divides by p"),
                ),
                why="so (2) is too large wherever A and B are not negatively correlated and p < 1: where p = 1 both are 0",
            ),
        ),
    ),
    Claim(
        "sun.census_with_group_b_answers",
        "p*(1-p)*(x-y)^2 = p*x^2 + (1-p)*y^2 - (p*x + (1-p)*y)^2",
        where="Section 3.2, for the reading of sun.census_with_group_b",
        given={"p": "[0, 1]", "x, y": "real"},
    ),
    Claim(
        "sun.census_with_group_b_larger",
        "p*(1-p)*(1/2 + 1/2 - 2*0)/(N*p^2) > S(p,1/2,1/2,N)",
        where="Section 3.2, for the sign of what (2) is too large by: nobody belongs to both groups",
        given={"p": "1/3 < p < 1", **ONE},
        define=DEFINE,
    ),
    Claim(
        "sun.algorithm_2",
        kernel="Slips.not_sun_algorithm_2",
        where="Section 3.2, Algorithm 2, lines 3-13",
        printed="with u and v Bernoulli, X = x if u < p, else X = 1 if v < pi_B and 0 if not: yes has probability p x + (1-p) pi_B",
        reading="executed as printed. A Bernoulli u is below p exactly when u = 0, and v is below pi_B when v = 0",
        decided_by=lambda: answers(algorithm_2),
        argument=f"both truths; {DEGREE}",
        repairs=(
            Repair(
                states="(u = 1 implies u*x + (1-u)*v = x) and (u = 0 and v = 1 implies u*x + (1-u)*v = 1)"
                " and (u = 0 and v = 0 implies u*x + (1-u)*v = 0)",
                given={"u, v, x": "integer [0, 1]"},
                why="the tests in lines 4 and 8 must be u = 1 and v = 1: the truth is answered where u = 1, which has probability "
                "p, else yes where v = 1, which has probability pi_B",
                kernel="SunPrivacy.simmons_chances",
            ),
        ),
    ),
    Claim(
        "sun.algorithm_2_unbiased",
        kernel="Slips.not_sun_algorithm_2",
        where="Section 3.2, Algorithm 2 with the estimator after it",
        printed="the estimator of the answers that Algorithm 2 returns is unbiased",
        reading="executed as printed",
        decided_by=lambda: unbiased(algorithm_2),
        argument=ONE_DECIDES + DEGREE,
        repairs=(
            Repair(
                decided_by=lambda: unbiased(simmons),
                why="with the tests u = 1 and v = 1",
                argument=ONE_DECIDES + DEGREE,
                kernel="SunRepaired.algorithm_2_unbiased",
                narrowed=ASKS,
            ),
        ),
    ),
    Claim(
        "sun.algorithm_2_variance",
        kernel="Slips.not_sun_algorithm_2_variance",
        where="Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 2",
        printed="at pi_B = 1/2 the variance of the estimates that Algorithm 2 gives is that of equation (2)",
        reading="executed as printed, at pi_B = 1/2 as in the simulations: unlike those of Algorithms 1, 3 and 4 this exchange "
        "does change the variance, so a simulation of the algorithm as printed does not verify (2)",
        decided_by=half_items,
        argument="every p = 1/(1+t)",
        repairs=(
            Repair(
                kernel="SunRepaired.algorithm_2_variance",
                decided_by=lambda: spreads(simmons),
                why="with the tests u = 1 and v = 1, at every pi_B",
                narrowed=(SIMULATED, ASKS),
                argument=ONE_DECIDES + DEGREE,
            ),
        ),
    ),
    Claim(
        "sun.simmons_answers_dependent",
        "p^2*(pi*(N*pi-1)/(N-1) - pi^2) < 0",
        kernel="SunOrder.simmons_answers_dependent",
        where="Section 3.2, after Algorithm 2",
        printed="the random variables X_1, ..., X_N are dependent",
        reading="the census meets its respondents in random order, each being as likely as any other to be next; any two of "
        "the answers have a negative covariance",
        narrowed=(
            ONE_KIND,
            ("N >= 2", "one answer depends on no other"),
            ("p > 0", "where p = 0 nobody is asked the sensitive question"),
        ),
        argument="over the order in which a census meets its respondents; the covariance of two answers is p^2 times that of "
        "x_i and x_j. Given the x_i they are independent",
        given={"p": "(0, 1]", **INNER, **MANY},
    ),
    Claim(
        "sun.simmons_total_probability",
        kernel="SunSentences.simmons_total_probability",
        where="Section 3.2, the display of total probability",
        printed="p pi + (1-p) pi_B is about N1/N",
        reading="it is the expectation of N1/N, from which N1/N differs by r or more with probability at most 1/(4 N r^2), for "
        "every r > 0",
        decided_by=total_items,
        argument=ONE_DECIDES + DEGREE,
    ),
    Claim(
        "sun.simmons_estimator",
        "p*pi + (1-p)*b = w iff pi = (w - (1-p)*b)/p",
        where="Section 3.2, the estimator",
        printed="the estimator (N1/N - (1-p) pi_B)/p",
        narrowed=ASKS,
        reading="w = N1/N: it is the solution of the display before it",
        given={**ASKED, "pi, w": "real"},
    ),
    Claim(
        "sun.simmons_unbiased",
        kernel="Sun.simmons_unbiased",
        where="Section 3.2",
        printed="the estimator is unbiased",
        narrowed=("", "p > 0: the estimator divides by p"),
        reading="with the probabilities of the text (the cases in the proof of Theorem 5.2)",
        decided_by=lambda: unbiased(simmons),
        argument=ONE_DECIDES + DEGREE,
    ),
    Claim(
        "sun.eq_2_line_1",
        "(z2/N^2 - 2*c*z1/N + c^2)/p^2 - ((z1/N - c)/p)^2 = (z2/N^2 - (z1/N)^2)/p^2",
        kernel="SunSentences.simmons_variance_line_1",
        where="Section 3.2, (2), first line",
        printed="Var of the estimator is Var(sum X / N)/p^2",
        narrowed=ASKS,
        reading="z1 and z2 are the first two moments of the sum of the answers, c = (1-p) pi_B",
        given={"p": "[0, 1]", **ONE, "z1, z2, c": "real"},
    ),
    Claim(
        "sun.eq_2_line_2",
        kernel="Sun.simmons_variance_line_2",
        where="Section 3.2, (2), second line",
        printed="= pi [p+(1-p)pi_B][1-p-(1-p)pi_B]/(N p^2) + (1-pi)[(1-p)pi_B][1-(1-p)pi_B]/(N p^2)",
        narrowed=("", "p > 0: the estimator divides by p"),
        reading="the variance of a census of any N people with fixed truths; the second and last lines agree by eq_2_line_3",
        decided_by=lambda: spreads(simmons),
        argument="variances of independent answers add, and N = 1 has both kinds of respondents; " + DEGREE,
    ),
    Claim(
        "sun.eq_2_line_3",
        f"{LINE_2} = S(p,b,pi,N)",
        where="Section 3.2, (2), last line",
        printed="= (pi_B(1-p) - pi_B^2 (1-p)^2)/(N p^2) + pi (1-p-2 pi_B(1-p))/(N p)",
        narrowed=ASKS,
        given={**ASKED, **SHARE, **ONE},
        define=DEFINE,
    ),
    Claim(
        "sun.simmons_with_replacement",
        "w*(1-w)/(N*p^2) = pi*(1-pi)/N + S(p,b,pi,N)",
        kernel="SunReplaced.simmons_with_replacement",
        where="Section 3.2, after (2)",
        printed="with replacement the variance is pi(1-pi)/N plus (2)",
        narrowed=ASKS,
        argument="N independent answers, each yes with probability w = p pi + (1-p) pi_B",
        given={**ASKED, **SHARE, **ONE, "w": "w = p*pi + (1-p)*b"},
        define=DEFINE,
    ),
    Claim(
        "sun.simmons_decreased",
        "w*(1-w)/(N*p^2) - S(p,b,pi,N) = pi*(1-pi)/N",
        kernel="SunReplaced.simmons_decreased",
        where="Section 3.2, after (2); summary at the end of Section 3",
        printed="the variance is decreased by pi(1-pi)/N compared with sampling with replacement",
        narrowed=ASKS,
        argument="the first term is the variance with replacement, by that claim",
        given={**ASKED, **SHARE, **ONE, "w": "w = p*pi + (1-p)*b"},
        define=DEFINE,
    ),
]
