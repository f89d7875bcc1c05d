"""The largest total variation distance that ε-LDP allows is that of randomized response.

Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, JMLR 17: (e^ε − 1)/(e^ε + 1).
"""

from rropt import from_spec
from rropt.exact import read_epsilon
from rropt.privacy import total_variation


def total_variation_of_randomized_response(epsilon="ln3"):
    """What is computed, and what the theorem says."""
    computed = total_variation(from_spec(f"krr:k=2,epsilon={epsilon}"))
    t = read_epsilon(epsilon).t
    return computed, (t - 1) / (t + 1)


CASES = [{"epsilon": "1/2"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = total_variation_of_randomized_response(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
