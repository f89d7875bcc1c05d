"""The variance of a rare category's estimated share with k-ary randomized response grows with k.

Wang, Blocki, Li and Jha (2017), Locally differentially private protocols for frequency estimation, equation (4), at
prevalence 0: (k − 2 + e^ε)/(e^ε − 1)².
"""

from rropt import Mechanism, Variance, from_spec
from rropt.exact import read_epsilon


def direct_encoding_variance(k=8, epsilon="1"):
    """What is computed, and what the theorem says."""
    P = from_spec(f"krr:k={k},epsilon={epsilon}")
    p, q = P[0, 0], P[0, 1]
    computed = Variance(0).value(Mechanism([[1 - q, 1 - p], [q, p]]))  # was this category answered?
    t = read_epsilon(epsilon).t
    return computed, (k - 2 + t) / (t - 1) ** 2


CASES = [{"k": 3, "epsilon": "ln3"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = direct_encoding_variance(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
