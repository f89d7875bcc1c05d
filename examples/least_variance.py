"""The least variance of a yes/no question under ε-LDP is that of Warner's design, whatever the prevalence.

Holohan, Leith and Mason (2017), Optimal differentially private mechanisms for randomised response: t/(t − 1)² + π(1 − π).
"""

from rropt import LDP, Variance, design
from rropt.exact import read_epsilon, read_number


def least_variance(epsilon="ln3", prevalence="1/4"):
    """What is computed, and what the theorem says."""
    found = design(Variance(prevalence), LDP(epsilon))
    ((_, computed),) = found.formulas if epsilon == "every" else ((None, found.value),)
    t, pi = read_epsilon(epsilon).t, read_number(prevalence)
    return computed, t / (t - 1) ** 2 + pi * (1 - pi)


CASES = [{"epsilon": "1/2"}, {"epsilon": "every"}, {"epsilon": "1", "prevalence": "0.9"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = least_variance(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
