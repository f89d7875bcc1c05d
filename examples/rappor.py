"""Rappor's randomizer: the joint distribution of two bits from one report, and what further reports disclose.

Erlingsson, Pihur and Korolova (2014); Vinterbo (2018), section 5.3, where p = 1 − q makes it bisymmetric. Here it is not.
"""

from fractions import Fraction

import numpy

from rropt import from_spec
from rropt.questions import Rappor, marginal

PEOPLE = 50_000
rng = numpy.random.default_rng(4)
truth = numpy.array([[0, 0], [0, 1], [1, 1]])[rng.choice(3, size=PEOPLE, p=[0.5, 0.2, 0.3])]
permanent = numpy.where(rng.random(truth.shape) < 0.5, rng.integers(0, 2, truth.shape), truth)
report = rng.random(truth.shape) < numpy.where(permanent == 1, 0.75, 0.5)

found = marginal(report, from_spec("rappor:mode=both,f=1/2,p=1/2,q=3/4,bits=1"))
print(found)
for estimate, error, share in zip(found.estimate, found.standard_error, (0.5, 0.2, 0, 0.3), strict=True):
    assert abs(estimate - share) < 4 * error < 0.3
rappor = Rappor.of("1/2", "1/2", "3/4")
one, many, limit = (rappor.epsilon(reports=n).t for n in (1, 50, None))
print("e^epsilon of one bit after 1, 50 and all reports:", one, float(many), limit)
assert one == Fraction(7, 5) and one < many < limit == 3
