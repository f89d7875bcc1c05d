"""Least asymptotic variance of the estimated prevalence pi of the second of two inputs, the inputs being 0 and 1.

The function of a row s is

    f(s) = (s_1 - s_0)^2/((1 - pi) s_0 + pi s_1).

The sum I of f over the rows of the mechanism is the Fisher information of one answer. The asymptotic variance is V = 1/I. Outer
step: the prices (dual variables) show that I is at most a number B. So V >= 1/B.

With `worst` = [a, b] the value is the largest 1/I over the prevalences in the interval. If I <= B at one pi in [a, b], the least I
on [a, b] is at most B too, and the value is at least 1/B. For the mechanism given, a lower bound of I on the whole interval is
needed. As I is a convex function of the prevalence, it lies above its tangent at pi. So the least value of the tangent on [a, b] is
such a bound.
SPEC.md, section 5.2.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, ZERO, Quotient, largest, total
from ..refusals import expect, require
from ..rows.answer import Shown
from ..rows.classes import Shape
from ..rows.orbits import collect_form
from ..text.part import Part, Scalar, Vector, read_pair, read_scalar
from ..text.spelling import spell
from .lists import Numbers
from .outer import Reached
from .squares import Squares

# The words of a sentence that say what n*Var is.
MEANT = "n*Var is the inverse of the Fisher information of one answer about the prevalence, which is the share of the second input"


@dataclass(frozen=True, slots=True)
class Prevalence:
    """The objective: the asymptotic variance of the estimated prevalence, which is the share of the second of two inputs.

    If `worst` is None, the objective is the variance at the prevalence `prevalence`. Otherwise `worst` has the ends of an interval,
    and the objective is the largest variance at prevalences in this interval. Then `prevalence` is part of the evidence: it is a
    prevalence in the interval, and `function` makes the function of a row for it.
    """

    prevalence: Scalar
    worst: Vector | None
    sense: str = "min"
    free_outputs: bool = True
    outer: str = "the value is at least 1/B"
    formula: str = "(s_1 - s_0)^2/((1 - pi) s_0 + pi s_1)"

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Prevalence":
        """Read the objective, which is about two inputs; a witness (evidence beside the prices) is malformed here."""
        expect(shape.k == 2 and witness is None, "an asymptotic variance is about two inputs, and has no witness")
        expect(not shape.by_orbits, "an asymptotic variance takes no mechanism by orbits")
        parts = part.take("name prevalence", "worst")
        return cls(read_scalar(parts["prevalence"]), read_pair(parts["worst"]) if "worst" in parts else None)

    def require_stated(self) -> None:
        """Reject unless 0 <= a <= pi <= b <= 1 for the prevalence pi and the ends a and b of the interval."""
        a, b = self._ends()
        pi = self.prevalence.number
        require(a >= ZERO, "prevalence-below-zero", "a prevalence below 0")
        require(b <= ONE, "prevalence-above-one", "a prevalence above 1")
        require(a <= pi and pi <= b, "prevalence-in-interval", "a prevalence outside the interval")

    def _ends(self) -> tuple[Quotient, Quotient]:
        """Return the ends (a, b) of the interval of prevalences; both are the one prevalence if no interval is given."""
        if self.worst is None:
            return self.prevalence.number, self.prevalence.number
        a, b = self.worst.numbers
        return a, b

    def function(self) -> Squares:
        """Make f(s) = (s_1 - s_0)^2/((1 - pi) s_0 + pi s_1), whose sum over the rows s of a mechanism is its Fisher information."""
        pi = self.prevalence.number
        return Squares([collect_form([[ONE, -ONE], [-ONE, ONE]], [0, 1])], [[ONE - pi, pi]])

    def named(self) -> list[tuple[str, Numbers]]:
        """List the only number to be shown to a reader, with its name: the prevalence pi in the objective's function of a row."""
        return [("pi", self.prevalence)]

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum from below by 1/`bound`, and from above by 1/I with I from `_least_information`.

        `bound` is at least the Fisher information of every mechanism at the prevalence. I is at most the Fisher information of the
        mechanism given. Reject unless I is positive.
        """
        least = self._least_information(reached)
        require(least > ZERO, "information", "a mechanism that may carry no information")
        return [Shown(ONE / bound, ONE / least)]

    def _least_information(self, reached: Reached) -> Quotient:
        """Return a lower bound of the mechanism's Fisher information that holds on the whole interval of prevalences.

        If no interval is given, this bound is the Fisher information at the prevalence pi. Now let an interval be given. The Fisher
        information is convex as a function of the prevalence, so it lies above its tangent at pi. The least value of the tangent on
        the interval is returned.

        Write (p, q) for a row of the mechanism, d for q - p, and w for (1 - pi) p + pi q. Then the Fisher information is the sum of
        d^2/w over the rows, and its derivative in pi is the sum of -d^3/w^2.
        """
        pi = self.prevalence.number
        rows = [row for row in reached.matrix().rows if not all(x.is_zero() for x in row)]
        found = [(q - p, (ONE - pi) * p + pi * q) for p, q in rows]
        require(all(w > ZERO for _, w in found), "infinite", "an output of probability 0 at this prevalence")
        value = total([d * d / w for d, w in found])
        if self.worst is None:
            return value
        slope = -total([d * d * d / (w * w) for d, w in found])
        a, b = self.worst.numbers
        return value - largest([ZERO, slope * (pi - a), slope * (pi - b)])

    def aim(self) -> tuple[str, str]:
        """Return two texts: what is minimised and at which prevalences, and what the symbol n*Var in the first text means."""
        said = f"minimum of the asymptotic n*Var at prevalence {spell(self.prevalence)}"
        if self.worst is not None:
            said = f"minimum of the largest asymptotic n*Var for prevalences in {spell(self.worst)}"
        return said, f", where {MEANT}"
