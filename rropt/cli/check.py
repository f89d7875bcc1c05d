"""`rropt check`: the tight privacy of a design somebody already uses, and how far it is from the optimum."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.common import (
    JsonOption,
    OutputOption,
    PictureOption,
    RowsAreInputs,
    answer,
    is_file,
    read_mechanism,
    read_text,
    require_different,
)
from rropt.cli.demands import (
    Bayes,
    Beta,
    Delta,
    Epsilon,
    Epsilons,
    Further,
    Gamma,
    MetricOption,
    Piecewise,
    Rho,
    SensitiveOption,
    StatedDemands,
)
from rropt.cli.design import BetweenOption, CostOption, KindOption, SenseOption, read_objective
from rropt.cli.utility_file import read_utility
from rropt.exact.errors import Undecided
from rropt.problem.kinds import either
from rropt.results import json_text

if TYPE_CHECKING:
    from rropt.order.admissibility import Admissibility
    from rropt.problem.checkup import Checkup
    from rropt.problem.problem import Problem

__all__ = ["check"]


def check(
    mechanism: Annotated[str, typer.Argument(help="A CSV or JSON file, or a family such as warner:p=3/4.")],
    epsilon: Epsilon = None,
    delta: Delta = None,
    parity: Gamma = None,
    rho: Rho = None,
    beta: Beta = None,
    bayes_factor: Bayes = None,
    piecewise: Piecewise = None,
    epsilons: Epsilons = None,
    metric: MetricOption = None,
    sensitive: SensitiveOption = None,
    further: Further = None,
    objective: Annotated[str | None, typer.Option(help=f"{either()}.")] = None,
    prevalence: Annotated[
        str | None, typer.Option(help="The prevalence of the variance: 1/4, or 1/10..2/5 for the worst case.")
    ] = None,
    weights: Annotated[str | None, typer.Option(help="Weights of the trace.")] = None,
    utility: Annotated[Path | None, typer.Option(help="CSV of utilities or losses.")] = None,
    cost: CostOption = None,
    sense: SenseOption = None,
    prior: Annotated[str | None, typer.Option(help="Prior of the inputs.")] = None,
    kind: KindOption = None,
    between: BetweenOption = None,
    rows_are_inputs: RowsAreInputs = False,
    plot: PictureOption = None,
    json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """What a mechanism protects under every notion, whether a demand is met (exit 1 if not), and its efficiency.

    Example: rropt check warner:p=3/4 --epsilon ln3
    """
    from rropt.problem.checkup import checkup

    options = (epsilon, delta, parity, rho, beta, bayes_factor, piecewise, epsilons, metric, sensitive, further)
    demand, _ = StatedDemands(*options).read()
    own = None if objective is not None or prevalence is not None else _own_problem(mechanism)
    if own is not None and demand is None:
        demand = own.demand
    name = objective or ("variance" if prevalence is not None else None)
    subject = read_mechanism(mechanism, rows_are_inputs=rows_are_inputs)
    gains, costs = (
        None if f is None else read_utility(f).arranged(subject.inputs, subject.outputs) for f in (utility, cost)
    )
    stated = {"utility": gains, "prior": prior, "cost": costs, "sense": sense, "kind": kind, "between": between}
    asked = None if name is None else read_objective(name, prevalence, False, weights, **stated)  # type: ignore[arg-type]
    found = checkup(subject, demand, objective=asked if own is None else own.objective)
    text = _said(found, as_json=json)
    require_different(plot, output)
    if plot is not None:
        from rropt.plots.pictures import plot_posterior

        plot_posterior(subject, plot)
    answer(text, output)
    if demand is not None and not found.met:
        raise typer.Exit(1)


def _said(found: Checkup, *, as_json: bool) -> str:
    """The checkup with what is known of its admissibility."""
    admissible, why = _admissibility(found)
    if not as_json:
        return f"{found}\n\n{why if admissible is None else admissible}"
    reason = {"admissible_reason": why} if admissible is None else {}
    return json_text({**found.to_dict(), "admissible": None if admissible is None else admissible.to_dict(), **reason})


def _own_problem(source: str) -> Problem | None:
    """The problem that a design's own document states; None for anything else."""
    from rropt.formats import read_json
    from rropt.problem.result import SCHEMA, Design

    path = Path(source)
    if not is_file(path):
        return None
    text = read_text(path)
    if not text.lstrip().startswith("{"):
        return None
    document = read_json(text)
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return None
    problem = Design.from_json(text).problem
    return None if problem.interval is not None else problem


def _admissibility(found: Checkup) -> tuple[Admissibility | None, str]:
    """Admissibility under the demand's parity, or the mechanism's own; or None, and why it was not judged."""
    from rropt.order.admissibility import admissible

    gamma, why = found.parity if found.demand is None else found.demand.parity(), ""
    if not found.met:
        why = "the design does not meet the stated demand"
    elif isinstance(gamma, float):
        why = "no finite ratio is asked for or kept, and admissibility is among designs of one"
    else:
        try:
            return admissible(found.mechanism, gamma), ""
        except Undecided as error:
            why = str(error)
    return None, f"Admissible: not judged, because {why}."
