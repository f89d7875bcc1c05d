"""Claims: printed statements, entered as data, which the engine proves, refutes or leaves undecided.

`load(home(), "holohan")` returns the claims of a paper by id, and `papers(home())` lists the papers. `rropt audit` decides all
claims; no verdict is entered by hand.

>>> from rropt.claims import Claim, decide
>>> decide(Claim("mine.lemma_1", "(t-1)/(t+1) <= t/(t+1)", given={"t": "t > 1"})).kind.value
'proved'
"""

from typing import Any

from rropt.above import find
from rropt.claims.claim import Claim, Repair, Use, repaired
from rropt.claims.decide import decide
from rropt.claims.evidence import Certified, Fact, Finding, Grade, Rejected, Statement
from rropt.claims.library import Claims, home, load, papers

__all__ = [
    "Certified",
    "Claim",
    "Claims",
    "Fact",
    "Grade",
    "Rejected",
    "Repair",
    "Statement",
    "Use",
    "Finding",
    "check",
    "decide",
    "home",
    "load",
    "papers",
    "repaired",
]


def __getattr__(name: str) -> Any:
    # `check` works with designs, which stand above this engine
    if name == "check":
        return find("function", "check_claim")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
