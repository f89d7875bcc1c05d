"""The least Bayes risk of guessing a private bit: no ε-LDP answer beats randomized response.

Kairouz, Oh and Viswanath (2016), Theorem 4, for the loss 0 or 1 and prior π: min(π, 1 − π, 1/(e^ε + 1)).
"""

from rropt import LDP, Utility, design
from rropt.exact import read_epsilon, read_number


def bayes_risk_of_two_hypotheses(epsilon="ln3", prior="1/2"):
    """What is computed, and what the theorem says."""
    pi = read_number(prior)
    computed = design(Utility([[0, 1], [1, 0]], [1 - pi, pi], sense="min"), LDP(epsilon)).value
    return computed, min(pi, 1 - pi, 1 / (read_epsilon(epsilon).t + 1))


CASES = [{"prior": "1/10"}, {"epsilon": "1/2", "prior": "2/5"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = bayes_risk_of_two_hypotheses(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
