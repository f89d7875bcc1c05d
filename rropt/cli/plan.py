"""`rropt plan`: sample sizes, a comparison of devices at the same privacy, and the effect of noncompliance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from rropt.cli.reading.drawn import CLUSTERED, EFFECTS, ClustersOption, DeffOption, DeffTruthOption
from rropt.cli.reading.given import given, refuse_others
from rropt.cli.reading.own_design import own_range
from rropt.cli.terminal.answer import Answer, Side, answer_result
from rropt.cli.terminal.common import (
    PictureOption,
    PopulationOption,
    RowsAreInputs,
    SamplingOption,
    ShareOption,
    WorkingOption,
    beliefs_of,
    fields,
    input_place,
    numbers,
    read_any_mechanism,
    warn_of_proof,
)
from rropt.cli.terminal.comparison import compare_devices, devices_at, say_incomparable
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.engine.sets import SetMechanism
    from rropt.mechanism import Mechanism

__all__ = ["plan"]


Goals: TypeAlias = dict[str, str | int | None]
PrevalenceOption = Annotated[
    str,
    typer.Option(
        "--prevalence",
        metavar="π",
        show_default=False,
        help="A number, a range 1/10..2/5, worst (of all), or k shares; unless given the design's own, or else worst.",
    ),
]
PeopleOption = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--people",
        metavar="N",
        min=1,
        help="How many people there are; tells the margin and the error that they give, or the power to detect --difference.",
    ),
]
PlannedMethodOption = Annotated[
    str | None,
    typer.Option(
        "--method", help="chebyshev, normal, wilson or clopper-pearson (wilson unless given; with --clusters normal)."
    ),
]
DifferenceOption = Annotated[
    str | None, typer.Option(metavar="D", help="Difference of two groups' prevalences to detect.")
]
ComplyOption = Annotated[
    str | None, typer.Option("--untruthful", metavar="S,…", help="Shares of self-protecting respondents.")
]
ScoresOption = Annotated[
    str | None,
    typer.Option("--scores", metavar="A,B,…", help="Plan for the mean of a scale: a score for each input, 1,2,3,4,5."),
]
NO_GOAL = "For a number of people name a mechanism, and --margin, --standard-error, --difference or --people."
ADD_UP = "Other randomized questions to the same person add their epsilon: a study shares one budget among them."
ALONE = "Devices are compared without the design effect: their people are those that count as independent, each drawn alone."
OF_SCORES = {
    "mechanism",
    "scores",
    "prevalence",
    "margin",
    "standard_error",
    "n",
    "confidence",
    "sampling",
    *CLUSTERED,
}
OF_GOAL = {
    "margin": {"margin", "confidence", "method", "sampling", "population", "working", *CLUSTERED},
    "standard_error": {"standard_error", "sampling", "population", "working", *EFFECTS},
    "n": {"n", "confidence", "method", "sampling", "population", "working", *CLUSTERED},
    "difference": {"difference", "power", "confidence", "sampling", "population", "working", *CLUSTERED},
}


def plan(
    context: typer.Context,
    mechanism: Annotated[str | None, typer.Argument(metavar="[MECHANISM]", help="A file, or warner:p=3/4.")] = None,
    prevalence: PrevalenceOption = "worst",
    margin: Annotated[str | None, typer.Option(metavar="M", help="Wanted half-length of the interval.")] = None,
    standard_error: Annotated[str | None, typer.Option(metavar="E", help="Wanted standard error.")] = None,
    difference: DifferenceOption = None,
    power: Annotated[str, typer.Option(help="Power to detect the difference.")] = "0.8",
    confidence: Annotated[str, typer.Option(help="The interval's confidence, or 1 − the test's level.")] = "0.95",
    method: PlannedMethodOption = None,
    sampling: SamplingOption = "replacement",
    population: PopulationOption = None,
    share_of: ShareOption = None,
    compare: Annotated[
        bool, typer.Option("--compare/--no-compare", help="Devices at the same privacy, certified optimum last.")
    ] = True,
    comply: ComplyOption = None,
    epsilon: Annotated[
        str | None, typer.Option(metavar="ε", help="Compare devices or --bits at this privacy, without a mechanism.")
    ] = None,
    epsilons: Annotated[
        str | None,
        typer.Option(
            metavar="A..B", help="Tell what each ε of a range or list costs, and what an answer reveals at it."
        ),
    ] = None,
    bits: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=16, help="Compare bit randomizers for N questions.")
    ] = None,
    distribution: Annotated[str | None, typer.Option(metavar="A,B,…", help="The 2^N shares, for --bits.")] = None,
    n: PeopleOption = None,
    deff: DeffOption = None,
    deff_truth: DeffTruthOption = None,
    clusters: ClustersOption = None,
    scores: ScoresOption = None,
    working: WorkingOption = None,
    rows_are_inputs: RowsAreInputs = False,
    plot: PictureOption = None,
) -> Answer:
    """Plan a survey: how many people a mechanism needs.

    It compares the alternatives, and says what non-compliance does.

    Example: rropt plan warner:p=3/4 --prevalence 1/10 --margin 0.03
    Example: rropt plan --epsilons 1/4..3 --prevalence 1/10 --margin 0.03
    """
    goals: Goals = {"margin": margin, "standard_error": standard_error, "difference": difference, "n": n}
    if scores is not None:
        return _of_scores(context, mechanism, goals, scores)
    if epsilons is not None:
        return _along(context, epsilons, goals, plot)
    _refuse_unused(context, mechanism, goals, bits)
    if bits is not None:
        return _answer([_bits(bits, epsilon, distribution, n or 1000, deff)], "", [])
    if mechanism is None:
        return _answer([devices_at(epsilon, prevalence, None)], "", [NO_GOAL])
    return _of_survey(context, mechanism, goals)


def _of_survey(context: typer.Context, source: str, goals: Goals) -> Answer:
    """Plan a survey that uses the mechanism `source`. Answer with the parts that were asked for.

    The first part says how many people are needed. If the user gave the number of people, it says how precise the survey is
    instead. The second part compares other devices. The third part says what noncompliance does.
    """
    named = context.params
    prevalence, compare, plot = named["prevalence"], named["compare"], named["plot"]
    p = read_any_mechanism(source, rows_are_inputs=named["rows_are_inputs"])
    share_of = named["share_of"]
    j = None if share_of is None and p.k > 2 else input_place(p, share_of)
    own = None if "prevalence" in given(context) else _own(p, source)
    prevalence = prevalence if own is None else own
    parts = [_plan(p, j, prevalence, goals, named)] if any(x is not None for x in goals.values()) else []
    compared: list[Any] = []
    reason = say_incomparable(p, j) if compare else ""
    if compare and not reason:
        compared, reason = compare_devices(p, source, prevalence, parts[0] if parts else None)
        parts += compared
    if named["comply"] is not None:
        parts.append(_noncompliance(p, j, prevalence, named))
    warn_of_proof(p)
    beliefs = [
        *_planned_at(own),
        *_beliefs(p, prevalence),
        ADD_UP,
        *([ALONE] if compared and EFFECTS & set(given(context)) else []),
    ]
    _require_parts(parts, reason, compare="compare" in given(context))
    files = [(plot, lambda file: _draw(p, j, prevalence, file, named))]
    return _answer(parts, reason, ([] if _typed_goals(goals) else [NO_GOAL]) + beliefs, files)


def _along(context: typer.Context, epsilons: str, goals: Goals, plot: Path | None) -> Answer:
    """Plan a survey for each epsilon of a range or list.

    For each epsilon, say how many people are needed or how precise the survey is, and what an answer reveals.
    """
    from rropt.survey.planning.epsilons import plan_epsilons

    used = {"epsilons", "prevalence", "margin", "standard_error", "difference", "n", "confidence", "plot", *EFFECTS}
    used |= {"clusters"} if goals["margin"] is not None else set()
    used |= {"clusters", "power"} if goals["difference"] is not None else set()
    asked = _typed_goals(goals)
    refuse_others(context, used, by=f"--epsilons with {_option(asked[0])}" if asked else "--epsilons alone")
    if "prevalence" not in given(context):
        raise InputError(f"--epsilons {epsilons} needs the prevalence planned for; give --prevalence, such as 1/10")
    named = context.params
    how = {key: named[key] for key in ("prevalence", "power", "confidence", *CLUSTERED)}
    found = plan_epsilons(epsilons, **goals, **how)  # type: ignore[arg-type]

    def draw(file: Path) -> None:
        from rropt.plots.epsilon_plot import plot_epsilons

        plot_epsilons(found, file)

    return answer_result(found, files=[(plot, draw)])


def _of_scores(context: typer.Context, mechanism: str | None, goals: Goals, scores: str) -> Answer:
    """Answer with the plan for the mean of a scale."""
    from rropt.privacy.given import require_matrix
    from rropt.survey.planning.scale import plan_mean

    used = OF_SCORES | {"population", "working", "rows_are_inputs"}
    refuse_others(context, used if context.params["compare"] else used | {"compare"}, by="--scores")
    if mechanism is None:
        raise InputError(f"--scores {scores} needs the mechanism of the survey; name it, such as krr:k=5,epsilon=ln3")
    named = context.params
    p = require_matrix(read_any_mechanism(mechanism, rows_are_inputs=named["rows_are_inputs"]), "--scores")
    how = {key: named[key] for key in ("confidence", "sampling", "population", "working", *CLUSTERED)}
    wanted = {key: goals[key] for key in ("margin", "standard_error", "n")}
    at = named["prevalence"] if "prevalence" in given(context) else None
    found = plan_mean(p, fields(scores, "--scores"), prevalence=at, **wanted, **how)  # type: ignore[arg-type]
    warn_of_proof(p)
    own = _planned_at("" if at is None and p.planned is not None else None)
    return _answer([found], "", [*own, *beliefs_of(p if found.shares is None else p.planned_for(found.shares))])


def _beliefs(p: Mechanism | SetMechanism, prevalence: str) -> list[str]:
    """Say what answers reveal at the planned shares.

    If a range of shares is planned for two inputs, the lines describe both ends of the range, except an end that is 0 or 1. In two
    cases the lines describe the shares for which the mechanism was designed. In the first, the answers are sets of inputs. In the
    second, there are more than two inputs, and the plan is for a share or a range of shares of only one input.
    """
    from rropt.survey.planning.spread import read_region

    region = read_region(prevalence, p.k, p.k - 1)
    if (matrix := p.matrix) is None or (region.others is None and p.k > 2):
        return beliefs_of(p)
    if region.others is not None:
        return beliefs_of(matrix.planned_for(region.others))
    ends = [x for x in (region.lower, region.upper) if 0 < x < 1]
    return [" ".join(text for x in ends for text in beliefs_of(matrix.planned_for((1 - x, x))))] if ends else []


def _own(p: Mechanism | SetMechanism, source: str) -> str | None:
    """Return the prevalence for which the mechanism was designed, as one would type it after --prevalence.

    For two inputs, the text is the share of the second input. For more inputs, it lists the shares of all inputs. If the design was
    made for the worst case of a range, the text is this range. None if the mechanism was not designed for a prevalence.
    """
    from rropt.exact.spelling import show

    own = own_range(source)
    if own is not None or p.planned is None:
        return own
    return ",".join(map(show, p.planned if len(p.planned) > 2 else p.planned[1:]))


def _planned_at(own: str | None) -> list[str]:
    """Say that the plan uses the prevalence `own`, for which the design was made. Return no lines if `own` is None."""
    return (
        [] if own is None else ["Planned at the prevalence that the design was made for; --prevalence states another."]
    )


def _draw(p: Mechanism | SetMechanism, j: int | None, prevalence: str, plot: Path, named: dict[str, Any]) -> None:
    """Draw the standard error of the estimated share of input j.

    If j is None, the plan is for the shares of all inputs, and the picture is of the last input's share. If --difference was typed,
    draw instead the power of the test for this difference.
    """
    from rropt.exact.grammar import read_rational
    from rropt.mechanism import Mechanism
    from rropt.plots.pictures import plot_errors
    from rropt.survey.planning.spread import read_region

    place = p.k - 1 if j is None else j
    region = read_region(prevalence, p.k, place)
    how = {key: named[key] for key in ("difference", *EFFECTS)} | {"level": 1 - read_rational(named["confidence"])}
    if isinstance(p, Mechanism):
        plot_errors(p, region, plot, share_of=p.input_labels[place], **how)
    else:
        plot_errors(p.seen_from(p.places[place]), region, plot, share_of=0, **how)


def _option(goal: str) -> str:
    """Return the option by which a goal is typed, such as --standard-error for `standard_error`, or --people for `n`."""
    return "--people" if goal == "n" else f"--{goal.replace('_', '-')}"


def _typed_goals(goals: Goals) -> list[str]:
    return [goal for goal, value in goals.items() if value is not None]


def _require_mechanism(mechanism: str | None, goals: Goals) -> None:
    if mechanism is None and (asked := _typed_goals(goals)):
        raise InputError(
            f"{_option(asked[0])} {goals[asked[0]]} needs the mechanism of the survey; name it, such as warner:p=3/4, or the file "
            "that `rropt design … --json -o design.json` writes"
        )


def _require_parts(parts: list[Any], reason: str, *, compare: bool) -> None:
    if not parts:
        asked = "nothing was asked: give --margin, --standard-error, --difference, --people, --compare or --untruthful"
        raise InputError(f"no devices are compared: {reason}" if compare and reason else asked)


def _refuse_unused(context: typer.Context, mechanism: str | None, goals: Goals, bits: int | None) -> None:
    """Refuse each typed option that has no effect on this plan.

    With --bits, few options have an effect. With --epsilon and no mechanism, only --epsilon and --prevalence have an effect. With a
    mechanism, two kinds of options have an effect: the options of the mechanism, and the options of each goal that was typed.
    """
    if bits is not None:
        return refuse_others(context, {"bits", "epsilon", "distribution", "n", "deff"}, by=f"--bits {bits}")
    _require_mechanism(mechanism, goals)
    if mechanism is None:
        return refuse_others(context, {"epsilon", "prevalence"}, by="a comparison of devices at --epsilon")
    named = given(context)
    if "epsilon" in named:
        raise InputError(
            f"{named['epsilon']} does not go with the mechanism {mechanism}, which is compared at its own tight epsilon; "
            "drop one of the two"
        )
    if {"difference", "clusters", "plot"} <= set(named):
        raise InputError(f"the picture of power does not count {named['clusters']}; drop it, or {named['plot']}")
    used = {"mechanism", "prevalence", "share_of", "compare", "comply", "rows_are_inputs", "plot"}
    used |= EFFECTS if {"comply", "plot"} & set(named) else set()
    asked = _typed_goals(goals)
    by = _option(asked[0]) if asked else "a plan without --margin, --standard-error or --difference"
    return refuse_others(context, used.union(*(OF_GOAL[goal] for goal in asked)), by=by)


def _plan(
    p: Mechanism | SetMechanism,
    j: int | None,
    prevalence: str,
    goals: Goals,
    named: dict[str, Any],
) -> Any:
    from rropt.survey.planning.plan import plan as planned

    how = {
        key: named[key] for key in ("power", "confidence", "method", "sampling", "population", "working", *CLUSTERED)
    }
    return planned(p, prevalence=prevalence, share_of=None if j is None else p.input_labels[j], **goals, **how)  # type: ignore[arg-type]


def _noncompliance(p: Mechanism | SetMechanism, j: int | None, prevalence: str, named: dict[str, Any]) -> Any:
    """Tabulate the effect of noncompliance, for the number of people and the design effect that were given."""
    from rropt.privacy.given import require_matrix
    from rropt.survey.planning.compliance import noncompliance

    matrix = require_matrix(p, f"--untruthful {named['comply']}")
    shares = numbers(named["comply"], "--untruthful")
    how = {key: named[key] for key in EFFECTS} | ({} if named["n"] is None else {"n": named["n"]})
    return noncompliance(matrix, prevalence, shares=shares, j=p.k - 1 if j is None else j, **how)


def _bits(bits: int, epsilon: str | None, distribution: str | None, n: int, deff: str | None) -> Any:
    from rropt.questions.bit_randomizers import bits_at_equal_epsilon

    if epsilon is None:
        raise InputError(
            f"--bits {bits} compares randomizers of equal epsilon; give the epsilon of the whole answer with --epsilon"
        )
    shares = None if distribution is None else fields(distribution, "--distribution")
    return bits_at_equal_epsilon(bits, epsilon, distribution=shares, n=n, deff=deff)


def _answer(parts: list[Any], reason: str, beliefs: list[str], files: Sequence[Side] = ()) -> Answer:
    """Make the command's answer. Its words are the plan, then the sentences of `beliefs`, then the other parts.

    If no goal was given, there is no plan, and the sentences come first. If `reason` is not empty, a last sentence says why no
    devices are compared.
    """

    def document() -> dict[str, Any]:
        documents = [part.to_dict() for part in parts]
        whole = documents[0] if len(parts) == 1 else {"schema": "rropt/plans/1", "parts": documents}
        return {**whole, "no_comparison": reason} if reason else whole

    said = [f"No devices are compared: {reason}."] if reason else []
    first = 0 if NO_GOAL in beliefs else 1

    def words() -> str:
        return "\n\n".join([*map(repr, parts[:first]), *beliefs, *map(repr, parts[first:]), *said])

    return Answer(words=words, document=document, files=files)
