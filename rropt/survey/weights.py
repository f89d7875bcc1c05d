"""Compute the weights that turn answer shares into unbiased estimates. For a square invertible mechanism they are its inverse. If
there are more outputs than inputs, the weights with the least variance at the planned prevalence are taken. So an estimate has the
variance that its plan promised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from rropt.exact.element import Number, hand_out
from rropt.exact.errors import Either, InputError, Received, Undecided
from rropt.exact.matrix import Matrix, identity, inverse, is_rational, product, rank, solve, transpose
from rropt.exact.sign import signs
from rropt.exact.spelling import counted
from rropt.exact.stochastic import group_proportional
from rropt.mechanism import Mechanism
from rropt.privacy.given import mechanism_of
from rropt.results import FieldResult, InTable, Table, fact_table
from rropt.survey.prevalence import read_prevalence, uniform, whole_shares

__all__ = [
    "Origin",
    "Weights",
    "apply",
    "estimator_weights",
    "has_one_estimator",
    "linear_weights",
    "one_step_shares",
    "planned_weights",
    "require_identified",
]

MILLION = 10**6
MOST_EXACT = 64
"""For a mechanism over Q(t), functions of t = e^ε, with at most this many entries, the best weights at stated shares are exact."""
MOST_CHANCES = 100
"""For a rational mechanism of which at most this many answers have different chances, the best weights are exact."""
NEARER = Fraction(1, 1000)
"""If some answer has probability 0 at the planned shares, the shares are moved by this part of the way towards equal shares."""


def require_identified(p: Mechanism) -> None:
    """Refuse a mechanism with a free epsilon, or one under which two prevalences give the same answers (rank below k)."""
    if p.is_free:
        raise InputError("a mechanism whose epsilon is free has no single estimate; fix epsilon")
    _require_rank(p)


def _require_rank(p: Mechanism) -> None:
    if (found := rank(p.rows)) < p.k:
        raise InputError(
            f"different prevalences give the same answers of this mechanism (it has rank {found} for {counted(p.k, 'input')}), so "
            "no shares can be estimated from it; use a mechanism whose columns are linearly independent, or for the mean of a "
            "scale give ",
            Either("its scores to rropt.survey.estimate_mean", "--scores"),
        )


def apply(weights: Sequence[Sequence[Number]], shares: Sequence[Number]) -> tuple[Number, ...]:
    """Multiply a matrix of weights by a vector of shares."""
    return tuple(row[0] for row in product(weights, [(x,) for x in shares]))


def linear_weights(p: Mechanism, *, at: Sequence[Number] | None = None) -> Matrix:
    """Return the unbiased weights W whose estimates have the least variance at the prevalence `at` (uniform if not given).

    W is the matrix with W P = I, where P is the matrix of the mechanism, that minimises every variance: for every W' with W' P = I,
    the matrix Cov_W' − Cov_W is positive semidefinite at this prevalence.

    Every W with W P = I is unbiased at every prevalence π. Let Λ = diag(P π). Under all three sampling models n·Cov =
    W Λ Wᵀ − (terms in π alone), so the best W minimises W Λ Wᵀ. That is W* = (Pᵀ Λ⁻¹ P)⁻¹ Pᵀ Λ⁻¹. Proof: for W = W* + E with E P =
    0, W* Λ Eᵀ = (Pᵀ Λ⁻¹ P)⁻¹ (E P)ᵀ = 0, hence W Λ Wᵀ = W* Λ W*ᵀ + E Λ Eᵀ. If there are as many outputs as inputs, W* = P⁻¹
    whatever `at` is.

    If entries are functions of t = e^ε, W is computed by the formula of W*. If entries are rational, W is computed from the larger
    system [Λ −P; Pᵀ 0]·[Wᵀ; M] = [0; I], where M holds Lagrange multipliers. Its solution is the same W*. The entries of this
    system have the denominators of P, while those of Pᵀ Λ⁻¹ P have the product of all denominators of Λ.

    If P is not square, the result is in two cases only near W*, which is then computed in doubles (`_near`). In the first case,
    `at` is stated, entries are functions of t, ε is not free, and the mechanism has more than `MOST_EXACT` entries. In the second
    case, the mechanism is rational and more than `MOST_CHANCES` of its answers have different probabilities. In both cases the
    entries of W* itself would be long, up to thousands of digits. W P = I holds exactly in these cases too. So the weights are
    unbiased, and their variances are computed exactly.

    Reference: Aitken (1935), the Gauss–Markov theorem with unequal variances.
    """
    require_identified(p)
    return _weights(p, None if at is None else tuple(at))


def estimator_weights(mechanism: Mechanism, prevalence: object = None) -> Matrix:
    """The weights of the unbiased estimate: Σ_i weights[j][i]·(share of output i) estimates the share of input j.

    Args:
        mechanism: The mechanism, or a design; its epsilon may be free, and the weights are then functions of t = e^epsilon.
        prevalence: The prevalence at which the variance of the estimate is least, as one number or k numbers. If it is not given,
            all shares are equal. If there are as many outputs as inputs, it makes no difference.

    Returns:
        A k × m matrix W of exact numbers with W·P = I, one row per input.

    Raises:
        InputError: Different prevalences give the same answers, at every epsilon or at one of the range.

    Example:
        >>> from rropt import Mechanism
        >>> from rropt.survey import estimator_weights
        >>> P = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
        >>> print(estimator_weights(P)[1][1])
        t/(t - 1)

    Reference: Aitken (1935), On least squares and linear combination of observations, Proc. R. Soc. Edinburgh 55.
    """
    mechanism = mechanism_of(mechanism)
    _require_rank(mechanism)
    found = _weights(mechanism, None if prevalence is None else read_prevalence(prevalence, mechanism.k))
    for x in (x for row in found for x in row if mechanism.is_free):
        try:
            signs(x)
        except Undecided as error:
            raise InputError(
                f"for some epsilon in the range, different prevalences give the same answers: {error}"
            ) from error
    return tuple(tuple(hand_out(x) for x in row) for row in found)


@lru_cache(maxsize=8)
def _weights(p: Mechanism, at: tuple[Number, ...] | None) -> Matrix:
    """Compute the best weights of a mechanism with independent columns.

    They are cached, because a plan asks for them again for each share.
    """
    kept = [i for i, row in enumerate(p.rows) if any(row)]
    if len(kept) == p.k and p.m == p.k:
        return inverse(p.rows)
    law = apply(p.rows, uniform(p.k) if at is None else at)
    if never := [p.output_labels[i] for i in kept if law[i] == 0]:
        raise InputError(f"output {never[0]} has probability 0 at the working prevalence; give positive shares")
    rows, chances = [p.rows[i] for i in kept], [law[i] for i in kept]
    if is_rational(rows, [chances]):
        many = len(set(chances)) > MOST_CHANCES
        best = (
            _near(rows, chances, _normal(rows, [Fraction(1)] * len(rows))) if many else _solve_bordered(rows, chances)
        )
    elif at is None or p.is_free or p.k * len(kept) <= MOST_EXACT:
        best = _normal(rows, chances)
    else:
        short = transpose(_weights(p, None))
        best = _near(rows, chances, [short[i] for i in kept])
    columns = dict(zip(kept, best, strict=True))
    zero = (Fraction(0),) * p.k
    return transpose([columns.get(i, zero) for i in range(p.m)])


def _normal(rows: Sequence[Sequence[Number]], law: Sequence[Number]) -> Matrix:
    """Solve the normal equations (Pᵀ Λ⁻¹ P) W = Pᵀ Λ⁻¹ and return Wᵀ; P has these `rows`, and the diagonal matrix Λ has `law`."""
    scaled = transpose([[x / chance for x in row] for row, chance in zip(rows, law, strict=True)])
    return transpose(product(inverse(product(scaled, rows)), scaled))


def _near(rows: Sequence[Sequence[Number]], law: Sequence[Number], short: Sequence[Sequence[Number]]) -> Matrix:
    """Return Wᵀ for unbiased weights W that are near the best weights W*.

    W₀ is W*, computed in doubles and rounded to rationals. W₁ are exact unbiased weights with short entries, and `short` is W₁ᵀ.
    The result is W = W₀ + (I − W₀P)W₁. As W₁P = I, it is unbiased: WP = W₀P + I − W₀P = I.

    If the mechanism is rational, W₁ are the weights that would be best if all answers were equally likely. If its entries are
    functions of t, W₁ are the weights that are best at equal shares. For symmetric mechanisms this W₁ has short entries. In
    contrast, the entries of W* at other shares may have degrees of hundreds in t.

    Let r be the error of W₀. Then E = W − W* = (W₀ − W*)(I − PW₁) is of the size of r. With Λ the diagonal matrix of `law`, the
    variance exceeds the least one by E Λ Eᵀ, which is of the size of r².
    """
    import numpy as np

    p = np.array([[float(x) for x in row] for row in rows])
    scaled = p.T / np.array([float(x) for x in law])
    rough = [
        [Fraction(round(x * MILLION), MILLION) for x in row] for row in np.linalg.solve(scaled @ p, scaled).tolist()
    ]
    lacking = [[int(i == j) - x for j, x in enumerate(row)] for i, row in enumerate(product(rough, rows))]
    return tuple(
        tuple(x + y for x, y in zip(*pair, strict=True))
        for pair in zip(transpose(rough), product(short, transpose(lacking)), strict=True)
    )


def _solve_bordered(rows: Sequence[Sequence[Number]], law: Sequence[Number]) -> Matrix:
    """Solve the system [Λ −P; Pᵀ 0]·[Wᵀ; M] = [0; I] of `linear_weights` and return Wᵀ; P has these `rows`, and the diagonal matrix
    Λ has `law`."""
    m, k, zero = len(rows), len(rows[0]), Fraction(0)
    upper = [[*(law[i] if i == o else zero for o in range(m)), *(-x for x in row)] for i, row in enumerate(rows)]
    lower = [[*column, *[zero] * k] for column in transpose(rows)]
    right = [*[[zero] * k for _ in rows], *identity(k)]
    return solve([*upper, *lower], right)[:m]


class Origin(StrEnum):
    """The reason for the choice of an estimate's weights."""

    ONLY = "only"
    PLANNED = "planned"
    STATED = "stated"
    ONE_STEP = "one step"


@dataclass(frozen=True, slots=True, repr=False)
class Weights(InTable, FieldResult):
    """The weights of an estimate, the reason for their choice, and `at`, the shares at which their variance is least.

    `at` is None if there was no choice, because the best weights are the same at all shares.
    """

    matrix: Matrix
    origin: Origin
    at: tuple[Number, ...] | None = None

    @property
    def is_unbiased(self) -> bool:
        """Whether the estimate is unbiased at every prevalence and for any number of answers. It is not if the weights were chosen
        by the answers themselves."""
        return self.origin is not Origin.ONE_STEP

    def as_table(self) -> Table:
        """A table of the weights, one row per input, with the reason for their choice and the shares at which their variance is
        least."""
        facts = {"weights": self.origin.value, "best at": self.at}
        return fact_table(facts | {f"input {j}": row for j, row in enumerate(self.matrix)})


def has_one_estimator(p: Mechanism) -> bool:
    """Whether the best weights are the same at every prevalence.

    Outputs with proportional rows say the same about the truth, so they can be merged. If there are then as many outputs as inputs,
    the best weights are the same. The reason is that the merged mechanism has a square matrix P. If P has full rank, P⁻¹ is the
    only W with W P = I.
    """
    return p.m == p.k or len(group_proportional(p.rows)) == p.k


def planned_weights(
    p: Mechanism, *, working: object = None, plan: Callable[[], Sequence[Number]], origin: Origin = Origin.PLANNED
) -> Weights:
    """Return the weights that design, plan, simulate and estimate all use: `linear_weights` at the planned prevalence.

    The planned prevalence is `working` if that is stated. Otherwise it is the prevalence for which the mechanism was designed. If
    there is none, `plan` returns it. If there is only one choice of weights, no prevalence is needed. If there are as many outputs
    as inputs, a stated `working` is refused. If an answer has probability 0 at the planned prevalence, this is first moved a little
    towards equal shares (`NEARER`).
    """
    if working is not None and p.m == p.k:
        raise InputError(
            Received("working", str(working)),
            f" chooses among linear weights, but with {p.m} outputs for {p.k} inputs there is just one choice; drop it",
        )
    if has_one_estimator(p):
        return Weights(linear_weights(p), Origin.ONLY)
    if working is not None:
        shares, origin = read_prevalence(working, p.k), Origin.STATED
    elif p.planned is not None:
        shares, origin = p.planned, Origin.PLANNED
    else:
        shares = tuple(plan())
    if any(any(row) and not chance for row, chance in zip(p.rows, apply(p.rows, shares), strict=True)):
        shares = tuple(x + (y - x) * NEARER for x, y in zip(shares, uniform(p.k), strict=True))
    return Weights(linear_weights(p, at=shares), origin, shares)


def one_step_shares(p: Mechanism, answers: Sequence[Number]) -> tuple[Fraction, ...]:
    """Compute the shares at which the weights of the one-step estimator are best.

    First the shares are estimated with the weights that are best at equal shares. Then negative estimates are set to 0. The results
    are divided by their sum and rounded to millionths.

    Theory: take the weights that are best at any consistent estimate of the shares π, and let π̂ be the estimate with these
    weights. As the number n of answers grows, π̂ becomes efficient. The covariance of √n(π̂ − π) tends to the inverse of the Fisher
    information, and no weights W with W P = I have a smaller covariance. With finitely many answers, π̂ is not exactly unbiased,
    and its covariance differs from this limit.

    Reference: van der Vaart, Asymptotic Statistics (1998), §5.7.
    """
    cut = [max(Fraction(0), x) for x in apply(linear_weights(p), answers)]
    total = sum(cut, Fraction(0))
    return whole_shares([x / total for x in cut], MILLION)
