"""Polynomials with rational coefficients in plain Python. The replay of proofs computes with them, so that it needs no library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from rropt.exact.patience import require_time

__all__ = ["Polynomial", "Ring"]

Exponents = tuple[int, ...]
LONG = 200


class Polynomial:
    """An immutable polynomial: a table from exponents to nonzero coefficients."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Exponents, Fraction]) -> None:
        self.terms: dict[Exponents, Fraction] = {
            e: c if type(c) is Fraction else Fraction(c) for e, c in terms.items() if c
        }

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for e, c in other.terms.items():
            terms[e] = terms.get(e, Fraction(0)) + c
        return Polynomial(terms)

    def __neg__(self) -> Polynomial:
        return Polynomial({e: -c for e, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + (-other)

    def __mul__(self, other: Polynomial) -> Polynomial:
        terms: dict[Exponents, Fraction] = {}
        long = len(other.terms) > LONG
        for e, c in self.terms.items():
            if long:
                require_time()
            for f, d in other.terms.items():
                key = tuple(map(int.__add__, e, f))
                terms[key] = terms.get(key, Fraction(0)) + c * d
        return Polynomial(terms)

    def __pow__(self, n: int) -> Polynomial:
        """Raise the polynomial to a whole power n >= 1."""
        result = self
        for bit in bin(n)[3:]:
            result = result * result
            if bit == "1":
                result = result * self
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def is_in(self, n: int) -> bool:
        """Whether this is a polynomial in n variables: every term has n exponents, none of which is negative."""
        return all(len(e) == n and min(e, default=0) >= 0 for e in self.terms)

    def is_zero(self) -> bool:
        return not self.terms

    def scale(self, c: Fraction) -> Polynomial:
        return Polynomial({e: c * d for e, d in self.terms.items()})

    def degree(self, i: int) -> int:
        return max((e[i] for e in self.terms), default=0)

    def variables(self) -> set[int]:
        """Return the indices of the variables that occur."""
        return {i for e in self.terms for i, n in enumerate(e) if n}

    def constant(self) -> Fraction | None:
        """Return the value of a constant polynomial; None if a variable occurs."""
        if not self.terms:
            return Fraction(0)
        (e, c), *rest = self.terms.items()
        return c if not rest and not any(e) else None

    def coefficients(self, i: int) -> list[Fraction]:
        """List the coefficients from power 0 upward, for a polynomial that contains the i-th variable alone."""
        found = [Fraction(0)] * (self.degree(i) + 1)
        for e, c in self.terms.items():
            found[e[i]] = c
        return found

    def in_powers_of(self, i: int) -> list[Polynomial]:
        """List the coefficients of powers of the i-th variable, from power 0 upward; they are polynomials in the others."""
        found: list[dict[Exponents, Fraction]] = [{} for _ in range(self.degree(i) + 1)]
        for e, c in self.terms.items():
            found[e[i]][(*e[:i], 0, *e[i + 1 :])] = c
        return [Polynomial(x) for x in found]

    def at(self, values: tuple[Fraction, ...]) -> Fraction:
        total = Fraction(0)
        for e, c in self.terms.items():
            for x, n in zip(values, e, strict=True):
                if n:
                    c *= x**n
            total += c
        return total

    def show(self, names: tuple[str, ...]) -> str:
        """Write the polynomial as text that the grammar of statements can read."""
        if not self.terms:
            return "0"
        text = ""
        for e, c in sorted(self.terms.items(), key=lambda x: (-sum(x[0]), tuple(-n for n in x[0]))):
            powers = [x if n == 1 else f"{x}^{n}" for x, n in zip(names, e, strict=True) if n]
            size = [] if abs(c) == 1 and powers else [str(abs(c))]
            text += (" - " if c < 0 else " + ") + "*".join(size + powers)
        return "-" + text[3:] if text.startswith(" - ") else text[3:]


class Ring:
    """The ring Q[names], which makes polynomials in the variables with these names."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.place = {x: i for i, x in enumerate(self.names)}

    def constant(self, value: Fraction) -> Polynomial:
        return Polynomial({(0,) * len(self.names): value})

    def variable(self, name: str) -> Polynomial:
        i = self.place[name]
        return Polynomial({tuple(int(j == i) for j in range(len(self.names))): Fraction(1)})

    def value(self, x: Polynomial) -> Fraction | None:
        return x.constant()

    def terms(self, x: Polynomial) -> Mapping[Exponents, Fraction]:
        return x.terms

    def exponents(self, x: Polynomial) -> list[Exponents]:
        return list(x.terms)

    def places(self, names: frozenset[str]) -> set[int]:
        """Return the indices of those names that are variables of this ring; other names are left out."""
        return {self.place[x] for x in names if x in self.place}
