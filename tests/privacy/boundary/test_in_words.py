"""A boundary in words and its ratio: what is written is evaluated by sympy at random points, and is h and R there."""

from __future__ import annotations

import itertools
import random
import re
from fractions import Fraction as F

import pytest
import sympy

from rropt.exact.decimal import EXACT
from rropt.privacy import LDP, BetaFactor, Parity, RhoBreach
from rropt.privacy.boundary.function import BoundaryPiece, BreachFunction, piecewise_linear
from rropt.privacy.boundary.in_words import boundary_in_words, ratio_on
from rropt.privacy.boundary.reading import as_boundary

P = sympy.Symbol("p")


def value(formula: str, p: F) -> F:
    found = sympy.sympify(formula, rational=True).subs(P, sympy.Rational(p.numerator, p.denominator))
    return F(int(found.p), int(found.q))


def said_at(text: str, p: F) -> F:
    """The value of the one part of the text whose place holds p."""
    parts = [re.fullmatch(r"(.*) for (\S+) (<=?) p (<=?) (\S+)|(.*) for p = (\S+)", x) for x in text.split("; ")]
    found = []
    for part in parts:
        assert part, text
        if part[6]:
            found += [F(part[6])] if p == F(part[7]) else []
            continue
        low, high = F(part[2]), F(part[5])
        if (low < p or (part[3] == "<=" and low == p)) and (p < high or (part[4] == "<=" and p == high)):
            found.append(value(part[1], p))
    assert len(found) == 1, (text, p)
    return found[0]


def random_table(rng: random.Random) -> BreachFunction:
    points: list[tuple[F, F]] = []
    places = sorted({F(rng.randint(1, 11), 12) for _ in range(rng.randint(0, 4))})
    for p in (F(0), *places, F(1)):
        for _ in range(rng.choice((1, 1, 2, 3)) if 0 < p < 1 else 1):
            points.append((p, p + (1 - p) * F(rng.randint(0, 6), 6)))
    return piecewise_linear(points)


NAMED = [as_boundary(x) for x in (RhoBreach("1/5", "1/2"), BetaFactor(2), Parity(3), LDP("log(3/2)"), LDP(0))]


@pytest.mark.parametrize("h", [*NAMED, *(random_table(random.Random(n)) for n in range(40))], ids=range(45))
def test_what_is_written_is_h_and_its_ratio(h: BreachFunction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rropt.privacy.boundary.in_words.MOST_PIECES", 99)
    text = boundary_in_words(h)
    rng = random.Random(1)
    for p in [*h.breakpoints[1:-1], *(F(rng.randint(1, 999), 1000) for _ in range(10))]:
        assert said_at(text, p) == h(p)
    for piece in h.pieces:
        p = piece.start + (piece.end - piece.start) * F(rng.randint(1, 99), 100)
        if piece.at(p) == 1:
            continue
        assert value(ratio_on(piece), p) == (1 - p) / p * piece.at(p) / (1 - piece.at(p))


def test_every_quotient_of_small_coefficients_is_written_as_it_is() -> None:
    half, one = F(1, 2), F(1)
    for a, b, c, d in itertools.product((F(-1), F(0), half, one, F(2)), repeat=4):
        piece = BoundaryPiece(half, one, (a, b), (c, d))
        if min(c + d * half, c + d) <= 0 or any(not 0 <= piece.at(p) <= 1 for p in (half, one)):
            continue
        h = BreachFunction((BoundaryPiece(F(0), half, (one, F(0))), piece), (one, one, one))
        p = F(5, 7)
        assert said_at(boundary_in_words(h), p) == h(p)
        assert piece.at(p) == 1 or value(ratio_on(piece), p) == (1 - p) / p * piece.at(p) / (1 - piece.at(p)), piece


def test_short_forms() -> None:
    rho, beta, parity = NAMED[:3]
    assert boundary_in_words(rho) == "1/2 for 0 < p < 1/5; 4/5 for 1/5 <= p < 1/2; 1 for 1/2 <= p < 1"
    assert [ratio_on(piece) for piece in rho.pieces] == ["(1 - p)/p", "4*(1 - p)/p", "infinite"]
    assert [ratio_on(piece) for piece in beta.pieces] == ["2*(1 - p)/(1 - 2*p)", "(1 + p)/p"]
    assert boundary_in_words(parity) == "3*p/(1 + 2*p) for 0 < p < 1" and ratio_on(parity.pieces[0]) == "3"
    assert boundary_in_words(as_boundary(LDP("every"))) == "t*p/(1 + (t - 1)*p) for 0 < p < 1"
    token = EXACT.set(False)
    try:
        assert boundary_in_words(rho).startswith("0.5 for 0 < p < 0.2; 0.8")
    finally:
        EXACT.reset(token)


def test_many_pieces_are_counted() -> None:
    steps = [(F(n, 10), F(min(n + 1, 10), 10)) for n in range(11) for _ in (0,)]
    jumps = sorted([*steps, *((p, min(h + F(1, 20), F(1))) for p, h in steps[1:-1])])
    assert boundary_in_words(piecewise_linear(jumps)).endswith("; and 4 further pieces")
