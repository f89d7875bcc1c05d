"""`rropt noise`: noise for numeric answers: what it costs, what is optimal, and exact private releases from a file."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.common import JsonOption, OutputOption, fields
from rropt.cli.facts import Fact, budget, enclosed, measured, print_facts, stated, words
from rropt.exact.counted import counted
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.cli.noise_query import Asked
    from rropt.exact.epsilon import Epsilon
    from rropt.noise.geometric import DiscreteLaplace
    from rropt.noise.laplace import Laplace
    from rropt.noise.release import Release

__all__ = ["noise"]


noise = typer.Typer(
    name="noise",
    help="Noise for numeric answers: exact tails, the optimal staircase, and exact private releases from a file.",
    no_args_is_help=True,
)

EpsilonOption = Annotated[str, typer.Option("--epsilon", "-e", help="The budget: 1, 1/2, ln3, …")]
SensitivityOption = Annotated[str, typer.Option(help="The l1 sensitivity, a rational number.")]
DimensionOption = Annotated[int, typer.Option(min=1, max=10_000, help="The number of coordinates.")]
STEPS_HELP = "Grid steps a sensitivity, for the lower bound; chosen by epsilon unless given; fewer are allowed where it is small."
MOST_STEPS = 316  # of `oracles.noise_lp`, which the help does not wait for; a test compares them
NeighboursOption = Annotated[str, typer.Option(help="replace (n is public) or add-remove.")]


def _print(facts: list[Fact], as_json: bool, output: Path | None) -> None:
    print_facts("rropt/noise/2", facts, as_json=as_json, output=output)


@noise.command("show")
def show(
    epsilon: EpsilonOption,
    sensitivity: SensitivityOption = "1",
    dimension: DimensionOption = 1,
    failure: Annotated[str, typer.Option(help="The probability that the error leaves the radius.")] = "1/20",
    beyond: Annotated[str | None, typer.Option(help="A distance: the probability of errors at least so large.")] = None,
    integer: Annotated[bool, typer.Option("--integer", help="Discrete Laplace noise for whole answers.")] = False,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """The scale, the errors and the exact tails of Laplace noise, beside the union bound.

    Example: rropt noise show --epsilon 1 --sensitivity 2 --dimension 3 --beyond 5
    """
    from rropt.exact.epsilon import read_epsilon
    from rropt.exact.reading import read_integer, read_rational
    from rropt.noise.geometric import DiscreteLaplace
    from rropt.noise.laplace import Laplace

    bound = read_epsilon(epsilon)
    if integer:
        whole = read_integer(sensitivity, least=1, most=10**6, name="sensitivity")
        facts = _whole_facts(DiscreteLaplace(bound, whole, dimension), read_rational(failure), beyond)
    else:
        facts = _real_facts(Laplace(bound, _sized(read_rational(sensitivity)), dimension), failure, beyond)
    _print([budget("epsilon", bound), *facts], as_json, output)


def _sized(sensitivity: Fraction) -> Fraction:
    if sensitivity and not 1 < abs(sensitivity) * 10**60 < 10**120:
        raise InputError("the sensitivity lies outside 1e-60 to 1e60; measure the answer in another unit")
    return sensitivity


def _noise_fact(kind: str, found: Laplace | DiscreteLaplace) -> Fact:
    text = f"{kind}, sensitivity {found.sensitivity}, {counted(found.dimension, 'coordinate')}"
    numbers = {"sensitivity": str(found.sensitivity), "dimension": str(found.dimension)}
    return words("noise", text, value={"kind": kind, **numbers})


def _real_facts(found: Laplace, failure: str, beyond: str | None) -> list[Fact]:
    largest, union = f"largest coordinate's error, exceeded with probability {failure}", "the same by the union bound"
    total = f"sum of absolute errors, exceeded with probability {failure}"
    facts = [
        _noise_fact("Laplace", found),
        enclosed("scale", found.scale, label="scale and mean absolute error of a coordinate"),
        enclosed("variance", found.variance, label="variance of a coordinate"),
        enclosed("radius", found.radius_linf(failure), label=largest).beside(failure=failure),
        enclosed("radius_by_union_bound", found.radius_union(failure), label=union).beside(failure=failure),
        enclosed("radius_of_sum", found.radius_l1(failure), label=total).beside(failure=failure),
    ]
    if beyond is not None:
        facts += [
            enclosed("tail", found.tail_linf(beyond), label=_TAIL.format(beyond)).beside(beyond=beyond),
            enclosed("tail_by_union_bound", found.union_bound(beyond), label=_UNION).beside(beyond=beyond),
            enclosed("tail_of_sum", found.tail_l1(beyond), label=_SUM.format(beyond)).beside(beyond=beyond),
        ]
    return facts


_TAIL = "probability of a coordinate's error of {} or more"
_UNION = "the same by the union bound, at most"
_SUM = "probability of absolute errors that sum to {} or more"


def _whole_facts(found: DiscreteLaplace, failure: Fraction, beyond: str | None) -> list[Fact]:
    from rropt.exact.reading import read_integer

    largest = f"largest coordinate's error, reached with probability at most {failure}"
    radius = measured("radius", Fraction(found.radius_linf(failure)), label=largest)
    facts = [
        _noise_fact("discrete Laplace", found),
        measured("ratio", found.ratio, label="ratio w of neighbouring probabilities"),
        measured("mean_absolute_error", found.mean_absolute, label="mean absolute error of a coordinate"),
        measured("variance", found.variance, label="variance of a coordinate"),
        radius.beside(failure=str(failure)),
    ]
    if beyond is not None:
        k = read_integer(beyond, least=0, most=10_000, name="--beyond")
        facts += [
            measured("tail", found.tail_linf(k), label=_TAIL.format(k)).beside(beyond=str(k)),
            measured("tail_by_union_bound", found.union_bound(k), label=_UNION).beside(beyond=str(k)),
            measured("tail_of_sum", found.tail_l1(k), label=_SUM.format(k)).beside(beyond=str(k)),
        ]
    return facts


@noise.command("optimal")
def optimal(
    epsilon: EpsilonOption,
    sensitivity: SensitivityOption = "1",
    error: Annotated[str, typer.Option(help="absolute or squared.")] = "absolute",
    integer: Annotated[bool, typer.Option("--integer", help="Whole noise for whole answers.")] = False,
    steps: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_STEPS, help=STEPS_HELP),
    ] = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """The least error of any private noise: closed form, linear program, rigorous lower bound, and Laplace's loss.

    Example: rropt noise optimal --epsilon 1 --error squared
    """
    from rropt.cli.noise_optimal import optimal_facts
    from rropt.exact.epsilon import read_epsilon

    if error not in ("absolute", "squared"):
        raise InputError(f"the error '{error}' is neither absolute nor squared; give one of these")
    if integer and steps is not None:
        raise InputError(f"--steps {steps} does not go with --integer, whose grid is the whole numbers; drop it")
    facts = optimal_facts(read_epsilon(epsilon), sensitivity, squared=error == "squared", integer=integer, steps=steps)
    _print(facts, as_json, output)


@noise.command("sensitivity")
def sensitivity_of(
    query: Annotated[str, typer.Option(help="count, fraction, histogram, sum or mean.")],
    neighbours: NeighboursOption = "replace",
    people: Annotated[
        int | None, typer.Option("--people", "-n", min=1, max=10**15, help="n, or its public lower bound.")
    ] = None,
    cells: Annotated[int, typer.Option(min=1, max=10**6, help="The cells of a histogram.")] = 2,
    lower: Annotated[str, typer.Option(help="The least value, one for each coordinate.")] = "0",
    upper: Annotated[str, typer.Option(help="The largest value, one for each coordinate.")] = "1",
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """How much one person can change an answer: the exact l1 sensitivity.

    Example: rropt noise sensitivity --query mean --people 100 --lower 0,0 --upper 1,5
    """
    from rropt.cli.noise_query import known_sensitivity
    from rropt.exact.reading import show as text
    from rropt.noise.sensitivity import read_neighbours

    width = max(len(fields(lower, "--lower")), len(fields(upper, "--upper")))
    found = known_sensitivity(query, read_neighbours(neighbours), people, cells, (lower, upper), width)
    each = list(map(text, found.coordinates))
    facts = [
        words("query", found.query),
        words("neighbours", found.neighbours),
        stated("l1_sensitivity", text(found.l1), label="l1 sensitivity"),
        words("coordinates", ", ".join(each), label="of each coordinate", value=each),
    ]
    _print(facts, as_json, output)


@noise.command("release")
def release_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV or Parquet with one row a person.")],
    query: Annotated[str, typer.Option(help="count, fraction, histogram, sum or mean.")],
    column: Annotated[str, typer.Option(help="The column; several for sum and mean, with commas.")],
    epsilon: EpsilonOption,
    neighbours: NeighboursOption = "replace",
    equals: Annotated[str, typer.Option(help="What counts, for count and fraction.")] = "1",
    categories: Annotated[str | None, typer.Option(help="The public cells of a histogram, with commas.")] = None,
    lower: Annotated[
        str | None, typer.Option(help="For sum and mean: values below are raised to this; one number or one a column.")
    ] = None,
    upper: Annotated[
        str | None, typer.Option(help="For sum and mean: values above are lowered to this; one number or one a column.")
    ] = None,
    at_least: Annotated[
        int | None, typer.Option(min=1, max=10**15, help="A public bound: n is at least this (add-remove).")
    ] = None,
    grid: Annotated[
        str | None, typer.Option(help="The grid the answer is rounded to; one number or one a column.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Repeatable noise, for tests: protects nobody.")] = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """A private answer about a file: an exact count or average with exactly drawn discrete Laplace noise.

    Example: rropt noise release people.csv --query mean --column income --lower 0 --upper 100000 --epsilon 1
    """
    from rropt.cli.noise_query import ask, read_grid
    from rropt.exact.epsilon import read_epsilon
    from rropt.noise.release import release
    from rropt.noise.sensitivity import read_neighbours

    bound = read_epsilon(epsilon)
    asked = ask(
        file,
        query,
        fields(column, "--column"),
        read_neighbours(neighbours),
        equals=equals,
        categories=categories,
        ranges=(lower, upper),
        at_least=at_least,
    )
    found = release(asked.values, asked.sensitivity, bound, grid=read_grid(grid, asked), rng=seed)
    _print(_release_facts(asked, found, bound, seed), as_json, output)


def _release_facts(asked: Asked, found: Release, bound: Epsilon, seed: int | None) -> list[Fact]:
    """Only what is public: neither the true answers nor, for add-remove neighbours, the number of people."""
    from rropt.exact.decimal import shown
    from rropt.exact.reading import show as text

    facts = [
        Fact("answers", f"answer, {name}", shown(x), {name: text(x)})
        for name, x in zip(asked.names, found.answers, strict=True)
    ]
    facts += [
        budget("epsilon", bound),
        words(
            "query", str(found.sensitivity), value={"query": found.sensitivity.query, "l1": text(found.sensitivity.l1)}
        ),
        *(
            Fact(
                "ranges",
                f"range of {name}",
                f"{shown(low)} to {shown(high)}; values outside it count as its ends",
                {name: {"lower": text(low), "upper": text(high)}},
            )
            for name, low, high in asked.ranges
        ),
    ]
    same = len(set(found.grids)) == 1
    for name, grid in [("", found.grids[0])] if same else zip(asked.names, found.grids, strict=True):
        facts += _noise_facts(found, grid, name)
    if seed is not None:
        said = "WARNING: seeded noise is predictable and protects nobody; leave --seed out for a release"
        facts.append(words("warning", said))
    return facts


def _noise_facts(found: Release, grid: Fraction, name: str) -> list[Fact]:
    """The law of the noise on a grid: that of all answers, or where their grids differ of the one that is named."""
    from rropt.exact.decimal import shown
    from rropt.exact.reading import show as text

    radius = found.noise.radius_linf(Fraction(1, 20)) * grid
    low, high = found.noise.standard_deviation()
    noise_of = f"discrete Laplace on multiples of {shown(grid)}, drawn exactly"
    below = "with probability at least 19/20 every answer's noise is below"
    facts = [
        words("noise", noise_of, value={"kind": "discrete Laplace", "grid": text(grid)}),
        enclosed("standard_deviation", (low * grid, high * grid), label="its standard deviation"),
        measured("radius", radius, label=below).beside(failure="1/20"),
    ]
    if not name:
        return facts
    facts[2] = replace(facts[2], label="with probability at least 19/20 every answer's noise is within bounds; here")
    return [replace(fact, label=f"{name}: {fact.label}", value={name: fact.value}) for fact in facts]
