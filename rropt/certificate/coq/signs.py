"""Writes Coq lemmas that a polynomial in t is positive, or nonnegative, on the whole domain of t.

The domain may be the single point t = e^q, where q is a rational number other than 0. At this t no polynomial with integer
coefficients is 0, except the polynomial 0. Coq's tactic `interval` proves the sign of the value, with a precision in bits that is
found when the file is written.

If the domain is an interval from a to b, the polynomial is factored. A linear factor whose root is an open end of the interval has
a clear sign. Any other factor, of degree d, is written as a sum with nonnegative coefficients. The terms of the sum are
(t - a)^i (b - t)^(e - i) with some e >= d, or (t - a)^i if there is no upper end. If only p >= 0 is to be proved, a factor with an
even exponent needs no proof.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import flint
from flint import fmpq_poly, fmpz_poly

from rropt.certificate.coq.spelling import integer, polynomial, rational
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.fields import Exponential, Free
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.polynomial_sign import enclose_quotient, signs_of_quotient

__all__ = ["Constant", "Domain", "Interval", "PointOfE", "domain_of"]

Lines = list[str]
ELEVATIONS = 24  # the number of degrees, from that of the polynomial on, at which positive coefficients are looked for
WRONG = "a number of the certificate does not have the sign that the rule in Coq asks for, so it has no export to Coq"
FINENESS = (1, 8, 24, 64)  # bits after the point of the rational that replaces an end e^q, tried in turn


@dataclass(frozen=True, slots=True)
class Domain(ABC):
    """The set of values that the variable t can have in a Coq script.

    A domain also writes proofs that polynomials in t have a certain sign on this set. It writes the first and the last lines of the
    script as well.
    """

    @abstractmethod
    def sign_of(self, p: fmpz_poly) -> int:
        """Return the sign of p on the domain: 1, -1, or 0 if p is 0 everywhere.

        p may be 0 at some points, but must not take both signs.
        """

    @abstractmethod
    def prove(self, p: fmpz_poly, *, strict: bool, fresh: Callable[[], str]) -> tuple[Lines, str]:
        """Return lines of Coq that prove p > 0 (if `strict`) or p >= 0 on the domain, and the name of the last lemma."""

    def head(self) -> Lines:
        """Return the lines that introduce t at the beginning of the script."""
        return []

    def foot(self) -> Lines:
        """Return the lines that close the script."""
        return []


def _statement(p: fmpz_poly, strict: bool) -> str:
    return f"{'0 <' if strict else '0 <='} {polynomial(p)}"


def _prove_constant(p: fmpz_poly, strict: bool, fresh: Callable[[], str]) -> tuple[Lines, str]:
    if p[0] < 0 or (strict and p[0] == 0):
        raise InputError(WRONG)
    name = fresh()
    return [f"Lemma {name} : {_statement(p, strict)}. Proof. lra. Qed."], name


@dataclass(frozen=True, slots=True)
class Constant(Domain):
    """The domain of a script whose numbers are rational, without t."""

    def sign_of(self, p: fmpz_poly) -> int:
        return (p[0] > 0) - (p[0] < 0)

    def prove(self, p: fmpz_poly, *, strict: bool, fresh: Callable[[], str]) -> tuple[Lines, str]:
        return _prove_constant(p, strict, fresh)


@dataclass(frozen=True, slots=True)
class PointOfE(Constant):
    """The domain of the single point t = e^q."""

    field: Exponential

    def sign_of(self, p: fmpz_poly) -> int:
        return next(iter(signs_of_quotient(Element(self.field, p, fmpz_poly([1])))))

    def prove(self, p: fmpz_poly, *, strict: bool, fresh: Callable[[], str]) -> tuple[Lines, str]:
        if p.degree() <= 0:
            return _prove_constant(p, strict, fresh)
        name = fresh()
        proof = f"unfold t; interval with (i_prec {self._precision(p)})"
        weak = "" if strict else "left; "
        return [f"Lemma {name} : {_statement(p, strict)}. Proof. {weak}{proof}. Qed."], name

    def _precision(self, p: fmpz_poly) -> int:
        """Find a precision in bits at which the sign of p at t is seen, and add a reserve."""
        bits = 32
        while True:
            bits *= 2
            with flint.ctx.workprec(bits):
                t = (flint.arb(self.field.epsilon.numerator) / self.field.epsilon.denominator).exp()
                value = sum((flint.arb(int(c)) * t**n for n, c in enumerate(p.coeffs())), flint.arb(0))
                if value > 0 or value < 0:
                    return bits + 32

    def head(self) -> Lines:
        return [f"Definition t : R := exp {rational(self.field.epsilon)}."]


@dataclass(frozen=True, slots=True)
class Interval(Domain):
    """The domain that is an interval of t.

    Proofs use two rationals: `low`, which is at most every t, and `high`, which is at least every t. If the interval has no upper
    end, `high` is infinite.
    """

    field: Free

    def sign_of(self, p: fmpz_poly) -> int:
        found = (
            signs_of_quotient(Element(self.field, p, fmpz_poly([1]))) if p.degree() > 0 else {(p[0] > 0) - (p[0] < 0)}
        )
        if {1, -1} <= set(found):
            raise InputError(
                "a polynomial of the certificate changes its sign on the domain of t, so the certificate has no export to Coq"
            )
        return sum(found)

    def prove(self, p: fmpz_poly, *, strict: bool, fresh: Callable[[], str]) -> tuple[Lines, str]:
        if p.degree() <= 0:
            return _prove_constant(p, strict, fresh)
        content, factors = p.factor()
        lines, parts, scale = Lines(), [], int(content)
        for factor, power in factors:
            g, found, proof = self._factor(factor, power, strict, fresh)
            lines += found
            scale *= -1 if g != factor and power % 2 else 1
            parts.append((g, power, proof))
        if scale <= 0:
            raise InputError(WRONG)
        name = fresh()
        product = " * ".join([integer(scale), *(f"{polynomial(g)} ^ {power}" for g, power, _ in parts)])
        times, raised = ("Rmult_lt_0_compat", "pow_lt") if strict else ("Rmult_le_pos", "pow_le")
        steps = "lra"
        for _, power, proof in parts:
            one = f"apply {raised}; exact {proof}" if proof else f"apply even_power with (n := {power // 2}%nat)"
            steps = f"apply {times}; [{steps} | {one}]"
        text = f"Lemma {name} : {_statement(p, strict)}. Proof. replace {polynomial(p)} with ({product}) by ring. {steps}. Qed."
        return [*lines, text], name

    def _factor(self, f: fmpz_poly, power: int, strict: bool, fresh: Callable[[], str]) -> tuple[fmpz_poly, Lines, str]:
        """Prove the sign of the factor f on the interval, and return (g, lines of the proof, name of the lemma).

        g is f or -f. If `strict`, the lemma says that g is positive on the interval, otherwise that g is nonnegative there. `power`
        is the exponent of f in the factored polynomial.

        If no proof is found, but `power` is even and `strict` is False, no proof is needed: return f without lines and without a
        name. If a proof is needed and none is found, raise `InputError`.
        """
        for bits in FINENESS:
            for g in (f, -f):
                found = self._prove_sign(g, strict, bits)
                if found is not None:
                    name = fresh()
                    return g, [f"Lemma {name} : {_statement(g, strict)}. Proof. {found} Qed."], name
        if power % 2 == 0 and not strict:
            return f, [], ""
        raise InputError(
            "no coefficients show the sign of a polynomial on the domain of t, so the certificate has no export to Coq"
        )

    def _ends(self, bits: int) -> tuple[Fraction, bool, Fraction | Infinity, bool]:
        """Return (low, low_strict, high, high_strict), where low <= t <= high.

        `low_strict` says that t is never equal to low, and `high_strict` that t is never equal to high. An end e^q is replaced by a
        rational number slightly outside the interval, with `bits` bits after the point. If there is no upper end, high is infinite.
        """
        low, low_open = _end(self.field.lower, bits, upward=False), self.field.lower_open
        if is_infinite(self.field.upper):
            return low, low_open or low != self.field.lower, INFINITY, True
        high = _end(self.field.upper, bits, upward=True)
        return low, low_open or low != self.field.lower, high, self.field.upper_open or high != self.field.upper

    def _prove_sign(self, p: fmpz_poly, strict: bool, bits: int) -> str | None:
        """Return the Coq steps that prove p > 0 (if `strict`) or p >= 0 on the interval.

        The steps use certain coefficients of p. If the interval has an upper end, they are those in the Bernstein basis on the
        interval. If it has none, they are those of the powers of t - low. If the coefficients do not show the sign, return None.
        """
        low, low_open, high, high_open = self._ends(bits)
        facts = self._facts(low, low_open, high, high_open)
        if p.degree() == 1 and strict and _root(p) in (low, high):
            at_open_end = low_open if _root(p) == low else high_open
            towards = p[1] > 0 if _root(p) == low else p[1] < 0
            return f"{facts} lra." if at_open_end and towards else None
        if is_infinite(high):
            coefficients = list(fmpq_poly(p)(fmpq_poly([_q(low), 1])).coeffs())
            terms = [(c, i, 0) for i, c in enumerate(coefficients)]
            return _as_sum(p, terms, coefficients[0] if strict else None, low, high, facts)
        for degree in range(p.degree(), p.degree() + ELEVATIONS):
            bernstein = _bernstein(p, low, high, degree)
            if all(c > 0 for c in bernstein) or (not strict and all(c >= 0 for c in bernstein)):
                share: Fraction | None = min(bernstein) / 2 if strict else None
                multiples = [
                    ((c - (share or 0)) * math.comb(degree, i) / (high - low) ** degree, i, degree - i)
                    for i, c in enumerate(bernstein)
                ]
                return _as_sum(
                    p,
                    [(_q(c), i, j) for c, i, j in multiples],
                    _q(share) if share is not None else None,
                    low,
                    high,
                    facts,
                )
        return None

    def _facts(self, low: Fraction, low_open: bool, high: Fraction | Infinity, high_open: bool) -> str:
        """Write the steps that add low <= t <= high to the hypotheses of a Coq proof.

        An inequality is strict if its end is open.
        """
        steps = (
            f"assert (Hl : {rational(low)} {'<' if low_open else '<='} t) by {_reach(self.field.lower, low, 't_from')}."
        )
        if is_infinite(high):
            return steps
        assert not is_infinite(self.field.upper)
        relation = "<" if high_open else "<="
        return f"{steps} assert (Hh : t {relation} {rational(high)}) by {_reach(self.field.upper, high, 't_to')}."

    def head(self) -> Lines:
        low = f"Hypothesis t_from : {_end_text(self.field.lower)} {'<' if self.field.lower_open else '<='} t."
        lines = ["Section Every.", "Variable t : R.", low]
        if not is_infinite(self.field.upper):
            lines.append(f"Hypothesis t_to : t {'<' if self.field.upper_open else '<='} {_end_text(self.field.upper)}.")
        return lines

    def foot(self) -> Lines:
        return ["End Every."]


def _q(x: Fraction) -> flint.fmpq:
    return flint.fmpq(x.numerator, x.denominator)


def _fraction(x: flint.fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def _root(p: fmpz_poly) -> Fraction:
    return Fraction(-int(p[0]), int(p[1]))


def _as_sum(
    p: fmpz_poly,
    terms: list[tuple[flint.fmpq, int, int]],
    least: flint.fmpq | None,
    low: Fraction,
    high: Fraction | Infinity,
    facts: str,
) -> str | None:
    """Write the Coq steps that prove p ≥ 0, or p > 0 if the number `least` is given.

    They write p as a sum of terms c (t - low)^i (high - t)^j, plus `least` if it is given and `high` is finite. `terms` lists the
    triples (c, i, j). If `high` is infinite, the terms are c (t - low)^i, and `least` is the constant term. `facts` are the steps
    with which the proof begins.

    If some c is negative, or if `least` is given but not positive, return None.
    """
    if any(c < 0 for c, _, _ in terms) or (least is not None and least <= 0):
        return None
    strict = least is not None
    apart_done = is_infinite(high) and strict
    shown = [(c, i, j) for c, i, j in terms if c != 0 and not (apart_done and i == 0)]
    up, down = f"(t - {rational(low)})", f"({'t' if is_infinite(high) else rational(high)} - t)"
    texts = [
        " * ".join([rational(_fraction(c)), *([f"{up} ^ {i}"] if i else []), *([f"{down} ^ {j}"] if j else [])])
        for c, i, j in shown
    ]
    whole = f"({' + '.join(texts)})" if texts else "0"
    if least is None:
        return f"{facts} replace {polynomial(p)} with {whole} by field. nonneg."
    first = rational(_fraction(least))
    return f"{facts} apply (positive_and_nonneg _ {first} {whole}); [field | lra | nonneg]."


def _bernstein(p: fmpz_poly, low: Fraction, high: Fraction, degree: int) -> list[Fraction]:
    """Compute the coefficients of p on [low, high] in the Bernstein basis of the given degree."""
    shifted = fmpq_poly(p)(fmpq_poly([_q(low), _q(high - low)]))
    power = [_fraction(c) for c in shifted.coeffs()] + [Fraction(0)] * (degree + 1)
    return [
        sum((Fraction(math.comb(i, j), math.comb(degree, j)) * power[j] for j in range(i + 1)), Fraction(0))
        for i in range(degree + 1)
    ]


def _exponent(end: Number) -> Fraction | None:
    """Return q if the end is e^q, and None if it is rational; raise `InputError` for any other end."""
    if isinstance(end, Fraction):
        return None
    top, below = end.num.degree(), end.den.degree()
    if not isinstance(end.field, Exponential) or (end.num != _power(top)) or (end.den != _power(below)):
        raise InputError(
            "an end of the domain is neither rational nor a power of e, so the certificate has no export to Coq"
        )
    return (top - below) * end.field.epsilon


def _power(n: int) -> fmpz_poly:
    return fmpz_poly([0] * n + [1])


def _end_text(end: Number) -> str:
    q = _exponent(end)
    return f"exp {rational(q)}" if q is not None else rational(end)  # type: ignore[arg-type]


def _end(end: Number, bits: int, *, upward: bool) -> Fraction:
    """Return a rational number in place of an end of the interval.

    If the end is rational, return it. If it is e^q, return a rational with `bits` bits after the point that is close to it. If
    `upward`, this rational is above e^q, otherwise below.
    """
    if isinstance(end, Fraction):
        return end
    _exponent(end)  # refuses an end that is no e^q
    low, high = enclose_quotient(end, width=Fraction(1, 2 ** (bits + 8)))
    scale = 2**bits
    return Fraction(math.floor(high * scale) + 1, scale) if upward else Fraction(math.ceil(low * scale) - 1, scale)


def _reach(end: Number, reached: Fraction, hypothesis: str) -> str:
    """Write the Coq steps which prove that the rational number `reached` is a bound of t.

    Let `end` be an end of the interval of t. `reached` is equal to it, or lies just outside the interval. `hypothesis` names what
    Coq already knows: `t_from` says that `end` is a lower bound of t, and `t_to` that it is an upper bound. `reached` is proved to
    be a bound of the same kind.
    """
    if isinstance(end, Fraction):
        return f"(pose proof {hypothesis}; lra)"
    text = _end_text(end)
    order = f"{rational(reached)} < {text}" if hypothesis == "t_from" else f"{text} < {rational(reached)}"
    return f"(pose proof {hypothesis}; assert ({order}) by (interval with (i_prec 200)); lra)"


def domain_of(t: Number) -> Domain:
    """Return the domain that belongs to the number t of a certificate.

    If t is rational, it is a `Constant`. If t is a power of e, it is a `PointOfE`. If t varies over an interval, it is an
    `Interval`. If t is the root of a polynomial, raise `InputError`.
    """
    if isinstance(t, Fraction):
        return Constant()
    if isinstance(t.field, Exponential):
        return PointOfE(t.field)
    if isinstance(t.field, Free):
        return Interval(t.field)
    raise InputError("t is the root of a polynomial; only rational t, powers of e and intervals are exported to Coq")
