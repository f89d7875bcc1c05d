"""Judges one text: first whether it is a certificate, then whether its evidence shows its claim."""

from dataclasses import dataclass
from math import inf

from .claims import Certificate, read_certificate
from .limits import BUDGET, MOST_SPACE, MOST_WORK, Budget, look_at_the_file
from .refusals import Malformed, Overdue, Rejected, TooMuch, expect
from .text.document import read_document

SCHEMA = "rropt.certificate/3"
EARLIER = "rropt.certificate/2"
NO_MEMORY = "it asks for more memory than there is"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The checker's verdict on a text: `status` is `accepted`, `rejected`, `malformed` or `unfinished`.

    If the text is accepted, `sentence` is what was accepted. Otherwise `reason` says why not, and `condition` is the id of what
    failed. For a rejected text this is an id of SPEC.md, section 8. For a malformed text it is `form`, or `unforeseen` if the
    checker itself is at fault. For an unfinished text it is `limit`.

    Examples:
        >>> from rropt.checker import check
        >>> found = check("no certificate")
        >>> found.status, found.condition, found.sentence
        ('malformed', 'form', '')

    Reference: SPEC.md, 1.1 and 8.
    """

    status: str
    sentence: str = ""
    reason: str = ""
    condition: str = ""


def check(text: str, seconds: float = inf, *, designs: bool = False, plain: bool = False) -> Judgement:
    """Judge a text: first decide whether it is a certificate, then whether its evidence shows its claim.

    Args:
        text: The certificate.
        seconds: How long the check may take, in seconds; by default as long as it needs.
        designs: Whether to call the claims that serve papers alone (`implication`, `instance`) malformed.
        plain: Whether to leave out the shortcuts that serve speed alone. Within the limits they change no verdict.

    Returns:
        A `Judgement`, whatever the text is.

    Raises:
        Overdue: The given seconds were over before there was a verdict.

    Examples:
        >>> from rropt import LDP, Trace, design
        >>> from rropt.checker import check
        >>> check(design(Trace(), LDP("ln3"), inputs=2).certificate).status
        'accepted'

    Reference: SPEC.md, 1.1.
    """
    BUDGET.set(Budget(MOST_WORK, MOST_SPACE, seconds, plain))
    try:
        look_at_the_file()
        certificate = _read(text, designs)
        certificate.check()
        words = certificate.say()
    except Rejected as refusal:
        return Judgement("rejected", reason=str(refusal), condition=refusal.failed)
    except Malformed as refusal:
        return Judgement("malformed", reason=str(refusal), condition=refusal.failed)
    except TooMuch as refusal:
        return Judgement("unfinished", reason=str(refusal), condition=refusal.failed)
    except (MemoryError, RecursionError):
        return Judgement("unfinished", reason=NO_MEMORY, condition=TooMuch.failed)
    except Overdue:
        raise
    except Exception as error:  # a fault of the checker, which accepts nothing
        return Judgement("malformed", reason=f"unforeseen: {type(error).__name__}", condition="unforeseen")
    return Judgement("accepted", f"{words[0].upper()}{words[1:]}.")


def read(text: str) -> Certificate:
    """Read a certificate with the limits of one check; do not judge whether its evidence shows its claim."""
    BUDGET.set(Budget(MOST_WORK, MOST_SPACE))
    return _read(text, designs=False)


def _read(text: str, designs: bool) -> Certificate:
    """Read a certificate from its text.

    A text that names another schema is malformed. If `designs` is true, a certificate is also malformed if only papers need its
    kind of claim.
    """
    document = read_document(text)
    schema = document.get("schema") if isinstance(document, dict) else None
    expect(schema != EARLIER, "of an earlier format; make it anew with `rropt design`")
    expect(schema == SCHEMA, f"the schema is not {SCHEMA}")
    del document["schema"]  # the rest has the form of a piece (claims/pieces.py), which has no schema
    return read_certificate(document, designs=designs)
