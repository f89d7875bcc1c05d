"""Information between input and output at a prior w, in nats: f(s) = sum_j w_j s_j log s_j - q log q with q = w s.

In another form, f(s) = sum_j w_j s_j log(s_j/q). This is a sum of perspectives of the convex function x log x. So f is convex and
homogeneous. The information is the sum of f over the rows of the mechanism, so that there is no outer step.

If there are several priors, the objective is the mean of the informations with given weights, or the least of them. For the mean, f
is the mean of the functions f at the priors. The least information is at most every mean, so a bound of some mean bounds the least
information too.
SPEC.md, section 5.7.
"""

from dataclasses import dataclass
from itertools import product

from ..arithmetic.interval import PRECISION, UNIT, Interval, entropy_below, minus, times
from ..arithmetic.quotient import Quotient
from ..limits import spend
from ..model.mechanism import Line
from ..refusals import expect
from ..rows.answer import Shown
from ..rows.classes import Shape
from ..rows.numbers import ByValue, Enclosed, Row, is_flat
from ..rows.patterns import pattern, require_bounded
from ..text.part import Part
from ..text.spelling import spell
from .lists import Lists, Numbers, read_lists, take_objective
from .outer import Reached
from .sums import Maximised, rows_of, sum_below


class Entropies(ByValue):
    """The function of a row for mutual information: its values are intervals that contain the exact values.

    At one prior, the sum of this function over the rows of a mechanism is the information of this mechanism. At several priors,
    this sum is the mean of its informations at these priors, with weights.
    """

    def __init__(self, priors: list[Line], weights: Line) -> None:
        self.numbers = Enclosed()
        self.priors = [[self.numbers.convert(x) for x in prior] for prior in priors]
        self.weights = [self.numbers.convert(x) for x in weights]

    def value(self, row: Row) -> Interval:
        """Return an interval that contains the function's value at a row; it is (0, 0) if all entries are surely equal."""
        row = self.numbers.convert_row(row)
        if is_flat(row):
            return 0, 0
        entropies = [(self.numbers.entropy(x), n, c) for x, n, c in row]
        found = [
            minus(self.numbers.dot(prior, entropies), self.numbers.entropy(self.numbers.dot(prior, row)))
            for prior in self.priors
        ]
        if len(found) > 1:
            found = [times(w, x) for w, x in zip(self.weights, found, strict=True)]
        return sum(low for low, _ in found), sum(high for _, high in found)

    def require_at_patterns(self, column: Line, ratio: Quotient, sizes: list[int]) -> None:
        """Reject unless f(s) <= y s at every pattern s, a row in which each entry is 1 or `ratio`; y is the list `column`.

        This is the fast way to try them. At one prior w, f(s) = sum_j w_j s_j log s_j - q log q with q = w s. The sum, q and y s
        are built class by class of inputs, and q log q is bounded by a tangent. Where this does not show the inequality, `value` is
        computed. The work that is counted is that of `value` at every pattern.
        """
        # of the starts of rows: the upper end of the sum, the ends of q, the lower end of y s, and the number of triples
        starts = [(0, 0, 0, 0, 0)]
        for w, y, n in zip(self.priors[0], map(self.numbers.convert, column), sizes, strict=True):
            rows = [self.numbers.convert_row(pattern([c], [n], ratio)) for c in range(n + 1)]
            entropies = [[(self.numbers.entropy(x), m, c) for x, m, c in row] for row in rows]
            steps = [
                (self.numbers.dot([w], own)[1], *self.numbers.dot([w], row), self.numbers.dot([y], row)[0], len(row))
                for own, row in zip(entropies, rows, strict=True)
            ]
            starts = [(a + f, b + g, c + h, d + i, e + j) for a, b, c, d, e in starts for f, g, h, i, j in steps]
        spared = set()
        choices = zip(product(*(range(n + 1) for n in sizes)), starts, strict=True)
        for counts, (total, low, high, right, triples) in choices:
            spend(20 * (len(sizes) + triples))
            # if q is 1, or all entries are equal, there is hardly a logarithm to spare
            is_plain = len(self.priors) > 1 or low < UNIT + (UNIT >> 32) or counts == (*sizes,)
            if not is_plain and total - entropy_below(low) <= right:
                spared.add((low, high))
            else:
                require_bounded(self.is_at_most(pattern(counts, sizes, ratio), (right, right)))
        spend(len(spared - self.numbers.entropies.keys()) * (8 + PRECISION // 2 + (PRECISION**2 >> 16)))


@dataclass(frozen=True, slots=True)
class Information(Maximised):
    """The objective: the mutual information of input and output, at one prior, or the mean or the least over several priors.

    `lists` has the priors with their weights.
    """

    lists: Lists
    shape: Shape
    outer: str = ""

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Information":
        """Read the objective and, for the least information over several priors, the weights of the priors.

        These weights are read from `witness`, the evidence beside the prices. For every other objective, a witness makes the
        certificate malformed.
        """
        expect(part.domain.upper is not None, "information and divergences are about a field with two ends")
        lists = read_lists(take_objective(part, "prior"), "prior", witness, shape.k)
        if witness is not None:
            expect(lists.is_worst, f"{witness.where()} stands beside an objective that has no witness")
            witness.take("weights")
        return cls(lists, shape)

    def require_stated(self) -> None:
        """Reject unless every prior, and the weights if there are any, are distributions."""
        self.lists.require_stated()

    def _priors(self) -> list[Line]:
        """Return the priors, each with one number for each class of exchangeable inputs."""
        return [self.shape.by_class(prior.numbers) for prior in self.lists.items]

    def function(self) -> Entropies:
        """Make this objective's function f, which maps a row to a number.

        The prices in the certificate bound the sum of f over the rows of a mechanism.
        """
        return Entropies(self._priors(), self.lists.weights())

    @property
    def formula(self) -> str:
        """The objective's function of a row s, as a text for a reader."""
        return self.lists.formula("sum_j p{0}_j s_j log(s_j/(p{0} s))")

    def named(self) -> list[tuple[str, Numbers]]:
        """List by name, for a reader, the numbers in f: the priors and their weights."""
        return self.lists.named(p=self.lists.items)

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum from above by `bound`, and from below by the value of the mechanism given.

        Let f be the function of a row that `function` makes. `bound` is at least the sum of f over the rows of every mechanism, and
        the value of the mechanism given is its sum of f. If the objective is the least information over several priors, return one
        item for each prior. Its lower bound is the information of the mechanism given at this prior.
        """
        of_each = (
            [Entropies([p], self.lists.weights()[:1]) for p in self._priors()]
            if self.lists.is_worst
            else [self.function()]
        )
        return [Shown(sum_below(f, rows_of(reached)), bound) for f in of_each]

    def noun(self) -> str:
        """Name the information and its priors, to follow "the maximum of the"."""
        priors = " and ".join(map(spell, self.lists.items))
        kept = "information in nats between input and output"
        if self.lists.is_worst:
            return f"least, over the priors {priors}, of the {kept}"
        if not self.lists.is_several:
            return f"{kept} at the prior {priors}"
        weights = "" if self.lists.given is None else spell(self.lists.given)
        return f"mean {kept} at the priors {priors} with weights {weights}"
