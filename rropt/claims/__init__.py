"""Printed statements as data, and the evidence that decides each of them."""

from rropt.claims.claim import Argued, Checked, Claim, Counterexample, Decided, Formula, Theorem, Twin
from rropt.claims.decide import Grade, Verdict, decide
from rropt.claims.library import find, home, load, papers

__all__ = [
    "Argued",
    "Checked",
    "Claim",
    "Counterexample",
    "Decided",
    "Formula",
    "Grade",
    "Theorem",
    "Twin",
    "Verdict",
    "decide",
    "find",
    "home",
    "load",
    "papers",
]
