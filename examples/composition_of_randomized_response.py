"""What n uses of randomized response disclose: the optimal composition theorem.

Kairouz, Oh and Viswanath (2015), Theorem 3.2: at ε' = (n − 2i)ε, δ = Σ_{l<i} C(n, l)(e^{(n−l)ε} − e^{(n−2i+l)ε})/(1 + e^ε)^n.
"""

from fractions import Fraction
from math import comb

from rropt import from_spec, profile
from rropt.exact import read_epsilon


def composition_of_randomized_response(n=1000, i=450, epsilon="ln1.1"):
    """What is computed, two bounds that agree to 30 digits, and what the theorem says."""
    t = read_epsilon(epsilon).t
    low, high = profile(from_spec(f"krr:k=2,epsilon={epsilon}"), times=n).at(t ** (n - 2 * i))
    theorem = sum(comb(n, m) * (t ** (n - m) - t ** (n - 2 * i + m)) for m in range(i)) / (1 + t) ** n
    assert low <= theorem <= high <= low + Fraction(1, 10**30)
    return round(float(low), 14), round(float(theorem), 14)


CASES = [{"n": 12, "i": 3, "epsilon": "1/2"}, {"n": 300, "i": 140}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = composition_of_randomized_response(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
