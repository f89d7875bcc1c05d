"""No (ε, δ)-LDP mechanism of a yes/no question tells more than the one with four answers.

Kairouz, Oh and Viswanath (2015): the optimal design of two answers is a garbling of it, with the same δ at every ε.
"""

from rropt import LDP, Variance, design, from_spec
from rropt.order import dominates


def four_answers_dominate(epsilon="1/2", delta="1/10", prevalence="1/4"):
    """What is computed, and what the theorem says."""
    two = design(Variance(prevalence), LDP(epsilon, delta=delta)).mechanism
    four = from_spec(f"four_output:epsilon={epsilon},delta={delta}")
    return (dominates(four, two).holds, dominates(two, four).holds), (True, False)


CASES = [{"epsilon": "ln3", "delta": "1/20"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = four_answers_dominate(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
