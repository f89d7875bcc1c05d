"""By which factor can an answer lift the chance of guessing the truth, whatever the prior?

Alvim et al. (2020), The science of quantitative information flow, Theorem 7.2: the sum of the largest entries of the rows,
which is kγ/(γ + k − 1) for k-ary randomized response.
"""

from rropt import measure
from rropt.exact import read_epsilon
from rropt.families import krr


def bayes_capacity_of_krr(k=8, epsilon=1):
    """What is computed, and what the theorem says."""
    computed = measure(krr(k=k, epsilon=epsilon)).bayes_capacity
    t = read_epsilon(epsilon).t
    return computed, k * t / (t + k - 1)


CASES = [{"k": 3, "epsilon": "ln2"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = bayes_capacity_of_krr(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
