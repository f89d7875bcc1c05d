"""Objectives as text: a name and, after a colon, its numbers, as in `trace:1,2,3` or `divergence:kl,between=no/yes`.

    objective = sum | "worst(" sum { "," sum } ")"
    sum       = term { "+" term }
    term      = [ number "*" ] name [ ":" part { "," part } ]
    part      = value | key "=" value | flag

Values without a key belong to the objective's first key. Commas separate numbers, and colons the rows of a table. So a shell takes
every term without quotes: `utility:1,0:0,1,prior=1/4,3/4`. Nothing is evaluated as code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import reduce
from operator import add
from typing import Any

from rropt import objectives
from rropt.exact.errors import Either, InputError
from rropt.objectives.base import Objective, worst

__all__ = ["NAMES", "read_objective", "spell_objective"]

MOST_TEXT = 100_000
Labels = Sequence[str] | None
Reader = Callable[[str, Labels], Any]


def _row(text: str, _: Labels) -> list[str]:
    return [x.strip() for x in text.split(",")]


def _rows(text: str, _: Labels) -> list[list[str]]:
    if text.lower().endswith(".csv"):
        raise InputError(f"{text[:60]!r} names a file; give its numbers, such as 1,0:0,1 or a list of rows")
    return [_row(line, None) for line in text.split(":")]


def _row_or_rows(text: str, _: Labels) -> list[str] | list[list[str]]:
    found = _rows(text, None)
    return found[0] if len(found) == 1 else found


def _word(text: str, _: Labels) -> str:
    return text.strip()


def _whole(text: str, _: Labels) -> int:
    if not text.strip().isdecimal():
        raise InputError(f"{text.strip()[:40]!r} is no place of an input; count inputs from 0")
    return int(text)


def _kind(text: str, _: Labels) -> str:
    return text.strip().lower().replace("-", "_")


def _flag(text: str, _: Labels) -> bool:
    return bool(text)


def _two_places(text: str, labels: Labels) -> list[object]:
    """Two inputs with a slash between them, by label or counted from 0, or two rows of probabilities with a colon between them."""
    if ":" in text or "," in text:
        return list(_rows(text, None))
    names = [x.strip() for x in text.split("/")]
    places = [labels.index(x) if labels and x in labels else int(x) if x.isdecimal() else None for x in names]
    if len(places) != 2 or None in places:
        known = f"one of {', '.join(labels)[:60]}, or " if labels else ""
        raise InputError(f"between = {text[:40]!r} must name two inputs, each {known}counted from 0; write between=0/1")
    return list(places)


def _divergence(kind: str, between: Sequence[object] = (None, None), **numbers: object) -> Objective:
    return NAMES["divergence"].kind(kind, *between, **numbers)


def _loss(utilities: Sequence[Sequence[object]], prior: Sequence[object] = ()) -> Objective:
    return NAMES["loss"].kind(utilities, prior, sense="min")


@dataclass(frozen=True, slots=True)
class Words:
    """How an objective is written: its file and class, how the value of each key is read, the first key first, and an example.

    `purpose` says in a few words what the answers are for.

    `values` gives what a key has in an objective that is written, where this is no attribute of the same name. `make` makes the
    objective of the values of its keys, where the class does not take these. The file is loaded when the objective is asked for.
    """

    where: str
    keys: Mapping[str, Reader]
    example: str
    purpose: str
    values: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    make: Callable[..., Objective] | None = None

    @property
    def kind(self) -> Callable[..., Objective]:
        """The class."""
        file, _, name = self.where.partition(".")
        return getattr(getattr(objectives, file), name)  # type: ignore[no-any-return]

    def read(self, name: str, text: str, labels: Labels, given: Mapping[str, Any]) -> Objective:
        """Make the objective from the text after its name, and from what is given beside it by keys that it has."""
        texts: dict[str, list[str]] = {}
        key, first = "", next(iter(self.keys))
        for part in text.split(",") if text.strip() else ():
            before, equals, after = part.partition("=")
            if equals:
                key, part = before.strip().lower(), after
                if key in texts:
                    raise InputError(f"the {name} has {key} twice; write it once, as in {self.example}")
            elif self.keys.get(part.strip().lower()) is _flag:
                key = part.strip().lower()
            texts.setdefault(key or first, []).append(part)
        if strange := [key for key in texts if key not in self.keys]:
            raise InputError(
                f"the {name} takes {', '.join(self.keys)}, not {strange[0][:40]!r}; write it as in {self.example}"
            )
        values = {key: self.keys[key](",".join(parts), labels) for key, parts in texts.items()}
        for key in given.keys() & self.keys.keys():
            if key in values:
                raise InputError(f"the objective {name}:{text[:40]} says its {key} already; give {key} once")
            x = given[key]
            values[key] = self.keys[key](x, labels) if isinstance(x, str) else x
        try:
            return (self.make or self.kind)(**values)
        except TypeError:
            option = {"utilities": "utility", "contrast": "scores"}.get(first)
            raise InputError(
                f"the {name} needs its {first}; write it as in {self.example}",
                Either(f", or give {option}=", f", or give --{option}") if option else "",
            ) from None

    def spell(self, name: str, objective: Objective) -> str:
        """Write the objective; what is as it would be without being told is left out."""
        parts, first = list[str](), next(iter(self.keys))
        for key in self.keys:
            value = self.values[key](objective) if key in self.values else getattr(objective, key)
            if value is True:
                parts.append(key)
            elif value is not None and value is not False and value != ():
                parts.append(f"{key}={_spell(key, value)}" if parts or key != first else _spell(key, value))
        return f"{name}:{','.join(parts)}" if parts else name


def _spell(key: str, value: Any) -> str:
    """Write a text, a number, or a row or table of numbers; two inputs have a slash between them."""
    if not isinstance(value, tuple):
        return str(value)
    if all(isinstance(x, tuple) for x in value):
        return ":".join(",".join(map(str, row)) for row in value)
    return ("/" if key == "between" else ",").join(map(str, value))


SHARES: Mapping[str, Reader] = {"prevalence": _row_or_rows, "weights": _row, "worst": _flag}
LISTS: Mapping[str, Callable[[Any], Any]] = {
    "prevalence": lambda x: x.lists,
    "weights": lambda x: x.weights if len(x.lists) > 1 else (),
    "worst": lambda x: len(x.lists) > 1 and not getattr(x, "weights", ()),
}
POSITIVE: Mapping[str, Callable[[Any], Any]] = {"positive": lambda x: 0 if x.positive == 0 else None}
NAMES: Mapping[str, Words] = {
    "trace": Words(
        "linear.Trace",
        {"weights": _row},
        "trace:weights=1,2,3",
        "accuracy: true answers",
        {"weights": lambda x: x.of_inputs},
    ),
    "utility": Words(
        "linear.Utility",
        {"utilities": _rows, "prior": _row, "sense": _word},
        "utility:1,0:0,1,prior=1/4,3/4 with colons between rows",
        "a gain for each answer under each truth",
    ),
    "loss": Words(
        "linear.Utility",
        {"utilities": _rows, "prior": _row},
        "loss:0,1:1,0,prior=1/4,3/4 with colons between rows",
        "a loss for each answer under each truth",
        make=_loss,
    ),
    "linear": Words(
        "linear.Linear",
        {"cost": _rows, "sense": _word},
        "linear:0,1:1,0 with colons between rows",
        "any cost of each entry of the mechanism",
    ),
    "variance": Words(
        "variance.Variance",
        {"prevalence": _word, "positive": _whole, "warner": _flag},
        "variance:1/4 for two inputs, total-variance for more",
        "the share of one truth of two",
        POSITIVE,
    ),
    "asymptotic-variance": Words(
        "variance.AsymptoticVariance",
        {"prevalence": _word, "positive": _whole},
        "asymptotic-variance:1/4",
        "the same with any number of answers",
        POSITIVE,
    ),
    "total-variance": Words(
        "covariance.TotalVariance",
        SHARES,
        "total-variance:1/2,1/4,1/4 with a share for each input",
        "the squared errors (mse) of all shares",
        LISTS,
    ),
    "contrast": Words(
        "covariance.Contrast",
        {"contrast": _row_or_rows, **SHARES},
        "contrast:1,2,3,prevalence=1/2,1/4,1/4",
        "the mean of a scale, or a comparison of shares",
        LISTS,
    ),
    "determinant": Words(
        "determinant.Determinant",
        {key: SHARES[key] for key in ("prevalence", "weights")},
        "determinant:1/2,1/4,1/4 with a share for each input",
        "a confidence region of all shares",
        LISTS,
    ),
    "largest-variance": Words(
        "largest.LargestVariance",
        {"prevalence": _row_or_rows, "of": _word, "worst": _flag},
        "largest-variance:1/2,1/4,1/4,of=shares",
        "the worst comparison, or the worst share",
        LISTS,
    ),
    "information": Words(
        "information.Information",
        {"prior": _row_or_rows, "weights": _row, "worst": _flag},
        "information:1/2,1/4,1/4 with a probability for each input",
        "nats about the truth",
        {
            "prior": lambda x: x.priors,
            "weights": lambda x: x.weights if len(x.priors) > 1 else (),
            "worst": lambda x: len(x.priors) > 1 and not x.weights,
        },
    ),
    "divergence": Words(
        "divergence.Divergence",
        {"kind": _kind, "between": _two_places, "order": _word, "gamma": _word},
        "divergence:kl,between=0/1",
        "telling two truths apart",
        {
            "order": lambda x: None if x.kind == "hockey_stick" else x.number,
            "gamma": lambda x: x.number if x.kind == "hockey_stick" else None,
        },
        _divergence,
    ),
}
"""Every objective by its name."""
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
    known = {key for terms in sums for _, name, _ in terms for key in NAMES[name].keys}
    for key in given or ():
        if key not in known:
            raise InputError(f"the objective {text.strip()[:60]!r} takes no {key}; leave {key} out")

    def made(weight: str, name: str, rest: str) -> Objective:
        one = NAMES[name].read(name, rest, inputs, given or {})
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
            Either(f"inputs={typed[:60]}, if it is", f"--inputs {typed[:60]}, if it is") if typed.isdigit() else "",
            " the number of categories" if typed.isdigit() else f"{'one of ' if near[1:] else ''}{told}",
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
    where = f"{type(objective).__module__}.{type(objective).__name__}"
    for name, words in NAMES.items():
        if where == f"{objectives.__name__}.{words.where}":
            return words.spell(name, objective)
    raise InputError(f"the {objective.name} of your own has no spec; give its object in Python")
