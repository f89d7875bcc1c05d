"""The proof that no mechanism reaches a required value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rropt.exact.element import Number
from rropt.exact.spelling import show

if TYPE_CHECKING:
    from rropt.problem.result import Design

__all__ = ["Refutation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refutation:
    """A proof that no mechanism reaches a value. It has a certificate, and the sentence that the certificate proves. `bound` is the
    certificate's bound on all values. `why` says in words why the value is out of reach."""

    certificate: str
    sentence: str
    bound: Number
    why: str

    @classmethod
    def of_best(cls, found: Design, wanted: Number, *, what: str = "", beside: str = "") -> Refutation:
        """From the certificate of the design `found`, make the proof that the value `wanted` is out of reach.

        The certificate bounds the best value. It is not checked that `wanted` lies beyond this bound. In the sentence `why`, the
        optimised quantity is called `what`. If `what` is empty, it is called by the objective's name. The text `beside` is appended
        to the sentence.
        """
        objective = found.problem.objective
        if objective.sense == "max":
            best, most, side, than = found.upper, "largest", "at most ", "more"
        else:
            best, most, side, than = found.lower, "smallest", "at least ", "less"
        assert best is not None
        side = side if found.value is None else ""
        return cls(
            certificate=found.certificate,
            sentence=found.sentence,
            bound=best,
            why=f"the certificate proves that the {most} {what or objective} is {side}{show(best)}, and {show(wanted)} is {than}, "
            f"so it cannot be reached{beside}",
        )
