"""Section IV, with the vertices of Section VI: Lemma 2's first statement, (17), and the proportions 0 and 1."""

from rropt.claims import Claim, Formula, Theorem

from .definitions import DEFINE
from .vertices import DEMAND, LINES, WORDS

CLAIMS = [
    Claim(
        "holohan.any_share_relaxed",
        where="Section IV, last paragraph, for Theorem 3 and Corollary 2",
        printed="the results on optimal mechanisms, here Theorem 3 and Corollary 2, still hold for proportions in [0, 1], "
        "however these optima may not be unique",
        evidence=Theorem("HolohanOptima.any_share"),
        formula=Formula(
            "F(X,Y) >= F(1/d, 1)", {"X, Y": "[1, inf)", **DEMAND, "pi": "[0, 0]"}, ("d <= 1", *LINES), WORDS
        ),
        reading="at 0 and 1, where g exceeds the proportion or its complement: the mechanism named has the least error, others "
        "too",
        narrowed=("d <= 1: no upper end of delta is printed; above 1 (1, delta) is no mechanism",),
    ),
    Claim(
        "holohan.any_share_not_unique",
        where="Section IV, last paragraph",
        printed="for the proportions 0 and 1 the optimum may not be unique",
        evidence=Theorem("HolohanOptima.any_share"),
        formula=Formula(
            "V(1,y,0) = 0 and V(1,d,0) = 0 and V(y,1,1) = 0 and V(d,1,1) = 0",
            {"y": "(0, 1]", "d": "d > 0"},
            define=DEFINE,
        ),
        reading="with delta > 0: at the proportion 0 every mechanism with p00 = 1 has error 0, at 1 every one with p11 = 1; (1, "
        "delta), named in Theorem 3, is one of them for delta <= 1",
    ),
    Claim(
        "holohan.lemma_2",
        where="Section IV, Lemma 2, first statement",
        printed="some minimiser over R' lies in R''",
        evidence=Theorem("Holohan.lemma_2_some_minimiser"),
        reading="for all proportions in [0, 1]",
        narrowed=(
            "epsilon > 0 or delta > 0: else R' is empty, and no minimiser exists",
            "delta is at most 1: no upper end of delta is printed; above 1 (11) is nowhere tight",
        ),
    ),
    Claim(
        "holohan.eq_17",
        where="Section IV, proof of Lemma 2, (17)",
        printed="there exists a mechanism on the boundary of R' which minimises the estimator error",
        evidence=Theorem("HolohanOptima.eq_17"),
        reading=(
            "for all proportions in [0, 1]; on the boundary: near to it there are points of R' and points that are not"
        ),
        narrowed=(
            "epsilon > 0 or delta > 0: else R' is empty, and no minimiser exists",
            "delta is at most 1: no upper end of delta is printed; above 1 (11) is nowhere tight",
        ),
    ),
]
