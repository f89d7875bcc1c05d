"""Who tests which of two answers was given errs at least so often: the trade-off function of ε-DP.

Dong, Roth and Su (2022), Gaussian differential privacy, equation (5) at δ = 0: max(0, 1 − e^ε α, e^−ε (1 − α)).
"""

from rropt import from_spec
from rropt.exact import read_epsilon, read_number
from rropt.privacy import trade_off


def trade_off_of_randomized_response(epsilon="ln3", alpha="1/5"):
    """What is computed, and what the theorem says."""
    computed = trade_off(from_spec(f"krr:k=2,epsilon={epsilon}")).at(alpha)
    t, a = read_epsilon(epsilon).t, read_number(alpha)
    return computed, max(0, 1 - t * a, (1 - a) / t)


CASES = [{"epsilon": "1"}, {"alpha": "9/10"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = trade_off_of_randomized_response(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
