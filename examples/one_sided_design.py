"""A rare trait and a generous δ: the best binary design never makes a "no" say yes.

Holohan, Leith and Mason (2017), Theorem 3, Example 1.2: p₀₀ = 1, p₁₁ = δ, n·Var = π(1 − πδ)/δ. In their Example 1.3 the printed
optimum is 0.143; the certified one, by the mirror image, is 0.29.
"""

from rropt import LDP, Variance, design
from rropt.exact import read_number


def one_sided_design(epsilon="1", delta="2/5", prevalence="1/10"):
    """What is computed, and what the theorem says."""
    computed = design(Variance(prevalence), LDP(epsilon, delta=delta)).value
    d, pi = read_number(delta), read_number(prevalence)
    rare = min(pi, 1 - pi)
    return computed, rare * (1 - rare * d) / d


CASES = [{"epsilon": "1/2", "delta": "1/3", "prevalence": "9/10"}, {"delta": "1/2", "prevalence": "1/20"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = one_sided_design(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
