"""Two distributions told apart by private answers: for their total variation distance one bit is enough, at every ε.

Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, JMLR 17: the binary mechanism, which says
which distribution makes the truth likelier and is right with chance e^ε/(1 + e^ε), leaves (e^ε − 1)/(e^ε + 1) of the distance,
and no mechanism of any number of answers leaves more.
"""

from rropt import LDP, Divergence, design
from rropt.exact import read_epsilon, read_number

FIRST, SECOND = ("1/2", "3/10", "1/5"), ("1/5", "3/10", "1/2")


def one_bit_keeps_total_variation(epsilon="ln3", first=FIRST, second=SECOND):
    """What two answers and any number of them leave of the distance, and what the theorem says of both."""
    objective = Divergence("tv", first, second)
    computed = tuple(design(objective, LDP(epsilon), outputs=m).value for m in (2, "free"))
    distance = sum(abs(read_number(p) - read_number(q)) for p, q in zip(first, second, strict=True)) / 2
    t = read_epsilon(epsilon).t
    return computed, (distance * (t - 1) / (t + 1),) * 2


CASES = [{"epsilon": "1/2"}, {"epsilon": "3", "first": ("1/4",) * 4, "second": ("1/2", "0", "3/8", "1/8")}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = one_bit_keeps_total_variation(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
