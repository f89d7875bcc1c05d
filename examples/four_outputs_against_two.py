"""Two answers are not enough: with δ > 0, four outputs estimate a share with little more than half the variance."""

from rropt import LDP, Variance, design

demand = LDP("1/2", delta="1/10")
two = design(Variance("1/4"), demand)
four = design(Variance("1/4"), demand, outputs="free")
always = design(Variance("every"), demand, outputs="free")
print(four)
print(always)

assert round(float(two.value), 4) == 2.3724
assert round(float(four.value), 4) == 1.3288
assert four.mechanism.m == 4 and float(four.value) < float(two.value)
assert always.pieces[0].mechanisms == (four.mechanism.rows,)  # the same four outputs are best at every prevalence
