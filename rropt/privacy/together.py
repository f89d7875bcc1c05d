"""Several demands joined into one, which a mechanism keeps if it keeps each of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, ClassVar, NoReturn, Self

from rropt.exact.element import Bound, Element, Number, is_free
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Free
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import PairBounds
from rropt.privacy.enclosure import Enclosure
from rropt.privacy.notion import Notion, Violation, worst_first
from rropt.privacy.pairs.factor import tight_factor
from rropt.privacy.ratios import are_all_true, are_ratios_within
from rropt.privacy.stored import Fields, read_demand_fields, register

__all__ = ["All", "Joinable", "OfRatio", "promises_nothing"]

PROMISE = "Nobody is ever unmasked: no answer proves anything about anybody."


class Joinable:
    """Base of demands that can be joined by `&` and read back from JSON. To read a demand, its class is found by its `name`."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        kind: Any = cls
        if hasattr(kind, "from_fields"):
            register(kind)

    def __and__(self, other: object) -> All:
        """Join both demands into one."""
        return All(self, other)

    def __or__(self, other: object) -> NoReturn:
        """Refuse: mechanisms that keep one demand or another do not form a convex set."""
        raise InputError(
            f"cannot join {self} and {str(other)[:60]} with |; join them with & to demand both, or make a design for each"
        )

    def about(self, k: int, inputs: Sequence[str] | None = None) -> Any:
        """The same demand on k inputs, each named by its label. A demand that names no inputs returns itself."""
        return self

    def sentence_beside(self) -> str:
        """The sentence for a respondent who also gets a promise about all truths; the same as `sentence()` unless overridden."""
        kind: Any = self
        return str(kind.sentence())

    def say_slack(self) -> str:
        """Return "". (`LDP` overrides this method to say what δ is, and `Vulnerability` to say that it bounds only an average.)"""
        return ""

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """The demand that `to_dict` wrote."""
        try:
            found = read_demand_fields(data)  # type: ignore[arg-type]
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(
                f"{str(data)[:60]!r} does not have the fields of a demand; give a dictionary that to_dict returned"
            ) from None
        if is_open(found):
            raise InputError(
                "epsilon or delta of this demand ranges over an interval, which its dictionary does not contain; construct the "
                f"demand again, as {type(found).__name__}(…)"
            )
        if not isinstance(found, cls):
            raise InputError(
                f"{found} is not of the class {cls.__name__}; read it with {type(found).__name__}.from_dict"
            )
        return found


class OfRatio(Joinable):
    """Base of demands that ask the same ratio T and the same slack δ of every ordered pair of inputs.

    T is `parity()` and δ is 0, unless a subclass defines `reduced` otherwise.
    """

    __slots__ = ()

    @abstractmethod
    def parity(self) -> Bound:
        """The largest ratio of two entries of a row that the demand allows; infinity if it bounds none."""

    def holds(self, mechanism: Mechanism) -> bool:
        """Whether the mechanism keeps the demand: no entry of a row is more than `parity()` times another."""
        return are_ratios_within(mechanism, self.parity())

    def reduced(self) -> tuple[Bound, Number]:
        """The pair (T, δ), for which the demand is Pr(S | j) ≤ T·Pr(S | l) + δ for all sets S of outputs and inputs j, l."""
        return self.parity(), Fraction(0)

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds of the demand on k inputs: the ratio and slack that `reduced` gives, for every ordered pair."""
        return PairBounds(k, self.reduced())


@dataclass(frozen=True, slots=True, repr=False)
class All(Joinable):
    """Several demands at once, as `&` writes them: `LDP("1/2", delta="1/10") & LDP(3)`.

    Each demand, except a vulnerability, is equivalent to a ratio T and a slack δ for each ordered pair of inputs. So with several
    demands, a pair has several such bounds (T, δ). If every ratio and slack of one demand is at least that of another demand, the
    first is implied by the second. An implied demand is left out of designs and certificates.

    Args:
        demands: Notions, such as `LDP`, `PairwiseLDP`, `Metric`, `Sensitive`, `Parity`, `RhoBreach` or `Vulnerability`.

    Raises:
        InputError: No demand is given, one is no notion, or two have a number that ranges over an interval.

    Example:
        >>> from rropt import LDP, Variance, design
        >>> demand = LDP("1/2", delta="1/10") & LDP(3)
        >>> round(design(Variance("1/10"), demand).value, 4)
        Rational(14489, 10000)

    Reference: SPEC.md, 3, several demands together.
    """

    name: ClassVar[str] = "all"
    demands: tuple[Notion, ...]

    def __init__(self, *demands: object) -> None:
        found: list[Notion] = []
        for demand in demands:
            if isinstance(demand, All):
                found += demand.demands
            elif isinstance(demand, Notion) and not isinstance(demand, type):
                found.append(demand)
            else:
                raise InputError(
                    f"{str(demand)[:60]!r} is not a demand, so it cannot be joined with &; give a demand such as LDP(3)"
                )
        if not found:
            raise InputError("no demand was given; give one or more, such as LDP('1/2', delta='1/10') and LDP(3)")
        if len(free := [demand for demand in found if is_open(demand)]) > 1:
            raise InputError(
                f"{free[0]} and {free[1]} both range over an interval; give numbers to all demands but one"
            )
        object.__setattr__(self, "demands", tuple(found))

    def holds(self, mechanism: Mechanism) -> bool:
        """Whether the mechanism meets every demand."""
        return are_all_true(lambda demand=demand: demand.holds(mechanism) for demand in self.demands)  # type: ignore[misc]

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """The violations of all demands, worst first."""
        return worst_first(v for demand in self.demands for v in demand.violations(mechanism))

    def tightest(self, mechanism: Mechanism) -> Fraction | Enclosure | Infinity:
        """The least c ≥ 0 such that the mechanism keeps all demands with every budget ε multiplied by c; infinity if there is none.

        The budget of a notion that bounds a ratio is the logarithm of that ratio. A bound on an average has no budget and is not
        scaled.
        """
        bounds = self.bounds(mechanism.k, mechanism.inputs)
        if any(average.total(mechanism.rows) > average.most for average in bounds.averages().values()):
            return INFINITY
        return tight_factor(mechanism, bounds)

    def parity(self) -> Bound:
        """The γ such that parity ≤ γ is equivalent to all demands together; infinity if there is no such γ."""
        try:
            found = [bounds for x in self.demands if (bounds := x.bounds(2)).asks_anything()]
        except InputError:  # a demand that names inputs does not bound the ratios of all pairs
            return INFINITY
        bounded = (demand for demand in self.demands if not is_infinite(demand.parity()))
        return next((x.parity() for x in bounded if all(_implies(x.bounds(2), one) for one in found)), INFINITY)

    def asked(self, k: int, inputs: Sequence[str] | None = None) -> tuple[Notion, ...]:
        """The demands that bound something for k inputs and are not implied by another, in order. If several are equal, only the
        first is listed."""
        return tuple(demand for demand, _ in self._asked(k, inputs))

    def _asked(self, k: int, inputs: Sequence[str] | None) -> list[tuple[Notion, PairBounds]]:
        kept: list[tuple[Notion, PairBounds]] = []
        for demand in self.demands:
            found = demand.bounds(k, inputs)
            if found.asks_anything() and not any(_implies(one, found) for _, one in kept):
                kept = [*((other, one) for other, one in kept if not _implies(found, one)), (demand, found)]
        return kept

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds of all demands that `asked` lists; if it lists none, the bounds of the first demand."""
        found = tuple(bounds for _, bounds in self._asked(k, inputs)) or (self.demands[0].bounds(k, inputs),)
        return found[0] if len(found) == 1 else PairBounds(k, None, others=found)

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demands that `asked` lists; if it lists none, the first demand."""
        asked = self.asked(k, inputs) or self.demands[:1]
        if len(asked) == 1:
            return asked[0].statement(k, inputs)
        return {"name": "all", "demands": [demand.statement(k, inputs) for demand in asked]}

    def about(self, k: int, inputs: Sequence[str] | None = None) -> All:
        """The same demands on k inputs, each named by its label."""
        return All(*(demand.about(k, inputs) for demand in self.demands))

    def sentence(self) -> str:
        """The demands in a sentence for a respondent, without those that promise nothing beside others. If some demands bound every
        ratio in a row (`parity` is finite) and others do not, the sentence ends with a promise: no answer proves anything about
        anybody."""
        told = [demand for demand in self.demands if not promises_nothing(demand)] or self.demands
        bounded = [not is_infinite(demand.parity()) for demand in told]
        sentences = [demand.sentence_beside() if any(bounded) else demand.sentence() for demand in told]
        said = list(dict.fromkeys(sentence.removesuffix(".") for sentence in sentences))
        if any(bounded) and not all(bounded):
            said.append(PROMISE.removesuffix("."))
        return "; and ".join([said[0], *(x[0].lower() + x[1:] for x in said[1:])]) + "."

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of the name and the list of demands, each as its own dictionary."""
        return {"name": self.name, "demands": [demand.to_dict() for demand in self.demands]}

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demands from their fields, as read from JSON or a command line."""
        return cls(*fields.demands("demands"))

    def __repr__(self) -> str:
        return " & ".join(map(repr, self.demands)) if len(self.demands) > 1 else f"All({self.demands[0]!r})"

    def __str__(self) -> str:
        return " & ".join(map(str, self.demands))


def is_open(demand: Notion) -> bool:
    """Whether some number of the demand ranges over an interval. If demands are joined by `&`, whether this is so for at least one
    of them."""
    return range_of(demand) is not None


def range_of(demand: Notion) -> Free | None:
    """The interval over which a number of the demand ranges; None if no number does.

    If demands are joined by `&`, all of them are searched, even a demand that another implies.
    """
    return next((x.field for x in _numbers(demand) if isinstance(x.field, Free)), None)


def promises_nothing(demand: Notion) -> bool:
    """Whether it is certain that every mechanism keeps the demand. For a demand that fixes no number of inputs, two are taken."""
    try:
        found = demand.bounds(getattr(demand, "size", None) or 2)
        return not any(found.places()) and all(average.is_kept_by_all() for average in found.averages().values())
    except (InputError, Undecided):  # a demand may name its inputs, or have a number that ranges over an interval
        return False


def _numbers(part: object) -> Iterator[Element]:
    """Yield the irrational numbers in a demand or in a part of it."""
    if isinstance(part, Element):
        yield part
    elif isinstance(part, tuple):
        yield from chain.from_iterable(map(_numbers, part))
    elif is_dataclass(part):
        yield from chain.from_iterable(_numbers(getattr(part, x.name)) for x in fields(part))


def _implies(one: PairBounds, other: PairBounds) -> bool:
    """Whether it is certain that every mechanism that keeps the bounds `one` also keeps the bounds `other`.

    If both arguments bound pairs of inputs, the answer is yes under this condition: for every pair that `other` bounds, the ratio
    and the slack of `one` are at most those of `other`. If either argument bounds an average, the answer is yes if both bound the
    same average, and the bound of `one` is at most the bound of `other`.
    """
    if one.average is not None or other.average is not None:
        both = one.average is not None and other.average is not None and one.average.planes == other.average.planes
        return both and _is_at_most(one.average.most, other.average.most)  # type: ignore[union-attr]
    if one.common is not None and other.common is not None:
        found = {(one.common, other.common)}
    else:
        found = {(one.of(*place), bound) for place, bound in other.places()}
    return all(_is_at_most(t, most) and _is_at_most(delta, more) for (t, delta), (most, more) in found)


def _is_at_most(x: Bound, y: Bound) -> bool:
    """Whether x ≤ y for sure; False if that cannot be decided. If x and y lie in no common number field, bounds on them are
    compared."""
    if is_infinite(x) or is_infinite(y):
        return is_infinite(y)
    try:
        return x <= y
    except (InputError, Undecided):
        # numbers that range over an interval have no enclosure, and nothing is sure of them
        return not (is_free(x) or is_free(y)) and enclose(x)[1] <= enclose(y)[0]
