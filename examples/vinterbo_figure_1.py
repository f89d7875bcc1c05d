"""Figure 1 of Vinterbo: the loss L of the unrelated coin (p = 1/2), printed and exact, and its growth with n.

(a) π = (1/20, 3/20, 3/10, 1/2), n = 2 bits, p = 1/2: a = 3/4, c = ((a² + (1 − a)²)/(2a − 1)²)² = 25/4 and
    s = Σ π² = 73/200. L = (c − s)/(1 − s) = 1177/127 ≈ 9.268. The printed 9.75 is the approximation at
    s = 2/(2² + 1) = 2/5, not L: a sample enlarged by it is 5 % larger than needed.
(b) log of the approximation f_L(2/(2ⁿ + 1)) for n = 1, …, 12, here with the lower bound f_L(2⁻ⁿ) of Theorem 4.6. The paper
    names no p; the three of panel (c) are taken.
(c) f_L(s)/f_L(2/(2ⁿ + 1)), s = Σ π², for 100 uniformly random π; here its least value over all π, f_L(2⁻ⁿ) on top, and
    the range over 100 draws of π with a stated seed, in doubles. It has no largest value (s → 1).
Reference: Vinterbo (2018), A simple algorithm for estimating distribution parameters from n-dimensional randomized
binary responses, §5.1 and Figure 1.
"""

from fractions import Fraction
from math import log

import numpy as np

from rropt.families import unrelated_coin
from rropt.questions import approximate_loss, least_loss, loss

SHARES = (Fraction(1, 20), Fraction(3, 20), Fraction(3, 10), Fraction(1, 2))
COINS = (Fraction(1, 10000), Fraction(1, 2), Fraction(9999, 10000))
DRAWS, SEED = 100, 1

two = [unrelated_coin(p="1/2")] * 2
exact, near = loss(two, SHARES), approximate_loss(two)
print(f"(a) L = {exact.value} ≈ {float(exact.value):.4f}; printed: 9.75, the approximation {near.value} of a typical π")
print(
    f"    respondents that do the work of 1000 truthful ones: {exact.sample_size(1000)}, not {near.sample_size(1000)}"
)
assert exact.value == Fraction(1177, 127) and near.value == Fraction(39, 4)
assert (exact.sample_size(1000), near.sample_size(1000)) == (9268, 9750)

print("\n(b) log f_L(2/(2ⁿ + 1)), and (in brackets) its least value over all π, for p =", *map(float, COINS))
for n in range(1, 13):
    curve = [
        (approximate_loss([unrelated_coin(p=p)] * n).value, least_loss([unrelated_coin(p=p)] * n).value) for p in COINS
    ]
    print(f"    n = {n:2}:", ", ".join(f"{log(typical):.6g} ({log(least):.6g})" for typical, least in curve))
    assert all(least < typical for typical, least in curve)
    c, s = Fraction(5, 2) ** n, Fraction(2, 2**n + 1)
    assert curve[1] == ((c - s) / (1 - s), (c - Fraction(1, 2**n)) / (1 - Fraction(1, 2**n)))

print(f"\n(c) f_L(Σ π²)/f_L(2/(2ⁿ + 1)): its least value over all π; its range over {DRAWS} random π, seed {SEED}")
for n in range(2, 13):
    squares = [float((x * x).sum()) for x in np.random.default_rng(SEED).dirichlet(np.ones(1 << n), DRAWS)]
    s = Fraction(2, 2**n + 1)
    said = []
    for p in COINS:
        coins = [unrelated_coin(p=p)] * n
        typical, least = approximate_loss(coins).value, least_loss(coins).value
        c = float(s + typical * (1 - s))  # c of Lemma 4.5, by f_L(s) = (c − s)/(1 − s)
        drawn = [(c - x) / (1 - x) / float(typical) for x in squares]
        said.append(f"{float(least / typical):.6g}; {min(drawn):.6g} to {max(drawn):.6g}")
        assert least / typical <= min(drawn) <= 1 <= max(drawn)
        assert n < 12 or 0.99 < min(drawn) < max(drawn) < 1.01
    print(f"    n = {n:2}:", " | ".join(said))
