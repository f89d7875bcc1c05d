"""Section 3: the Laplace mechanism for several numbers (Theorem 12)."""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .section_2 import FINITE

ONE_SENSITIVITY = (FINITE, "at one sensitivity, so at one scale of the noise: with more queries it may grow too")

CLAIMS = listed(
    "Section 3, example after Definition 10",
    Claim(
        "ziani.l1_swapped",
        printed="changing one entry changes two complementary counts by 1 each: the sensitivity is 2",
        formula=Formula(
            "abs((r+1) - r) + abs(q - (q+1)) = 2 and abs(r - (r+1)) + abs((q+1) - q) = 2 and abs(r - r) + abs(q - q) = 0",
            {"r, q": "integer [0, inf)"},
        ),
        reading="one person of either kind becomes the other, or stays, among r and q others",
    ),
    Claim(
        "ziani.l1_added",
        printed="under addition and deletion the sensitivity of the two counts is 1",
        formula=Formula(
            "abs((r+1) - r) + abs(q - q) = 1 and abs(r - r) + abs((q+1) - q) = 1", {"r, q": "integer [0, inf)"}
        ),
        reading="one person of either kind more among r and q others; deleting is the same pair read backwards",
    ),
    "Section 3, after Definition 10",
    Claim(
        "ziani.l1_norm",
        printed="the l1 norm of f(x) - f(y) is the sum over the coordinates of |f_i(x) - f_i(y)|",
        evidence=Argued("by induction over the coordinates, from two sums of no terms"),
        formula=Formula("z + abs(w) = q + abs(a - b)", {"z, w, q, a, b": "real"}, ("z = q", "w = a - b")),
        reading="one more coordinate w of the vector, a and b those of f(x) and f(y); z and q are the two sums so far",
    ),
    "Section 3, Theorem 12, first sentence",
    Claim(
        "ziani.theorem_12_privacy",
        printed="the Laplace mechanism for vectors is epsilon-differentially private",
        evidence=Theorem("Ziani.theorem_12_privacy"),
        narrowed=(FINITE, "events are finite unions of bounded boxes"),
    ),
    "Section 3, Theorem 12, second sentence",
    Claim(
        "ziani.theorem_12_accuracy",
        printed="the error reaches ln(d/delta) times the scale with probability at most delta",
        evidence=Theorem("Ziani.theorem_12_accuracy"),
        reading="the error as in the source that the lecture cites; for the values of the function see ziani.theorem_12_values; "
        "v = ln(d/delta), so that exp(-v) = delta/d",
        narrowed=(
            FINITE,
            "delta is at most 1: above it every probability is at most delta, and the threshold may be negative",
            "the error is the largest of the coordinates' errors; |f(x) - M(x)| is printed for two vectors",
        ),
    ),
    Claim(
        "ziani.theorem_12_values",
        printed="for any function with real values its answers and those of the vector-valued mechanism, which has d of them, "
        "are compared",
        evidence=Counterexample({"d": "2"}),
        formula=Formula("d = 1", {"d": "integer d >= 1"}),
        reading="a real value is one number and the mechanism's are d: the two can be subtracted if d = 1 alone",
    ),
    Repair(
        "with values in R^d: the error in each coordinate, x of the value and x + z of the answer, is the noise z of "
        "that coordinate",
        formula=Formula("abs((x + z) - x) = abs(z)", {"d": "integer d >= 1", "x, z": "real"}),
    ),
    "Section 3, after Theorem 12",
    Claim(
        "ziani.theorem_12_slow",
        printed="the accuracy depends on the dimension through its logarithm",
        formula=Formula(
            "log(c*d/h)*b - log(d/h)*b = log(c)*b", {"c, d": "integer [1, inf)", "b": "(0, inf)", "h": "(0, 1]"}
        ),
        reading="c times the dimension adds ln(c) b to the threshold, b the scale, whatever d is",
        narrowed=ONE_SENSITIVITY,
    ),
    Claim(
        "ziani.theorem_12_worse",
        printed="the bound is worse than in one dimension",
        formula=Formula("log(d/h)*b > log(1/h)*b", {"d": "integer d >= 2", "b": "(0, inf)", "h": "(0, 1]"}),
        narrowed=ONE_SENSITIVITY,
    ),
    Claim(
        "ziani.theorem_12_more_noise",
        printed="the bound is worse because more noise is added, as more queries are answered",
        formula=Formula("d >= 2 implies d*b > b", {"d": "integer d >= 1", "b": "(0, inf)"}),
        reading="the mean absolute noise is b in each coordinate, d b in all; one coordinate depends on d by the sensitivity alone",
        narrowed=(
            FINITE,
            (
                "shown is that the noise of all coordinates together grows with their number. That the bound is worse "
                "because of it is not shown: at one sensitivity the noise of a coordinate does not depend on d, and "
                "log(d/beta) is there because the largest of d errors is bounded"
            ),
        ),
    ),
)
