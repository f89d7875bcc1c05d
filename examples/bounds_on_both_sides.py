"""Posteriors bounded from both sides are one bound, and this is one ratio of probabilities.

Chai and Nayak (2018), Definition 3.1 to Theorem 3.1: by a demand SIP(h_l, h_u) a posterior lies between h_l(p) and h_u(p) if the
prior is p. As an event and its complement are both protected, it is the demand CSIP(h) with h(p) = min(h_u(p), 1 − h_l(1 − p)). It
is met if no row of the mechanism has a ratio above B(h). So the largest trace under it is that of the gamma-diagonal matrix,
kγ/(γ + k − 1) with γ = B(h). Here the odds of anything may fall to a part of what they were, and rise to a multiple.
"""

from rropt import SIP, Trace, design
from rropt.breach import breach_bound
from rropt.exact import read_number


def bounds_on_both_sides(part="1/4", multiple="3", k=4):
    """What is computed, and what the theorem says."""
    demand = SIP(f"odds:{part}", f"odds:{multiple}")
    computed = breach_bound(demand).value, breach_bound(demand.canonical()).value
    gamma = min(1 / read_number(part), read_number(multiple))
    return (*computed, design(Trace(), demand, inputs=k).value), (gamma, gamma, k * gamma / (gamma + k - 1))


CASES = [{"part": "1/2"}, {"part": "1/5", "multiple": "9/2", "k": 7}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = bounds_on_both_sides(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
