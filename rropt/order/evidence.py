"""Read from an accepted certificate what it shows about the order of two mechanisms, and recompute the answer from it.

A certificate of a comparison shows one or two halves of the order. The first half is whether one mechanism is at least as
informative as the other. The second half is the same question with the mechanisms exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rropt.certificate.read import letter_of_statement, read_matrix, statements_in
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision
from rropt.order.dominance import Dominance, Witness
from rropt.order.garbling import as_garbling
from rropt.order.numeric.program import Oracle

__all__ = ["Half", "evidence_in", "find_half", "halves_in", "halves_of"]


@dataclass(frozen=True, slots=True)
class Half:
    """One half of the order that a certificate shows: whether `first` is at least as informative as `second`.

    If `evidence` is a garbling, `first` is at least as informative. If `evidence` is a decision problem, `first` is not.
    """

    first: Matrix
    second: Matrix
    evidence: Matrix | Decision
    certificate: str

    def between(self, first: Mechanism, second: Mechanism) -> Dominance:
        """Return the stored evidence as a `Dominance`, which says whether `first` is at least as informative as `second`.

        The rows of the two arguments must equal the stored matrices `first` and `second`. The arguments may have labels; the
        matrices have none.
        """
        head = first, second, not isinstance(self.evidence, Decision)
        tail = Oracle.CERTIFICATE, self.certificate, ""
        if isinstance(self.evidence, Decision):
            witness = Witness(self.evidence, self.evidence.value(first), self.evidence.value(second))
            return Dominance(*head, None, witness, *tail)
        return Dominance(*head, as_garbling(self.evidence, first, second), None, *tail)


def halves_of(texts: Sequence[str]) -> list[Half]:
    """List what certificates of comparisons show, in the order of their texts.

    Each item says of two mechanisms whether the first is at least as informative as the second.
    """
    return [half for text in texts for statement in statements_in(text) for half in halves_in(statement, text)]


def halves_in(statement: Mapping[str, Any], text: str, t: Number | None = None) -> Iterator[Half]:
    """Yield what one statement of a certificate shows about its first and its second mechanism.

    The first item says whether the first mechanism is at least as informative as the second. If the statement has the field
    `backward`, a second item says the reverse. `text` is the text of the certificate. `t` is the number that the letter t stands
    for; by default it is read from the statement's field.
    """
    if statement["claim"] != "compare":
        raise InputError("the certificate does not compare two mechanisms")
    t = letter_of_statement(statement) if t is None else t
    first, second = (read_matrix(statement[key], t) for key in ("first", "second"))
    yield Half(first, second, evidence_in(statement["forward"], t), text)
    if "backward" in statement:
        yield Half(second, first, evidence_in(statement["backward"], t), text)


def evidence_in(told: Mapping[str, Any], t: Number) -> Matrix | Decision:
    """Read the garbling that a certificate contains; if it contains none, read its decision problem.

    The argument `t` is the number that the letter t in the certificate's entries stands for.
    """
    if "garbling" in told:
        return read_matrix(told["garbling"], t)
    return Decision(read_matrix([told["prior"]], t)[0], read_matrix(told["gains"], t))


def find_half(halves: Sequence[Half], first: Mechanism, second: Mechanism) -> Dominance | None:
    """Find in `halves` whether the mechanism `first` is at least as informative as the mechanism `second`.

    Each item of `halves` is about two matrices in a fixed order. Mechanisms are recognised by their rows. None if no item is about
    `first` and `second` in this order.
    """
    return next((x.between(first, second) for x in halves if (x.first, x.second) == (first.rows, second.rows)), None)
