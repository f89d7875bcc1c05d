"""The engine: it finds optimal mechanisms, and prices that prove their bounds. Nothing that it finds is trusted; the checker
judges.

A mechanism is a list of rows r_1 … r_m ≥ 0 that sum to (1, …, 1). A demand allows a cone of rows, and gives budgets to sums
over rows. An objective is a sum Σ f_i(r_i), or a function of such sums. Prices that bound f on the cone bound the objective for
every mechanism (`prices`).
"""

from rropt.lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
