"""Two averages at one budget: the vector-valued Laplace mechanism of Ziani's lecture (Theorem 12).

The l1 sensitivity of two bounded means over n people is the sum of both ranges over n; the chance that the larger error
exceeds a radius is known exactly, and is below the union bound that the theorem states.

Released are the sums of whole numbers, which keep their own sensitivity: discrete Laplace noise for it is drawn exactly.
"""

from fractions import Fraction

from rropt.noise import DiscreteLaplace, Laplace, bounded_mean, bounded_sum

people = [(20 + i % 60, i % 50) for i in range(3000)]
ranges = [(0, 100), (0, 80)]
means = bounded_mean(len(people), ranges, "replace")
assert means.l1 == Fraction(3, 50)

sums = bounded_sum(ranges, "replace")
noise = DiscreteLaplace(1, int(sums.l1), dimension=2)
totals = (sum(age for age, _ in people), sum(hours for _, hours in people))
age, hours = ((x + z) / len(people) for x, z in zip(totals, noise.draw(2, rng=6), strict=True))
print(f"mean age {age:.3f}, mean hours {hours:.3f}")
assert abs(age - 49.5) < 1 and abs(hours - 24.5) < 1

scalar = Laplace(1, means.l1, dimension=2)
print(means, scalar, sep="\n")
exact, union = scalar.radius_linf("1/20")[1], scalar.radius_union("1/20")[0]
assert exact < union < exact * Fraction(102, 100)
