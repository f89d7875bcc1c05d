"""`rropt simulate`: draw whole surveys thousands of times, and compare them with the exact bias, variance and coverage."""

from __future__ import annotations

from typing import Annotated

import typer

from rropt.cli.terminal.answer import Answer, answer_result
from rropt.cli.terminal.common import (
    ConfidenceOption,
    MechanismArgument,
    MethodOption,
    PopulationOption,
    RowsAreInputs,
    SamplingOption,
    ShareOption,
    WorkingOption,
    read_any_mechanism,
    require_seed,
)
from rropt.cli.terminal.progress import Progress
from rropt.exact.errors import InputError

__all__ = ["simulate"]


def simulate(
    mechanism: MechanismArgument,
    prevalence: Annotated[str, typer.Option("--prevalence", metavar="π", help="A number, or k shares a,b,c.")],
    n: Annotated[int, typer.Option("-n", metavar="N", min=2, max=10**9, help="Answers in each survey.")] = 1000,
    surveys: Annotated[int, typer.Option(metavar="R", min=2, max=10**7, help="Surveys to draw.")] = 10_000,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed: the same one draws the same surveys.")] = 1,
    sampling: SamplingOption = "replacement",
    population: PopulationOption = None,
    method: MethodOption = "wilson",
    confidence: ConfidenceOption = "0.95",
    share_of: ShareOption = None,
    working: WorkingOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    rows_are_inputs: RowsAreInputs = False,
) -> Answer:
    """Draw whole surveys, and compare them with exact figures.

    The figures are bias, variance and coverage.

    Example: rropt simulate warner:p=3/4 --prevalence 1/10 -n 1000 --surveys 10000 --seed 1
    """
    import numpy

    from rropt.survey.simulate import simulate as simulated

    require_seed(seed)
    rng = numpy.random.default_rng(seed)
    if mechanism.startswith("deck:"):
        raise InputError("decks of cards are not simulated; `rropt deck show` gives their exact variance")
    p = read_any_mechanism(mechanism, rows_are_inputs=rows_are_inputs)
    with Progress("surveys", surveys, quiet=quiet) as progress:
        found = simulated(
            p,
            prevalence=prevalence,
            n=n,
            surveys=surveys,
            rng=rng,
            sampling=sampling,
            population=population,
            method=method,
            confidence=confidence,
            share_of=share_of,
            working=working,
            progress=progress.reached,
        )
    return answer_result(found)
