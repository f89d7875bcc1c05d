"""Questions that only the library is asked, from the tests of designs, orders and bounds: a name and a call each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

import rropt
from rropt import LDP, SIP, Mechanism, Parity, RhoBreach, Trace, Utility, Variance, from_spec
from rropt.privacy.boundary import precise_boundary

P = sympy.Symbol("p")
R, Cases = sympy.Rational, sympy.Piecewise
HUMP = 1 - (1 - P) ** 2
GOLDEN = [(0, "1/5"), ("8/9", 1), (1, 1)]
RR = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
THREE = Mechanism([["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]])
BETWEEN = Mechanism([["1/2", "1/4", "3/8"], ["1/2", "3/4", "5/8"]])
SPLIT = Mechanism([[x / 2 for x in row] for row in THREE.rows for _ in range(2)])
Z = Mechanism([["1", "1/2"], ["0", "1/2"]])
TABLE = [[5, 1, 0], [0, 4, 2], [1, 0, 3]]

CALLS: dict[str, Callable[[], Any]] = {
    # designs whose question the command line does not take in these words
    "design_positive_zero": lambda: rropt.design(Variance("1/10", positive=0), LDP("1", delta="2/5")),
    "design_rational_exponential_delta": lambda: rropt.design(Variance("1/4"), LDP("ln3", delta="exp(-1)")),
    "design_root_demand": lambda: rropt.design(Trace(), LDP("ln3/2"), inputs=3),
    "design_no_closed_form": lambda: rropt.design(Utility(TABLE), LDP("ln3"), closed_forms=False),
    "design_within": lambda: rropt.design(Utility(TABLE), LDP(1, delta="1/10"), closed_forms=False),
    "design_zero_utility": lambda: rropt.design(Utility([[0, 0], [0, 0]]), LDP("1/2..2")),
    "design_sip": lambda: rropt.design(Variance("1/2"), SIP([(0, 0), (1, "1/2")], GOLDEN)),
    "design_sine": lambda: rropt.design(Variance("1/2"), sympy.sin(sympy.pi * P / 2)),
    "design_worst_positive_zero": lambda: rropt.design(Variance("1/10..2/5", positive=0), LDP("ln2", delta="1/10")),
    # B(h), regions and notions
    "breach_extreme": lambda: rropt.breach.breach_bound(RhoBreach("1/100", "99/100")),
    "breach_golden": lambda: rropt.breach.breach_bound(GOLDEN),
    "breach_sip": lambda: rropt.breach.breach_bound(SIP([(0, 0), (1, "2/3")], GOLDEN)),
    "breach_jump": lambda: rropt.breach.breach_bound([(0, 1), ("1/2", 1), ("1/2", "2/3"), ("1/2", 1), (1, 1)]),
    "breach_precise": lambda: rropt.breach.breach_bound(precise_boundary("sqrt(2)")),
    "breach_root_table": lambda: rropt.breach.breach_bound([(0, "sqrt(2)/10"), ("8/9", 1), (1, 1)]),
    "breach_square_root": lambda: rropt.breach.breach_bound(sympy.sqrt(P)),
    "breach_hump": lambda: rropt.breach.breach_bound(sympy.Max(P, HUMP)),
    "breach_min": lambda: rropt.breach.breach_bound(sympy.Min(1, sympy.sqrt(2 * P))),
    "breach_pieces": lambda: rropt.breach.breach_bound(Cases((HUMP, R(1, 2) > P), (R(3, 5), R(1, 2) >= P), (1, True))),
    "breach_e": lambda: rropt.breach.breach_bound(sympy.Min(1, sympy.E * P)),
    "breach_irrational_part": lambda: rropt.breach.breach_bound(P + sympy.sqrt(2) * P * (1 - P) / 4),
    "breach_sine": lambda: rropt.breach.breach_bound(sympy.sin(sympy.pi * P / 2)),
    "breach_pair": lambda: rropt.breach.breach_bound((P**2, sympy.sqrt(P))),
    "breach_pair_of_tables": lambda: rropt.breach.breach_bound(([(0, 0), (1, "1/2")], GOLDEN)),
    "breach_quintic": lambda: rropt.breach.breach_bound(P + P * (1 - P) * (P**3 + R(1, 3)) / 2),
    "region_canonical": lambda: rropt.breach.canonical_region(RhoBreach("1/5", "1/2")),
    "region_protected": lambda: rropt.breach.protected_region(RR),
    "region_tightest": lambda: rropt.breach.tightest_precise(RhoBreach("1/5", "1/2")),
    "region_compared": lambda: rropt.breach.compare_demands(RhoBreach("1/5", "1/2"), Parity(3)),
    "profile_warner": lambda: rropt.profile(RR),
    "profile_four": lambda: rropt.profile(from_spec("four_output:delta=1/10,epsilon=ln2")),
    # checkups of what the command line cannot state
    "checkup_whole_worst": lambda: rropt.check(
        Mechanism([["3/4", "1/5"], ["1/4", "4/5"]]), LDP(2), objective=Variance("0..1")
    ),
    "checkup_free": lambda: rropt.check(from_spec("krr:k=3,epsilon=every"), LDP("every")),
    "checkup_sine": lambda: rropt.check(from_spec("warner:p=3/5"), sympy.sin(sympy.pi * P / 2)),
}
