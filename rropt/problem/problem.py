"""A design problem: an objective, a demand, the inputs and the outputs. It is the question, before any normal form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Literal

from rropt.exact.errors import InputError
from rropt.objectives import Objective, Trace, Utility, Variance
from rropt.privacy import Notion

__all__ = ["Outputs", "Problem"]

MOST_INPUTS = 256
LONGEST_LABEL = 60
Outputs = int | Literal["free"]


@dataclass(frozen=True, slots=True, init=False)
class Problem:
    """Optimise `objective` over the mechanisms with k inputs and m outputs (or any number: "free") that meet `demand`."""

    objective: Objective
    demand: Notion
    k: int
    outputs: Outputs
    inputs: tuple[str, ...] | None
    output_labels: tuple[str, ...] | None

    def __init__(
        self,
        objective: Objective,
        demand: Notion,
        *,
        outputs: int | Literal["free"] | Sequence[str] | None = None,
        inputs: int | Sequence[str] | None = None,
    ) -> None:
        _require_kinds(objective, demand)
        inputs = _asked(inputs, "inputs")
        outputs = "free" if isinstance(outputs, str) and outputs == "free" else _asked(outputs, "outputs")
        labels = _labels(inputs, "input")
        k = _inputs(objective, len(labels) if labels is not None else inputs)  # type: ignore[arg-type]
        names = _labels(outputs, "output")
        if labels is not None and outputs in (None, k) and not isinstance(objective, Utility):
            names = labels  # an answer is the report of an input, so it bears the input's name
        asked: int | str | None = len(names) if names is not None else outputs  # type: ignore[assignment]
        object.__setattr__(self, "objective", objective)
        object.__setattr__(self, "demand", demand)
        object.__setattr__(self, "k", k)
        object.__setattr__(self, "outputs", _outputs(objective, asked, k))
        object.__setattr__(self, "inputs", labels)
        object.__setattr__(self, "output_labels", names)

    @property
    def m(self) -> int:
        """The number of outputs of the mechanisms searched; a free number of them needs no more than this."""
        if self.outputs != "free":
            return self.outputs
        if isinstance(self.objective, Variance):
            return 4
        return self.k if isinstance(self.objective, Trace) else len(self.objective.matrix_of_utilities)

    @property
    def asymptotic(self) -> bool:
        """Whether the objective is the asymptotic variance, that of more than two outputs."""
        return isinstance(self.objective, Variance) and self.outputs != 2

    @property
    def lacks_an_output(self) -> bool:
        """Whether three outputs are asked for where the best mechanism has four: with 0 < δ < 1."""
        return self.asymptotic and self.outputs == 3 and self.demand.reduced()[1] not in (0, 1)

    def __str__(self) -> str:
        outputs = "any number of outputs" if self.outputs == "free" else f"{self.outputs} outputs"
        aim = "minimise" if self.objective.sense == "min" else "maximise"
        return f"{aim} the {self.objective} under {self.demand}, {self.k} inputs, {outputs}"


def _require_kinds(objective: object, demand: object) -> None:
    if not isinstance(objective, Variance | Trace | Utility):
        raise InputError(f"the objective is {str(objective)[:60]!r}; give one, such as Variance('1/4') or Trace()")
    if not isinstance(demand, Notion):
        raise InputError(f"the demand is {str(demand)[:60]!r}; give a privacy notion, such as LDP('1/2')")


def _asked(x: object, name: str) -> int | tuple[str, ...] | None:
    """A number, or labels as a tuple; a text is neither, since its characters would be taken for labels."""
    if x is None or (isinstance(x, int) and not isinstance(x, bool)):
        return x
    if isinstance(x, Integral) and not isinstance(x, bool):
        return int(x)
    if isinstance(x, Iterable) and not isinstance(x, str | bytes):
        return tuple(map(str, x))
    free = ", or free" if name == "outputs" else ""
    raise InputError(
        f"{name} = {x!r} is neither a whole number nor a list of labels{free}; give one such as 2 or ['no', 'yes']"
    )


def _labels(asked: int | str | tuple[str, ...] | None, what: str) -> tuple[str, ...] | None:
    """The labels, if labels were asked for and each can stand in a certificate (SPEC.md says which can)."""
    if not isinstance(asked, tuple):
        return None
    if len(set(asked)) < len(asked):
        raise InputError(f"{what} labels must differ from one another, unlike {asked}")
    for label in asked:
        if not (0 < len(label) <= LONGEST_LABEL and label.isprintable() and '"' not in label):
            raise InputError(
                f"the {what} label {label[:80]!r} cannot stand in a certificate; give it 1 to {LONGEST_LABEL} printable "
                'characters and no "'
            )
    return asked


def _inputs(objective: Objective, asked: int | None) -> int:
    if isinstance(objective, Variance):
        natural: int | None = 2
    elif isinstance(objective, Trace):
        natural = None if objective.weights is None else len(objective.weights)
    else:
        natural = len(objective.prior)
    if asked is None:
        if natural is None:
            raise InputError("the trace needs the number of inputs; give inputs=5 or --inputs 5")
        return natural
    if natural is not None and asked != natural:
        raise InputError(f"inputs = {asked} does not fit the {objective.name}, which has {natural} inputs here")
    if not 2 <= asked <= MOST_INPUTS:
        raise InputError(f"inputs = {asked} must lie between 2 and {MOST_INPUTS}")
    return asked


def _outputs(objective: Objective, asked: int | str | None, k: int) -> Outputs:
    natural = len(objective.matrix_of_utilities) if isinstance(objective, Utility) else k
    if asked is None:
        return natural
    if isinstance(objective, Variance) and asked != natural:
        return _more_outputs(objective, asked)
    if asked == "free":
        return "free"
    if asked != natural:
        raise InputError(f"outputs = {asked} does not fit the {objective.name}: give {natural} or free")
    return natural


def _more_outputs(objective: Variance, asked: int | str) -> Outputs:
    if asked != "free" and not (isinstance(asked, int) and 2 < asked <= MOST_INPUTS):
        raise InputError(f"outputs = {asked} does not fit the variance: give free, or from 2 to {MOST_INPUTS}")
    if objective.warner:
        raise InputError(
            f"the Warner restriction p00 = p11 is about two outputs; drop outputs={asked} or the restriction"
        )
    return asked if isinstance(asked, int) else "free"
