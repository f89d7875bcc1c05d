"""A rare trait and a generous δ: the best binary design never makes a "no" say yes (Holohan et al., Example 1.2).

In their Example 1.3 the printed optimum is 0.143; the certified one is 0.29.
"""

from fractions import Fraction

from rropt import LDP, Variance, design

rare = design(Variance("1/10"), LDP("1", delta="2/5"))
print(rare)
assert rare.mechanism.rows == ((1, Fraction(3, 5)), (0, Fraction(2, 5)))
assert rare.value == Fraction(6, 25)

common = design(Variance("9/10"), LDP("1/2", delta="1/3"))
assert common.value == Fraction(29, 100)
