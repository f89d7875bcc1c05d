"""The evidence for Lemma 6.1 that does not use the paper's proof: a strictly sublinear function of rows."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Statement
from rropt.claims.evidence import Item

LEMMA_6_1 = (
    "Let F(r) = sum_j r_j^2 / sum_j r_j for a nonnegative nonzero row r. F(c r) = c F(r), and F(r) + F(s) - F(r + s) is a sum "
    "of squares that vanishes only if r and s are proportional (the first items). Let BP = P. Then sum_i F(p_i) = "
    "sum_i F(sum_u b_iu p_u) <= sum_i sum_u b_iu F(p_u) = sum_u F(p_u), so equality holds in each row: any two rows p_u, p_v "
    "with b_iu, b_iv > 0 are proportional, hence u = v. So row i of B has one positive entry, p_i = b_iu p_u, hence u = i; "
    "B is diagonal with columns that add to 1."
)


def identity_items() -> Iterator[Item]:
    """The steps of the argument; s and r are the sums of the two rows, (x, y) their entries in one column."""
    given = {"x": "x >= 0", "y": "y >= 0", "s": "s > 0", "r": "r > 0"}
    yield Statement(
        "F(r) + F(s) - F(r + s), one column", "x^2/s + y^2/r - (x+y)^2/(s+r) = (x*r - y*s)^2/(s*r*(s+r))", given
    )
    yield Statement("it is not negative", "x^2/s + y^2/r >= (x+y)^2/(s+r)", given)
    yield Statement(
        "and vanishes in every column only if the rows are proportional",
        "x^2/s + y^2/r = (x+y)^2/(s+r) implies x*r = y*s",
        given,
    )
    yield Statement("F is homogeneous", "(c*x)^2/(c*s) = c*(x^2/s)", {**given, "c": "c > 0"})
    yield Statement("columns of B add to 1", "(b + c)*f = f", {"b, c, f": "real"}, ("b + c = 1",))
    yield Statement(
        "sums of nonnegative losses that balance vanish one by one",
        "a = 0 and b = 0",
        {"a": "a >= 0", "b": "b >= 0"},
        ("a + b = 0",),
    )
