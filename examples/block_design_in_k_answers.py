"""Shares of k categories, all equally frequent: sets of a symmetric block design lose nothing, in as few answers as can be.

Park, Nam and Lee (2023), Exactly optimal and communication-efficient private estimation via block designs, say in their
abstract that block designs reach the exactly optimal trade-off with the least communication of all unbiased schemes, for
some k and ε. Of the paper that sentence alone is taken, and none of its numbers. Here the k shifts of a difference set
modulo k are the answers; a set is t = e^ε times as likely where it holds the truth. What is computed is n times the total
variance of that mechanism, and its number of answers. What the theorem says of both is worked out without it: the optimum
that is certified for all mechanisms; and k, as fewer than k answers have a matrix of rank below k, so that different
shares give the same answers.
"""

from fractions import Fraction
from itertools import permutations

from rropt import LDP, Mechanism, TotalVariance, design
from rropt.exact import read_epsilon


def block_design_in_k_answers(k=7, base=(1, 2, 4), epsilon="ln(4/3)"):
    """The total variance of the block design and its answers; the least of any mechanism, and the fewest answers."""
    # every difference comes from as many pairs of the base, so that every two inputs are in as many sets
    often = [sum((a - b) % k == d for a, b in permutations(base, 2)) for d in range(1, k)]
    assert len(set(often)) == 1
    t, size = read_epsilon(epsilon).t, len(base)
    weight = 1 / (size * t + k - size)
    sets = [{(x + shift) % k for x in base} for shift in range(k)]
    mechanism = Mechanism([[weight * (t if j in held else Fraction(1)) for j in range(k)] for held in sets])
    best = design(TotalVariance(), LDP(epsilon), inputs=k)
    return (TotalVariance().value(mechanism), mechanism.m), (best.value, k)


CASES = [
    {"k": 11, "base": (1, 3, 4, 5, 9), "epsilon": "ln(6/5)"},
    {"k": 13, "base": (0, 1, 3, 9), "epsilon": "ln2"},
    {"k": 7, "base": (1, 2, 4), "epsilon": "1/4"},
]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = block_design_in_k_answers(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
