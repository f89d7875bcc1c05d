"""The Rényi divergence of randomized response, of a whole order α: e^((α − 1)D) is a number of the field.

Mironov (2017), Rényi differential privacy, Proposition 5: p^α(1 − p)^(1−α) + (1 − p)^α p^(1−α).
"""

from rropt import from_spec
from rropt.exact import read_number
from rropt.privacy import renyi_divergence


def renyi_of_randomized_response(p="3/4", order=2):
    """What is computed, and what the theorem says."""
    computed = renyi_divergence(from_spec(f"warner:p={p}"), order).argument
    q = read_number(p)
    return computed, q**order / (1 - q) ** (order - 1) + (1 - q) ** order / q ** (order - 1)


CASES = [{"order": 32}, {"p": "e/(e+1)", "order": 5}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = renyi_of_randomized_response(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
