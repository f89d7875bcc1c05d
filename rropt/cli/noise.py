"""`rropt noise`: the errors of noise for numeric answers, the optimal noise, and exact private releases from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rropt.cli.reading.given import refuse_others
from rropt.cli.terminal.answer import Answer, answer_facts
from rropt.cli.terminal.common import fields
from rropt.exact.errors import InputError

__all__ = ["noise"]

SCHEMA = "rropt/noise/2"
noise = typer.Typer(
    name="noise",
    help="Judge noise for numeric answers, and release them with it.",
    no_args_is_help=True,
)

EpsilonOption = Annotated[str, typer.Option("--epsilon", "-e", help="The budget: 1, 1/2, ln3, …")]
SensitivityOption = Annotated[str, typer.Option(help="The l1 sensitivity, a rational number.")]
DimensionOption = Annotated[int, typer.Option(min=1, max=10_000, help="The number of coordinates.")]
STEPS_HELP = "How many grid steps of the linear program make one sensitivity; chosen by epsilon unless given."
MOST_STEPS = 100  # the same as in `rropt.noise.numeric` (a test compares them), whose import would slow the help
OF_QUERY = {
    "count": {"equals"},
    "fraction": {"equals", "people", "at_least"},
    "histogram": {"categories", "cells"},
    "sum": {"lower", "upper"},
    "mean": {"lower", "upper", "people", "at_least"},
}
"""The options of `sensitivity` and `release` that belong to each query; all others but those of every query are refused."""
QueryOption = Annotated[str, typer.Option(help="count, fraction, histogram, sum or mean.")]
NeighboursOption = Annotated[str, typer.Option(help="replace (n is public) or add-remove.")]
LowerOption = Annotated[
    str | None, typer.Option(help="For sum and mean: values below are raised to this; one number or one a column.")
]
UpperOption = Annotated[
    str | None, typer.Option(help="For sum and mean: values above are lowered to this; one number or one a column.")
]


@noise.command("show")
def show(
    epsilon: EpsilonOption,
    sensitivity: SensitivityOption = "1",
    dimension: DimensionOption = 1,
    failure: Annotated[str, typer.Option(help="The probability that the error leaves the radius.")] = "1/20",
    beyond: Annotated[
        str | None, typer.Option(help="A distance; tells the probability of an error at least so large.")
    ] = None,
    integer: Annotated[bool, typer.Option("--integer", help="Discrete Laplace noise for whole answers.")] = False,
) -> Answer:
    """Compute the scale, the errors and the exact tails of Laplace noise, beside the union bound.

    Example: rropt noise show --epsilon 1 --sensitivity 2 --dimension 3 --beyond 5
    """
    from rropt.cli.terminal.noise_facts import law_facts
    from rropt.exact.epsilon import read_epsilon

    budget = read_epsilon(epsilon)
    facts = law_facts(budget, sensitivity, dimension, failure=failure, beyond=beyond, integer=integer)
    return answer_facts(SCHEMA, facts)


@noise.command("optimal")
def optimal(
    epsilon: EpsilonOption,
    sensitivity: SensitivityOption = "1",
    error: Annotated[str, typer.Option(help="absolute or squared.")] = "absolute",
    integer: Annotated[bool, typer.Option("--integer", help="Whole noise for whole answers.")] = False,
    steps: Annotated[int | None, typer.Option(min=1, max=MOST_STEPS, help=STEPS_HELP)] = None,
) -> Answer:
    """Compute the least error of any private noise: closed form, linear program, rigorous lower bound, and Laplace's loss.

    Example: rropt noise optimal --epsilon 1 --error squared
    """
    from rropt.cli.terminal.noise_facts import optimal_facts
    from rropt.exact.epsilon import read_epsilon
    from rropt.noise.staircase import Error

    if error not in list(Error):
        raise InputError(f"--error {error} must be absolute or squared; give one of these")
    if integer and steps is not None:
        raise InputError(f"--steps {steps} does not go with --integer, whose grid is the whole numbers; drop --steps")
    facts = optimal_facts(read_epsilon(epsilon), sensitivity, Error(error), integer=integer, steps=steps)
    return answer_facts(SCHEMA, facts)


@noise.command("sensitivity")
def sensitivity_of(
    context: typer.Context,
    query: QueryOption,
    neighbours: NeighboursOption = "replace",
    people: Annotated[
        int | None, typer.Option("--people", "-n", min=1, max=10**15, help="n, or its public lower bound.")
    ] = None,
    cells: Annotated[int, typer.Option(min=1, max=10**6, help="The cells of a histogram.")] = 2,
    lower: Annotated[str, typer.Option(help="The least value, one for each coordinate.")] = "0",
    upper: Annotated[str, typer.Option(help="The largest value, one for each coordinate.")] = "1",
) -> Answer:
    """Compute how much one person can change an answer: the exact l1 sensitivity.

    Example: rropt noise sensitivity --query mean --people 100 --lower 0,0 --upper 1,5
    """
    from rropt.cli.reading.noise_query import read_query, read_ranges, sensitivity_of_query
    from rropt.cli.terminal.noise_facts import sensitivity_facts
    from rropt.noise.sensitivity import read_neighbours

    asked = read_query(query)
    refuse_others(context, {"query", "neighbours"} | OF_QUERY[asked], by=f"the sensitivity of a {asked}")
    width = max(len(fields(lower, "--lower")), len(fields(upper, "--upper")))
    ranges = read_ranges(lower, upper, width)
    found = sensitivity_of_query(asked, read_neighbours(neighbours), people, cells, ranges)
    return answer_facts(SCHEMA, sensitivity_facts(found))


@noise.command("release")
def release_file(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV or Parquet with one row per person.")],
    query: QueryOption,
    column: Annotated[str, typer.Option(help="The column; several for sum and mean, with commas.")],
    epsilon: EpsilonOption,
    neighbours: NeighboursOption = "replace",
    equals: Annotated[str, typer.Option(help="The value that is counted, for count and fraction.")] = "1",
    categories: Annotated[str | None, typer.Option(help="The public cells of a histogram, with commas.")] = None,
    lower: LowerOption = None,
    upper: UpperOption = None,
    at_least: Annotated[
        int | None, typer.Option(min=1, max=10**15, help="A public bound: n is at least this (add-remove).")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Repeatable noise, for tests: protects nobody.")] = None,
) -> Answer:
    """Release a private answer about a file: an exact count or average with exactly drawn discrete Laplace noise.

    Example: rropt noise release people.csv --query mean --column income --lower 0 --upper 100000 --epsilon 1
    """
    from rropt.cli.reading.noise_query import ask, read_query
    from rropt.cli.terminal.noise_facts import release_facts
    from rropt.exact.epsilon import read_epsilon
    from rropt.noise.release import release
    from rropt.noise.sensitivity import Neighbours, read_neighbours

    budget, kind, near = read_epsilon(epsilon), read_query(query), read_neighbours(neighbours)
    used = {"file", "query", "column", "epsilon", "neighbours", "lower", "upper", "seed"} | OF_QUERY[kind]
    if near is Neighbours.REPLACE:
        used -= {"at_least"}
    refuse_others(context, used, by=f"the release of a {kind} under {near} neighbours")
    asked = ask(
        file,
        kind,
        fields(column, "--column"),
        near,
        equals=equals,
        categories=categories,
        ranges=(lower, upper),
        at_least=at_least,
    )
    found = release(asked.values, asked.sensitivity, budget, rng=seed)
    return answer_facts(SCHEMA, release_facts(asked, found, is_seeded=seed is not None))
