"""Randomized response as Warner asked it: n times the variance of the estimated share.

Warner (1965), Randomized response, J. Amer. Statist. Assoc. 60: π(1 − π) + p(1 − p)/(2p − 1)².
"""

from rropt import Variance, from_spec
from rropt.exact import read_number


def warner_variance(p="3/4", prevalence="1/4"):
    """What is computed, and what the theorem says."""
    computed = Variance(prevalence).value(from_spec(f"warner:p={p}"))
    q, pi = read_number(p), read_number(prevalence)
    return computed, pi * (1 - pi) + q * (1 - q) / (2 * q - 1) ** 2


CASES = [{"p": "7/10", "prevalence": "1/2"}, {"p": "e/(e+1)"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = warner_variance(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
