"""Solve for a plain design: find the best design of all, then replace its mechanism by the best plain one.

In a plain mechanism each answer names a category, and all people of other categories give it equally often. `rropt.problem.plain`
derives the best plain mechanism; for δ > 0 it is the best among the plain mechanisms that treat all categories alike. The dual
prices that bound *all* designs bound plain designs too. The certificate has these prices, the plain mechanism and its value. If
the best design of all has no certificate with such prices, the certificate only shows that the plain mechanism keeps the demand.
The manual derives that the plain mechanism is best in this sense; the checker does not check the derivation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rropt.certificate.judge import judge, require_accepted
from rropt.certificate.read import read_cut, statements_in
from rropt.certificate.scope import Scope
from rropt.certificate.statements import emit_satisfies
from rropt.certificate.writing import SCHEMA, Document, claim_of_bounds, dumps
from rropt.exact.decimal import round_bounds_outward
from rropt.exact.element import Element, Number
from rropt.exact.errors import Either, InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.problem.contract import Reduction
from rropt.problem.known import is_linear, reduce
from rropt.problem.notes import OfMechanism
from rropt.problem.plain import has_slack, is_plain_itself, plain_mechanism, say_best_plain
from rropt.problem.problem import Problem
from rropt.problem.verdicts import BOUNDED, Verdict

if TYPE_CHECKING:
    from rropt.problem.result import Design

__all__ = ["Plain"]

OTHERWISE = Either("leave plain=True out", "leave --plain out")
TWO = Either(
    "; for the mean of the scores alone two answers (outputs=2) may need fewer people",
    "; for the mean of the scores alone two answers (--outputs 2) may need fewer people",
)


class Plain(Reduction):
    """Solves problems in which the design must be plain.

    In a plain mechanism each answer names a category, and all people of other categories give this answer equally often. First the
    problem is solved for designs of any kind. Then the mechanism found is replaced by the best plain one.
    """

    __slots__ = ()

    def simplify(self, problem: Problem) -> Problem | None:
        """Return the problem without its restriction to plain designs; None if it has no such restriction."""
        if not problem.plain:
            return None
        _require_plain(problem)
        return problem.restated(plain=False)

    def restore(self, found: Design, problem: Problem) -> Design:
        """Replace the mechanism of a design by the best plain mechanism, and keep the bound on all designs.

        In a plain mechanism each answer names a category, and all people of other categories give this answer equally often. The
        bound on all designs holds for plain ones too. If every design of this size is plain, or if the verdict is that no design
        exists or none attains the optimum, nothing but the problem is replaced.
        """
        if is_plain_itself(problem) or found.verdict in (Verdict.UNATTAINED, Verdict.INFEASIBLE):
            return replace(found, problem=problem)
        mechanism, best = plain_mechanism(problem), found.mechanism
        if best is not None and found.verdict is Verdict.OPTIMAL and _is_plain(best.rows):
            # with slack, the optimum may be plain although it treats categories differently
            mechanism = replace(mechanism, rows=best.rows)
        said = "" if found.problem.objective.scores is None else str(TWO)
        notes = (OfMechanism(f"{self.follows(problem)}{said}"),)
        told: dict[str, Any] = {
            "problem": problem,
            "mechanism": mechanism,
            "minimisers": (),
            "optima": None,
            "notes": notes,
        }
        if best is not None and best.rows == mechanism.rows:
            return replace(found, **told)
        bounds = _bounds(found, mechanism)
        # with another claim, or without a mechanism, the certificate has no prices by rows
        if found.claim not in ("optimal", "within") or best is None:
            certificate = dumps(dict(emit_satisfies(mechanism, problem.demand).data))
            bounds = round_bounds_outward(*bounds, digits=17)
            value, status = None, BOUNDED
        else:
            certificate = _certify(found, mechanism, bounds)
            value, status = bounds[0] if bounds[0] == bounds[1] else None, "accepted"
        legs = tuple(
            replace(leg, value=value, status=status) if leg.name == "certified" else leg for leg in found.fast_legs
        )
        return replace(
            found,
            **told,
            verdict=Verdict.WITHIN if value is None else Verdict.OPTIMAL,
            value=value,
            lower=bounds[0],
            upper=bounds[1],
            fast_legs=legs,
            certificate=certificate,
            sentence=require_accepted(judge(certificate), "a plain design"),
            estimators=problem.objective.estimators_of(mechanism) if found.estimators else (),
        )

    def follows(self, problem: Problem) -> str:
        """Say what the certificate shows about plain designs, and what it does not. It may prove bounds, or that no design is as
        asked for. Empty if every design of this size is plain."""
        if is_plain_itself(problem):
            return ""
        return (
            "the question is about plain mechanisms: each answer names a category, and all who are of another name it equally "
            "often; the certificate is about mechanisms of any kind, and no plain one is better than a bound on these. If it gives "
            "a plain mechanism that is not the best of these, the manual, not the certificate, shows that "
            f"{say_best_plain(problem)}"
        )


def _require_plain(problem: Problem) -> None:
    """Raise an error if rropt computes no plain design for the problem."""
    if is_plain_itself(problem):
        return
    # a sum of entries has weights for so many answers, even if any number is allowed
    answers = problem.m if is_linear(problem.objective) else problem.outputs
    if answers not in ("free", problem.k):
        raise InputError(
            f"a plain design has one answer for each of the {problem.k} categories, but the {problem.objective.called} has "
            f"{answers} answers here; ",
            OTHERWISE,
        )
    if problem.conditions:
        raise InputError(
            f"rropt cannot compute a plain design under a condition, such as {problem.conditions[0]}; drop the conditions, or ",
            OTHERWISE,
        )
    if "plain" not in problem.objective.takes:
        raise InputError(
            "rropt can certify a plain design for variances of shares and scores, information, divergences and sums of entries, "
            f"not for the {problem.objective.called}; design for the total-variance, or ",
            OTHERWISE,
        )
    bounds = problem.bounds
    is_uneven = bounds.common is None and has_slack(problem)
    if problem.interval is not None or bounds.others or is_uneven:
        raise InputError(
            f"a plain design needs a demand with one fixed epsilon, or with one for each pair and no delta, and {problem.demand} "
            "is neither; change the demand, or ",
            OTHERWISE,
        )
    if is_linear(problem.objective) and reduce(problem.restated(plain=False)):
        raise InputError(
            f"rropt cannot certify a plain design for the irrational numbers of this {problem.objective.called} and of "
            f"{problem.demand} together; give rational numbers near these, or ",
            OTHERWISE,
        )


def _is_plain(rows: Matrix) -> bool:
    """Whether a mechanism is plain: answer i is as likely at all inputs but i, and at least as likely at input i."""
    others = [[x for j, x in enumerate(row) if j != i] for i, row in enumerate(rows)]
    return len(rows) == len(rows[0]) and all(
        rows[i][i] >= rest[0] and all(x == rest[0] for x in rest) for i, rest in enumerate(others)
    )


def _bounds(found: Design, mechanism: Mechanism) -> tuple[Number, Number]:
    """Return the two bounds on the optimum, the smaller first: the bound on all designs, and the value of this mechanism.

    An error is raised if the value is infinite.
    """
    low, high = found.problem.objective.value_bounds(mechanism)
    if is_infinite(low) or is_infinite(high):
        raise InputError(
            f"no plain design under {found.problem.demand} has a finite {found.problem.objective.called}; ", OTHERWISE
        )
    assert found.lower is not None and found.upper is not None
    return (found.lower, high) if found.problem.objective.sense == "min" else (low, found.upper)


def _certify(found: Design, mechanism: Mechanism, bounds: tuple[Number, Number]) -> str:
    """Write the certificate of the best design again for another mechanism, with the value and the estimators of that mechanism.

    `bounds` are the bounds on the optimum, the smaller first; one of them is the mechanism's value.
    """
    (part,) = statements_in(found.certificate)
    t = read_cut(part["field"]["t"])
    scope = Scope(t.field if isinstance(t, Element) else None, part["field"])
    claim, value = claim_of_bounds(scope, bounds)
    kept = {key: x for key, x in part.items() if key not in ("value", "lower", "upper", "minimisers")}
    told: Document = {
        "claim": claim,
        "outputs": list(mechanism.output_labels),
        "mechanism": scope.matrix(mechanism.rows),
    }
    if estimators := found.problem.objective.estimators_of(mechanism):
        left = iter(estimators)
        told["witness"] = _estimated(part["witness"], lambda: scope.matrix(next(left)))
        assert next(left, None) is None
    return dumps({"schema": SCHEMA, **kept, **told, **value})


def _estimated(witness: Document, give: Callable[[], list[list[str]]]) -> Document:
    """Return the witness with new estimators.

    Each call of `give` returns the next estimator, in the order in which the witness has the estimators. The inverses in the
    witness are dropped, because they belong to the old mechanism.
    """
    if parts := next((key for key in ("of", "places") if key in witness), None):
        return {**witness, parts: [_estimated(x, give) for x in witness[parts]]}
    return {**{key: x for key, x in witness.items() if key != "inverse"}, "estimator": give()}
