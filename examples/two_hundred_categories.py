"""Two hundred categories: the certified optimum in a second, answers that are sets of them, and all shares estimated.

A set is drawn by its size and by whether it holds the truth, so that no table of 2^200 patterns is needed.
"""

import math
from fractions import Fraction

import numpy

from rropt import LDP, TotalVariance, check, design, draw, estimate, plan, verify

K, PEOPLE = 200, 2_000
found = design(TotalVariance(), LDP(2), inputs=K)
assert verify(found.certificate).is_accepted
print(found)
p = found.sets
assert check(p, LDP(2)).met
needed = plan(p, prevalence=Fraction(1, K), standard_error="0.02")
print(repr(needed).splitlines()[0])
assert needed.n == math.ceil(2500 * float(found.value) / K)

rng = numpy.random.default_rng(3)
truths = numpy.where(rng.random(PEOPLE) < 0.4, 17, rng.integers(0, K, PEOPLE))
shares = estimate(draw(p, truths.tolist(), rng=rng), mechanism=p)
print(repr(shares).splitlines()[0])
error = shares.errors[0, 17]
assert abs(float(shares.prevalence[17]) - 0.4 - 0.6 / K) < 4 * error < 0.2
assert abs(sum(shares.prevalence) - 1) < 1e-9
