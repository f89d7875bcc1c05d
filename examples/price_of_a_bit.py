"""Two distributions told apart by one private bit: the best bit tells on which side of a threshold p/q lies, with noise.

Pensia, Asadi, Jog and Loh (2023), Simple binary hypothesis testing under local differential privacy and communication
constraints, say in their abstract that what is to be found are the extreme points of the joint range, the pairs (Tp, Tq)
of all channels T that keep the constraints. Of the paper that idea alone is taken, and none of its numbers. For two answers
and one ε it is short. A divergence is convex in (p·r, q·r) of the row r of the first answer. The best rows are among
t/(1 + t) on a set of inputs and 1/(1 + t) outside of it; of their pairs, which lie in a zonotope, its corners are those
whose set maximises αp − βq, so that it has all inputs on one side of a threshold of p/q. The theorem's number is the
largest over these k + 1 sets, by the formula of Le Cam's divergence Σ (a − b)²/(2(a + b)); what is computed is the
certified optimum of at most two answers, which knows of no threshold.

The price is what any number of answers keeps over what one bit keeps: roughly so many times as many people must be asked.
"""

from rropt import LDP, Divergence, design
from rropt.exact import read_epsilon, read_number

FIRST, SECOND = ("1/2", "1/4", "1/8", "1/8"), ("1/8", "1/4", "1/8", "1/2")


def price_of_a_bit(epsilon="ln3", first=FIRST, second=SECOND):
    """The optimum of two answers, and the best threshold's value."""
    computed = design(Divergence("le_cam", first, second), LDP(epsilon), outputs=2).value
    t = read_epsilon(epsilon).t
    pairs = sorted(((read_number(p), read_number(q)) for p, q in zip(first, second, strict=True)), key=ratio)
    found = []
    for n in range(len(pairs) + 1):
        a, b = ((1 + (t - 1) * sum(side)) / (1 + t) for side in zip(*pairs[:n], (0, 0), strict=True))
        found.append(sum((x - y) ** 2 / (2 * (x + y)) for x, y in ((a, b), (1 - a, 1 - b))))
    return computed, max(found)


def ratio(pair):
    """p/q, infinite where q = 0."""
    p, q = pair
    return (0, p / q) if q else (1, p)


def price(epsilon, kind="hellinger", first=FIRST, second=SECOND):
    """What any number of answers keeps of a divergence, as a multiple of what one bit keeps, in bounds."""
    many, bit = (design(Divergence(kind, first, second), LDP(epsilon), outputs=m) for m in ("free", 2))
    return many.lower / bit.upper, many.upper / bit.lower


CASES = [
    {"epsilon": "1"},
    {"epsilon": "ln8", "first": ("1/2", "1/4", "1/4", "0"), "second": ("1/6", "1/3", "0", "1/2")},
]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = price_of_a_bit(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
    for epsilon in ("1/10", "1", "2", "3", "5"):
        low, high = price(epsilon)
        print(f"at ε = {epsilon} one bit takes {float(low):.4f} to {float(high):.4f} times as many people")
