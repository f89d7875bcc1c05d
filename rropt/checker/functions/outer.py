"""The data from which every objective computes bounds on its optimum: a mechanism, its sizes, and the claimed bounds."""

from dataclasses import dataclass

from ..rows.answer import Answer, Claimed
from ..rows.classes import Shape
from ..text.part import Matrix


@dataclass(frozen=True, slots=True)
class Reached:
    """The claimed bounds with the mechanism (`answer`), and the sizes of the mechanism and the classes of its inputs (`shape`)."""

    answer: Claimed
    shape: Shape

    def matrix(self) -> Matrix:
        """Return the mechanism as a matrix; the caller must be sure that it is not given by orbits (sets of inputs)."""
        assert isinstance(self.answer, Answer), "the reader lets no mechanism by orbits pass here"
        return self.answer.mechanism
