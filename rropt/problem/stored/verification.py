"""The verdict on a text, and how it is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rropt.certificate.judge import Status
from rropt.checker.text.labels import escape
from rropt.results import FieldResult, Table, fact_table

__all__ = ["NOT_JUDGED", "Verification", "say_beside", "say_verdict"]

NOT_JUDGED = "not judged: "
"""The first words about a file that has no certificate or cannot be read; it counts as malformed, but may be sound."""
SIGNS = str.maketrans({"≈": "~", "×": "x", "–": "-"})
"""Signs in rropt's own statements, with what a line of ASCII has in their place; all other signs are escaped."""


@dataclass(frozen=True, slots=True, repr=False)
class Verification(FieldResult):
    """The checker's verdict on a text. `status` is `accepted`, `rejected`, `malformed` or `unfinished`. The last means that a limit
    of time or memory was reached, which refutes nothing.

    `says` is the sentence that is proved, or the reason why the text is not accepted. For an accepted text, `claim` is its kind of
    claim, such as "optimal" (the weakest, if there are several), and `shows_value` tells whether it states the answer's value or
    bounds. `unshown` names the parts of a JSON answer that nothing in it shows. `follows` has the sentences that lead from the
    certificates to the answer, if the answer is not itself what a certificate claims.
    """

    status: Status
    says: str
    claim: str = ""
    shows_value: bool = False
    unshown: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()

    @property
    def is_accepted(self) -> bool:
        """Whether the claim is proved."""
        return self.status is Status.ACCEPTED

    def as_table(self) -> Table:
        """A table of the status, the sentence or reason, the claim, and the parts that are not shown."""
        return fact_table(
            {"status": self.status.value, "says": self.says, "claim": self.claim, "unshown": self.unshown}
        )

    def explain(self) -> str:
        """The status with the sentence or reason, in one line of printable ASCII; below it, indented, what follows and
        what is unshown."""
        return "\n  ".join(
            escape(line.translate(SIGNS))
            for line in (say_verdict(self.status.value, self.says), *say_beside(self.follows, self.unshown))
        )


def say_verdict(status: str, says: str) -> str:
    """The status and the sentence. A sentence that begins with NOT_JUDGED stands alone, because the file may be sound."""
    return says if says.startswith(NOT_JUDGED) else f"{status}: {says}"


def say_beside(follows: Sequence[str], unshown: Sequence[str]) -> list[str]:
    """The lines below a verdict: the sentences of `follows`, and one that lists the unshown parts."""
    said = f"Not shown by the certificate, but computed when the file was made: {', '.join(unshown)}."
    return [*follows, said] if unshown else [*follows]
