"""How many people in a file say yes, released with noise: the Laplace mechanism of Ziani's lecture, drawn exactly.

A count has sensitivity 1 (Definition 6), so noise of scale 1/ε keeps ε-differential privacy (Theorem 8). On a count the
noise is discrete Laplace, whose law is exact; the tail of Theorem 9 stands beside it.
"""

import random
from fractions import Fraction

from rropt.noise import DiscreteLaplace, Laplace, count

ill = sum(i % 7 == 0 for i in range(700))
noise = DiscreteLaplace("1/2", int(count("add-remove").l1))
released = ill + noise.draw(1, rng=5)[0]  # a seed is for this page alone: a release takes the system's source, rng=None
print(f"released: {released}; the truth is {ill}")
print(noise, Laplace("1/2", 1), sep="\n")

assert abs(released - ill) < 40
# a source that is not seeded draws other noise each time
assert len({*DiscreteLaplace("1/1000", 1).draw(4)}) > 1
lower, upper = Laplace("1/2", 1).tail_linf(6)
assert lower <= Fraction("0.04978706836786394297934") <= upper  # e^(-3)
# the mean of the squares of many draws is the variance
drawn = noise.draw(4000, rng=random.Random(1))
assert abs(sum(z * z for z in drawn) / 4000 - float(noise.variance)) < 1
