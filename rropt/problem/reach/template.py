"""Make the problem behind a question about the least ε, δ or vulnerability. The number that is sought is put in later, and further
demands stay fixed."""

from __future__ import annotations

import re
from typing import Any

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import Argument, InputError, Received
from rropt.exact.fields import DELTA
from rropt.exact.grammar import read_rational
from rropt.privacy import LDP, All, Metric, Notion, Sensitive, Vulnerability
from rropt.privacy.notion import is_open
from rropt.problem.contract import Objective
from rropt.problem.known import read_notion
from rropt.problem.problem import Problem
from rropt.problem.reach.place import EPSILON, OfLeast, Own

__all__ = ["template", "template_of_vulnerability"]


def template_of_vulnerability(objective: Objective, own: Vulnerability, demand: Any, **sizes: Any) -> Problem:
    """Make the problem whose demand is the vulnerability `own`. If `demand` is given, it is joined to `own`.

    The bound in `own` is a placeholder, which is replaced later.
    """
    if demand is None:
        return Problem(objective, own, **sizes)
    further = _read_further(demand)
    if any(isinstance(x, Vulnerability) for x in All(further).demands):
        raise InputError(
            f"{further} already bounds a vulnerability, which is the number asked about; drop this bound from the demand"
        )
    return Problem(objective, own & further, **sizes)


def template(
    of: OfLeast,
    objective: Objective,
    epsilon: object,
    delta: object,
    demand: object,
    distances: Any = None,
    sensitive: Any = None,
    **sizes: Any,
) -> Problem:
    """Make the problem with a placeholder for the ε or δ that is sought.

    The demand is metric privacy if `distances` are given, one-sided privacy if `sensitive` is given, and LDP otherwise. If `demand`
    is given, it is joined to this demand.
    """
    if of not in (EPSILON, DELTA):
        raise InputError(f"the number asked about must be epsilon, delta or a vulnerability, not {str(of)[:40]!r}")
    further = None if demand is None else _read_further(demand)
    held = () if further is None else (x for x in All(further).demands if isinstance(x, LDP) and not x.epsilon.is_free)
    if of == DELTA and epsilon is None and (one := next(iter(held), None)) is not None:
        budget = re.sub(r"^log\((\d+)\)$", r"ln\1", str(one.epsilon))  # ln3 needs no quotes in a shell
        raise InputError(
            "if delta is the number asked about, epsilon must be given separately and not inside the demand; give ",
            Argument("epsilon", budget, repr(budget)),
        )
    own = _read_demand(of, epsilon, delta, distances, sensitive)
    stated = own if further is None else _join(own, further)
    return Problem(objective, stated, **sizes)


def _read_demand(of: OfLeast, epsilon: object, delta: object, distances: Any, sensitive: Any) -> Own:
    """Read the demand whose ε or δ varies; the number in it is replaced later."""
    of_pairs = {"distances": distances, "sensitive": sensitive}
    if given := [name for name, x in of_pairs.items() if x is not None]:
        if len(given) > 1:
            raise InputError(
                "distances and sensitive were both given; give one of them, and state the other as demand=…"
            )
        if of != EPSILON and distances is not None:
            raise InputError(f"rropt cannot vary {of} in a demand made from distances; state the distances as demand=…")
        if distances is not None and delta is not None:
            raise InputError(
                Received("delta", str(delta)), " cannot be given with distances, whose demand has no delta; drop it"
            )
    if distances is not None and epsilon is None:
        return Metric(distances, 0)
    if sensitive is not None and epsilon is None and of == EPSILON:
        return Sensitive(sensitive, 1, delta=0 if delta is None else read_rational(delta))
    if (epsilon if of == EPSILON else delta) is not None:
        raise InputError(f"{of} is the number asked about, so it cannot be given; leave {of} out")
    if of == EPSILON:
        return LDP(1, delta=0 if delta is None else read_rational(delta))
    if epsilon is None:
        raise InputError("if delta is the number asked about, epsilon must be given; give epsilon, such as ln3")
    if read_epsilon(epsilon).is_free:
        raise InputError(Received("epsilon", str(epsilon)), " ranges over an interval; give one epsilon, such as ln3")
    return LDP(epsilon) if sensitive is None else Sensitive(sensitive, epsilon)


def _read_further(demand: Any) -> Notion:
    """Read the further demand, which is joined to the demand whose ε, δ or vulnerability is sought.

    Refuse a demand that cannot be joined with others.
    """
    further = read_notion(demand)[0]
    if not isinstance(further, Notion):
        raise InputError(
            f"{further} cannot be joined with other demands; state instead the parity that `rropt demand` prints for it"
        )
    return further


def _join(own: Own, further: Notion) -> All:
    """Join two demands: first `own`, whose number varies, then a further one, whose numbers must be fixed."""
    if isinstance(further, Metric | Sensitive) and further.epsilon.is_free:
        name = "distances" if isinstance(further, Metric) else "sensitive"
        raise InputError(
            f"the epsilon of {further} must be one number, not an interval; give one number, or, to let this epsilon vary, give "
            f"{name}=… instead of the demand"
        )
    if is_open(further):
        raise InputError(
            f"{further} ranges over an interval, but only the number asked about may vary; give it one number"
        )
    return own & further
