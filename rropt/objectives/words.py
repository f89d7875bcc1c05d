"""Objectives as text: a name and, after a colon, its numbers, as in `trace:1,2,3` or `divergence:kl,between=no/yes`.

    objective = sum | "worst(" sum { "," sum } ")"
    sum       = term { "+" term }
    term      = [ number "*" ] spec

A spec has the parameters of the objective's class (`rropt.specs`). Commas separate numbers, and colons the rows of a table. So a
shell takes every term without quotes: `utility:1,0:0,1,prior=1/4,3/4`. Nothing is evaluated as code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import reduce
from operator import add
from typing import Any

from rropt import objectives
from rropt.exact.errors import Either, InputError
from rropt.objectives.base import Objective, worst
from rropt.specs import Word

__all__ = ["NAMES", "Name", "read_objective", "spell_objective"]

MOST_TEXT = 100_000
Labels = Sequence[str] | None
HOME = "rropt.objectives."


@dataclass(frozen=True, slots=True)
class Name(Word):
    """An objective's name in a spec, and in a few words what the answers are for.

    `values` gives what a parameter has in an objective that is written, where this is no attribute of the same name. `kind` is the
    class, where the function makes objectives of a class with other parameters.
    """

    purpose: str = ""
    values: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    kind: str = ""

    def spell(self, objective: Objective) -> str:
        """Write the objective; what is as it would be without being told is left out."""
        parts, first = list[str](), self.parameters[0]
        for key in self.parameters:
            value = self.values[key](objective) if key in self.values else getattr(objective, key)
            if value is True:
                parts.append(key)
            elif value is not None and value is not False and value != ():
                parts.append(f"{key}={_spell(key, value)}" if parts or key != first else _spell(key, value))
        return f"{self.name}:{','.join(parts)}" if parts else self.name


def _two_places(told: Sequence[Any], labels: Labels) -> Sequence[object]:
    """Two inputs with a slash between them, by label or counted from 0, or two rows of probabilities with a colon between them."""
    if len(told) != 1 or not isinstance(told[0], str):
        return told if isinstance(told[0], list) else [told]
    names = [x.strip() for x in told[0].split("/")]
    places = [labels.index(x) if labels and x in labels else int(x) if x.isdecimal() else None for x in names]
    if len(places) != 2 or None in places:
        known = f"one of {', '.join(labels)[:60]}, or " if labels else ""
        raise InputError(
            f"between = {told[0][:40]!r} must name two inputs, each {known}counted from 0; write between=0/1"
        )
    return places


def _divergence(
    kind: str, between: Iterable[object] = (None, None), *, order: object = None, gamma: object = None
) -> Objective:
    plain = kind.lower().replace("-", "_")
    return objectives.divergence.Divergence(plain, *between, order=order, gamma=gamma)


def _loss(utilities: Iterable[Iterable[object]], prior: Iterable[object] = ()) -> Objective:
    return objectives.linear.Utility(utilities, prior, sense="min")


def _spell(key: str, value: Any) -> str:
    """Write a text, a number, or a row or table of numbers; two inputs have a slash between them."""
    if not isinstance(value, tuple):
        return str(value)
    if all(isinstance(x, tuple) for x in value):
        return ":".join(",".join(map(str, row)) for row in value)
    return ("/" if key == "between" else ",").join(map(str, value))


SEVERAL: Mapping[str, Callable[[Any], Any]] = {
    "prevalence": lambda x: x.lists,
    "weights": lambda x: x.weights if len(x.lists) > 1 else (),
    "worst": lambda x: len(x.lists) > 1 and not getattr(x, "weights", ()),
}
POSITIVE: Mapping[str, Callable[[Any], Any]] = {"positive": lambda x: 0 if x.positive == 0 else None}
UTILITY, SCORES = (Either(f"or give {name}=", f"or give --{name}") for name in ("utility", "scores"))
LISTED = (
    Name(
        "trace",
        f"{HOME}linear:Trace",
        "trace:weights=1,2,3",
        purpose="accuracy: true answers",
        values={"weights": lambda x: x.of_inputs},
    ),
    Name(
        "utility",
        f"{HOME}linear:Utility",
        "utility:1,0:0,1,prior=1/4,3/4 with colons between rows",
        UTILITY,
        purpose="a gain for each answer under each truth",
    ),
    Name(
        "loss",
        _loss,
        "loss:0,1:1,0,prior=1/4,3/4 with colons between rows",
        UTILITY,
        purpose="a loss for each answer under each truth",
    ),
    Name(
        "linear",
        f"{HOME}linear:Linear",
        "linear:0,1:1,0 with colons between rows",
        purpose="any cost of each entry of the mechanism",
    ),
    Name(
        "variance",
        f"{HOME}variance:Variance",
        "variance:1/4 for two inputs, total-variance for more",
        purpose="the share of one truth of two",
        values=POSITIVE,
    ),
    Name(
        "asymptotic-variance",
        f"{HOME}variance:AsymptoticVariance",
        "asymptotic-variance:1/4",
        purpose="the same with any number of answers",
        values=POSITIVE,
    ),
    Name(
        "total-variance",
        f"{HOME}covariance:TotalVariance",
        "total-variance:1/2,1/4,1/4 with a share for each input",
        purpose="the squared errors (mse) of all shares",
        values=SEVERAL,
    ),
    Name(
        "contrast",
        f"{HOME}covariance:Contrast",
        "contrast:1,2,3,prevalence=1/2,1/4,1/4",
        SCORES,
        purpose="the mean of a scale, or a comparison of shares",
        values=SEVERAL,
    ),
    Name(
        "determinant",
        f"{HOME}determinant:Determinant",
        "determinant:1/2,1/4,1/4 with a share for each input",
        purpose="a confidence region of all shares",
        values=SEVERAL,
    ),
    Name(
        "largest-variance",
        f"{HOME}largest:LargestVariance",
        "largest-variance:1/2,1/4,1/4,of=shares",
        purpose="the worst comparison, or the worst share",
        values=SEVERAL,
    ),
    Name(
        "information",
        f"{HOME}information:Information",
        "information:1/2,1/4,1/4 with a probability for each input",
        purpose="nats about the truth",
        values={
            "prior": lambda x: x.priors,
            "weights": lambda x: x.weights if len(x.priors) > 1 else (),
            "worst": lambda x: len(x.priors) > 1 and not x.weights,
        },
    ),
    Name(
        "divergence",
        _divergence,
        "divergence:kl,between=0/1",
        purpose="telling two truths apart",
        values={
            "order": lambda x: None if x.kind == "hockey_stick" else x.number,
            "gamma": lambda x: x.number if x.kind == "hockey_stick" else None,
        },
        kind=f"{HOME}divergence:Divergence",
    ),
)
# Every objective by its name.
NAMES: Mapping[str, Name] = {x.name: x for x in LISTED}
NAME = "|".join(NAMES).replace("-", "[-_ ]")
TERM = re.compile(rf"\s*(?:([^*+,:=()]+)\*)?\s*({NAME})\s*(?::(.*))?", re.S | re.I)
START = rf"(?=\s*(?:[^*+,:=()]+\*)?\s*(?:{NAME})\s*(?:[:+,]|$))"
PLUS, COMMA = re.compile(rf"\+{START}", re.I), re.compile(rf",{START}", re.I)
WORST = re.compile(r"\s*worst\s*\((.*)\)\s*", re.S | re.I)


def read_objective(text: str, inputs: Labels = None, given: Mapping[str, Any] | None = None) -> Objective:
    """Read the spec of an objective, in which inputs may be named by their labels.

    Args:
        text: Such as "trace", "divergence:kl,between=no/yes" or "worst(trace,utility:1,0:0,1)".
        inputs: The labels of the inputs, if they have any.
        given: Values by their keys, as texts or as numbers and lists, for all objectives of the text that have the key.

    Raises:
        InputError: No objective has this name, or it takes other numbers.

    Examples:
        >>> read_objective("trace:weights=1,2") == read_objective("trace", given={"weights": [1, 2]})
        True
    """
    if not isinstance(text, str):
        raise InputError(
            f"{str(text)[:60]!r} is no objective; give one such as Trace(), its spec, such as trace, a matrix as utility, or the "
            "number of categories as inputs"
        )
    if len(text) > MOST_TEXT:
        raise InputError(f"the objective {text[:40]!r} has {len(text)} characters; give at most {MOST_TEXT}")
    several = WORST.fullmatch(text)
    sums = [
        [_read_term(term) for term in PLUS.split(part)] for part in (COMMA.split(several[1]) if several else [text])
    ]
    known = {key for terms in sums for _, name, _ in terms for key in NAMES[name].parameters}
    for key in given or ():
        if key not in known:
            raise InputError(f"the objective {text.strip()[:60]!r} takes no {key}; it takes {', '.join(sorted(known))}")

    def made(weight: str, name: str, rest: str) -> Objective:
        word = NAMES[name]
        values = word.read(rest, {key: x for key, x in (given or {}).items() if key in word.parameters})
        if "between" in values:
            values["between"] = _two_places(values["between"], inputs)
        one: Objective = word.make(**values)
        return one * weight if weight else one

    found = [reduce(add, (made(*term) for term in terms)) for terms in sums]
    return worst(*found) if several else found[0]


def _read_term(text: str) -> tuple[str, str, str]:
    """Read the weight of a term, "" if it has none, the name of its objective, and the text after the name."""
    found = TERM.fullmatch(text)
    if found is None:
        typed = text.partition(":")[0].strip()
        by_purpose = [x for x in NAMES if typed.lower() in re.findall(r"\w+", NAMES[x].purpose)]
        near = by_purpose or get_close_matches(typed.lower(), NAMES, n=1) or [*NAMES]
        told = ", ".join(f"{x} ({NAMES[x].purpose})" for x in near)
        raise InputError(
            f"the objective {typed[:60]!r} is not known; give ",
            Either(f"inputs={typed[:60]} or epsilon={typed[:60]}", f"--inputs {typed[:60]} or --epsilon {typed[:60]}")
            if typed.isdigit()
            else "",
            ", whichever it is" if typed.isdigit() else f"{'one of ' if near[1:] else ''}{told}",
        )
    weight, name, rest = found.groups()
    return (weight or "").strip(), re.sub("[_ ]", "-", name.lower()), rest or ""


def spell_objective(objective: Objective) -> str:
    """Write an objective as a spec that `read_objective` reads as the same.

    Examples:
        >>> from rropt import Trace, Utility
        >>> print(spell_objective(2 * Trace([1, 2]) + Utility([[1, 0], [0, 1]])))
        2*trace:1,2+utility:1,0:0,1,prior=1/2,1/2,sense=max
    """
    if objective.name == "worst":
        return f"worst({','.join(spell_objective(one) for _, one in objective.members)})"  # type: ignore[attr-defined]
    if objective.name == "sum":
        return "+".join(f"{'' if w == 1 else f'{w}*'}{spell_objective(term)}" for w, term in objective.terms)
    where = f"{type(objective).__module__}:{type(objective).__name__}"
    for name in NAMES.values():
        if where in (name.of, name.kind):
            return name.spell(objective)
    raise InputError(f"the {objective.name} of your own has no spec; give its object in Python")
