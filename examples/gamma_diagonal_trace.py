"""The largest chance of an honest answer among k categories: the trace of the γ-diagonal matrix.

Chai and Nayak (2018), Theorem 4.2: kγ/(γ + k − 1), attained by k-ary randomized response.
"""

from rropt import LDP, Trace, design
from rropt.exact import read_epsilon


def gamma_diagonal_trace(k=5, epsilon="ln3"):
    """What is computed, and what the theorem says."""
    found = design(Trace(), LDP(epsilon), inputs=k)
    ((_, computed),) = found.formulas if epsilon == "every" else ((None, found.value),)
    t = read_epsilon(epsilon).t
    return computed, k * t / (t + k - 1)


CASES = [{"k": 3, "epsilon": "every"}, {"k": 16, "epsilon": "1/2"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = gamma_diagonal_trace(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
