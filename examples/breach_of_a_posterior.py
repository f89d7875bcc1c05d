"""Which ratio of probabilities keeps every posterior below ρ₂ where the prior is at most ρ₁?

Evfimievski, Gehrke and Srikant (2003), Limiting privacy breaches, PODS: γ = ρ₂(1 − ρ₁)/(ρ₁(1 − ρ₂)).
"""

from rropt import RhoBreach
from rropt.breach import breach_bound
from rropt.exact import read_number


def breach_of_a_posterior(rho1="1/5", rho2="1/2"):
    """What is computed, and what the theorem says."""
    computed = breach_bound(RhoBreach(rho1, rho2)).value
    a, b = read_number(rho1), read_number(rho2)
    return computed, b * (1 - a) / (a * (1 - b))


CASES = [{"rho1": "1/10", "rho2": "9/10"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = breach_of_a_posterior(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
