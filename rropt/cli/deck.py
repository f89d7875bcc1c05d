"""`rropt deck`: Christofides' decks of cards: what they estimate, how well, and what they disclose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.common import JsonOption, OutputOption
from rropt.cli.facts import Fact, budget, measured, print_facts, rounded_up, stated, words

if TYPE_CHECKING:
    from rropt.estimates.sampling import Sampling
    from rropt.exact.epsilon import Epsilon
    from rropt.planning.deck_disclosure import Disclosure
    from rropt.planning.decks import Deck

__all__ = ["deck"]

deck = typer.Typer(
    name="deck",
    help="Decks of cards (Christofides): estimates, exact variances, and exactly what the answers disclose.",
    no_args_is_help=True,
)

CountsArgument = Annotated[str, typer.Argument(metavar="COUNTS", help="Cards showing 1, 2, …: for instance 3,2,5.")]
KeptOption = Annotated[bool, typer.Option("--kept", help="Cards are kept, not put back (the improved mechanism).")]
RespondentsOption = Annotated[
    int, typer.Option("--respondents", "-n", min=1, max=10**9, help="How many people draw a card.")
]
PrevalenceOption = Annotated[str, typer.Option(help="The share of yes at which the variance is taken.")]
SamplingOption = Annotated[str, typer.Option(help="census, srs or replacement.")]
PopulationOption = Annotated[
    int | None, typer.Option(min=1, max=10**15, help="The population's size, for --sampling srs.")
]
EpsilonOption = Annotated[str, typer.Option("--epsilon", "-e", help="The bound: 1, 1/2, ln3, …")]


def _deck(counts: str, kept: bool) -> Deck:
    from rropt.exact.reading import read_integer
    from rropt.planning.decks import Deck

    return Deck(
        tuple(read_integer(x, least=0, most=10**9, name="a number of cards") for x in counts.split(",")), kept=kept
    )


def _print(facts: list[Fact], as_json: bool, output: Path | None) -> None:
    print_facts("rropt/deck/2", facts, as_json=as_json, output=output)


def _deck_fact(cards: Deck) -> Fact:
    return words("deck", str(cards), value={"counts": list(map(str, cards.counts)), "kept": cards.kept})


def _sampling_fact(model: Sampling) -> Fact:
    population = None if model.population is None else str(model.population)
    return words("sampling", str(model), value={"kind": model.kind, "population": population})


def _variance_facts(cards: Deck, n: int, prevalence: str, sampling: str, population: int | None) -> list[Fact]:
    from rropt.estimates.sampling import read_sampling
    from rropt.exact.enclosure import sqrt_bounds
    from rropt.exact.reading import read_number, show
    from rropt.planning.decks import variance

    model = read_sampling(sampling, population=population)
    found = variance(cards, n, prevalence, sampling=model)
    return [
        _sampling_fact(model),
        measured("variance", found, label=f"variance at prevalence {prevalence}").beside(
            prevalence=show(read_number(prevalence))
        ),
        rounded_up("standard_error", sqrt_bounds(found)),
    ]


def _disclosure_facts(found: Disclosure) -> list[Fact]:
    from rropt.planning.deck_disclosure import TOO_LONG

    at = f"delta of all named answers at epsilon = {found.at}"
    labels = found.facts()
    fellow = "epsilon of one answer to a fellow who saw one card"
    beliefs = ("an outsider's belief in a person's yes", "a fellow respondent's belief in a person's yes")
    evidence = (None if x is None else x.to_dict() for x in (found.outsider, found.fellow_evidence))
    return [
        *([words("warning", found.warning)] if found.differs else []),
        budget("epsilon_of_one_answer", found.one),
        budget("epsilon_of_all_answers", found.joint, label="epsilon of all named answers"),
        budget("epsilon_of_sum", found.sum, label="epsilon of their sum alone", none=TOO_LONG),
        measured("delta_of_all_answers", found.delta, label=at, none=TOO_LONG).beside(epsilon=str(found.at)),
        budget("epsilon_to_a_fellow", found.fellow, label=fellow),
        *(
            Fact(key, label, labels[label], value)
            for key, label, value in zip(("outsider", "fellow"), beliefs, evidence, strict=True)
        ),
    ]


@deck.command("show")
def show(
    counts: CountsArgument,
    respondents: RespondentsOption,
    kept: KeptOption = False,
    prevalence: PrevalenceOption = "1/10",
    prior: Annotated[str | None, typer.Option(help="An outsider's belief in a yes; default the prevalence.")] = None,
    at: Annotated[str | None, typer.Option("--at", help="The epsilon at which delta is given.")] = None,
    sampling: SamplingOption = "census",
    population: PopulationOption = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """The variance of a deck's estimate and everything its answers disclose.

    Example: rropt deck show 3,2,5 --kept --respondents 10
    """
    from rropt.exact.epsilon import read_epsilon
    from rropt.planning.deck_disclosure import disclosure

    cards = _deck(counts, kept)
    facts = [_deck_fact(cards), stated("respondents", respondents)]
    facts += _variance_facts(cards, respondents, prevalence, sampling, population)
    found = disclosure(
        cards,
        respondents,
        prior=prevalence if prior is None else prior,
        at=None if at is None else read_epsilon(at),
    )
    if kept:
        back = _variance_facts(_deck(counts, False), respondents, prevalence, sampling, population)[1]
        facts.append(replace(back, key="variance_put_back", label="the same cards put back have variance"))
    _print(facts + _disclosure_facts(found), as_json, output)


@deck.command("best")
def best(
    epsilon: EpsilonOption,
    cards: Annotated[int, typer.Option(min=3, max=100_000, help="How many cards the deck has.")],
    values: Annotated[int, typer.Option(min=2, max=1000, help="The largest number on a card.")] = 3,
    kept: KeptOption = False,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """The best deck of so many cards at a given epsilon of one answer, and the bound no deck passes.

    Example: rropt deck best --cards 10 --values 3 --epsilon ln3
    """
    from rropt.exact.decimal import shown
    from rropt.exact.epsilon import read_epsilon
    from rropt.exact.reading import show as show_number
    from rropt.planning.deck_best import best_deck, best_proportions, least_spread
    from rropt.planning.deck_privacy import one_answer, transcript
    from rropt.planning.decks import spread

    bound = read_epsilon(epsilon)
    found = best_deck(cards, values, bound, kept=kept)
    least = f"{shown(least_spread(bound))}, Warner's device: every deck of this epsilon is a garbling of it"
    proportions = best_proportions(values, bound)
    facts = [
        budget("epsilon", bound),
        _deck_fact(found),
        budget("epsilon_of_one_answer", one_answer(found)),
        budget("epsilon_of_all_answers", transcript(found, cards), label=f"epsilon of {cards} named answers"),
        measured("spread", spread(found.proportions), label="n times the device's variance, cards put back"),
        words("best_proportions", ", ".join(map(shown, proportions)), value=[show_number(p) for p in proportions]),
        replace(measured("least_spread", least_spread(bound), label="which reach"), text=least),
    ]
    _print(facts, as_json, output)


@deck.command("repair")
def repair(
    epsilon: EpsilonOption,
    respondents: RespondentsOption,
    cards: Annotated[
        int | None, typer.Option(min=1, max=10**9, help="How many cards; default ten times the least number.")
    ] = None,
    prevalence: PrevalenceOption = "1/10",
    delta: Annotated[str | None, typer.Option(help="Allow this joint delta at epsilon.")] = None,
    sampling: SamplingOption = "census",
    population: PopulationOption = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """A deck of more cards than people whose kept cards leave a finite joint epsilon, and what that costs.

    Example: rropt deck repair --respondents 10 --epsilon ln3
    """
    from rropt.estimates.sampling import read_sampling
    from rropt.exact.epsilon import read_epsilon
    from rropt.planning.deck_privacy import one_answer
    from rropt.planning.deck_repair import least_repairing_cards, repaired_deck

    bound = read_epsilon(epsilon)
    model = read_sampling(sampling, population=population)
    if delta is not None:
        cards_of, facts = _repaired_delta(bound, respondents, cards, prevalence, delta, model)
        facts += _variance_facts(cards_of, respondents, prevalence, sampling, population)
        _print(facts, as_json, output)
        return
    least = least_repairing_cards(respondents, bound)
    found = repaired_deck(respondents, 10 * least if cards is None else cards, bound, prevalence, sampling=model)
    all_answers, put_back = f"epsilon of all {respondents} named answers", "variance of cards put back (Warner)"
    facts = [
        _deck_fact(found.deck),
        stated("least_number_of_cards", least),
        budget("epsilon_of_one_answer", one_answer(found.deck)),
        budget("epsilon_of_all_answers", found.joint, label=all_answers),
        *_variance_facts(found.deck, respondents, prevalence, sampling, population),
        measured("variance_put_back", found.independent, label=f"{put_back} at the epsilon asked for"),
        words("note", "a repaired deck of two values never beats cards put back at the same joint epsilon"),
    ]
    _print(facts, as_json, output)


def _repaired_delta(
    bound: Epsilon, n: int, cards: int | None, prevalence: str, delta: str, model: Sampling
) -> tuple[Deck, list[Fact]]:
    from rropt.exact.reading import read_rational
    from rropt.planning.deck_privacy import one_answer, transcript
    from rropt.planning.deck_repair_delta import repaired_deck_delta

    found = repaired_deck_delta(
        n, 5 * n if cards is None else cards, bound, read_rational(delta), prevalence, sampling=model
    )
    joint, put_back = f"epsilon of all {n} named answers at delta = 0", "variance of cards put back (Warner)"
    at = f"delta of all {n} named answers at epsilon = {bound}"
    return found.deck, [
        _deck_fact(found.deck),
        budget("epsilon_of_one_answer", one_answer(found.deck)),
        budget("epsilon_of_all_answers", transcript(found.deck, n), label=joint),
        measured("delta_of_all_answers", found.delta, label=at).beside(epsilon=str(bound)),
        measured("variance_put_back", found.independent, label=f"{put_back} at that epsilon, delta = 0"),
    ]


@deck.command("estimate")
def estimate_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV or Parquet with one row a person.")],
    counts: Annotated[str, typer.Option("--deck", metavar="COUNTS", help="Cards showing 1, 2, …: 3,2,5.")],
    column: Annotated[str, typer.Option("--answer", help="The column of answers 1 … L.")],
    kept: KeptOption = False,
    sampling: SamplingOption = "census",
    population: PopulationOption = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Estimate the prevalence from the numbers that people answered, and say what their answers disclosed.

    Example: rropt deck estimate answers.csv --deck 3,2,5 --kept --answer number
    """
    from rropt.estimates.sampling import read_sampling
    from rropt.exact.enclosure import sqrt_bounds
    from rropt.planning.decks import estimate, unbiased_variance

    cards = _deck(counts, kept)
    answers = _answers(file, column, cards)
    n = sum(answers)
    model = read_sampling(sampling, population=population)
    found = estimate(cards, answers)
    spread = unbiased_variance(cards, n, found, sampling=model)
    none = "none can be estimated from this deck"
    error = None if spread is None else sqrt_bounds(max(spread, spread * 0))
    given = ", ".join(f"{c} of {k}" for k, c in enumerate(answers, start=1))
    facts = [
        _deck_fact(cards),
        stated("people", n),
        words("answers", given, value={str(k): str(c) for k, c in enumerate(answers, start=1)}),
        _sampling_fact(model),
        measured("estimate", found),
        rounded_up("standard_error", error, label="standard error, estimated", none=none),
    ]
    _print(facts + _short_disclosure(cards, n), as_json, output)


def _short_disclosure(cards: Deck, n: int) -> list[Fact]:
    """The marginal and the joint ε; the longer enumerations belong to `rropt deck show`."""
    from rropt.planning.deck_privacy import one_answer, transcript

    one, joint = one_answer(cards), transcript(cards, n)
    facts = [
        budget("epsilon_of_one_answer", one),
        budget("epsilon_of_all_answers", joint, label="epsilon of all named answers"),
    ]
    if joint.t != one.t:
        facts.append(words("warning", "WARNING: all named answers together are less private than one answer alone"))
    return facts


def _answers(file: Path, column: str, cards: Deck) -> tuple[int, ...]:
    import polars

    from rropt.cli.data_file import reading, scan
    from rropt.exact.errors import InputError

    frame = scan(file)
    if column not in frame.collect_schema().names():
        names = ", ".join(frame.collect_schema().names()[:12])
        raise InputError(f"there is no column '{column}' in {file}; the columns are {names}")
    text = polars.col(column).cast(polars.String).alias("answer")
    with reading(file):
        table = frame.select(text).group_by("answer").len().collect(engine="streaming")
    found = dict(zip(table["answer"].to_list(), table["len"].to_list(), strict=True))
    known = [str(k + 1) for k in range(cards.values)]
    other = {k: c for k, c in found.items() if k not in known}
    if other:
        name, people = next(iter(other.items()))
        raise InputError(
            f"{sum(other.values())} answers are none of 1 … {cards.values} ('{name}': {people} of them); drop these rows"
        )
    return tuple(int(found.get(k, 0)) for k in known)
