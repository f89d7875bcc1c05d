"""With δ > 0 and any number of answers: the least variance, which no number of further answers lowers.

Kairouz, Oh and Viswanath (2015): the four-answer mechanism is at least as informative as any (ε, δ)-LDP one; one over the
Fisher information of it is q(T + (T − 1)²q)/(δT + (T − 1)²q) with q = π(1 − π), T = e^ε.
"""

from rropt import LDP, Variance, design
from rropt.exact import read_epsilon, read_number


def least_variance_of_many_answers(epsilon="1/2", delta="1/10", prevalence="1/4"):
    """What is computed, and what the theorem says."""
    computed = design(Variance(prevalence), LDP(epsilon, delta=delta), outputs="free").value
    t, d, pi = read_epsilon(epsilon).t, read_number(delta), read_number(prevalence)
    q, square = pi * (1 - pi), (t - 1) ** 2
    return computed, q * (t + square * q) / (d * t + square * q)


CASES = [{"epsilon": "ln3", "delta": "1/100"}, {"prevalence": "1/2"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = least_variance_of_many_answers(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
