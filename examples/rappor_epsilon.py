"""Which ε does RAPPOR's permanent response keep of a value that sets one bit?

Erlingsson, Pihur and Korolova (2014), RAPPOR, CCS, Theorem 1 with h = 1 hash: e^ε = ((1 − f/2)/(f/2))².
"""

from rropt import Parity
from rropt.exact import read_number
from rropt.families import unary_encoding


def rappor_epsilon(f="1/2", k=3):
    """What is computed, and what the theorem says."""
    half = read_number(f) / 2
    permanent = unary_encoding(k=k, p=1 - half, q=half)
    return Parity(1).tightest(permanent), ((1 - half) / half) ** 2


CASES = [{"f": "3/4"}, {"f": "1/4", "k": 4}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = rappor_epsilon(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
