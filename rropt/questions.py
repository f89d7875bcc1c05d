"""Many yes/no questions, each randomized by itself: the joint distribution of the truths, what randomizing costs, and what answers
disclose.

Question i has a *bit randomizer* C_i, a mechanism of two inputs and outputs (0 = no, 1 = yes) with D = p₀₀ + p₁₁ − 1 ≠ 0, so that

    C⁻¹ = (1/D)·[[p₁₁, −p₀₁], [−p₁₀, p₀₀]].

The answers (b₁, …, b_n) of a person have the index Σ b_i·2^(n−i): question 1 is the first Kronecker factor and the most significant
bit. If π is the joint distribution of the truths, the answers have the distribution (C₁ ⊗ … ⊗ C_n)·π. A randomizer is
*bisymmetric* if it is C_a = [[a, 1 − a], [1 − a, a]], as the unrelated coin, Warner's device, and Rappor with p = 1 − q are.

**Shares.** With the frequencies y of the answers, π̂ = (C₁⁻¹ ⊗ … ⊗ C_n⁻¹)·y is unbiased. Its cell x is the mean over m people of
z = ∏ C_i⁻¹[x_i, r_i], where r are the answers of one person. So with q = (⊗ C_i⁻¹∘C_i⁻¹)·y, where ∘ multiplies entry by entry, and
the sampling factor f (`Sampling.factor`),

    (q_x − π̂_x² − (1 − f)·(π̂_x − π̂_x²))/(m − f)

is unbiased for Var π̂_x, as in `rropt.survey.estimates`. If the truth is l, the mean of z² is ∏ s_i[x_i, l_i] with
s_i[x, l] = Σ_r C_i⁻¹[x, r]²·C_i[r, l].

**Loss.** With s = Σ π_x² and the moments u_i[l] = s_i[0, l] + s_i[1, l], the variances of all cells, times m, have the sum c − s,
where c = ⟨u₁ ⊗ … ⊗ u_n, π⟩. For truthful answers it is 1 − s. So L = (c − s)/(1 − s) randomized answers do the work of one truthful
answer. If both moments of each question are equal, as for bisymmetric randomizers, c is a constant, and L depends on π through s
alone.

**Privacy.** Answers to different questions are randomized independently. So the ratio of two people's probabilities of a whole
answer is a product over the questions in which they differ, each factor at most that question's parity, and one whole answer
attains all of them at once. Hence e^ε of people who differ in at most k questions is the product of the k largest parities.

References: Vinterbo (2018), A simple algorithm for estimating distribution parameters from n-dimensional randomized binary
responses, Proposition 3.1, Lemma 4.5, Theorems 4.6 and 4.9, sections 4.3 and 5; Erlingsson, Pihur and Korolova (2014), RAPPOR.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb, prod
from typing import Any, ClassVar

import numpy as np

from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.grammar import read_number, read_rational
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import Matrix, inverse, product
from rropt.exact.sign import ceiling
from rropt.exact.spelling import counted
from rropt.families import krr, unrelated_coin, warner
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import largest_ratio
from rropt.show import Block, Col, Fact, Result, Say, Table, near
from rropt.survey.answers import Columns, Drop, Sampling, read_answers, read_sampling
from rropt.survey.contrast import stated_variances
from rropt.survey.estimates import best_weights, exact_variances
from rropt.survey.intervals import ROUNDING, Spread
from rropt.survey.laws import Array

__all__ = [
    "BitRandomizers",
    "Loss",
    "Marginal",
    "Randomizers",
    "Rappor",
    "apply_bitwise",
    "approximate_loss",
    "bit_randomizers",
    "bits_at_equal_epsilon",
    "inverse_bit",
    "least_loss",
    "loss",
    "marginal",
    "read_randomizers",
    "whole_answer_epsilon",
]

MOST_BITS, MOST_COMPARED, MOST_CROSSED, MOST_REPORTS = 26, 16, 6, 2000
MOST_SHOWN, AT_A_TIME = 64, 4
Randomizers = Mechanism | Sequence[Mechanism] | Mapping[str, Mechanism]


# ---- Randomizers of one bit ------------------------------------------------------------------------------------------------------


def read_randomizers(randomizers: Randomizers, questions: Sequence[str]) -> tuple[Mechanism, ...]:
    """Return an invertible 2×2 mechanism for each question: one for all, one for each in their order, or by name."""
    if isinstance(randomizers, Mechanism):
        chosen: tuple[Any, ...] = (randomizers,) * len(questions)
    elif isinstance(randomizers, Mapping):
        chosen = tuple(randomizers.get(q) for q in questions)
    else:
        chosen = tuple(randomizers)
    if not questions or len(chosen) != len(questions):
        raise InputError(
            f"there are {len(chosen)} randomizers for {len(questions)} questions; give one for each question"
        )
    for q, p in zip(questions, chosen, strict=True):
        if not isinstance(p, Mechanism) or p.shape != (2, 2) or p[0, 0] + p[1, 1] == 1:
            raise InputError(
                f"the randomizer of question {q!r} is {str(p)[:60]!r}; give a 2×2 mechanism whose answers depend on the truth"
            )
    return chosen


def inverse_bit(p: Mechanism) -> Matrix:
    """Return the inverse of an invertible 2×2 mechanism, indexed [truth][answer]."""
    return inverse(p.rows)


def second_moments(p: Mechanism) -> Matrix:
    """Return s[x][l], the mean of C⁻¹[x, answer]² if the truth is l."""
    return product([[x * x for x in row] for row in inverse_bit(p)], p.rows)


def whole_answer_epsilon(randomizers: Sequence[Mechanism], *, differ: int | None = None) -> Epsilon:
    """Return the exact ε of the answers to all questions together, for people who differ in at most `differ` of them.

    Args:
        randomizers: The mechanism of each question.
        differ: In how many questions two people may differ; in all of them if not given.

    Returns:
        The exact ε, which some whole answer attains.

    Raises:
        InputError: `differ` is negative, or above the number of questions.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.questions import whole_answer_epsilon
        >>> print(whole_answer_epsilon([from_spec("warner:p=3/4")] * 3, differ=2))
        log(9)

    Reference: Vinterbo (2018), section 4.3.
    """
    n, k = len(randomizers), len(randomizers) if differ is None else differ
    if not 0 <= k <= n:
        raise InputError(f"people cannot differ in {k} of {counted(n, 'question')}; give a number from 0 to {n}")
    parities = sorted((largest_ratio(p).value for p in randomizers), reverse=True)[:k]
    return Epsilon(INFINITY if INFINITY in parities else prod(parities, start=Fraction(1)))


# ---- Shares ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Marginal(Result):
    """Estimated shares of all combinations of truths, indexed as the module says.

    `variance` has unbiased estimates of the variances of `estimate`, possibly negative. Where one is not positive, the standard
    error is by an exact variance at the estimated share.
    """

    schema: ClassVar[str] = "rropt/marginal/1"
    questions: tuple[str, ...]
    n: int
    sampling: Sampling
    estimate: Array
    variance: Array
    standard_error: Array
    left_out: tuple[str, ...]

    def show(self) -> Iterator[Block]:
        """Say what is estimated, then the table of cells."""
        cells = len(self.estimate)
        of = f"{cells} combinations of truths of {', '.join(self.questions)} (the first question first)"
        where = "" if cells <= MOST_SHOWN else "; `estimate` and `to_csv()` have them"
        yield Say(f"The shares of {of}, estimated from {counted(self.n, 'person', 'people')}{where}.", key="")
        yield Fact("people", "People", self.n, shown=False)
        cols = (
            Col("truths", "truths"), Col("estimate", "share"), Col("standard_error", "standard error", "up"),
            Col("variance", "unbiased variance", shown=False),
        )  # fmt: skip
        names = (format(i, f"0{len(self.questions)}b") for i in range(cells))
        rows = list(zip(names, *(x.tolist() for x in (self.estimate, self.standard_error, self.variance)), strict=True))
        yield Table("shares", cols, rows, shown=cells <= MOST_SHOWN)
        if not (self.variance > 0).all():
            yield Say(
                "Where the unbiased estimate of a variance is not positive, the exact variance at the estimated share stands in "
                "its place, or if that is 0 the largest over all shares."
            )
        yield Say(f"Sampling: {self.sampling}.")
        yield from map(Say, self.left_out)


def apply_bitwise(matrices: Sequence[Array], x: Array) -> Array:
    """Return (M₁ ⊗ … ⊗ M_n)·x for 2×2 matrices, without writing the product down.

    A few matrices at a time are multiplied out and applied to their bits of the index. Beside x this takes two such vectors.
    """
    for start in range(0, len(matrices), AT_A_TIME):
        block = reduce(np.kron, matrices[start : start + AT_A_TIME])
        x = (block @ x.reshape(1 << start, len(block), -1)).ravel()
    return x


def marginal(
    data: Any,
    randomizers: Randomizers,
    *,
    questions: Sequence[object] | None = None,
    sampling: str = "replacement",
    population: int | None = None,
    other: Drop = "error",
) -> Marginal:
    """Estimate the joint distribution of the truths of up to 26 questions.

    Args:
        data: Any data frame or CSV file with a column for each question, an array of 0 and 1 (people × questions), or the array of
            how many people gave each of the 2^n combinations of answers.
        randomizers: One mechanism for all questions, one for each in their order, or a mapping from questions to mechanisms.
        questions: The questions, by columns; of an array by their numbers 1, 2, …. If not given, all of an array, or those that
            `randomizers` names.
        sampling: How respondents were drawn: replacement, census, or srs (simple random sampling) with its population.
        population: The size of the population for srs.
        other: What becomes of rows of a frame with an answer that is neither of two: error or drop.

    Returns:
        The shares of all combinations, with their variances.

    Raises:
        InputError: The data have other answers, fewer than 2 people, or no such question.

    Examples:
        >>> import numpy
        >>> from rropt import from_spec
        >>> from rropt.questions import marginal
        >>> marginal(numpy.array([30, 20, 20, 10]), from_spec("warner:p=3/4")).estimate.round(3).tolist()
        [0.5, 0.25, 0.25, 0.0]

    Reference: Vinterbo (2018), sections 3 and 4.
    """
    names = _names(data, randomizers, questions)
    chosen = read_randomizers(randomizers, names)
    if isinstance(data, np.ndarray):
        counts, left_out = _count(data, [int(x) for x in names]), tuple[str, ...]()
    else:
        answers = read_answers(data, [p.output_labels for p in chosen], Columns.of(answer=names, other=other))
        counts, left_out = answers.total(answers.n)[0], answers.left_out
    n = int(counts.sum())
    if n < 2:
        raise InputError(f"an estimate with its variance needs at least 2 people, not {n}; give the answers of more")
    model = read_sampling(sampling, population)
    return Marginal(names, n, model, *_shares(chosen, counts / n, n, model.factor(n)), left_out)


def _names(data: Any, randomizers: Randomizers, questions: Sequence[object] | None) -> tuple[str, ...]:
    """Return the names of the questions; of an array they are numbers from 1."""
    if isinstance(data, np.ndarray):
        is_plain = data.dtype.kind in "biuf" and not isinstance(data, np.ma.MaskedArray)
        is_power = data.ndim == 1 and len(data) > 1 and not len(data) & (len(data) - 1)
        if not is_plain or not (data.ndim == 2 or is_power):
            raise InputError(
                f"an array of {data.dtype} of shape {data.shape} must be of numbers, people × questions or 2^n counts"
            )
        known = tuple(str(i + 1) for i in range(data.shape[1] if data.ndim == 2 else len(data).bit_length() - 1))
    else:
        known = tuple(randomizers) if isinstance(randomizers, Mapping) else ()
    names = known if questions is None else tuple(map(str, questions))
    is_strange = isinstance(data, np.ndarray) and not set(names) <= set(known)
    if is_strange or not 1 <= len(names) <= MOST_BITS or len(set(names)) < len(names):
        raise InputError(
            f"the questions {', '.join(names[:12])} must be 1 to {MOST_BITS}, each named once, of "
            f"{', '.join(known[:12]) or 'the columns'}"
        )
    return names


def _count(data: Any, questions: Sequence[int]) -> Array:
    """Count the combinations of answers to these questions in an array of people or of counts."""
    is_fine = (data == 0) | (data == 1) if data.ndim == 2 else (data >= 0) & (data % 1 == 0)
    if not is_fine.all():
        raise InputError(f"the array has {data[~is_fine][0]!r}; give answers of 0 and 1, or whole numbers of people")
    if data.ndim == 2:
        people, columns = None, [data[:, q - 1].astype(np.int64) for q in questions]
    else:
        people, places = data, np.arange(len(data))
        columns = [places >> (len(data).bit_length() - 1 - q) & 1 for q in questions]
    index = reduce(lambda high, bit: high << 1 | bit, columns)
    return np.bincount(index, people, minlength=1 << len(questions)).astype(float)


def _shares(chosen: Sequence[Mechanism], y: Array, n: int, f: float) -> tuple[Array, Array, Array]:
    """Return the shares, their unbiased variances and their standard errors, from the frequencies y of answers."""
    inverses = [np.array(inverse_bit(p), dtype=float) for p in chosen]
    x, q = apply_bitwise(inverses, y), apply_bitwise([a * a for a in inverses], y)
    raw = (q - x * x - (1 - f) * (x - x * x)) / (n - f)
    lines = Spread(*_lines([np.array(second_moments(p), dtype=float) for p in chosen]))
    spare = exact_variances(x[None], lines, np.array([f]), np.array([n]))[0]
    # a variance that is 0 comes out as rounding
    raw[np.abs(raw) <= ROUNDING * q / n] = 0.0
    stated, _ = stated_variances(raw, q / n, spare)
    return x, raw, np.sqrt(stated)


def _lines(moments: Sequence[Array]) -> tuple[Array, Array]:
    """Return for each cell x the largest variance of z over all other truths, and that for people of the cell.

    With one more question of moments s, the largest second moment of other truths is that of the other truths so far times the
    larger of s[y, y] and s[y, ȳ], or that of x so far times s[y, ȳ], where y is the cell's new bit and ȳ the other one.
    """
    own, others = np.ones(1), np.zeros(1)
    for s in moments:
        same, cross = np.diag(s), np.array([s[0, 1], s[1, 0]])
        others = np.maximum(np.kron(others, np.maximum(same, cross)), np.kron(own, cross))
        own = np.kron(own, same)
    return others, own - 1


# ---- Loss ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Loss(Result):
    """A loss L, the number of randomized answers that do the work of one truthful answer; `kind` says of which distribution."""

    schema: ClassVar[str] = "rropt/loss/1"
    value: Number
    kind: str

    def sample_size(self, truthful: int) -> int:
        """Return the least number of randomized answers that, by this loss, are as good as `truthful` truthful ones."""
        return ceiling(self.value * truthful)

    def show(self) -> Iterator[Block]:
        """Say the loss and its kind."""
        yield Say(
            f"{near(self.value, 'up')} randomized answers do the work of one truthful answer ({self.kind}).", key=""
        )
        yield Fact("loss", "Loss L", self.value, "up")
        yield Fact("kind", "Kind", self.kind, shown=False)


def _loss(c: Any, s: Any, kind: str) -> Loss:
    return Loss((c - s) / (1 - s), kind)


def _moments(randomizers: Iterable[Mechanism]) -> list[tuple[Number, Number]]:
    """Return the moments u of each question's randomizer."""
    chosen = tuple(randomizers)
    read = read_randomizers(chosen, [str(i + 1) for i in range(len(chosen))])
    return [(a + c, b + d) for (a, b), (c, d) in map(second_moments, read)]


def loss(randomizers: Iterable[Mechanism], distribution: Sequence[object]) -> Loss:
    """Compute exactly how many randomized answers do the work of one truthful answer, at a distribution of the truths.

    Args:
        randomizers: The mechanism of each question.
        distribution: The shares of the 2^n combinations of truths, not all people of one.

    Returns:
        The loss.

    Raises:
        InputError: The shares are none, or everybody has the same truths, so that truthful answers have variance 0.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.questions import loss
        >>> print(loss([from_spec("unrelated_coin:p=1/2")] * 2, ["1/20", "3/20", "3/10", "1/2"]).value)
        1177/127

    Reference: Vinterbo (2018), Proposition 3.1 and Lemma 4.5.
    """
    found, c = _moments(randomizers), [read_number(x) for x in distribution]
    if len(c) != 1 << len(found) or min(c) < 0 or sum(c, Fraction(0)) != 1 or max(c) == 1:
        raise InputError(
            f"the shares {', '.join(map(str, c[:8]))} must be {1 << len(found)} numbers from 0 to below 1 with the sum 1, one for "
            f"each combination of truths of {counted(len(found), 'question')}"
        )
    s = sum((x * x for x in c), Fraction(0))
    for a, b in reversed(found):
        c = [a * x + b * y for x, y in zip(c[::2], c[1::2], strict=True)]
    return _loss(c[0], s, "exact at the stated distribution")


def approximate_loss(randomizers: Iterable[Mechanism]) -> Loss:
    """Compute Vinterbo's approximation of the loss, with the means of Σ π² and of c over uniformly random distributions π.

    The mean of Σ π² is 2/(2^n + 1). At a given π the approximation differs from L: for π = (1/20, 3/20, 3/10, 1/2) and the
    unrelated coin with p = 1/2 it is 9.75, as printed in the paper's Figure 1, but L is 1177/127 ≈ 9.27.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.questions import approximate_loss
        >>> float(approximate_loss([from_spec("unrelated_coin:p=1/2")] * 2).value)
        9.75

    Reference: Vinterbo (2018), section 5.1.
    """
    found = _moments(randomizers)
    c = prod(((a + b) / 2 for a, b in found), start=Fraction(1))
    return _loss(
        c, Fraction(2, (1 << len(found)) + 1), "an approximation, at Σ π² and moments of uniformly random shares"
    )


def least_loss(randomizers: Iterable[Mechanism]) -> Loss:
    """Compute a lower bound on the loss over all distributions of the truths.

    L = (c − s)/(1 − s) increases with c, and with s because c is at least 1. The bound has the least of both: 2^−n, and the product
    of the smaller moments. If both moments of each question are equal, equal shares attain it.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.questions import least_loss
        >>> print(least_loss([from_spec("warner:p=3/4")]).value)
        4

    Reference: Vinterbo (2018), Theorem 4.6.
    """
    found = _moments(randomizers)
    return _loss(
        prod(map(min, found), start=Fraction(1)), Fraction(1, 1 << len(found)), "a lower bound at all distributions"
    )


# ---- Randomizers at equal ε ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class BitRandomizers(Result):
    """Bit randomizers of one ε, each with its parameters, its chances of a 1, its loss, and the people that n answers are worth."""

    schema: ClassVar[str] = "rropt/bits/3"
    title: str
    rows: tuple[tuple[Any, ...], ...]
    notes: str

    def show(self) -> Iterator[Block]:
        """Yield the table, and what its columns mean."""
        yield Say(self.title, key="")
        cols = (
            Col("randomizer", "randomizer"), Col("parameters", "parameters"), Col("yes_if_no", "Pr(1 | 0)"),
            Col("yes_if_yes", "Pr(1 | 1)"), Col("loss", "loss L", "up"), Col("people", "effective sample size", "down"),
        )  # fmt: skip
        yield Table("randomizers", cols, self.rows)
        yield Say(self.notes)


def bit_randomizers(per_bit: Epsilon) -> tuple[tuple[str, str, Mechanism], ...]:
    """Return the name, the parameters and the mechanism of each randomizer to compare, all of exactly this ε for one bit.

    The four bisymmetric ones are one matrix, with a/(1 − a) = e^ε. The one-sided bit says 1 for a 1 with the chance 1/2, as in
    optimised unary encoding.
    """
    t = per_bit.t
    if per_bit.is_free or is_infinite(t) or t == 1:
        raise InputError(f"the epsilon {per_bit} of a bit must be one finite number above 0, such as 1")
    a = t / (1 + t)
    f, q, half = 1 - a, (3 * a - 1) / (2 * a), Fraction(1, 2)
    return (
        ("unrelated coin", f"p = {near(2 * f)}", unrelated_coin(epsilon=per_bit)),
        ("warner", f"p = {near(a)}", warner(epsilon=per_bit)),
        ("rappor, one-time", f"f = {near(2 * f)}", Rappor(2 * f, Fraction(0), Fraction(1)).one_time()),
        ("rappor, both steps", f"f = {near(f)}, q = 1 − p = {near(q)}", Rappor(f, 1 - q, q).one_report()),
        ("one-sided", "Pr(1 | 1) = 1/2", Mechanism([[1 - half / t, half], [half / t, half]])),
    )


def bits_at_equal_epsilon(
    questions: int,
    epsilon: object,
    *,
    distribution: Sequence[object] | None = None,
    differ: int | None = None,
    n: int = 1000,
    deff: object = 1,
) -> BitRandomizers:
    """Compare bit randomizers that give the whole answer the same ε, by their loss and the number of truthful answers that they are
    worth.

    Args:
        questions: The number of questions, up to 16.
        epsilon: The ε of the whole answer, shared by the bits in which two people differ.
        distribution: The shares of the combinations of truths; without them the loss is an approximation at typical ones.
        differ: In how many questions two people may differ; in all of them if not given.
        n: The number of respondents.
        deff: A design effect, by which the respondents count as n/deff.

    Returns:
        The table; if shares of up to 6 questions are given and all may differ, it also has k-ary randomized response to all of them
        at once.

    Raises:
        InputError: A number is out of its range, or the ε cannot be shared exactly.

    Examples:
        >>> from rropt.questions import bits_at_equal_epsilon
        >>> float(bits_at_equal_epsilon(1, "ln3").rows[0][4])
        5.5

    Reference: Vinterbo (2018), Theorem 4.9.
    """
    bits = questions if differ is None else differ
    if not 1 <= bits <= questions <= MOST_COMPARED:
        raise InputError(
            f"people cannot differ in {bits} of {questions} questions; give 1 to {MOST_COMPARED} questions, and at most as many"
        )
    whole, effect = read_epsilon(epsilon), read_rational(deff)
    if effect < 1:
        raise InputError(f"deff = {deff} must be at least 1; a design effect of clusters or weights is")
    people, asked = n / effect, bit_randomizers(whole.split(bits))
    bare = ([p] * questions for _, _, p in asked)
    losses = [approximate_loss(x) if distribution is None else loss(x, distribution) for x in bare]
    rows: list[tuple[Any, ...]] = [
        (name, said, *p[1], x.value, people / x.value) for (name, said, p), x in zip(asked, losses, strict=True)
    ]
    if distribution is not None and bits == questions <= MOST_CROSSED:
        p = krr(k=2**questions, epsilon=whole)
        value = _loss_at_once(p.to_numpy(), np.array([float(read_number(x)) for x in distribution]))
        rows.append(("crossed categories, asked once", f"k = {p.k}", *p[1][:2], value, float(people) / value))
    return BitRandomizers(
        f"Bit randomizers for {counted(questions, 'question')} at epsilon = {whole.shown()} for answers that differ in at most "
        f"{bits} of them; {counted(n, 'respondent')}",
        tuple(rows),
        f"L ({losses[0].kind}) is how many answers tell as much of the joint distribution as one truthful answer. "
        + (f"People count as {near(people)} drawn alone, by the design effect {deff}. " if effect > 1 else "")
        + "The four bisymmetric randomizers are one mechanism at equal epsilon (Vinterbo, Theorem 4.9); Rappor's two steps count "
        "one report, its permanent step alone is less private.",
    )


def _loss_at_once(p: Array, shares: Array) -> float:
    """Return the loss of a mechanism that randomizes the combination of all truths at once."""
    return float((best_weights(p) ** 2 @ (p @ shares)).sum() - shares @ shares) / float(1 - shares @ shares)


# ---- Rappor ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rappor:
    """Rappor's randomizer of one bit, with exact numbers f, p and q.

    The permanent response, drawn once, keeps the bit with probability 1 − f, and is a fair coin with probability f. Each report
    says 1 with probability q if the permanent bit is 1, and p if it is 0. With C_a as in the module and b' the permanent bit of b,

        one-time      C_{1−f/2}, the permanent bit itself
        one report    [[1−p, 1−q], [p, q]]·C_{1−f/2}, which is C_{q − (q − ½)f} if p = 1 − q
        r reports     j ones have the probability Σ_{b'} C_{1−f/2}[b', b]·Binomial(j; r, q if b' = 1, else p)
        all reports   reveal b' ever more surely, so that the ratios rise to those of the one-time mode.

    Examples:
        >>> from rropt.questions import Rappor
        >>> print(Rappor.of("1/2", "1/2", "3/4").epsilon(reports=None))
        log(3)

    Reference: Erlingsson, Pihur and Korolova (2014), RAPPOR; Vinterbo (2018), section 5.3.
    """

    f: Number
    p: Number
    q: Number

    @staticmethod
    def of(f: object, p: object = 0, q: object = 1) -> Rappor:
        """Read the parameters; p = 0 and q = 1 report the permanent bit itself."""
        made = Rappor(read_number(f), read_number(p), read_number(q))
        if not all(0 <= x <= 1 for x in (made.f, made.p, made.q)) or made.f == 1 or made.p == made.q:
            raise InputError(f"Rappor's f = {f}, p = {p}, q = {q} must be chances with f below 1 and p other than q")
        return made

    def one_time(self) -> Mechanism:
        """Return the mechanism that reports the permanent bit, once."""
        return unrelated_coin(p=self.f)

    def one_report(self) -> Mechanism:
        """Return the mechanism of one report."""
        return Mechanism([[1 - self.p, 1 - self.q], [self.p, self.q]]) @ self.one_time()

    def reports(self, r: int) -> Mechanism:
        """Return the mechanism whose output is the number of ones in r reports of one bit, which is all that they tell of it."""
        if not 1 <= r <= MOST_REPORTS:
            raise InputError(f"{r} reports of one bit cannot be computed; give a number from 1 to {MOST_REPORTS}")
        rows = [[comb(r, j) * x**j * (1 - x) ** (r - j) for x in (self.p, self.q)] for j in range(r + 1)]
        return Mechanism(rows, None, tuple(map(str, range(r + 1)))) @ self.one_time()

    def epsilon(self, *, reports: int | None = 1, differ: int = 1) -> Epsilon:
        """Return the exact ε of this many reports (of all, without end, if None), for people who differ in `differ` bits.

        Two values hashed by h functions differ in up to 2h bits, which are independent given the truth.
        """
        if differ < 0:
            raise InputError(f"people cannot differ in {differ} bits; give 0 or more")
        one = self.one_time() if reports is None else self.reports(reports)
        return Epsilon(largest_ratio(one).value).times(differ) if differ else Epsilon(Fraction(1))
