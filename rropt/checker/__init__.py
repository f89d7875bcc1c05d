"""The judge: decides an rropt certificate from its text alone, with the standard library and exact integers.

To read it in one sitting: `judge.py` has `check`; `claims/` has one file a claim with its theorem; `model/` has mechanisms, demands
and the bound of linear programs; `arithmetic/` has quotients of polynomials and their signs; `text/` goes from JSON to values and
from values to words. `limits.py` bounds what a file may ask for, `refusals.py` has the two ways of saying no, `speed.py` can be
switched off, and `command.py` is the program. SPEC.md says the same without code.
"""

from .command import main
from .judge import Judgement, check
from .refusals import Overdue

__all__ = ["Judgement", "Overdue", "check", "main"]
