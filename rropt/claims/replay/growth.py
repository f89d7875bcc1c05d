"""Writes terms with powers, exponentials and logarithms of several variables as a sum divided by powers of divisors.

Each summand is a product of a rational number, powers of variables, whole powers of logarithms of variables, and e^u. Here u is a
linear combination of products of powers of variables.

A logarithm or root of a product is read only if its variables are known to be positive. For a root, ≥ 0 is enough if all powers are
positive. Products may then be taken apart: log(x·y) is log x + log y, exp(n·log x) is x^n, and sqrt(x²) is x. Divisors are kept
separate, because it must be shown that they are not 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

from rropt.claims.duties import factors
from rropt.claims.language.syntax import Call, Div, Node, Num, Pow, Term, Var, map_children
from rropt.claims.normal import Fractions
from rropt.exact.errors import InputError

__all__ = ["Growth", "Product", "Reader"]

MOST_SUMMANDS = 120
MOST_POWER = 60
Powers = tuple[tuple[str, Fraction], ...]
Exponent = tuple[tuple[Powers, Fraction], ...]


class Product(NamedTuple):
    """A product of powers of variables, a power of e, and powers of logarithms of variables. With a coefficient it is a summand.

    `powers` lists (variable, exponent) for the powers of variables, and `logs` lists (variable, exponent) for the powers of their
    logarithms. `exponent` is the exponent of e. It is a sum of numbers times products of powers of variables, and lists its
    summands as pairs (product of powers, number).
    """

    powers: Powers = ()
    exponent: Exponent = ()
    logs: tuple[tuple[str, Fraction], ...] = ()

    def times(self, other: Product) -> Product:
        return Product(*(_merge(a, b) for a, b in zip(self, other, strict=True)))


def _merge(
    a: tuple[tuple[Any, Fraction], ...], b: tuple[tuple[Any, Fraction], ...]
) -> tuple[tuple[Any, Fraction], ...]:
    total = dict(a)
    for name, value in b:
        total[name] = total.get(name, Fraction(0)) + value
    return tuple(sorted((name, value) for name, value in total.items() if value))


@dataclass(frozen=True, slots=True)
class Growth:
    """A sum of products with coefficients; `terms` maps each product to its coefficient, which is not 0."""

    terms: Mapping[Product, Fraction]

    def __add__(self, other: Growth) -> Growth:
        total = dict(self.terms)
        for s, c in other.terms.items():
            total[s] = total.get(s, Fraction(0)) + c
        return _keep_nonzero(total)

    def __mul__(self, other: Growth) -> Growth:
        total: dict[Product, Fraction] = {}
        for s, c in self.terms.items():
            for r, d in other.terms.items():
                product = s.times(r)
                total[product] = total.get(product, Fraction(0)) + c * d
        return _keep_nonzero(total)

    def __pow__(self, n: int) -> Growth:
        if n > MOST_POWER:
            raise InputError(f"this rule handles powers up to {MOST_POWER}, not {n}")
        found = Growth({Product(): Fraction(1)})
        for _ in range(n):
            found = found * self
        return found


def _keep_nonzero(terms: dict[Product, Fraction]) -> Growth:
    kept = {s: c for s, c in terms.items() if c}
    if len(kept) > MOST_SUMMANDS:
        raise InputError(f"this rule handles sums of at most {MOST_SUMMANDS} terms, not {len(kept)}")
    return Growth(kept)


@dataclass(slots=True)
class _Sums:
    """The arithmetic with which `Fractions` computes when its numerators and divisors are sums (`Growth`) in place of polynomials.

    A function call in a term is replaced by a new name. `named` maps each such name to the sum that is the value of the call.
    """

    named: dict[str, Growth] = field(default_factory=dict)

    def constant(self, value: Fraction) -> Growth:
        return Growth({Product(): value} if value else {})

    def variable(self, name: str) -> Growth:
        return self.named.get(name) or Growth({Product(((name, Fraction(1)),)): Fraction(1)})

    def value(self, x: Growth) -> Fraction | None:
        return Fraction(0) if not x.terms else x.terms.get(Product()) if len(x.terms) == 1 else None

    def terms(self, x: Growth) -> Mapping[tuple[int, ...], Fraction]:
        raise InputError("a sum with exponentials cannot be written as a polynomial")

    def exponents(self, x: Growth) -> list[tuple[int, ...]]:
        return []  # a sum that grows too long is refused when it is made

    def places(self, names: frozenset[str]) -> set[int]:
        return set()


class Reader:
    """Reads a term as a fraction. The numerator is a sum. The denominator is a product of powers of divisors, which have indices.

    `positive` names the variables known to be > 0, and `not_negative` those known to be ≥ 0.
    """

    def __init__(self, positive: frozenset[str], not_negative: frozenset[str]) -> None:
        self.positive, self.not_negative = positive, not_negative
        self.sums = _Sums()
        self.fractions = Fractions(self.sums)
        self.below: list[Term] = []

    def read(self, term: Term) -> tuple[Growth, dict[int, int]]:
        """Write a term as a fraction. Return the numerator, and the exponent of each divisor in the denominator by the divisor's
        index.

        Raise `InputError` if this class cannot write the term in this way.
        """
        return self.fractions.read(self._opened(term))

    def divisors(self) -> list[Growth]:
        """List all sums that must be shown not to be 0.

        First come the divisors, by the indices that `read` returns. Then come the other factors of the terms' denominators.
        """
        found = list(self.fractions.divisors)
        for x in (x for below in self.below for x in factors(below)):
            top, _ = self.fractions.read(x)
            if not self.sums.value(top) and top not in found:
                found.append(top)
        return found

    def _opened(self, node: Node) -> Any:
        """Replace each exp, log, root or power in the term by a new name, and return the new term.

        `self.sums.named` maps each new name to the sum that it stands for. Every divisor in the term is appended to the list
        `self.below`.
        """
        node = map_children(node, self._opened)
        if isinstance(node, Div):
            self.below.append(node.below)
        if isinstance(node, Pow) and not node.exponent:
            raise InputError("this rule does not handle a power with the exponent 0")
        if not isinstance(node, Call):
            return node
        name = f"{node.name}@{len(self.sums.named)}"
        self.sums.named[name] = self._value(node)
        return Var(name)

    def _value(self, call: Call) -> Growth:
        argument, below = self.fractions.read(call.arguments[0])
        match call:
            case Call("exp"):
                if any(below.values()):
                    raise InputError(
                        "this rule handles exp(x) only if the denominator of x is a number; restate the claim without an "
                        "expression in it"
                    )
                return self._exponential(argument)
            case Call("log"):
                return self._logarithm(*self._single(argument, below))
            case Call("sqrt"):
                return self._root(*self._single(argument, below), Fraction(1, 2))
            case Call("power", (_, Num(exponent))):
                return self._root(*self._single(argument, below), exponent)
        raise InputError(f"this rule does not handle the function '{call.name}'")

    def _single(self, top: Growth, below: Mapping[int, int]) -> tuple[Fraction, Product]:
        """Divide `top` by powers of divisors. The quotient must be a single summand; return its coefficient and its product.

        `below` maps a divisor's index to its exponent. Raise `InputError` if `top` or one of these divisors has several summands.
        """
        parts = [(top, 1), *((self.fractions.divisors[i], -n) for i, n in below.items() if n)]
        coefficient, found = Fraction(1), Product()
        for part, n in parts:
            if len(part.terms) != 1:
                raise InputError("this rule does not handle a logarithm or root of a sum")
            ((s, c),) = part.terms.items()
            coefficient *= c**n
            found = found.times(_to_power(s, Fraction(n)))
        return coefficient, found

    def _exponential(self, exponent: Growth) -> Growth:
        found = Product()
        for s, c in exponent.terms.items():
            if s.exponent:
                raise InputError("this rule does not handle an exponential of an exponential")
            if not s.logs:
                found = found.times(Product(exponent=((s.powers, c),)))
            elif not s.powers and len(s.logs) == 1 and s.logs[0][1] == 1:
                found = found.times(Product(((s.logs[0][0], c),)))
            else:
                raise InputError("this rule does not handle an exponential of a product with a logarithm")
        return Growth({found: Fraction(1)})

    def _logarithm(self, coefficient: Fraction, s: Product) -> Growth:
        if coefficient != 1 or s.logs or not {x for x, _ in s.powers} <= self.positive:
            raise InputError(
                "this rule handles a logarithm only of products of exponentials and variables shown positive"
            )
        found: dict[Product, Fraction] = {Product(logs=((x, Fraction(1)),)): n for x, n in s.powers}
        for powers, c in s.exponent:
            found[Product(powers)] = c
        return Growth(found)

    def _root(self, coefficient: Fraction, s: Product, exponent: Fraction) -> Growth:
        known = self.positive if any(n < 0 for _, n in s.powers) or exponent <= 0 else self.not_negative
        if s.logs or abs(exponent) > MOST_POWER or not {x for x, _ in s.powers} <= known:
            raise InputError(
                "this rule handles a root only of products of numbers, exponentials and variables shown positive"
            )
        top, bottom = (_exact_root(n, exponent) for n in (coefficient.numerator, coefficient.denominator))
        return Growth({_to_power(s, exponent): top / bottom})


def _to_power(s: Product, n: Fraction) -> Product:
    if not n:
        return Product()
    powers, logs = (tuple((x, n * value) for x, value in part) for part in (s.powers, s.logs))
    return Product(powers, tuple((product, n * value) for product, value in s.exponent), logs)


def _exact_root(x: int, exponent: Fraction) -> Fraction:
    """Return x^exponent for a positive x if it is easily seen to be rational; raise `InputError` otherwise.

    Three cases are seen: the exponent is a whole number; x is a square and the exponent is half a whole number; or x is 1.
    """
    root = x if exponent.denominator == 1 else isqrt(max(x, 0))
    if x <= 0 or (exponent.denominator > 2 and x != 1) or (exponent.denominator == 2 and root * root != x):
        raise InputError(
            f"this rule handles only whole powers of numbers and square roots of squares, not {x}^({exponent})"
        )
    return Fraction(root) ** int(exponent if exponent.denominator == 1 else 2 * exponent)
