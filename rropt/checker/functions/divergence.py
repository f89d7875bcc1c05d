"""f-divergences: f(s) = b phi(a/b) with a = p s and b = q s, for two distributions p and q of the inputs.

Here p s is the sum of p_j s_j over the inputs j. If p and q are not given, f(s) is a sum over all ordered pairs of different
inputs. The term of a pair is b phi(a/b), where a and b are the entries of s at the two inputs. Each file of divergences/ has one
phi. The divergence is the sum of f over the rows, unless the file of its phi has an outer step that goes from this sum to the
divergence.

phi is convex on x > 0 with phi(1) = 0. So its perspective b phi(a/b) is convex and homogeneous for a, b > 0. On the border the
perspective is continued by its limits: b phi(0) where a = 0, a phi'(inf) where b = 0, and 0 where a = b = 0. Here phi'(inf) is the
limit of phi(x)/x as x grows. Both phi(0) and phi'(inf) may be infinite.
SPEC.md, section 5.8.
"""

from dataclasses import dataclass
from types import ModuleType
from typing import Any

from ..arithmetic.interval import UNIT, to_interval
from ..arithmetic.quotient import Quotient, constant, total
from ..model.mechanism import Line, require_probabilities
from ..refusals import expect
from ..rows.answer import Shown
from ..rows.classes import Shape
from ..rows.numbers import ByValue, Enclosed, Exact, Row, is_flat, times_count
from ..text.part import Part, Scalar, Vector, read_scalar, read_vector
from ..text.spelling import spell
from .divergences import KINDS
from .lists import Numbers
from .outer import Reached
from .sums import Maximised, rows_of, sum_below

WITH_OUTER_STEP = {kind: phi.outer_step for kind, phi in KINDS.items() if hasattr(phi, "outer_step")}


class Perspective(ByValue):
    """The function f of a row whose sum over the rows of a mechanism is an f-divergence.

    Let phi be the convex function of the divergence. If two distributions p and q of the inputs are given, f(s) = b phi(a/b) with
    a = p s and b = q s. Otherwise f(s) is the sum of b phi(a/b) over the ordered pairs (a, b) of entries of s at different inputs.
    The values are exact numbers if phi is computed exactly, and intervals otherwise.
    """

    def __init__(self, phi: ModuleType, parameter: Any, lists: list[Line]) -> None:
        """Store the module `phi` (a file of divergences/), its parameter, and two distributions of the inputs or an empty list.

        The distributions are converted to exact numbers, or to intervals if `phi` computes in intervals.
        """
        self.phi, self.parameter = phi, parameter
        self.is_tried_at_ratio = hasattr(phi, "IS_TRIED_AT_RATIO")
        self.numbers: Any = Exact() if phi.EXACT else Enclosed()
        # whether p = q, so that f is 0
        self.is_of_one = len(lists) == 2 and all(a == b for a, b in zip(*lists, strict=True))
        self.lists = [[self.numbers.convert(x) for x in line] for line in lists]

    def value(self, row: Row) -> Any:
        """Compute the value at a row, as an exact number or an interval.

        The value is 0 if all entries of the row are equal, and at every row if the two distributions are equal. The reason is that
        the convex function phi of the divergence has phi(1) = 0.
        """
        row = self.numbers.convert_row(row)
        if not self.phi.EXACT and (self.is_of_one or is_flat(row)):
            return 0, 0
        if self.lists:
            p, q = self.lists
            return self._between(self.numbers.dot(p, row), self.numbers.dot(q, row))
        # the inputs counted in one triple have equal entries, and pairs of these add 0, as phi(1) = 0
        pairs = [(a, b, n * m) for i, (a, n, _) in enumerate(row) for j, (b, m, _) in enumerate(row) if i != j]
        found = [(n, self._between(a, b)) for a, b, n in pairs]
        if self.phi.EXACT:
            return total([times_count(n, x) for n, x in found])
        return sum(n * low for n, (low, _) in found), sum(n * high for n, (_, high) in found)

    def _between(self, a: Any, b: Any) -> Any:
        """Compute b phi(a/b), or its limit if a or b is 0; phi is the convex function that belongs to the divergence.

        The computation is done by the module of phi, one of the files in divergences/.
        """
        return self.phi.between(self.numbers, a, b, self.parameter)


@dataclass(frozen=True, slots=True)
class Divergence(Maximised):
    """The objective: an f-divergence between two distributions of the output.

    `kind` names the convex function phi of the divergence. `parameter` is the parameter of phi, or None if phi has none. `between`
    has two distributions of the input. The divergence is between the two distributions of the output to which they lead. If
    `between` is empty, the divergence is summed over ordered pairs of inputs.
    """

    kind: str
    parameter: Any
    between: list[Vector]
    shape: Shape

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Divergence":
        """Read the objective; a witness (evidence beside the prices) is malformed here."""
        kind = part.at("kind").word(*KINDS) if "kind" in part.data else ""
        two_ends = part.domain.upper is not None or (bool(kind) and hasattr(KINDS[kind], "IS_TRIED_AT_RATIO"))
        expect(two_ends, "information and divergences are about a field with two ends")
        expect(witness is None, "a divergence has no witness")
        named = KINDS[kind].PARAMETER if kind else ""
        parts = part.take(f"name kind {named}", "between")
        between = [read_vector(item) for item in parts["between"].items()] if "between" in parts else []
        fits = "between" not in parts or len(between) == 2
        expect(fits, f"{part.where()} should hold two distributions of the inputs")
        of_two = bool(between) or kind not in WITH_OUTER_STEP
        expect(of_two, f"{part.where()} has no two distributions, between which alone this divergence is")
        expect(all(len(v.numbers) == shape.k for v in between), f"the objective should be about {shape.k} inputs")
        read = getattr(KINDS[kind], "read_parameter", read_scalar)
        return cls(kind, read(parts[named]) if named else None, between, shape)

    @property
    def outer(self) -> str:
        """Say in words how the divergence follows from a sum over the rows of a mechanism.

        The sum is that of f, the function that `function` makes. If the divergence is this sum itself, the text is empty.
        """
        return getattr(KINDS[self.kind], "OUTER", "")

    def require_stated(self) -> None:
        """Reject unless the items of `between` are probability distributions, and the convex function phi has a valid parameter."""
        for item in self.between:
            require_probabilities(item)
        if self.parameter is not None:
            KINDS[self.kind].require_parameter(self.parameter.number)

    def function(self) -> Perspective:
        """Make this divergence's function f, which maps a row to a number.

        The prices in the certificate bound the sum of f over the rows of a mechanism.
        """
        number = None if self.parameter is None else self.parameter.number
        return Perspective(KINDS[self.kind], number, [self.shape.by_class(v.numbers) for v in self.between])

    @property
    def formula(self) -> str:
        """The objective's function of a row s, as a text for a reader."""
        phi = KINDS[self.kind].FORMULA
        if self.between:
            return f"{phi} with a = p s, b = q s"
        return f"the sum over ordered pairs a, b of different entries of s of {phi}"

    def named(self) -> list[tuple[str, Numbers]]:
        """List the numbers on which the divergence depends, each with its name.

        If the divergence is between two distributions, these are listed as p and q. If the function phi has a parameter that is a
        number, the parameter is listed. If the certificate states phi itself, phi is not listed, because `noun` names it.
        """
        names: list[tuple[str, Numbers]] = list(zip(("p", "q"), self.between, strict=False))
        return [*names, (KINDS[self.kind].PARAMETER, self.parameter)] if isinstance(self.parameter, Scalar) else names

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum from below by the value of the mechanism given, and from above by `bound`.

        `function` makes a function f of a row. `bound` is at least the sum of f over the rows of every mechanism. If the divergence
        is not this sum but grows with it, both bounds are converted to the divergence.
        """
        least, most = sum_below(self.function(), rows_of(reached)), bound
        if self.kind in WITH_OUTER_STEP:
            steps = [WITH_OUTER_STEP[self.kind](to_interval(x), self.parameter.number) for x in (least, most)]
            least, most = constant(max(0, steps[0][0]), UNIT), constant(steps[1][1], UNIT)
        return [Shown(least, most)]

    def noun(self) -> str:
        """Name the divergence and its distributions, to follow "the maximum of the"."""
        words = KINDS[self.kind].WORDS
        if self.parameter is not None:
            words = words.format(getattr(KINDS[self.kind], "spell_parameter", spell)(self.parameter))
        if not self.between:
            words = words.replace("(at most", "(each at most")
            return f"sum over ordered pairs of inputs of the {words} between their outputs"
        p, q = map(spell, self.between)
        those = f"of the outputs where the inputs are distributed as {p} from those where they are as {q}"
        return f"{words} {those}"
