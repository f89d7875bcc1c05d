"""Refusals with advice for known mistakes: an argument that is no objective or no demand, missing inputs, too large numbers."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from inspect import isclass, isroutine
from typing import TYPE_CHECKING

from rropt.exact.decimal import decimal
from rropt.exact.element import Element, Number, is_free
from rropt.exact.errors import Argument, InputError
from rropt.privacy import Notion
from rropt.problem.contract import Objective

if TYPE_CHECKING:
    from rropt.problem.problem import Problem

__all__ = ["refuse_beyond_doubles", "refuse_demand", "refuse_lacking_inputs", "refuse_objective", "refuse_unidentified"]

MODEL = (
    "state it in rropt's words, as an objective such as Linear(cost) or Trace(), a demand such as LDP('1/2'), and conditions "
    "such as subject_to=['P[0,0] >= 1/2']"
)
LARGEST = Fraction(sys.float_info.max)


def refuse_beyond_doubles(problem: Problem) -> InputError:
    """Make the error for a problem whose numbers are too large for doubles, in which the search for the optimum starts.

    The error names the number that is larger than any double, and says what to do. If there is no such number, the error says that
    the numbers differ by too large factors.
    """
    beyond = "is too large for doubles, in which the search for the optimum starts"
    for x in _large(problem.bounds.numbers()):
        return InputError(f"the number {decimal(x, digits=3)} of the demand {beyond}; give smaller numbers")
    for condition in problem.conditions:
        for x in _large(condition):
            return InputError(
                f"the number {decimal(x, digits=3)} of the condition {str(condition)[:80]} {beyond}; divide both sides by "
                f"{decimal(x if x > 0 else -x, digits=3)}"
            )
    for x in _large(problem.objective):
        return InputError(
            f"the number {decimal(x, digits=3)} of the {problem.objective.called} {beyond}; divide all the numbers by "
            f"{decimal(x if x > 0 else -x, digits=3)}, and multiply the optimum by it"
        )
    return InputError(
        f"the numbers of the {problem.objective.called}, the demand and the conditions differ by factors too large for doubles, in "
        "which the search for the optimum starts; give numbers that differ by smaller factors"
    )


def _large(given: object) -> Iterator[Number]:
    """Yield the numbers in `given` whose absolute values exceed every double; a function of a free t is left out. `given` may be a
    number, a dataclass or a list, nested to any depth."""
    if isinstance(given, Fraction | Element):
        if not is_free(given) and not -LARGEST <= given <= LARGEST:
            yield given
    elif is_dataclass(given):
        yield from _large([getattr(given, field.name) for field in fields(given)])
    elif isinstance(given, tuple | list):
        for x in given:
            yield from _large(x)


def refuse_objective(given: object) -> InputError:
    """Explain why `given` is no objective, and what to give instead."""
    if _is_of_cvxpy(given):
        return InputError(
            f"the objective is an object of cvxpy, which computes in floating point and so proves nothing; {MODEL}"
        )
    if isclass(given):
        example = "such as Variance('1/4'), Trace(), Utility(table) or Linear(cost)"
        return InputError(f"the objective is the class {given.__name__} itself; give an instance, {example}")
    if isinstance(given, str):
        return InputError(
            f"the objective is the text {given[:60]!r}, which rropt does not evaluate; give an object such as Trace() or "
            "Variance('1/4')"
        )
    if callable(given):
        return InputError(
            "the objective is a Python function, about which rropt can prove nothing; give the weight of every entry as "
            "Linear(cost), or an objective such as Variance('1/4'), Trace() or Utility(table)"
        )
    if isinstance(given, Iterable) and any(isinstance(x, Objective) for x in given):
        return InputError(
            "several objectives were given; ask for a design for each, or give one Linear(cost) with the weight of every entry"
        )
    if isinstance(given, Iterable):
        return InputError("the objective is a table of numbers; say what they are: Linear(cost) or Utility(table)")
    return InputError(f"{str(given)[:60]!r} is not an objective; give one, such as Variance('1/4') or Trace()")


def refuse_demand(given: object) -> InputError | None:
    """Explain why `given` is no demand, and what to give instead.

    Return None if `given` may be a boundary. Reading it as a boundary then explains any errors in more detail.
    """
    if _is_of_cvxpy(given):
        return InputError(
            f"the demand is an object of cvxpy, which computes in floating point and so proves nothing; {MODEL}"
        )
    if isinstance(given, str):
        return InputError(
            f"the demand is the text {given[:60]!r}, which rropt does not evaluate; give an object such as LDP('1/2')"
        )
    if isinstance(given, int | float) and not isinstance(given, bool):
        return InputError(f"the demand is the number {given}; say what it bounds, such as LDP({given}) for epsilon")
    if isinstance(given, list | tuple | set | frozenset) and any(isinstance(x, Notion) for x in given):
        return InputError("several demands were given in one collection; join them by &, as in LDP(1) & LDP(3)")
    if isinstance(given, dict):
        return InputError("the demand is a dictionary; give PairwiseLDP(...) for one budget per pair, or LDP('1/2')")
    if isroutine(given):
        return InputError(
            "the demand is a Python function, whose values between sampled points are unknown; give LDP('1/2'), or, to bound "
            "breaches, breach_bound(h, lipschitz=L) with a function h for which |h(p) - h(q)| <= L|p - q|"
        )
    return None


def _is_of_cvxpy(given: object) -> bool:
    return type(given).__module__.partition(".")[0] == "cvxpy"


def refuse_lacking_inputs(objective: Objective, demand: Notion) -> InputError:
    """Make the error for a question that does not give the number of inputs. The number cannot be taken from the demand, because a
    demand may name only some of the inputs, or none."""
    named = dict.fromkeys(name for part in getattr(demand, "demands", (demand,)) for name in _names(part))
    if not named:
        return InputError(f"the {objective.called} needs the number of inputs; give ", Argument("inputs", "5"))
    what = "all labels"
    if all(isinstance(name, int) for name in named):
        what = "the number, or all labels"
        such = Argument("inputs", str(max(2, *(int(name) + 1 for name in named))))
    else:
        labels = tuple(map(str, named)) if len(named) > 1 else (*map(str, named), "other")
        such = Argument("inputs", ",".join(labels), repr(labels))
    return InputError(
        f"the {objective.called} needs the number of inputs, and the demand perhaps does not name all of them (it "
        f"names {', '.join(map(str, named))}); give {what}, such as ",
        such,
    )


def refuse_unidentified(problem: Problem) -> InputError:
    """Make the error for an objective that is infinite under the demand.

    The objective is infinite because no mechanism that keeps the demand distinguishes all inputs.
    """
    return InputError(
        f"under {problem.demand} no mechanism distinguishes all inputs, so the {problem.objective} is infinite; weaken the demand"
    )


def _names(demand: Notion) -> list[str | int]:
    """List the inputs, by label or index, that a demand names in its pairs, in its distances, or as protected inputs. The list is
    empty if the demand names no inputs."""
    pairs = getattr(demand, "budgets", None) or getattr(demand, "distances", ())
    if pairs and not isinstance(pairs, str):
        return [name for pair, _ in pairs for name in pair]
    return list(getattr(demand, "inputs", ()))
