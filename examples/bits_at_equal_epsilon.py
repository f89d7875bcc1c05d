"""Unrelated question, Warner's device and Rappor at one epsilon of n bits lose the same.

Vinterbo (2018), Theorem 4.9: with a/(1 − a) = e^(ε/n) the loss is (c − s)/(1 − s), c = ((a² + (1 − a)²)/(2a − 1)²)^n, s = Σ π².
"""

from fractions import Fraction

from rropt.questions import bits_at_equal_epsilon

SHARES = [Fraction(1, 20), Fraction(3, 20), Fraction(3, 10), Fraction(1, 2)]

found = bits_at_equal_epsilon(2, "ln9", distribution=SHARES)
print(found)
a, s = Fraction(3, 4), sum(x * x for x in SHARES)
c = ((a**2 + (1 - a) ** 2) / (2 * a - 1) ** 2) ** 2
assert [row[4] for row in found.rows[:4]] == [(c - s) / (1 - s)] * 4
one_sided, at_once = found.rows[4:]
assert one_sided[4] > found.rows[0][4] > Fraction(at_once[4])
