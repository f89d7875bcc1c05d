"""Compares a mechanism with other devices for a plan, or says why they cannot be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rropt.cli.reading.own_design import own_problem
from rropt.cli.terminal.common import fields
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite

if TYPE_CHECKING:
    from rropt.engine.sets import SetMechanism
    from rropt.mechanism import Mechanism

__all__ = ["compare_devices", "devices_at", "say_incomparable"]


def compare_devices(p: Mechanism | SetMechanism, source: str, prevalence: str, planned: Any) -> tuple[list[Any], str]:
    """Compare the mechanism with other devices of the same privacy; return the tables, and the reason if there are none.

    If there are tables, the reason is an empty text. If the file `source` holds a design with two inputs, the other devices must
    satisfy the demand of this design. In any other case they must have the mechanism's tight ε, the least one that it satisfies.
    """
    from rropt.privacy import LDP
    from rropt.survey.planning.devices import devices_under_promise

    if p.matrix is None:
        return [_families(p, LDP.tightest_epsilon(p.pair), prevalence, planned)], ""
    problem = own_problem(source) if p.k == 2 else None
    if problem is None and (reason := _has_no_epsilon(p.matrix)):
        return [], reason
    if p.k != 2:
        return [_families(p, LDP.tightest_epsilon(p.matrix), prevalence, planned)], ""
    if problem is None:
        return [devices_at(LDP.tightest_epsilon(p.matrix), prevalence, p.matrix)], ""
    try:
        return [devices_under_promise(problem.demand, prevalence, mechanism=p.matrix)], ""
    except InputError as error:
        return [], str(error)


def devices_at(epsilon: object, prevalence: str, p: Mechanism | None) -> Any:
    """Compare the devices at one ε, beside the mechanism `p` if there is one. An ε of None is refused."""
    from rropt.survey.planning.devices import devices_at_equal_privacy

    if epsilon is None:
        raise InputError(
            "a plan needs a mechanism, --epsilon (at which devices are compared) or --bits; give one of them"
        )
    return devices_at_equal_privacy(epsilon, prevalence, mechanism=p)


def _families(p: Mechanism | SetMechanism, epsilon: Any, prevalence: str, planned: Any) -> Any:
    """Rank the mechanism among the named families at the given ε.

    If `prevalence` states the shares of all inputs, the ranking uses them; otherwise it uses equal shares. It counts the people
    that each family needs to reach the standard error of the plan `planned`, or 0.01 if there is no plan.
    """
    from rropt.exact.decimal import decimal
    from rropt.rankings.ranking import rank

    shares = fields(prevalence, "--prevalence") if "," in prevalence else None
    error = "0.01" if planned is None else decimal(planned.standard_error[1], digits=17, direction="upper")
    return rank(p.k, epsilon, prevalence=shares, mechanism=p, standard_error=error)


def say_incomparable(p: Mechanism | SetMechanism, j: int | None) -> str:
    """Say why the devices of the literature cannot be compared with the mechanism; return an empty text if they can."""
    from rropt.exact.matrix import rank as matrix_rank
    from rropt.rankings.ranking import MOST_INPUTS

    if p.k > MOST_INPUTS:
        return f"families are ranked for up to {MOST_INPUTS} inputs, and this mechanism has {p.k}"
    if (matrix := p.matrix) is None:
        return ""
    if p.k == 2 and j == 0:
        return f"the devices estimate the share of the last input, {p.input_labels[1]}, not of {p.input_labels[j]}"
    if p.k > 2 and (found := matrix_rank(matrix.rows)) < p.k:
        return f"this mechanism's answers tell only {found} of {p.k} shares apart"
    return ""


def _has_no_epsilon(matrix: Mechanism) -> str:
    """Say why a mechanism cannot be compared at its own ε; return an empty text if it can."""
    from rropt.privacy import LDP

    t = LDP.tightest_epsilon(matrix).t
    if is_infinite(t):
        return "this mechanism's tight epsilon is infinite, and the devices are compared at one finite epsilon"
    return "" if t > 1 else "this mechanism's answers tell nothing (epsilon = 0), and no device has such answers"
