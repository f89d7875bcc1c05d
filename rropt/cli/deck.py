"""`rropt deck`: the estimates from Christofides' decks of cards, their precision, and what the answers disclose."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.terminal.answer import Answer, answer_facts
from rropt.cli.terminal.common import ConfidenceOption, PopulationOption, SamplingOption, fields
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.decks.deck import Deck

__all__ = ["deck"]

SCHEMA = "rropt/deck/2"
deck = typer.Typer(
    name="deck",
    help="Judge decks of cards (Christofides): errors and disclosure.",
    no_args_is_help=True,
)

CountsArgument = Annotated[str, typer.Argument(metavar="COUNTS", help="Cards showing 1, 2, …: for instance 3,2,5.")]
KeptOption = Annotated[bool, typer.Option("--kept", help="Cards are kept, not put back (the improved mechanism).")]
RespondentsOption = Annotated[
    int, typer.Option("--respondents", "-n", min=1, max=10**9, help="How many people draw a card.")
]
PrevalenceOption = Annotated[str, typer.Option(help="The share of yes for which the variance is computed.")]
EpsilonOption = Annotated[str, typer.Option("--epsilon", "-e", help="The bound: 1, 1/2, ln3, …")]


def _deck(counts: str, kept: bool) -> Deck:
    from rropt.decks.deck import Deck
    from rropt.exact.grammar import read_integer

    numbers = [read_integer(x, least=0, most=10**9, name="a number of cards") for x in fields(counts, "the deck")]
    return Deck(tuple(numbers), kept=kept)


@deck.command("show")
def show(
    counts: CountsArgument,
    respondents: RespondentsOption,
    kept: KeptOption = False,
    prevalence: PrevalenceOption = "1/10",
    prior: Annotated[
        str | None, typer.Option(help="An outsider's belief in a yes; the prevalence unless given.")
    ] = None,
    at: Annotated[str | None, typer.Option("--at", help="Also give delta at this epsilon.")] = None,
    sampling: SamplingOption = "census",
    population: PopulationOption = None,
) -> Answer:
    """Compute the variance of a deck's estimate and everything its answers disclose.

    Example: rropt deck show 3,2,5 --kept --respondents 10
    """
    from rropt.cli.terminal.deck_facts import show_facts
    from rropt.exact.epsilon import read_epsilon
    from rropt.survey.sampling import read_sampling

    where = None if at is None else read_epsilon(at)
    if where is not None and where.is_free:
        raise InputError(f"--at {at} is not a single epsilon; give one number")
    model = read_sampling(sampling, population=population)
    facts = show_facts(
        _deck(counts, kept),
        respondents,
        prevalence,
        prior=prevalence if prior is None else prior,
        at=where,
        model=model,
    )
    return answer_facts(SCHEMA, facts)


@deck.command("best")
def best(
    epsilon: EpsilonOption,
    cards: Annotated[int, typer.Option(min=3, max=100_000, help="How many cards the deck has.")],
    values: Annotated[int, typer.Option(min=2, max=1000, help="The largest number on a card.")] = 3,
    kept: KeptOption = False,
) -> Answer:
    """Find the best deck with this many cards at a given epsilon of one answer, and the bound that no deck passes.

    Example: rropt deck best --cards 10 --values 3 --epsilon ln3
    """
    from rropt.cli.terminal.deck_facts import best_facts
    from rropt.exact.epsilon import read_epsilon

    return answer_facts(SCHEMA, best_facts(read_epsilon(epsilon), cards, values, kept=kept))


@deck.command("repair")
def repair(
    epsilon: EpsilonOption,
    respondents: RespondentsOption,
    cards: Annotated[
        int | None, typer.Option(min=1, max=10**9, help="How many cards; ten times the least number unless given.")
    ] = None,
    values: Annotated[int, typer.Option(min=2, max=1000, help="The largest number on a card.")] = 2,
    copies_of: Annotated[
        str | None, typer.Option("--deck", metavar="COUNTS", help="Copies of this deck instead: 3,2,5.")
    ] = None,
    prevalence: PrevalenceOption = "1/10",
    sampling: SamplingOption = "census",
    population: PopulationOption = None,
) -> Answer:
    """Build a deck of more cards than people, so that all can keep their card at a finite joint epsilon; tell its cost.

    Example: rropt deck repair --respondents 10 --epsilon ln5 --deck 2,1,3
    """
    from rropt.cli.terminal.deck_facts import copies_facts, repair_facts
    from rropt.exact.epsilon import read_epsilon
    from rropt.survey.sampling import read_sampling

    if copies_of is not None and (cards is not None or values != 2):
        raise InputError(
            f"--deck {copies_of} states the cards, and --epsilon and --respondents decide how many copies of the deck are needed; "
            "drop --cards and --values"
        )
    bound, model = read_epsilon(epsilon), read_sampling(sampling, population=population)
    if copies_of is not None:
        facts = copies_facts(bound, respondents, _deck(copies_of, True), prevalence, model)
    else:
        facts = repair_facts(bound, respondents, cards, values, prevalence, model)
    return answer_facts(SCHEMA, facts)


@deck.command("estimate")
def estimate_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV or Parquet with one row per person.")],
    counts: Annotated[str, typer.Option("--deck", metavar="COUNTS", help="Cards showing 1, 2, …: 3,2,5.")],
    column: Annotated[str, typer.Option("--answer", help="The column of answers 1 … L.")],
    kept: KeptOption = False,
    other: Annotated[str, typer.Option(help="Answers that no card gives: error, or drop.")] = "error",
    sampling: SamplingOption = "census",
    population: PopulationOption = None,
    confidence: ConfidenceOption = "0.95",
) -> Answer:
    """Estimate the prevalence from the numbers that people answered, and say what their answers disclosed.

    Example: rropt deck estimate answers.csv --deck 3,2,5 --kept --answer number
    """
    from rropt.cli.terminal.deck_facts import estimate_facts, tally_answers
    from rropt.survey.sampling import read_sampling

    cards = _deck(counts, kept)
    tally = tally_answers(file, column, cards, other)
    model = read_sampling(sampling, population=population)
    return answer_facts(SCHEMA, estimate_facts(cards, tally, model, confidence))
