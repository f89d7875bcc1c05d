"""Two distributions told apart by private answers: one bit is best at a small ε, k-ary randomized response at a large one.

Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, JMLR 17, show for every f-divergence that
there are such thresholds, and for a few distributions where they lie. Here the best of two answers and the best of any number
of them are certified, so that each line below is decided: the optimum is reached by one bit, by k-ary response, or by neither.
"""

from rropt import LDP, Divergence, design, from_spec

FIRST, SECOND = ("1/2", "3/10", "1/5"), ("1/5", "3/10", "1/2")


def reaching(epsilon, first=FIRST, second=SECOND):
    """Who reaches the largest Kullback-Leibler divergence at ε; their bounds overlap those of the optimum, or lie below."""
    objective, demand = Divergence("kl", first, second), LDP(epsilon)
    best, one_bit = design(objective, demand), design(objective, demand, outputs=2)
    response = objective.value_bounds(from_spec(f"krr:k={len(first)},epsilon={epsilon}"))
    highest = {"one bit": one_bit.upper, "k-ary response": response[1]}
    return [name for name, upper in highest.items() if upper >= best.lower]


if __name__ == "__main__":
    for epsilon in ("1/10", "1/2", "1", "3/2", "2", "3", "6"):
        print(f"ε = {epsilon}:", " and ".join(reaching(epsilon)) or "neither")
    assert all(reaching(epsilon) == ["one bit"] for epsilon in ("1/10", "1/2", "1"))
    assert all(reaching(epsilon) == ["k-ary response"] for epsilon in ("2", "3", "6"))
