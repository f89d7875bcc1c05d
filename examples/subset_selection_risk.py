"""Which of k categories, all equally frequent: no mechanism has less total variance than subset selection of the best size.

Ye and Barg (2019): sets of d inputs, drawn with t = e^ε times the chance where they hold the truth, have n times the risk
(k − 1)²(k + (t − 1)d)²/(k(t − 1)²d(k − d)). For d = 1 that is k-ary randomized response.
"""

from rropt import LDP, TotalVariance, design
from rropt.exact import read_epsilon


def subset_selection_risk(k=5, epsilon="ln3"):
    """What is computed for all mechanisms, and the least risk of all sizes."""
    computed = design(TotalVariance(), LDP(epsilon), inputs=k).value
    t = read_epsilon(epsilon).t
    risks = [(k - 1) ** 2 * (k + (t - 1) * d) ** 2 / (k * (t - 1) ** 2 * d * (k - d)) for d in range(1, k)]
    return computed, min(risks)


CASES = [{"k": 6}, {"k": 10, "epsilon": "ln2.5"}, {"k": 40, "epsilon": "1/2"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = subset_selection_risk(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
