"""How far can one answer move the odds of anything about a respondent? No more than e^ε.

Dwork (2006), and Kasiviswanathan and Smith (2014), On the "semantics" of differential privacy: the Bayes factor.
"""

from rropt import BayesFactor, from_spec
from rropt.exact import read_epsilon


def bayes_factor_of_a_budget(k=3, epsilon="ln3"):
    """What is computed, and what the theorem says."""
    return BayesFactor(2).tightest(from_spec(f"krr:k={k},epsilon={epsilon}")), read_epsilon(epsilon).t


CASES = [{"k": 5, "epsilon": "1/2"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = bayes_factor_of_a_budget(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
