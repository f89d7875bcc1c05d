"""pieces: one question, answered on an interval of the parameter t by several certificates, each for a part of the interval.

Each of these certificates is called a piece. Its field is the JSON that describes its set of values of t, an interval or a point.

Statement: the claim of each piece holds on the field of this piece, and all fields together are the field of the whole claim. The
field of the whole claim is an interval. There is no evidence but the evidence in the pieces. The checker checks the claim of each
piece, and two things more:
- The pieces ask one question. Their JSON is the same, except for the key `field` and the keys of the answer and of its evidence.
  The constant ANSWERS in the file of a claim lists these keys.
- The fields follow one another without a gap. The end of a field and the beginning of the next are the same point, written as the
  same JSON. At least one of these two fields contains the point. The first field begins where the whole field begins, and the last
  field ends where the whole field ends.
SPEC.md, section 7.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

from ..refusals import expect, require
from ..text.part import Part

ANSWERS = "pieces"


class Judged(Protocol):
    """The interface of a certificate that is one piece of an answer: the methods `check` and `say`, and the property `answers`.

    `answers` is a text with the names of the JSON keys that hold the answer or its evidence, separated by spaces. The class
    `claims.Certificate` satisfies this interface.
    """

    @property
    def answers(self) -> str: ...

    def check(self) -> None: ...

    def say(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Pieces:
    """The claim: one question is answered by several certificates, each for a part of the set of values of t.

    `field` is the JSON of the whole set of values of t. `documents` has the JSON of each certificate, and `claims` has the objects
    that were read from it.
    """

    field: Any
    documents: list[dict[str, Any]]
    claims: list[Judged]


def read(part: Part, field: Any, read_piece: Callable[[Part], Judged]) -> Pieces:
    """Read one or more certificates that together answer one question, each with the function `read_piece`.

    Each certificate is for a part of the set of values of t. `field` is the JSON of the whole set.
    """
    items = part.take("pieces")["pieces"].items()
    expect(bool(items), "there are no pieces")
    return Pieces(field, [item.data for item in items], [read_piece(item) for item in items])


def check(claim: Pieces) -> None:
    """Reject unless each piece passes its own check, all pieces ask one question, and their sets of t make up the whole set.

    The sets must follow one another in the order of the pieces, without a gap. If the whole set is written as a point and not as an
    interval, reject.
    """
    questions = [_question(*both) for both in zip(claim.documents, claim.claims, strict=True)]
    require(all(q == questions[0] for q in questions), "pieces-question", "the pieces ask different questions")
    fields = [_interval(document["field"]) for document in claim.documents]
    for one, two in pairwise(fields):
        meet = one["to"] == two["from"] and one["ends"][1] + two["ends"][0] != ")("
        require(meet, "pieces-gap", "the pieces leave a gap, or do not follow one another")
    whole = {"from": fields[0]["from"], "to": fields[-1]["to"], "ends": fields[0]["ends"][0] + fields[-1]["ends"][1]}
    require(whole == claim.field, "pieces-cover", "the pieces cover another domain")
    for piece in claim.claims:
        piece.check()


def _question(document: dict[str, Any], claim: Judged) -> dict[str, Any]:
    """Return the question that a certificate asks: its JSON without `field` and without the keys of its answer."""
    return {key: data for key, data in document.items() if key not in ("field", *claim.answers.split())}


def _interval(field: dict[str, Any]) -> dict[str, Any]:
    """Rewrite the JSON of a set of values of t as an interval.

    A single value becomes the closed interval from this value to itself. An interval stays as it is.
    """
    return {"from": field["t"], "to": field["t"], "ends": "[]"} if "t" in field else field


def sentence(claim: Pieces) -> str:
    """Join the sentences of the pieces, numbered from 1."""
    said = [f"({n}) {piece.say()}" for n, piece in enumerate(claim.claims, 1)]
    count = "1 piece" if len(said) == 1 else f"{len(said)} pieces"
    return f"in {count}: {'; '.join(said)}"
