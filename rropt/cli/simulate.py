"""`rropt simulate`: whole surveys drawn thousands of times, beside the exact bias, variance and coverage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.common import JsonOption, OutputOption, RowsAreInputs, answer, fields, input_place, read_mechanism
from rropt.cli.given import refuse_others
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    import numpy

    from rropt.planning.simulation import Simulation

__all__ = ["simulate"]


OF_DECK = {
    "mechanism",
    "prevalence",
    "n",
    "surveys",
    "seed",
    "sampling",
    "population",
    "kept",
    "quiet",
    "method",
    "confidence",
}


def simulate(
    context: typer.Context,
    mechanism: Annotated[
        str, typer.Argument(metavar="MECHANISM", help="A file, a spec such as warner:p=3/4, or deck:60,10,30.")
    ],
    prevalence: Annotated[str, typer.Option("--prevalence", metavar="π", help="A number, or k shares a,b,c.")],
    n: Annotated[int, typer.Option("-n", metavar="N", min=2, max=10**9, help="Answers a survey.")] = 1000,
    surveys: Annotated[int, typer.Option(metavar="R", min=2, max=10**7, help="Surveys to draw.")] = 10_000,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed: the same one draws the same surveys.")] = 1,
    sampling: Annotated[
        str | None, typer.Option(help="replacement, census or srs; if not given replacement, for a deck census.")
    ] = None,
    population: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=10**15, help="The population's size, for srs.")
    ] = None,
    method: Annotated[str, typer.Option(help="chebyshev, normal, wilson or clopper-pearson.")] = "wilson",
    confidence: Annotated[str, typer.Option(help="The intervals' confidence.")] = "0.95",
    share_of: Annotated[
        str | None, typer.Option("--input", metavar="X", help="The input whose share is wanted.")
    ] = None,
    kept: Annotated[bool, typer.Option("--kept", help="The deck's cards are kept, not put back.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    rows_are_inputs: RowsAreInputs = False,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Draw whole surveys and compare their bias, variance and coverage with the exact ones.

    Example: rropt simulate warner:p=3/4 --prevalence 1/10 -n 1000 --surveys 10000 --seed 1
    """
    import numpy

    from rropt.planning.simulation import simulate as simulated

    if seed < 0:
        raise InputError(f"--seed {seed} must be at least 0")
    rng = numpy.random.default_rng(seed)
    if mechanism.startswith("deck:"):
        refuse_others(context, OF_DECK, by="a deck, whose surveys estimate the share of yes")
        options = {"sampling": sampling or "census", "population": population, "method": method}
        found = _deck(mechanism.removeprefix("deck:"), kept, prevalence, n, surveys, rng, confidence, options)
        answer(found.to_json() if as_json else repr(found), output)
        return
    if kept:
        raise InputError("--kept belongs to a deck of cards, such as deck:60,10,30")
    p = read_mechanism(mechanism, rows_are_inputs=rows_are_inputs)
    with _bar(surveys, quiet=quiet) as bar:
        found = simulated(
            p,
            prevalence=prevalence,
            n=n,
            surveys=surveys,
            rng=rng,
            sampling=sampling or "replacement",
            population=population,
            method=method,  # type: ignore[arg-type]
            confidence=confidence,
            share_of=input_place(p, share_of),
            progress=bar,
        )
    answer(found.to_json() if as_json else repr(found), output)


def _deck(
    counts: str,
    kept: bool,
    prevalence: str,
    n: int,
    surveys: int,
    rng: numpy.random.Generator,
    confidence: str,
    options: dict[str, Any],
) -> Simulation:
    from rropt.decks.deck import Deck
    from rropt.decks.simulation import simulate_deck
    from rropt.exact.grammar import read_integer

    cards = tuple(read_integer(x, least=0, most=10**9, name="a number of cards") for x in fields(counts, "the deck"))
    return simulate_deck(
        Deck(cards, kept=kept),
        prevalence=prevalence,
        n=n,
        surveys=surveys,
        rng=rng,
        confidence=confidence,
        **options,
    )


@contextmanager
def _bar(total: int, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar on the error stream, so that the answer alone is on the output."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        task = progress.add_task("surveys", total=total)
        yield lambda done: progress.update(task, completed=done)
