"""Check that a certificate's statement is about a given problem: about the same demand, conditions, numbers of inputs and outputs,
labels and objective, and about the whole range of what is free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from rropt.certificate.read import read_cut
from rropt.certificate.scope import Scope
from rropt.certificate.writing import join_domains, write_demand
from rropt.exact.element import Element, Number, generator
from rropt.exact.errors import InputError, OutOfTime, Undecided
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import order_of
from rropt.exact.reading import label_all
from rropt.problem.contract import OfCovariances, has_equal_diagonal
from rropt.problem.problem import Problem
from rropt.problem.split import split_as
from rropt.problem.stored.fields import certified_conditions, certified_most_outputs

__all__ = [
    "REFUTING",
    "Document",
    "is_about_identifying",
    "reading",
    "require_labels",
    "require_same_problem",
    "require_size",
    "require_throughout",
    "t_of",
]

Document = dict[str, Any]

OPTIMA = ("optimal", "within", "dominant", "satisfies")
"""The claims that a certificate may make about a design's mechanism."""
REFUTING = ("infeasible", "unattained")
"""The claims of a certificate that there is no design."""


class _Refused(InputError):
    """An error that refuses the content of a field, and whose message already names this field."""


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Inside this context, turn any error into a refusal that names the field `name`, unless the error already names a field."""
    try:
        yield
    except (_Refused, OutOfTime):
        raise
    except (InputError, Undecided) as error:
        raise _Refused(f"the field '{name}' is refused: {str(error)[:300]}") from None
    except (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise _Refused(f"the field '{name}' is not as rropt writes it; make the file anew") from None


def require_same_problem(problem: Problem, part: Document, *, of_some_prevalences: bool = False) -> None:
    """Refuse a statement that is about another problem. If `of_some_prevalences`, it may be about a part of the prevalences."""
    if part["claim"] not in OPTIMA + REFUTING:
        raise InputError(f"the certificate claims {str(part['claim'])[:40]!r}, which is no claim about an optimum")
    t = t_of(problem, part)
    scope = Scope(t.field if isinstance(t, Element) else None, part["field"])
    with reading("problem"):
        problem = split_as(problem, part.get("outputs") if "mechanism" in part else None)
        require_size(problem, part.get("mechanism", ()), *part.get("minimisers", ()))
        if part["notion"] != write_demand(problem.demand, scope, problem.k, problem.inputs):
            raise InputError("the certificate is about another demand; ask for the design again")
        conditions = certified_conditions(problem)
        if part["claim"] not in ("unattained", "satisfies") and part.get("conditions") not in conditions:
            raise InputError("the certificate is about other conditions; ask for the design again")
        if part["claim"] in ("satisfies", "dominant", "unattained"):
            _require_bearing(problem, part)
            return
        own = list(problem.input_labels)
        if part.get("inputs", own) != own:
            raise InputError("the certificate is about other labels; ask for the design again")
        require_labels(problem, part.get("outputs", ()))
        # if no mechanism at all meets the conditions, none with few answers does
        is_of_all = part["claim"] == "infeasible" and "requirement" not in part
        if is_of_all and len(part["outputs"]) < problem.m:
            raise InputError("the certificate is about fewer outputs; ask for the design again")
        if not is_of_all and part.get("most_outputs") not in certified_most_outputs(problem):
            raise InputError("the certificate is about another number of outputs; ask for the design again")
        named = part["requirement"]["objective"] if "requirement" in part else part.get("objective")
        if named is None or is_about_identifying(problem, part):
            return
        stated = {**problem.objective.statement(problem, scope)}
        if of_some_prevalences and "every" in stated and "every" in named:
            stated["every"] = named["every"]
        if named != stated:
            raise InputError("the certificate is about another objective; ask for the design again")


def require_throughout(problem: Problem, parts: Sequence[Document]) -> None:
    """If ε or δ is free in the problem, refuse statements that are about another interval than the problem's.

    The statements are those of one certificate: the domain of each begins where the one before ended."""
    interval = problem.interval
    if interval is None:
        return
    domain = join_domains([part["field"] for part in parts])
    start, end = (read_cut(domain.get(key, domain.get("t"))) for key in ("from", "to"))
    ends = domain.get("ends", "[]")
    is_whole = (
        order_of(start, interval.lower) == 0
        and order_of(end, interval.upper) == 0
        and (interval.lower_open or ends[0] == "[")
        and (interval.upper_open or ends[1] == "]")
    )
    if not is_whole:
        raise InputError("the certificate is about a part of the range asked about; ask for the design again")


def require_size(problem: Problem, *forms: Sequence[Sequence[str]]) -> None:
    """Refuse mechanisms with another number of inputs than the problem's, or with more answers than the problem allows. A
    certificate may prove that such a mechanism is optimal among all mechanisms. Its bound then holds for the problem too, but the
    mechanism is no answer to the problem."""
    most = "free" if problem.splits_answers else problem.outputs
    for rows in forms:
        given = sum(any(x != "0" for x in row) for row in rows)
        too_many = most != "free" and (given > int(most) or len(rows) > problem.m)
        if too_many or any(len(row) != problem.k for row in rows):
            raise InputError("the certificate is about another number of inputs or outputs; ask for the design again")


def require_labels(problem: Problem, outputs: Sequence[str]) -> None:
    """Refuse labels of outputs other than those of the problem, which are 0, 1, … if none are given. If the objective does not
    depend on the order of the outputs, and no labels are given, a design chooses its own."""
    if not problem.chooses_labels and tuple(outputs) != label_all(problem.output_labels, len(outputs)):
        raise InputError("the certificate is about other labels; ask for the design again")


def _require_bearing(problem: Problem, part: Document) -> None:
    """Refuse a statement that names no objective, if its claim cannot be about the problem's objective. A claim about privacy alone
    ("satisfies") fits every objective. The other claims fit only objectives about the variances of estimates, and "dominant" fits
    none that allows only designs with p00 = p11. "unattained" is about two inputs, unless the demand asks the same of all pairs."""
    objective = problem.objective
    estimates = objective.is_variance_per_answer or isinstance(objective, OfCovariances)
    is_own_form = part["claim"] == "dominant" and has_equal_diagonal(objective)
    if part["claim"] != "satisfies" and (is_own_form or not estimates):
        raise InputError("the certificate is about another objective; ask for the design again")
    if part["claim"] == "unattained" and problem.k > 2 and problem.bounds.common != (Fraction(1), Fraction(0)):
        raise InputError("the certificate is about two inputs only; ask for the design again")


def is_about_identifying(problem: Problem, part: Document) -> bool:
    """Whether the statement bounds the largest p00 + p11, although the problem asks for a variance under conditions. Such a
    statement can prove that no design exists, because only designs with p00 + p11 > 1 are sought there."""
    asks = bool(problem.conditions) and problem.objective.is_variance_per_answer
    return asks and part.get("objective") == {"name": "trace", "sense": "max"}


def t_of(problem: Problem, part: Document) -> Number:
    """Return the number t, such as e^ε, in which a statement's numbers are written. If ε or δ is free in the problem, it is a
    variable. Otherwise it is the number that the statement names, which must be finite.

    An irrational t must generate its field: else the letter t would mean one number in the certificate, and another in what is
    written to be compared with it."""
    if problem.interval is not None:
        return generator(problem.interval)
    t = read_cut(part["field"]["t"])
    if is_infinite(t):
        raise InputError("the number t in the certificate must be finite")
    if isinstance(t, Element) and t != generator(t.field):
        raise InputError("the certificate names its number t in another way than rropt does; ask for the design again")
    return t
