"""The variance of a rare category's estimated share with symmetric unary encoding, RAPPOR's basic form.

Wang, Blocki, Li and Jha (2017), equation (7), at prevalence 0: e^(ε/2)/(e^(ε/2) − 1)².
"""

from rropt import Mechanism, Variance
from rropt.exact import read_epsilon
from rropt.families import symmetric_unary_encoding


def symmetric_unary_encoding_variance(epsilon="1"):
    """What is computed, and what the theorem says."""
    P = symmetric_unary_encoding(k=2, epsilon=epsilon)
    p, q = (sum(P[i, j] for i, bits in enumerate(P.output_labels) if bits[0] == "1") for j in (0, 1))
    computed = Variance(0).value(Mechanism([[1 - q, 1 - p], [q, p]]))  # the bit of the first category
    root = read_epsilon(epsilon).split(2).t
    return computed, root / (root - 1) ** 2


CASES = [{"epsilon": "ln9"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = symmetric_unary_encoding_variance(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
