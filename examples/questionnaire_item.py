"""An item with five answers, from "never" to "always": the design that estimates its mean best, and a survey through it.

Last year's shares are known. Who wants the mean of the scores 1 to 5 need not know every share: the certified optimum needs less
than half the people that k-ary randomized response needs for the same error of the mean.
"""

import numpy

from rropt import LDP, Contrast, design, draw, rank
from rropt.survey import estimate_mean

ANSWERS = ("never", "rarely", "sometimes", "often", "always")
SCORES = (1, 2, 3, 4, 5)
LAST_YEAR = ("0.4", "0.3", "0.15", "0.1", "0.05")
THIS_YEAR = (0.3, 0.3, 0.2, 0.1, 0.1)
PEOPLE = 20_000

aim = Contrast(SCORES, LAST_YEAR)
found = design(aim, LDP("1/2"), inputs=ANSWERS)
print(found)
usual = rank(5, "1/2", prevalence=LAST_YEAR, objective=aim).row("k-ary randomized response")
print("n·Var of the mean:", float(found.upper), "at best,", usual.value, "with k-ary randomized response")
assert found.upper < usual.value / 2

rng = numpy.random.default_rng(5)
truths = rng.choice(5, size=PEOPLE, p=THIS_YEAR)
answers = draw(found.mechanism, [ANSWERS[j] for j in truths], rng=rng)
# unbiased at whatever shares this year has
means = estimate_mean(answers, mechanism=found.mechanism, scores=SCORES, working=LAST_YEAR)
mean, error = means.mean, means.standard_error
true = numpy.array(SCORES) @ numpy.array(THIS_YEAR)
print(f"mean {mean:.3f} with a standard error of {error:.3f}; the truth was {true}")
assert abs(mean - true) < 4 * error
