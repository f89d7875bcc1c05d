"""What a crowd hides: the ε of shuffled answers, computed, beside two published bounds that hold whatever the others' truths.

Each of n people answers by Warner's device at ε₀ = log 3, and only the numbers of the answers are seen. δ is 1e-6.
Balle, Bell, Gascón and Nissim (2019): the privacy blanket, computed without the closed forms that follow from it.
Feldman, McMillan and Talwar (2021), Theorem 3.1, with 4/δ in its condition: where ε₀ ≤ log(n/(16 log(4/δ))),
ε ≤ log(1 + (e^ε₀ − 1)/(e^ε₀ + 1) · (8 √(e^ε₀ log(4/δ)/n) + 8 e^ε₀/n)).
"""

from math import log, sqrt

from rropt import from_spec
from rropt.privacy import shuffled

delta = 1e-6
warner = from_spec("warner:p=3/4")
print("people  all others 'no'  worst, at least  worst, at most  closed form of 2021")
for n in (300, 500, 1000):
    _, alike = map(float, shuffled(warner, n, others=[n - 1, 0]).epsilon(delta))
    least, most = map(float, shuffled(warner, n).epsilon(delta))
    is_covered = log(3) <= log(n / (16 * log(4 / delta)))
    closed = log(1 + (3 - 1) / (3 + 1) * (8 * sqrt(3 * log(4 / delta) / n) + 8 * 3 / n)) if is_covered else log(3)
    print(
        f"{n:6}  {alike:15.4f}  {least:15.4f}  {most:14.4f}  {closed:18.4f}{'' if is_covered else ' (does not apply)'}"
    )
    assert least <= alike + 1e-6 and alike <= most <= min(closed, log(3))
    assert {300: 0.2831, 500: 0.2105}.get(n, round(alike, 4)) == round(alike, 4)
