"""The variance of a rare category's estimated share with optimised unary encoding does not grow with k.

Wang, Blocki, Li and Jha (2017), equation (9), at prevalence 0: 4e^ε/(e^ε − 1)².
"""

from rropt import Mechanism, Variance, from_spec
from rropt.exact import read_epsilon


def optimised_unary_encoding_variance(epsilon="1"):
    """What is computed, and what the theorem says."""
    P = from_spec(f"optimised_unary_encoding:k=2,epsilon={epsilon}")
    p, q = (sum(P[i, j] for i, bits in enumerate(P.output_labels) if bits[0] == "1") for j in (0, 1))
    computed = Variance(0).value(Mechanism([[1 - q, 1 - p], [q, p]]))  # the bit of the first category
    t = read_epsilon(epsilon).t
    return computed, 4 * t / (t - 1) ** 2


CASES = [{"epsilon": "ln3"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = optimised_unary_encoding_variance(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
