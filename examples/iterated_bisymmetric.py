"""Three correlated questions, each answer kept with probability 3/4: their joint distribution.

Vinterbo (2018), section 4: the iterated bisymmetric randomizer, its in-place inverse, and the loss it costs.
"""

import numpy

from rropt import from_spec
from rropt.questions import marginal, whole_answer_epsilon

PEOPLE = 40_000
rng = numpy.random.default_rng(3)
first = rng.random(PEOPLE) < 0.3
second = first ^ (rng.random(PEOPLE) < 0.1)
third = rng.random(PEOPLE) < 0.5
truth = numpy.column_stack([first, second, third])
answers = truth ^ (rng.random(truth.shape) < 0.25)

device = from_spec("flip:p=1/4")
found = marginal(answers, device)
epsilon = whole_answer_epsilon([device] * 3)
print(found)
print("epsilon of the whole answer:", epsilon)

assert abs(found.estimate.sum() - 1) < 1e-12
shares = numpy.bincount(truth @ (4, 2, 1), minlength=8) / PEOPLE  # the first question is the most significant bit
assert (abs(found.estimate - shares) < 4 * found.standard_error).all()
assert str(epsilon) == "log(27)"
