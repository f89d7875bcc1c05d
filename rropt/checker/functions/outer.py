"""The mechanism, with the claimed bounds, as the outer steps of all objectives take it."""

from dataclasses import dataclass

from ..rows.answer import Answer, Claimed
from ..rows.classes import Shape
from ..text.part import Matrix


@dataclass(frozen=True, slots=True)
class Reached:
    """The answer of the certificate, which has the mechanism and the claimed bounds, and the shape of its rows."""

    answer: Claimed
    shape: Shape

    def matrix(self) -> Matrix:
        """Give the mechanism by rows; objectives that call this take no mechanism by orbits."""
        assert isinstance(self.answer, Answer), "the reader lets no mechanism by orbits pass here"
        return self.answer.mechanism
