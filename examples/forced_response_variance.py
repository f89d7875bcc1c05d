"""Dice that force some answers: the variance of the estimated share.

Boruch (1971), Assuring confidentiality of responses in social research: with forced yes and no of probabilities a and b,
λ(1 − λ)/(1 − a − b)², where λ = a + (1 − a − b)π.
"""

from rropt import Variance, from_spec
from rropt.exact import read_number


def forced_response_variance(yes="1/6", no="1/6", prevalence="1/4"):
    """What is computed, and what the theorem says."""
    computed = Variance(prevalence).value(from_spec(f"forced_response:yes={yes},no={no}"))
    a, b, pi = read_number(yes), read_number(no), read_number(prevalence)
    share = a + (1 - a - b) * pi
    return computed, share * (1 - share) / (1 - a - b) ** 2


CASES = [{"yes": "1/12", "no": "1/4"}, {"prevalence": "1/2"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = forced_response_variance(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
