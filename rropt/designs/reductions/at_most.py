"""The common base of the programs whose designs give at most m answers.

With the limit m the problem is not convex, so no solver of convex programs takes it. Each program finds a mechanism of at most m
answers, and bounds on the optimum. A certificate proves the bounds if the checker can verify such bounds. Otherwise rropt alone
states them, without a certificate.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rropt.certificate.scope import Scope, scope_under
from rropt.certificate.writing import Document, head_of_bounds
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.contract import Program
from rropt.problem.refutation import Refutation
from rropt.problem.result import Design

__all__ = ["AtMost"]

Bounds = tuple[Number, Number]


class AtMost(Program):
    """Base of the programs whose designs give at most m answers."""

    __slots__ = ()

    @property
    def most(self) -> int:
        """The largest number m of answers allowed."""
        assert isinstance(self.problem.outputs, int)
        return self.problem.outputs

    @property
    def is_rational(self) -> bool:
        """Whether all numbers of the demand are rational. If they are, `few_lists` lists mechanisms without rounding a number."""
        return all(isinstance(x, Fraction) for x in self.problem.bounds.numbers())

    @property
    def quantity(self) -> str:
        """The quantity that is optimised, in words."""
        return str(self.problem.objective)

    def require_no_solver(self, solver: str | None) -> None:
        """Refuse a cvxpy solver, because the problem is not convex if the number of answers is limited."""
        if solver is not None:
            raise InputError(
                f"{solver} cannot design with at most {self.most} answers, because this program is not convex; leave the solver "
                "out"
            )

    def mechanism_of(self, rows: Matrix) -> Mechanism:
        """Make the mechanism with these rows, and with the labels that the problem gives."""
        return Mechanism(self.padded(rows), self.problem.inputs, self.problem.output_labels)

    def padded(self, rows: Matrix) -> Matrix:
        """Return the rows. If the problem names more answers than there are rows, a row of zeros is added for each answer that
        lacks one."""
        lacking = len(self.problem.output_labels or ()) - len(rows)
        return (*rows, *((Fraction(0),) * self.problem.k,) * lacking)

    def stated(self, rows: Matrix, bounds: Bounds, source: str) -> Evidence:
        """Make evidence from rows that keep the demand, and from bounds that rropt states without a certificate."""
        return evidence_of_bounds(self.problem, self.mechanism_of(rows), bounds, source=source)

    def certified(self, rows: Matrix, bounds: Bounds, text: str, source: str) -> Evidence:
        """Make evidence from rows and bounds, and the certificate `text` that proves them."""
        rows = self.padded(rows)
        return Evidence(rows=rows, bounds=bounds, certificate=text, source=source, minimisers=((rows, None),))

    def begin_certificate(self, rows: Matrix, bounds: Bounds, others: Iterable[Number]) -> tuple[Scope, Document]:
        """Write the head of the certificate of these rows and bounds; return the certificate's scope, and the head.

        The scope says how the certificate writes numbers. It has a number field that contains the entries of the rows, the bounds
        and the numbers in `others`.
        """
        scope = scope_under(self.problem.bounds, [*bounds, *others, *(x for row in rows for x in row)])
        return scope, head_of_bounds(self.problem, scope, bounds, len(rows), most=self.most)

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """Return the proof that no mechanism of at most m answers reaches the value `wanted`.

        The proof is the certified bound in `found`, which is worse than `wanted`.
        """
        return Refutation.of_best(found, wanted, what=f"{self.quantity} of at most {self.most} answers")
