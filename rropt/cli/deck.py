"""`rropt deck`: Christofides' decks of cards: what they estimate, how well, and what they disclose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.common import JsonOption, OutputOption, fields
from rropt.cli.deck_errors import deck_error_facts
from rropt.cli.facts import Fact, budget, measured, print_facts, rounded_up, stated, words

if TYPE_CHECKING:
    from rropt.decks.deck import Deck
    from rropt.decks.disclosure import Disclosure
    from rropt.decks.repair import Repaired
    from rropt.estimates.sampling import Sampling
    from rropt.estimates.tally import Tally
    from rropt.exact.epsilon import Epsilon

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
    from rropt.decks.deck import Deck
    from rropt.exact.grammar import read_integer

    return Deck(
        tuple(read_integer(x, least=0, most=10**9, name="a number of cards") for x in fields(counts, "the deck")),
        kept=kept,
    )


def _print(facts: list[Fact], as_json: bool, output: Path | None) -> None:
    print_facts("rropt/deck/2", facts, as_json=as_json, output=output)


def _deck_fact(cards: Deck) -> Fact:
    return words("deck", str(cards), value={"counts": list(map(str, cards.counts)), "kept": cards.kept})


def _sampling_fact(model: Sampling) -> Fact:
    population = None if model.population is None else str(model.population)
    return words("sampling", str(model), value={"kind": model.kind, "population": population})


def _variance_facts(cards: Deck, n: int, prevalence: str, sampling: str, population: int | None) -> list[Fact]:
    from rropt.decks.deck import variance
    from rropt.estimates.sampling import read_sampling
    from rropt.exact.enclosure import sqrt_bounds
    from rropt.exact.grammar import read_number
    from rropt.exact.spelling import show

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
    from rropt.decks.disclosure import TOO_LONG

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
    from rropt.decks.disclosure import disclosure
    from rropt.exact.epsilon import read_epsilon
    from rropt.exact.errors import InputError

    cards = _deck(counts, kept)
    facts = [_deck_fact(cards), stated("respondents", respondents)]
    facts += _variance_facts(cards, respondents, prevalence, sampling, population)
    where = None if at is None else read_epsilon(at)
    if where is not None and where.is_free:
        raise InputError(f"--at {at} is no single epsilon; give one number")
    found = disclosure(cards, respondents, prior=prevalence if prior is None else prior, at=where)
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
    from rropt.decks.best import best_deck, best_proportions, least_spread
    from rropt.decks.deck import spread
    from rropt.decks.privacy import one_answer, transcript
    from rropt.exact.decimal import shown
    from rropt.exact.epsilon import read_epsilon
    from rropt.exact.spelling import show as show_number

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
    values: Annotated[int, typer.Option(min=2, max=1000, help="The largest number on a card.")] = 2,
    copies_of: Annotated[
        str | None, typer.Option("--deck", metavar="COUNTS", help="Copies of this deck instead: 3,2,5.")
    ] = None,
    prevalence: PrevalenceOption = "1/10",
    delta: Annotated[str | None, typer.Option(help="Allow this joint delta at epsilon.")] = None,
    sampling: SamplingOption = "census",
    population: PopulationOption = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """A deck of more cards than people whose kept cards leave a finite joint epsilon, and what that costs.

    Example: rropt deck repair --respondents 10 --epsilon ln5 --deck 2,1,3
    """
    from rropt.estimates.sampling import read_sampling
    from rropt.exact.epsilon import read_epsilon
    from rropt.exact.errors import InputError

    bound = read_epsilon(epsilon)
    model = read_sampling(sampling, population=population)
    if copies_of is not None:
        if cards is not None or delta is not None or values != 2:
            raise InputError(
                "--deck has its own kinds of cards and takes as many copies as epsilon needs; give it alone"
            )
        cards_of, facts = _copies(bound, respondents, copies_of, prevalence, model)
    elif delta is not None:
        cards_of, facts = _repaired_delta(bound, respondents, cards, values, prevalence, delta, model)
    else:
        cards_of, facts = _repaired(bound, respondents, cards, values, prevalence, model)
    facts += _variance_facts(cards_of, respondents, prevalence, sampling, population)
    _print(facts, as_json, output)


_NEVER_BETTER = "at delta = 0 no repaired deck, of any number of values, beats cards put back at the same joint epsilon"


def _repaired(
    bound: Epsilon, n: int, cards: int | None, values: int, prevalence: str, model: Sampling
) -> tuple[Deck, list[Fact]]:
    from rropt.decks.deck import spread
    from rropt.decks.repair import least_repaired_spread, least_repairing_cards, repaired_deck

    least = least_repairing_cards(n, bound)
    wanted = 10 * least if cards is None else cards
    found = repaired_deck(n, wanted, bound, prevalence, values=values, sampling=model)
    put_back, any_deck = "n times the device's variance, cards put back", f"and the least that any {wanted} cards have"
    return found.deck, [
        *_finite(found, n),
        stated("least_number_of_cards", least),
        measured("spread_put_back", spread(found.deck.proportions), label=put_back),
        measured("least_spread", least_repaired_spread(n, wanted, bound), label=f"{any_deck} at the epsilon asked for"),
    ]


def _copies(bound: Epsilon, n: int, copies_of: str, prevalence: str, model: Sampling) -> tuple[Deck, list[Fact]]:
    from rropt.decks.repair import repaired_copies

    one = _deck(copies_of, True)
    found = repaired_copies(one, n, bound, prevalence, sampling=model)
    return found.deck, [*_finite(found, n), stated("copies", found.deck.cards // one.cards)]


def _finite(found: Repaired, n: int) -> list[Fact]:
    from rropt.decks.privacy import one_answer

    all_answers, put_back = f"epsilon of all {n} named answers", "variance of cards put back (Warner)"
    return [
        _deck_fact(found.deck),
        budget("epsilon_of_one_answer", one_answer(found.deck)),
        budget("epsilon_of_all_answers", found.joint, label=all_answers),
        measured("variance_put_back", found.independent, label=f"{put_back} at the epsilon asked for"),
        words("note", _NEVER_BETTER),
    ]


def _repaired_delta(
    bound: Epsilon, n: int, cards: int | None, values: int, prevalence: str, delta: str, model: Sampling
) -> tuple[Deck, list[Fact]]:
    from rropt.decks.privacy import one_answer, transcript
    from rropt.decks.repair_delta import repaired_deck_delta
    from rropt.exact.grammar import read_rational

    found = repaired_deck_delta(
        n, 5 * n if cards is None else cards, bound, read_rational(delta), prevalence, values=values, sampling=model
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
    other: Annotated[str, typer.Option(help="Answers that no card gives: error, or drop.")] = "error",
    sampling: SamplingOption = "census",
    population: PopulationOption = None,
    confidence: Annotated[str, typer.Option(help="The intervals' confidence.")] = "0.95",
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Estimate the prevalence from the numbers that people answered, and say what their answers disclosed.

    Example: rropt deck estimate answers.csv --deck 3,2,5 --kept --answer number
    """
    from rropt.decks.deck import estimate
    from rropt.estimates.sampling import read_sampling

    cards = _deck(counts, kept)
    tally = _answers(file, column, cards, other)
    answers, n = tally.counts, tally.n
    model = read_sampling(sampling, population=population)
    found = estimate(cards, answers)
    given = ", ".join(f"{c} of {k}" for k, c in enumerate(answers, start=1))
    dropped = stated("dropped", tally.dropped, label="dropped answers, which no card gives")
    facts = [
        _deck_fact(cards),
        stated("people", n),
        *([dropped] if tally.dropped else []),
        words("answers", given, value={str(k): str(c) for k, c in enumerate(answers, start=1)}),
        _sampling_fact(model),
        measured("estimate", found),
        *deck_error_facts(cards, n, found, model, confidence),
    ]
    _print(facts + _short_disclosure(cards, n), as_json, output)


def _short_disclosure(cards: Deck, n: int) -> list[Fact]:
    """The marginal and the joint ε; the longer enumerations belong to `rropt deck show`."""
    from rropt.decks.privacy import one_answer, transcript

    one, joint = one_answer(cards), transcript(cards, n)
    facts = [
        budget("epsilon_of_one_answer", one),
        budget("epsilon_of_all_answers", joint, label="epsilon of all named answers"),
    ]
    if joint.t != one.t:
        facts.append(words("warning", "WARNING: all named answers together are less private than one answer alone"))
    return facts


def _answers(file: Path, column: str, cards: Deck, other: str) -> Tally:
    from fractions import Fraction

    import polars

    from rropt.cli.data_file import reading, scan
    from rropt.estimates.tally import tally_of_rows
    from rropt.exact.errors import InputError

    frame = scan(file)
    if column not in frame.collect_schema().names():
        names = ", ".join(frame.collect_schema().names()[:12])
        raise InputError(f"there is no column '{column}' in {file}; the columns are {names}")
    text = polars.col(column).cast(polars.String).alias("answer")
    with reading(file):
        table = frame.select(text).group_by("answer").len().collect(engine="streaming")
    known = [str(k + 1) for k in range(cards.values)]
    counted = zip(table["answer"].to_list(), table["len"].to_list(), strict=True)
    tally = tally_of_rows(((x, n, Fraction(n), Fraction(n)) for x, n in counted), known, other=other)  # type: ignore[arg-type]
    if not tally.n:
        raise InputError(f"{file} has no answers from 1 to {cards.values} in its column '{column}'")
    return tally
