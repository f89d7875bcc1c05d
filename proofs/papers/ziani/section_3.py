"""Section 3: the Laplace mechanism for several numbers (Theorem 12)."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Repair, Statement
from rropt.claims.evidence import Item

from .section_2 import AT_MOST_1, FINITE


def privacy_items() -> Iterator[Item]:
    """The log-ratio is a sum of one-dimensional ones, each bounded by its own coordinate's change."""
    yield Statement("one coordinate", "abs(s-y) - abs(s-x) <= abs(y-x)", {"s, x, y": "real"})
    yield Statement(
        "one more coordinate",
        "p + (abs(s-y) - abs(s-x)) <= q + abs(y-x)",
        {"s, x, y, p, q": "real"},
        ("p <= q",),
    )
    yield Statement("the product of the densities' ratios", "exp(u)*exp(v) = exp(u + v)", {"u, v": "real"})
    yield Statement("the exponent", "e/l*q <= e", {"e, l": "(0, inf)", "q": "real"}, ("q <= l",))
    yield Statement("the exponential increases", "exp(e + w) <= exp(e)", {"e": "real", "w": "w <= 0"})


def accuracy_items() -> Iterator[Item]:
    """One coordinate is too far off with probability delta/d; d of them together at most delta."""
    yield Statement(
        "the threshold is v units of the scale, beyond which exp(-v) = delta/d is left",
        "z = v*(l/e) implies z*(e/l) = v",
        {"z, v": "[0, inf)", "e, l": "(0, inf)"},
    )
    yield Statement("the tail", "diff(-exp(-v), v) = 2*(exp(-v)/2) and exp(-v) <= 1/(1+v)", {"v": "[0, inf)"})
    yield Statement("d of them", "c = h/d implies d*c = h", {"c": "real", "h": "(0, 1]", "d": "integer d >= 1"})
    yield Statement(
        "a union is at most the sum, one more event",
        "1 - (1-q)*(1-c) <= q + c",
        {"q, c": "[0, 1]"},
    )
    yield Statement("and by induction", "q <= n*c implies q + c <= (n+1)*c", {"q, c": "[0, 1]", "n": "integer n >= 1"})


ONE_SCALE = (FINITE, ("", "at one sensitivity, so at one scale of the noise: with more queries it may grow too"))

CLAIMS = [
    Claim(
        "ziani.l1_swapped",
        "abs((r+1) - r) + abs(q - (q+1)) = 2 and abs(r - (r+1)) + abs((q+1) - q) = 2 and abs(r - r) + abs(q - q) = 0",
        where="Section 3, example after Definition 10",
        printed="changing one entry changes two complementary counts by 1 each: the sensitivity is 2",
        reading="one person of either kind becomes the other, or stays, among r and q others",
        given={"r, q": "integer [0, inf)"},
    ),
    Claim(
        "ziani.l1_added",
        "abs((r+1) - r) + abs(q - q) = 1 and abs(r - r) + abs((q+1) - q) = 1",
        where="Section 3, example after Definition 10",
        printed="under addition and deletion the sensitivity of the two counts is 1",
        reading="one person of either kind more among r and q others; deleting is the same pair read backwards",
        given={"r, q": "integer [0, inf)"},
    ),
    Claim(
        "ziani.l1_norm",
        "z + abs(w) = q + abs(a - b)",
        where="Section 3, after Definition 10",
        printed="the l1 norm of f(x) - f(y) is the sum over the coordinates of |f_i(x) - f_i(y)|",
        reading="one more coordinate w of the vector, a and b those of f(x) and f(y); z and q are the two sums so far",
        given={"z, w, q, a, b": "real"},
        assuming=("z = q", "w = a - b"),
        argument="by induction over the coordinates, from two sums of no terms",
    ),
    Claim(
        "ziani.theorem_12_privacy",
        kernel="Ziani.theorem_12_privacy",
        where="Section 3, Theorem 12, first sentence",
        printed="the Laplace mechanism for vectors is epsilon-differentially private",
        decided_by=privacy_items,
        argument="any dimension by induction over the coordinates; q is the l1 distance of the two values",
        narrowed=(FINITE, ("", "events are finite unions of bounded boxes")),
    ),
    Claim(
        "ziani.theorem_12_accuracy",
        kernel="Ziani.theorem_12_accuracy",
        where="Section 3, Theorem 12, second sentence",
        printed="the error reaches ln(d/delta) times the scale with probability at most delta",
        reading="the error as in the source that the lecture cites; for "
        "the values of the function see ziani.theorem_12_values; v = ln(d/delta), so that exp(-v) = delta/d",
        decided_by=accuracy_items,
        argument="any dimension, sensitivity and delta: the coordinates' errors are independent",
        narrowed=(
            FINITE,
            AT_MOST_1,
            ("", "the error is the largest of the coordinates' errors; |f(x) - M(x)| is printed for two vectors"),
        ),
    ),
    Claim(
        "ziani.theorem_12_values",
        "d = 1",
        where="Section 3, Theorem 12, second sentence",
        printed="for any function with real values its answers and those of the vector-valued mechanism, which has d "
        "of them, are compared",
        reading="a real value is one number and the mechanism's are d: the two can be subtracted if d = 1 alone",
        given={"d": "integer d >= 1"},
        repairs=(
            Repair(
                states="abs((x + z) - x) = abs(z)",
                given={"x, z": "real"},
                why="with values in R^d: the error in each coordinate, x of the value and x + z of the answer, is the "
                "noise z of that coordinate",
            ),
        ),
    ),
    Claim(
        "ziani.theorem_12_slow",
        "log(c*d/h)*b - log(d/h)*b = log(c)*b",
        where="Section 3, after Theorem 12",
        printed="the accuracy depends on the dimension through its logarithm",
        narrowed=ONE_SCALE,
        reading="c times the dimension adds ln(c) b to the threshold, b the scale, whatever d is",
        given={"c, d": "integer [1, inf)", "b": "(0, inf)", "h": "(0, 1]"},
    ),
    Claim(
        "ziani.theorem_12_worse",
        "log(d/h)*b > log(1/h)*b",
        where="Section 3, after Theorem 12",
        printed="the bound is worse than in one dimension",
        narrowed=ONE_SCALE,
        given={"d": "integer d >= 2", "b": "(0, inf)", "h": "(0, 1]"},
    ),
    Claim(
        "ziani.theorem_12_more_noise",
        "d >= 2 implies d*b > b",
        narrowed=(
            FINITE,
            (
                "",
                "shown is that the noise of all coordinates together grows with their number. That the bound is worse because"
                " of it is not shown: at one sensitivity the noise of a coordinate does not depend on d, and log(d/beta) is "
                "there because the largest of d errors is bounded",
            ),
        ),
        where="Section 3, after Theorem 12",
        printed="the bound is worse because more noise is added, as more queries are answered",
        reading="the mean absolute noise is b in each of the d coordinates and d b in all; that of one coordinate "
        "depends on d only through the sensitivity",
        given={"d": "integer d >= 1", "b": "(0, inf)"},
    ),
]
