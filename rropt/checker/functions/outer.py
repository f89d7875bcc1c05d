"""What the outer steps of all objectives share: the mechanism with what is claimed of it."""

from dataclasses import dataclass

from ..rows.answer import Answer, Claimed
from ..rows.classes import Shape
from ..text.part import Matrix


@dataclass(frozen=True, slots=True)
class Reached:
    """The answer of the certificate, as the mechanism and the claimed bounds."""

    answer: Claimed
    shape: Shape

    def matrix(self) -> Matrix:
        """The mechanism by rows."""
        assert isinstance(self.answer, Answer), "the reader lets no mechanism by orbits pass here"
        return self.answer.mechanism
