"""A yes/no question at ε = 1/2, δ = 1/10, where one person in four says yes (Holohan et al., Example 1.1)."""

from rropt import LDP, Variance, design

found = design(Variance("1/4"), LDP("1/2", delta="1/10"), inputs=("no", "yes"))
print(found)

symbolic, numeric, certified = found.legs
assert symbolic.value == certified.value == found.value
assert abs(float(found.value) - 2.372407) < 1e-6
