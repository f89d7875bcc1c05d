"""How many bits can an answer carry, whatever the prior?

Mangat's device, where a "yes" is always told and a "no" is told with probability 1 − q, is the Z-channel, whose capacity is
log₂(1 + (1 − q)·q^(q/(1 − q))): Golomb (1980), The limiting behavior of the Z-channel. Cover and Thomas (2006), Elements of
information theory, problem 7.8, has q = 1/2: log₂ 5 − 2 bits, reached where 2/5 of the truths are those that are told by
chance. Between certified bounds here, which are narrower than the digits that are compared.
"""

from fractions import Fraction
from math import log, log2

from rropt import Mechanism
from rropt.privacy import shannon_capacity

DIGITS = 10


def capacity_of_a_z_channel(q="1/2"):
    """What is computed, and what the theorem says, in bits."""
    q = Fraction(q)
    found = shannon_capacity(Mechanism([[1 - q, 0], [q, 1]], inputs=("no", "yes"), outputs=("no", "yes")))
    assert found.upper - found.lower < 10 ** -(DIGITS + 1)
    theorem = log2(1 + (1 - q) * float(q) ** float(q / (1 - q)))
    return round(float(found.lower) / log(2), DIGITS), round(theorem, DIGITS)


CASES = [{"q": "1/4"}, {"q": "3/4"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = capacity_of_a_z_channel(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
    half = shannon_capacity(Mechanism([["1/2", 0], ["1/2", 1]]))
    print("the prior that reaches it:", [round(float(x), 5) for x in half.prior])
    assert round(float(half.prior[0]), 5) == 0.4 and round(log2(5) - 2, DIGITS) == capacity_of_a_z_channel()[0]
