"""Reads the field of a certificate: the text that describes the domain, which is the set where t lies. SPEC.md, section 2."""

from fractions import Fraction
from typing import Any

from ..arithmetic.domain import Cut, Domain
from ..arithmetic.quotient import ONE, Quotient
from ..arithmetic.roots import Dense, count_roots, dense, scaled_value
from ..limits import FINEST_END, MOST_EXPONENT
from ..refusals import Malformed, expect, expect_at_most
from .grammar import parse
from .spelling import quote_at, spell_polynomial, spell_rational


def read_domain(data: Any, place: str = "/field") -> Domain:
    """Read the set in which t lies: {"t": CUT} is one point, {"from": CUT, "to": CUT, "ends": "[)"} an interval.

    CUT stands for a number as `_read_cut` reads it. `place` is the JSON pointer of `data` in the file.
    """
    expect(isinstance(data, dict), "the field should be an object")
    if data.keys() == {"t"}:
        return _read_point(data["t"], f"{place}/t")
    expect(data.keys() == {"from", "to", "ends"}, "the field should have the key t, or the keys from, to and ends")
    expect(data["ends"] in ("()", "[)", "(]", "[]"), "the ends of the field should be (), [), (] or []")
    return _read_interval(data, place)


def _read_point(data: Any, place: str) -> Domain:
    """Read a domain in which t has only one value, which `data` gives. `place` is the JSON pointer of `data` in the file."""
    cut = _read_cut(data, place)
    return Domain(f"t = {cut.words}", cut.rational, cut, cut, (cut,))


def _read_interval(data: dict[str, Any], place: str) -> Domain:
    """Read an interval of t, and call the text malformed unless the lower end is shown to be less than the upper end.

    To show this, both ends are enclosed with FINEST_END bits. An upper end "inf" needs no such comparison, but must be open.
    """
    ends: str = data["ends"]
    lower = _read_cut(data["from"], f"{place}/from")
    if data["to"] == "inf":
        expect(ends[1] == ")", "the field is closed at infinity")
        upper = None
    else:
        upper = _read_cut(data["to"], f"{place}/to")
        apart = lower.enclose(FINEST_END)[1] < upper.enclose(FINEST_END)[0]
        expect(apart, "the ends of the field are out of order, or too near to tell")
    closed = [lower] if ends[0] == "[" else []
    if upper is not None and ends[1] == "]":
        closed.append(upper)
    words = f"every t in {ends[0]}{lower.words}, {upper.words if upper else 'inf'}{ends[1]}"
    return Domain(words, None, lower, upper, tuple(closed))


def _read_cut(data: Any, place: str) -> Cut:
    """Read a number at which a domain of t begins or ends.

    It is "q", "exp(q)" or {"root": polynomial, "between": [q, q]}, where each q is rational.
    """
    if isinstance(data, dict):
        return _read_root(data, place)
    if isinstance(data, str) and data.startswith("exp(") and data.endswith(")"):
        q = read_rational(data[4:-1])
        expect(q != 0, "exp(0) should be written 1")
        # |q| <= 200, both sides multiplied by the denominator of q
        expect_at_most(abs(q.numerator), MOST_EXPONENT * q.denominator, "units in the exponent of e")
        return Cut(f"exp({_quote_rational(q, data, place)})", exponent=q)
    q = read_rational(data)
    return Cut(_quote_rational(q, data, place), rational=q)


def _quote_rational(q: Fraction, data: str, place: str) -> str:
    """Spell the rational q, or name it by its place and digest if it is too long to be spelled.

    `data` is the text from which q was read, and `place` is where this text stands in the file. If q is too long, return the place
    and the digest of `data`, followed by decimals around q.
    """

    def spell_beside() -> str:
        # imported here, as only a rational that is too long needs it
        from .decimals import spell_around_rational

        return spell_around_rational(q)

    return quote_at(data, place, lambda: spell_rational(q), spell_beside)


def _read_root(data: dict[str, Any], place: str) -> Cut:
    """Read the only root of a polynomial between two rationals at which the polynomial has opposite signs."""
    expect(data.keys() == {"root", "between"}, "a root should have the keys root and between")
    root = _read_polynomial(data["root"])
    between = data["between"]
    expect(isinstance(between, list) and len(between) == 2, "a root should lie between two rationals")
    low, high = read_rational(between[0]), read_rational(between[1])
    changes = low < high and scaled_value(root, low) * scaled_value(root, high) < 0
    expect(changes and count_roots(root, low, high) == 1, "a root that is not alone in its place")
    polynomial = quote_at(
        data["root"], f"{place}/root", lambda: spell_polynomial({e: c for e, c in enumerate(root) if c})
    )
    ends = quote_at(between, f"{place}/between", lambda: f"({spell_rational(low)}, {spell_rational(high)})")
    return Cut(f"the root of {polynomial} in {ends}", root=root, low=low, high=high)


def read_rational(text: Any) -> Fraction:
    """Read a rational number. The text must not contain the variable t."""
    if not isinstance(text, str):
        raise Malformed("a rational number should be a string")
    found = parse(text, {}, divide_by_rational)
    return Fraction(*found.fraction())


def _read_polynomial(text: Any) -> Dense:
    """Read a polynomial in t, multiply it by its denominators, and return its integer coefficients, constant first."""
    if not isinstance(text, str):
        raise Malformed("a polynomial should be a string")
    found = parse(text, {"t": Quotient({1: 1}, ONE.num)}, divide_by_rational)
    return dense(found.num)


def divide_by_rational(a: Quotient, b: Quotient) -> Quotient:
    """Divide a by b; a divisor that is 0 or has t in it is malformed."""
    expect(b.is_constant() and bool(b.num), "a division by 0, or by a polynomial")
    return a.over(b)
