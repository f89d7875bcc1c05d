"""All that a demand asks of mechanisms with k inputs, as the engine reads it.

A bound on an ordered pair (j, l) of inputs is Pr(S | j) ≤ T·Pr(S | l) + δ for every set S of answers. A bound on an average
limits the mean gain of a guesser who sees the answer.

A ratio T may be irrational. It is then known by rationals on both sides. A mechanism for the ratios below keeps the demand, and
prices that are valid for the ratios above are valid for it. All irrational ratios are powers of one t wherever possible, and
the rationals beside them are the same powers of the rationals beside t. So products of ratios agree, as T_01·T_12 = T_02 under
a metric.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, Literal

from flint import fmpq

from rropt.exact.element import Element, Number, generator, lift
from rropt.exact.errors import InputError
from rropt.exact.fields import Field, Free
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import common_field
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy.bounds import Average
from rropt.privacy.notion import Notion
from rropt.solvers.rational import ZERO, rational

__all__ = ["Ask", "Asked", "Condition", "Guess", "Ratio", "beside", "rational_of"]

BITS = 90
MOST_POWER = 256
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio T ≥ 1 with rationals low ≤ T ≤ high, which are equal if T is rational."""

    low: fmpq
    high: fmpq
    exact: Number

    def side(self, *, above: bool) -> fmpq:
        """The rational above T, or the one below."""
        return self.high if above else self.low


@dataclass(frozen=True, slots=True)
class Ask:
    """Pr(S | j) ≤ T·Pr(S | l) + slack for every set S of answers, where l is `against`; `name` is that of SPEC.md, 3.2.

    Let h(s) = max(0, s_j − T s_l) for a row s. The demand is Σ_i h(r_i) ≤ slack over the rows r_i of the mechanism.
    """

    j: int
    against: int
    ratio: Ratio
    slack: fmpq
    name: str

    def use(self, one: fmpq, other: fmpq, *, above: bool = False) -> fmpq:
        """The part h of the slack that a row with the entries s_j and s_l takes, with the ratio above T or the one below."""
        return max(ZERO, one - self.ratio.side(above=above) * other)


@dataclass(frozen=True, slots=True)
class Guess:
    """A bound on the mean gain of a guesser: Σ_i h(r_i) ≤ bound with h(s) = max_a g_a·s over the vectors g_a in `planes`."""

    planes: tuple[tuple[fmpq, ...], ...]
    bound: fmpq
    name: str


@dataclass(frozen=True, slots=True)
class Condition:
    """Σ a·P[i, j] is at most, at least or equal to `bound`; `terms` has a for each entry (i, j).

    With both sides times `sign` it says "at most", or "equal to".
    """

    terms: Mapping[tuple[int, int], fmpq]
    relation: Literal["<=", ">=", "="]
    bound: fmpq

    @property
    def sign(self) -> int:
        """−1 for a condition "at least", else 1."""
        return -1 if self.relation == ">=" else 1


@dataclass(frozen=True)
class Asked:
    """The asks and guesses of a demand on k inputs, without those that others imply.

    `notion` states the demand as a certificate does, with its numbers exact. `field` has all ratios; None if they are rational.
    `common` is T and δ, if one demand asks the same of all ordered pairs, and nothing else is asked. `pure` is T, if one of several
    demands asks s_j ≤ T·s_l of all pairs, as a whole. `list_asks` lists the asks: a question of many inputs under one pure demand
    needs none of its k·(k − 1).
    """

    k: int
    list_asks: Callable[[], tuple[Ask, ...]]
    guesses: tuple[Guess, ...]
    notion: Document
    field: Field | None
    common: tuple[Ratio, fmpq] | None
    pure: Ratio | None

    @classmethod
    def of(cls, demand: Notion, k: int, inputs: Sequence[str] | None = None, *, at: fmpq | None = None) -> Asked:
        """Read what a demand asks of k inputs.

        If a number t of the demand ranges over an interval, ratios and slacks are read at the rational t that `at` gives, while
        the exact numbers of ratios stay functions of t.
        """
        bounds = demand.bounds(k, inputs)
        if bounds.common is not None and is_infinite(bounds.common[0]):
            raise InputError(f"{demand} asks nothing, so that telling the truth is best; give a finite epsilon")
        pairs = [pair for _, pair in (islice(bounds.places(), 1) if bounds.common is not None else bounds.places())]
        exact = list(dict.fromkeys(ratio for ratio, _ in pairs))
        field = common_field([[x for x in bounds.numbers() if not is_infinite(x)]])
        if isinstance(field, Free):
            if at is None:
                raise InputError(
                    f"{demand} leaves a number free; give one number here, or ask for the optimum along it, as in along = epsilon"
                )
            ratios = {x: Ratio(_at(x, at), _at(x, at), x) for x in exact}
        else:
            ratios = _ratios(exact, field)
        slacks = {x: rational_of(x, "delta") if at is None else _at(x, at) for x in dict.fromkeys(x for _, x in pairs)}

        def list_asks() -> tuple[Ask, ...]:
            asks = [
                Ask(place[0], place[1], ratios[ratio], slacks[slack], ",".join(map(str, place)))
                for place, (ratio, slack) in bounds.places()
            ]
            return _without_implied(asks) if bounds.others else tuple(asks)

        guesses = tuple(_guess(n, one) for n, one in bounds.averages().items())
        of_all = [part.common for part in bounds.others or (bounds,) if part.common is not None and any(part.places())]
        pure = next((ratios[ratio] for ratio, slack in of_all if slack == 0), None)  # type: ignore[index]
        common = next(((ratios[x], slacks[slack]) for x, slack in of_all if not bounds.others), None)  # type: ignore[index]
        return cls(k, list_asks, guesses, demand.statement(k, inputs), field, common, pure)

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """What is asked of ordered pairs."""
        return self.list_asks()

    @cached_property
    def firm(self) -> tuple[Ask, ...]:
        """The asks without slack: every row s has s_j ≤ T·s_l, which makes the cone."""
        return tuple(ask for ask in self.asks if not ask.slack)

    @cached_property
    def budgets(self) -> tuple[Ask, ...]:
        """The asks with slack."""
        return () if self.only_pure is not None else tuple(ask for ask in self.asks if ask.slack)

    @property
    def only_pure(self) -> Ratio | None:
        """T, if nothing is asked but s_j ≤ T·s_l of all pairs, by one demand."""
        return None if self.common is None else self.pure

    @property
    def is_rational(self) -> bool:
        """Whether all ratios are rational, so that one linear program gives the mechanism and the prices."""
        return self.field is None


def rational_of(x: Number, name: str) -> fmpq:
    """The number x, which must be rational; `name` says what it is."""
    if isinstance(x, Element):
        raise InputError(
            f"{name} = {show(x)[:80]} is irrational, but it must be rational here; give a fraction near it"
        )
    return rational(x)


def _guess(n: int, average: Average) -> Guess:
    planes = tuple(tuple(rational_of(x, "the product of a prior and a gain") for x in g) for g in average.planes)
    return Guess(planes, rational_of(average.most, "the vulnerability"), str(n))


def _ratios(exact: Iterable[Number], field: Field | None) -> dict[Number, Ratio]:
    """Enclose ratios between rationals: powers of t by powers of two rationals beside t, and others one by one."""
    different = dict.fromkeys(exact)
    powers: dict[Number, int | None] = {
        x: _power(lift(x, field)) for x in different if isinstance(x, Element) and field is not None
    }
    most = max((n for n in powers.values() if n is not None), default=1)
    if most > MOST_POWER:
        raise InputError(
            f"the ratios of this demand are powers of one number t up to t^{most}, and certificates have powers up to "
            f"t^{MOST_POWER}; give budgets with smaller common denominators"
        )
    found: dict[Number, Ratio] = {}
    for x in different:
        if field is not None and (n := powers.get(x)) is not None:
            low, high = beside(generator(field), BITS)
            found[x] = Ratio(low**n, high**n, x)
        else:
            found[x] = Ratio(*beside(x, BITS), x)
    return found


def _at(x: Number, t: fmpq) -> fmpq:
    """The value of a function x of t."""
    return rational(x) if isinstance(x, Fraction) else x.num(t) / x.den(t)


def _power(x: Number) -> int | None:
    """The n for which x = t^n; None if x is no power of t."""
    if not isinstance(x, Element) or not x.den.is_one() or x.num.leading_coefficient() != 1:
        return None
    return None if any(x.num.coeffs()[:-1]) else int(x.num.degree())


def beside(x: Number, bits: int) -> tuple[fmpq, fmpq]:
    """Multiples of 2^−bits below and above x, at most 3 of these units apart, or twice x if it is rational."""
    if isinstance(x, Fraction):
        return rational(x), rational(x)
    low, high = map(rational, enclose(x, width=Fraction(1, 1 << bits)))
    return (low * 2**bits).floor() / fmpq(2**bits), (high * 2**bits).ceil() / fmpq(2**bits)


def _without_implied(asks: Sequence[Ask]) -> tuple[Ask, ...]:
    """The asks but for those whose pair has another ask with a ratio and a slack that are not larger."""
    kept: dict[tuple[int, int], list[Ask]] = {}
    for ask in asks:
        own = kept.setdefault((ask.j, ask.against), [])
        if not any(_implies(other, ask) for other in own):
            own[:] = [other for other in own if not _implies(ask, other)] + [ask]
    return tuple(ask for own in kept.values() for ask in own)


def _implies(one: Ask, other: Ask) -> bool:
    return bool(one.slack <= other.slack and one.ratio.exact <= other.ratio.exact)
