"""`rropt noise`: noise for numeric answers: what it costs, what is optimal, and exact private releases from a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.common import JsonOption, OutputOption, answer

if TYPE_CHECKING:
    from rropt.exact.enclosure import Bounds
    from rropt.exact.epsilon import Epsilon
    from rropt.noise.geometric import DiscreteLaplace
    from rropt.noise.laplace import Laplace

__all__ = ["noise"]

noise = typer.Typer(
    name="noise",
    help="Noise for numeric answers: exact tails, the optimal staircase, and exact private releases from a file.",
    no_args_is_help=True,
)

EpsilonOption = Annotated[str, typer.Option("--epsilon", "-e", help="The budget: 1, 1/2, ln3, …")]
SensitivityOption = Annotated[str, typer.Option(help="The l1 sensitivity, a rational number.")]
DimensionOption = Annotated[int, typer.Option(min=1, max=10_000, help="The number of coordinates.")]
NeighboursOption = Annotated[str, typer.Option(help="replace (n is public) or add-remove.")]


def _print(facts: dict[str, Any], as_json: bool, output: Path | None) -> None:
    if as_json:
        answer(json.dumps({"schema": "rropt/noise/1", **facts}, ensure_ascii=False, indent=1), output)
    else:
        answer("\n".join(f"{name}: {value}" for name, value in facts.items()), output)


def _near(bounds: Bounds) -> str:
    """An enclosure that agrees to six digits as one decimal, else both its ends."""
    from rropt.exact.decimal import decimal

    low, high = (decimal(x, digits=6) for x in bounds)
    return low if low == high else f"between {low} and {high}"


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

    budget = read_epsilon(epsilon)
    facts = {"epsilon": budget.said or budget.shown()}
    if integer:
        whole = read_integer(sensitivity, least=1, most=10**6, name="sensitivity")
        facts |= _whole_facts(DiscreteLaplace(budget, whole, dimension), read_rational(failure), beyond)
    else:
        facts |= _real_facts(Laplace(budget, read_rational(sensitivity), dimension), failure, beyond)
    _print(facts, as_json, output)


def _real_facts(found: Laplace, failure: str, beyond: str | None) -> dict[str, str]:
    facts = {
        "noise": f"Laplace, sensitivity {found.sensitivity}, {found.dimension} coordinates",
        "scale and mean absolute error of a coordinate": _near(found.scale),
        "variance of a coordinate": _near(found.variance),
        f"largest coordinate's error, exceeded with probability {failure}": _near(found.radius_linf(failure)),
        "the same by the union bound": _near(found.radius_union(failure)),
        f"sum of absolute errors, exceeded with probability {failure}": _near(found.radius_l1(failure)),
    }
    if beyond is not None:
        facts |= {
            f"probability of a coordinate's error of {beyond} or more": _near(found.tail_linf(beyond)),
            "the same by the union bound, at most": _near(found.union_bound(beyond)),
            f"probability of absolute errors that sum to {beyond} or more": _near(found.tail_l1(beyond)),
        }
    return facts


def _whole_facts(found: DiscreteLaplace, failure: Fraction, beyond: str | None) -> dict[str, str]:
    from rropt.exact.decimal import shown
    from rropt.exact.reading import read_integer

    facts = {
        "noise": f"discrete Laplace, sensitivity {found.sensitivity}, {found.dimension} coordinates",
        "ratio w of neighbouring probabilities": shown(found.ratio),
        "mean absolute error of a coordinate": shown(found.mean_absolute),
        "variance of a coordinate": shown(found.variance),
        f"largest coordinate's error, reached with probability at most {failure}": str(found.radius_linf(failure)),
    }
    if beyond is not None:
        k = read_integer(beyond, least=0, most=10_000, name="--beyond")
        facts |= {
            f"probability of a coordinate's error of {k} or more": shown(found.tail_linf(k)),
            "the same by the union bound, at most": shown(found.union_bound(k)),
            f"probability of absolute errors that sum to {k} or more": shown(found.tail_l1(k)),
        }
    return facts


@dataclass(frozen=True, slots=True)
class _Closed:
    """A closed form: its value rounded up, as text, the shape of the noise, and Laplace's error over it."""

    upper: Fraction
    text: str
    shape: str
    loss: Bounds


def _real_optimum(budget: Epsilon, delta: Fraction, squared: bool) -> _Closed:
    from rropt.exact.decimal import shown
    from rropt.exact.sign import enclose
    from rropt.noise import staircase

    if squared:
        bounds = staircase.best_square(budget, delta)
        gamma = _near(staircase.best_gamma_square(budget))
        return _Closed(bounds[1], _near(bounds), f"gamma = {gamma}", staircase.laplace_loss_square(budget))
    value = staircase.best_absolute(budget, delta)
    gamma = shown(staircase.best_gamma_absolute(budget))
    return _Closed(enclose(value)[1], shown(value), f"gamma = {gamma}", staircase.laplace_loss_absolute(budget))


def _whole_optimum(budget: Epsilon, delta: int, squared: bool) -> _Closed:
    from rropt.exact.decimal import shown
    from rropt.exact.sign import enclose
    from rropt.noise.discrete_staircase import best_discrete
    from rropt.noise.geometric import DiscreteLaplace

    found, value = best_discrete(budget, delta, error="squared" if squared else "absolute")
    usual = DiscreteLaplace(budget, delta)
    ratio = (usual.variance if squared else usual.mean_absolute) / value
    return _Closed(enclose(value)[1], shown(value), f"{found.width} of {delta} whole numbers", enclose(ratio))


@noise.command("optimal")
def optimal(
    epsilon: EpsilonOption,
    sensitivity: SensitivityOption = "1",
    error: Annotated[str, typer.Option(help="absolute or squared.")] = "absolute",
    integer: Annotated[bool, typer.Option("--integer", help="Whole noise for whole answers.")] = False,
    steps: Annotated[int, typer.Option(min=1, max=600, help="Grid steps a sensitivity, for the lower bound.")] = 24,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """The least error of any private noise: closed form, linear program, rigorous lower bound, and Laplace's loss.

    Example: rropt noise optimal --epsilon 1 --error squared
    """
    from rropt.exact.decimal import decimal
    from rropt.exact.epsilon import read_epsilon
    from rropt.exact.errors import Disagreement, InputError
    from rropt.exact.reading import read_integer, read_rational
    from rropt.oracles.noise_lp import noise_program, solve_noise

    if error not in ("absolute", "squared"):
        raise InputError(f"the error '{error}' is neither absolute nor squared; give one of these")
    budget, delta, squared = read_epsilon(epsilon), read_rational(sensitivity), error == "squared"
    if integer:
        steps = read_integer(sensitivity, least=1, most=64, name="sensitivity")
        closed = _whole_optimum(budget, steps, squared)
    else:
        closed = _real_optimum(budget, delta, squared)
    power = 2 if squared else 1
    found = solve_noise(noise_program(budget, steps=steps, power=2 if squared else 1), real=not integer)
    lower, claimed = found.lower * delta**power, found.claimed * float(delta) ** power
    if lower > closed.upper or abs(claimed - float(lower)) > 1e-5 * float(closed.upper):
        raise Disagreement(f"closed form {closed.text}, linear program {claimed}, rigorous bound {decimal(lower)}")
    facts = {
        "epsilon": budget.said or budget.shown(),
        f"least mean {error} error, staircase in closed form": closed.text,
        "first part of each step": closed.shape,
        f"linear program, {steps} steps a sensitivity": f"{claimed:.9g}",
        f"no private{' whole' if integer else ''} noise does better than": decimal(lower, digits=9, direction="lower"),
        "verdict": "within: the optimum lies between the last number and the staircase's",
        "relative gap": decimal((closed.upper - lower) / closed.upper, digits=3, direction="upper"),
        "Laplace noise has so many times the staircase's error": _near(closed.loss),
    }
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

    width = max(len(lower.split(",")), len(upper.split(",")))
    found = known_sensitivity(query, read_neighbours(neighbours), people, cells, (lower, upper), width)
    facts = {
        "query": found.query,
        "neighbours": found.neighbours,
        "l1 sensitivity": text(found.l1),
        "of each coordinate": ", ".join(map(text, found.coordinates)),
    }
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
    lower: Annotated[str, typer.Option(help="Values below are raised to this; one number or one a column.")] = "0",
    upper: Annotated[str, typer.Option(help="Values above are lowered to this; one number or one a column.")] = "1",
    at_least: Annotated[
        int | None, typer.Option(min=1, max=10**15, help="A public bound: n is at least this (add-remove).")
    ] = None,
    grid: Annotated[str | None, typer.Option(help="The grid the answer is rounded to.")] = None,
    seed: Annotated[int | None, typer.Option(help="Repeatable noise, for tests: protects nobody.")] = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """A private answer about a file: an exact count or average with exactly drawn discrete Laplace noise.

    Example: rropt noise release people.csv --query mean --column income --lower 0 --upper 100000 --epsilon 1
    """
    from rropt.cli.noise_query import ask
    from rropt.exact.epsilon import read_epsilon
    from rropt.exact.reading import read_rational
    from rropt.noise.release import release
    from rropt.noise.sensitivity import read_neighbours

    budget = read_epsilon(epsilon)
    asked = ask(
        file,
        query,
        column.split(","),
        read_neighbours(neighbours),
        equals=equals,
        categories=categories,
        ranges=(lower, upper),
        at_least=at_least,
    )
    found = release(
        asked.values, asked.sensitivity, budget, grid=None if grid is None else read_rational(grid), rng=seed
    )
    _print(_release_facts(asked.names, found, budget, seed), as_json, output)


def _release_facts(names: tuple[str, ...], found: Any, budget: Any, seed: int | None) -> dict[str, Any]:
    """Only what is public: neither the true answers nor, for add-remove neighbours, the number of people."""
    from rropt.exact.decimal import shown

    radius = found.noise.radius_linf(Fraction(1, 20)) * found.grid
    low, high = found.noise.standard_deviation()
    facts: dict[str, Any] = {f"answer, {name}": shown(x) for name, x in zip(names, found.answers, strict=True)}
    facts |= {
        "epsilon": budget.said or budget.shown(),
        "query": str(found.sensitivity),
        "noise": f"discrete Laplace on multiples of {shown(found.grid)}, drawn exactly",
        "its standard deviation": _near((low * found.grid, high * found.grid)),
        "with probability at least 19/20 every answer's noise is below": shown(radius),
    }
    if seed is not None:
        facts["warning"] = "WARNING: seeded noise is predictable and protects nobody; leave --seed out for a release"
    return facts
