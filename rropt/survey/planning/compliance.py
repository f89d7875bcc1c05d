"""Compute how wrong a plan can go: the bias of the estimate if a share s of respondents protect themselves.

Let input j be the trait and x its share. The estimate of x is a mean of weights w, and an answer i has the weight w_i. Let 0 be the
safe output, such as a `no`: it is the output i with the least likelihood ratio Pr(i | j)/Pr(i | another input). The estimate's
expectation is a mean over people, so each kind of noncompliance has a bias in closed form:

- protective no: a share s of those with the trait answer 0 whatever the device says. The bias is s·x·(w_0 − 1).
- everyone: a share s of all people answer 0 whatever the device says. The bias is s·(w_0 − x).
- denial: a share s of those with the trait use the device as if they did not have it. The bias is −s·x.

The first and the third are 0 if nobody has the trait. For two inputs and two outputs w_0 − 1 = −p/(p − q), where the output that is
not safe has the probability p for people with the trait and q for the others.

The error changes too. Let λ_i be the probability of the answer i. The variance Var of the estimate from n independent answers has
n·Var = Σ λ_i w_i² − (Σ λ_i w_i)². If everybody complies, n·Var is the function g(x) of the module `spread`. Then Σ λ_i w_i is x, so
Σ λ_i w_i² is g(x) + x².

Now let a share s of those with the trait give a protective no. The weight of their answers is then always w_0. If they complied,
the weight would have the mean 1 and the variance v_j that the device adds for input j, so its square would have the mean v_j + 1.
Therefore Σ λ_i w_i² grows by s·x·(w_0² − v_j − 1). The mean Σ λ_i w_i grows by the bias b = s·x·(w_0 − 1). Hence

    n·Var = g(x) + x² + s·x·(w_0² − v_j − 1) − (x + b)².

If a design effect D of the answers is given, n·Var is multiplied by D. If instead a design effect D′ of clusters on the truth is
given, the answers of two people of one cluster covary because their truths do. The mean of w is 1 + s·(w_0 − 1) = 1 + b/x for
people with the trait, and 0 for the others. So (D′ − 1)·x(1 − x)·(1 + b/x)² is added to n·Var (`design_effect`).

The bias does not shrink with n. The last column of the table says from which n on the bias exceeds the standard error.

Reference: Clark and Desharnais (1998), Honest answers to embarrassing questions; Böckenholt and van der Heijden (2007) for the
self-protective no.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.survey.enclosures import number, root_text
from rropt.survey.planning.design_effect import inflation_by, say_effect
from rropt.survey.planning.report import Table
from rropt.survey.planning.spread import Region, read_region, spread_of, weights_for

__all__ = ["SHARES", "biases", "noncompliance", "protective_variance", "safe_output"]

SHARES = (Fraction(0), Fraction(1, 100), Fraction(1, 20), Fraction(1, 10), Fraction(1, 5))
HEADER = (
    "share s",
    "bias, protective no",
    "bias, everyone",
    "bias, denial",
    "standard error at n = {n}",
    "bias exceeds it from n",
)


def safe_output(p: Mechanism, j: int) -> int:
    """Find the safe output: the answer that speaks least for input j.

    For each output that is possible, take its probability under input j. Divide this by the largest probability of the same output
    under any other input. The safe output has the least such ratio.
    """
    places = [i for i in range(p.m) if any(p.rows[i])]
    best = places[0]
    for i in places[1:]:
        a, b = (max(x for o, x in enumerate(p.rows[q]) if o != j) for q in (best, i))
        if p.rows[i][j] * a < p.rows[best][j] * b:
            best = i
    return best


def biases(
    p: Mechanism, x: Number, s: Number, *, j: int = 1, region: Region | None = None
) -> tuple[Number, Number, Number]:
    """Compute the bias of the estimated share of input j under three kinds of noncompliance, and return the three biases.

    The true share of input j is x. First, a share s of those with input j give the safe answer (`safe_output`). Second, a share s
    of all people give the safe answer. Third, a share s of those with input j answer as people with another input do.

    The estimate uses the linear weights that are planned for `region`. If no region is given, they are planned for x
    alone.
    """
    safe = weights_for(p, region or Region(x, x), j).matrix[j][safe_output(p, j)]
    return s * x * (safe - 1), s * (safe - x), -s * x


def protective_variance(p: Mechanism, x: Number, s: Number, *, j: int = 1, region: Region | None = None) -> Number:
    """Compute n times the variance of the estimated share of input j if some people protect themselves, for n independent answers.

    The true share of input j is x. A share s of those with input j give the safe answer (`safe_output`) whatever the device says.
    The estimate uses the linear weights that are planned for `region`. If no region is given, they are planned for x
    alone.
    """
    region = region or Region(x, x)
    safe = weights_for(p, region, j).matrix[j][safe_output(p, j)]
    spread, mean = spread_of(p, region, j=j), x + s * x * (safe - 1)
    return spread.at(x, Fraction(1)) + x * x + s * x * (safe * safe - spread.own - 1) - mean * mean


def noncompliance(
    p: Mechanism,
    prevalence: object,
    *,
    shares: Sequence[object] = SHARES,
    j: int = 1,
    n: int = 1000,
    deff: object = None,
    deff_truth: object = None,
) -> Table:
    """Make a table of the bias and the standard error, with one row for each of the `shares` of people who do not comply.

    The table is for one prevalence of input j, or for both ends of a range. The standard error is that of n people. It includes the
    design effect if one is given: `deff` for the answers, or `deff_truth` for clusters on the truth.

    The table also states from which n on one of the biases exceeds its standard error. This is the bias if people with input j
    protect themselves by the safe answer ("protective no"). If the prevalence is a range, a note says that inside the range every
    bias, and this n, lie between their values at both ends. For the biases this holds because they are affine in the prevalence x.
    For the n it holds for another reason. Let g(x) be n times the variance. The n is about g(x) divided by the square of the bias,
    which is proportional to x. As g is concave and nonnegative, x·g′(x) ≤ g(x) − g(0) ≤ g(x). So g(x)/x² falls as x grows.
    """
    region = read_region(prevalence, p.k, j)
    ends = [region.lower] if region.is_point else [region.lower, region.upper]
    rows, inflate = [], inflation_by(deff, deff_truth)
    for x in ends:
        rows += [((show(x),) * (len(ends) - 1) + _row(p, region, x, read_rational(s), j, n, inflate)) for s in shares]
    effect = say_effect(deff, deff_truth)
    safe = p.output_labels[safe_output(p, j)]
    between = "Between the two prevalences, every bias and the n from which it exceeds its error lie between the values at both."
    notes = (
        f"The safe answer is {safe}. Protective no: a share s of those with the trait answer {safe} whatever the "
        "device says; everyone: a share s of all do; denial: a share s of those with the trait use the device as if without it.",
        f"The last two columns are for the protective no, {f'with a {effect}' if effect else 'independent draws'}.",
        *([between] if len(ends) == 2 else []),
    )
    where = f"prevalence {show(region.lower)}" if len(ends) == 1 else f"the prevalences {region.in_words()}"
    header = tuple(name.format(n=n) for name in HEADER)
    title = f"Bias of the estimated share of input {p.input_labels[j]} at {where} if some protect themselves"
    return Table("noncompliance", title, ("prevalence",) * (len(ends) - 1) + header, tuple(rows), notes)


def _row(
    p: Mechanism, region: Region, x: Number, s: Fraction, j: int, n: int, inflate: Callable[[Number, Number], Number]
) -> tuple[str, ...]:
    if not 0 <= s <= 1:
        raise InputError(
            f"the share of respondents who protect themselves must be from 0 to 1, not {s}; give shares such as 1/10"
        )
    found = biases(p, x, s, j=j, region=region)
    of_truth = (1 - x) * (x + found[0]) * (x + found[0]) / x if x else Fraction(0)
    variance = inflate(protective_variance(p, x, s, j=j, region=region), of_truth)
    exceeds = "never" if found[0] == 0 else str(floor(enclose(variance / (found[0] * found[0]))[1]) + 1)
    return (show(s), *(number(b, digits=4) for b in found), root_text(variance / n, digits=4), exceeds)
