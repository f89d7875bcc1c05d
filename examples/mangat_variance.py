"""Only those without the trait randomize: less variance than Warner, and every "no" is certain.

Mangat (1994), An improved randomized response strategy, J. R. Statist. Soc. B 56: π(1 − π) + (1 − π)(1 − p)/p.
"""

from rropt import Variance, from_spec
from rropt.exact import read_number


def mangat_variance(p="3/4", prevalence="1/10"):
    """What is computed, and what the theorem says."""
    computed = Variance(prevalence).value(from_spec(f"mangat:p={p}"))
    q, pi = read_number(p), read_number(prevalence)
    return computed, pi * (1 - pi) + (1 - pi) * (1 - q) / q


CASES = [{"p": "7/10", "prevalence": "1/2"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = mangat_variance(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
