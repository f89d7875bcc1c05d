"""A yes/no question at ε = 1/2, δ = 1/10, where one person in four says yes.

Holohan, Leith and Mason (2017), Theorems 2 and 3, Example 1.1: p₀₀ = p₁₁ = (e^ε + δ)/(e^ε + 1) is best where the prevalence is
moderate, with n·Var = (x − π)(x − 1 + π), x = p₀₀/(2p₀₀ − 1).
"""

from rropt import LDP, Variance, design
from rropt.exact import read_epsilon, read_number


def binary_design(epsilon="1/2", delta="1/10", prevalence="1/4"):
    """What is computed, and what the theorem says."""
    computed = design(Variance(prevalence), LDP(epsilon, delta=delta)).value
    t, pi = read_epsilon(epsilon).t, read_number(prevalence)
    p = (t + read_number(delta)) / (t + 1)
    x = p / (2 * p - 1)
    return computed, (x - pi) * (x - 1 + pi)


CASES = [{"epsilon": "ln3", "delta": "1/20", "prevalence": "1/2"}, {"delta": "1/100"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = binary_design(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
