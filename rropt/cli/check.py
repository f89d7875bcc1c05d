"""`rropt check`: the tight privacy of a mechanism that is in use, and how far it is from the optimum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.reading.demands import StatedDemands
from rropt.cli.reading.given import given, refuse_others
from rropt.cli.reading.objectives import OfMechanism
from rropt.cli.reading.own_design import own_design
from rropt.cli.reading.utility_file import read_utility
from rropt.cli.terminal.answer import Answer, answer_result
from rropt.cli.terminal.common import (
    PictureOption,
    RowsAreInputs,
    is_file,
    is_table,
    read_any_mechanism,
    read_mechanism,
)
from rropt.cli.terminal.many_answers import Disclosed, Wanted
from rropt.exact.errors import InputError, OutOfTime, Undecided
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import not_in_time
from rropt.problem.kinds import list_objectives

if TYPE_CHECKING:
    from rropt.engine.sets import SetMechanism
    from rropt.exact.epsilon import Epsilon as EpsilonBudget
    from rropt.mechanism import Mechanism
    from rropt.order.admissibility import Admissibility
    from rropt.privacy import Measures
    from rropt.problem.checkup import Checkup
    from rropt.problem.result import Design

__all__ = ["check"]

OF_MEASURES = {"prior", "kind", "order", "gamma", "phi"}
OF_OBJECTIVE = {x.name for x in fields(OfMechanism)}

PrevalenceOption = Annotated[
    str | None,
    typer.Option(
        help="The prevalence for the variance: 1/4, or 1/10..2/5 for the worst case; if there are several inputs, a share each."
    ),
]
NotionsOption = Annotated[bool, typer.Option("--notions", help="Also what holds under each of seven notions.")]
MeasuresOption = Annotated[
    bool,
    typer.Option("--measures", help="Also Rényi divergences, trade-off function, total variation, Bayes measures."),
]
TimesOption = Annotated[
    int, typer.Option(metavar="N", min=1, help="What N answers of one person disclose together: delta by epsilon.")
]
SamplesOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="In place of a mechanism, check a black box by a CSV of inputs and the answers it gave."
    ),
]
WithOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="MECHANISM",
        help="Count one more answer of the same person, by this mechanism; may be repeated.",
    ),
]
ShuffledOption = Annotated[
    int | None,
    typer.Option("--shuffled", metavar="N", help="What the shuffled answers of N people disclose of one of them."),
]
OthersOption = Annotated[
    str | None,
    typer.Option(
        metavar="N,N", help="With --shuffled: how many of the other N - 1 have each input; the worst case unless given."
    ),
]


def check(
    context: typer.Context,
    mechanism: Annotated[
        str | None, typer.Argument(help="A CSV or JSON file, or a family such as warner:p=3/4.")
    ] = None,
    stated: StatedDemands = StatedDemands(),
    objective: Annotated[str | None, typer.Option(help=f"{list_objectives()}.")] = None,
    prevalence: PrevalenceOption = None,
    about: OfMechanism = OfMechanism(),
    notions: NotionsOption = False,
    measures: MeasuresOption = False,
    times: TimesOption = 1,
    beside: WithOption = None,
    crowd: ShuffledOption = None,
    others: OthersOption = None,
    samples: SamplesOption = None,
    confidence: Annotated[str, typer.Option(help="With --samples: the confidence of the bound.")] = "0.95",
    rows_are_inputs: RowsAreInputs = False,
    plot: PictureOption = None,
) -> Answer:
    """Check what a mechanism protects, and how efficient it is.

    Protection is measured under every notion of privacy. If a demand is stated, the answer says whether it is met (exit 1 if not).

    Example: rropt check warner:p=3/4 --epsilon ln3
    """
    if samples is not None:
        used = {"mechanism", "samples", "confidence", "epsilon", "delta"}
        refuse_others(context, used, by="a check of a black box")
        return _check_samples(mechanism, samples, confidence, stated.epsilon, stated.delta)
    _refuse_strays(given(context))
    if (parameters := _many_bits(mechanism)) is not None:
        refuse_others(context, {"mechanism"}, by=f"{parameters['bits']} bits, which are judged by their structure")
        return _check_bits(parameters)
    if mechanism is None:
        raise InputError("no mechanism was named; give a file, a family such as warner:p=3/4, or --samples FILE")
    subject = read_any_mechanism(mechanism, rows_are_inputs=rows_are_inputs)
    made = own_design(mechanism)
    own = None if made is None else made.problem
    gains = None if stated.gain is None else _read_gains(stated.gain, subject)
    demand = replace(stated, prior=about.prior, gains=gains).read()[0] or (own and own.demand)
    name = objective or (None if prevalence is None else "variance" if subject.k == 2 else "total-variance")
    is_guessed = stated.vulnerability is not None
    tables = {"utility": _read_arranged(about.utility, subject), "cost": _read_arranged(about.cost, subject)}
    asked = (
        own and own.objective
        if name is None
        else about.read(name, prevalence, tables=tables, is_guessed=is_guessed, inputs=subject.inputs)
    )
    own_gain = gains if measures or not is_guessed else None
    more = [read_mechanism(x, rows_are_inputs=rows_are_inputs and is_table(x)) for x in beside or ()]
    wanted = Wanted(measures, own_gain, about, bool(name), times, more, crowd, others)
    return _answer(subject, demand, asked, wanted, notions, plot, made)


def _refuse_strays(typed: Mapping[str, str]) -> None:
    """Refuse options that have no effect in a check without --samples.

    --confidence is refused, because only a check with --samples uses it. If neither --objective nor --prevalence is given, the
    options that belong to objectives are refused too, with two exceptions. --prior is allowed with --vulnerability. The options
    that --measures uses are allowed with --measures.
    """
    if "confidence" in typed:
        raise InputError(
            f"{typed['confidence']} is used only to check a black box; give the answers of the black box with --samples FILE"
        )
    if "objective" in typed or "prevalence" in typed:
        return
    for name in (x for x in typed if x in OF_OBJECTIVE and not (x == "prior" and "vulnerability" in typed)):
        if name not in OF_MEASURES or "measures" not in typed:
            other = ", or ask for the measures with --measures" if name in OF_MEASURES else ""
            raise InputError(f"{typed[name]} belongs to an objective; name that objective with --objective{other}")


def _many_bits(mechanism: str | None) -> dict[str, str] | None:
    """Return the parameters of a RAPPOR spec with too many bits for a matrix; None for any other mechanism."""
    if mechanism is None or not mechanism.strip().lower().startswith("rappor:") or is_file(Path(mechanism)):
        return None
    from rropt.exact.grammar import read_integer
    from rropt.families.bits import LONGEST, MOST_BITS
    from rropt.families.registry import read_spec

    _, told = read_spec(mechanism)
    return told if read_integer(told.get("bits", "1"), least=1, most=LONGEST, name="bits") > MOST_BITS else None


def _read_arranged(file: Path | None, subject: Mechanism | SetMechanism) -> Any:
    """Read a file of utilities or costs, in the order of the mechanism's labels; None without a file."""
    return None if file is None else read_utility(file).arranged(subject.inputs, getattr(subject, "outputs", None))


def _read_gains(file: Path, subject: Mechanism | SetMechanism) -> Any:
    """Read a file of a guesser's gains, and put its columns in the order of the mechanism's inputs. Its rows are the guesser's
    actions, which are not the mechanism's outputs, and keep their order.
    """
    return read_utility(file).for_inputs(subject.inputs)


def _check_bits(parameters: dict[str, str]) -> Answer:
    """Check a RAPPOR of many bits by its structure, without a matrix."""
    from rropt.rankings.bits import check_bits

    found = check_bits(parameters)
    return answer_result(found, warnings=found.one.to_dict()["warnings"])


def _answer(
    subject: Mechanism | SetMechanism,
    demand: Any,
    asked: Any,
    wanted: Wanted,
    notions: bool,
    plot: Path | None,
    made: Design | None,
) -> Answer:
    """Answer with the protection and the admissibility of the mechanism.

    If asked for, its measures are added, and what many answers disclose. `made` is the design from which the mechanism was read, or
    None. If the mechanism is the one of this design, the design is checked in its place, because its problem and optimum are known.
    """
    from rropt.mechanism import require_matrix
    from rropt.problem.checkup import check

    # for answers that are sets, measures are taken of the two inputs that answers distinguish best
    pair = subject.pair
    if wanted.measures:
        require_matrix(subject, "--measures")
    if wanted.crowd is not None or wanted.beside:
        require_matrix(subject, "--with" if wanted.beside else "--shuffled")
    known = made if made is not None and subject in (made.mechanism, made.sets) else None
    found = check(known or subject, demand, objective=asked, seconds=None)
    admissible, why = _admissibility(found)
    own, many, missing = _measures(pair, wanted)

    def document() -> dict[str, Any]:
        told = {**found.to_dict(), "admissible": None if admissible is None else admissible.to_dict()}
        if admissible is None:
            told["admissible_reason"] = why
        if missing:
            told["measures_reason"] = missing
        if own is not None or many:
            together = {x.key: x.profile.to_dict() for x in many}
            told["measures"] = {**({} if own is None else own.to_dict()), **together}
        return told

    def words() -> str:
        parts = [str(found), str(why if admissible is None else admissible)]
        parts += [found.explain_notions()] if notions else []
        parts += [] if own is None else [str(own)]
        parts += [f"Measures: {missing}."] if missing else []
        return "\n\n".join([*parts, *(f"{x.sentence}\n{x.profile}".strip() for x in many)])

    def draw(file: Path) -> None:
        from rropt.plots.pictures import plot_posterior

        plot_posterior(pair, file)

    is_refused = demand is not None and not found.met
    return Answer(words=words, document=document, warnings=found.warnings, files=[(plot, draw)], code=int(is_refused))


def _measures(subject: Mechanism, wanted: Wanted) -> tuple[Measures | None, list[Disclosed], str]:
    """Return the measures of the mechanism, a list of what many answers disclose, and a text.

    The measures are None, or the list is empty, if they are not asked for. The text is empty unless time runs out. It then says so,
    and there are neither measures nor a list.
    """
    try:
        return wanted.measure(subject), list(wanted.disclose(subject)), ""
    except OutOfTime:
        return None, [], not_in_time()


def _check_samples(
    mechanism: str | None,
    samples: Path,
    confidence: str,
    epsilon: str | None,
    delta: str | None,
) -> Answer:
    """Check a black box by its answers; exit with 1 if the samples refute the claimed ε."""
    from rropt.cli.reading.data_file import pairs_of_texts
    from rropt.exact.epsilon import read_epsilon
    from rropt.survey import check_samples

    if mechanism is not None:
        raise InputError(f"--samples {samples} checks a black box by its answers; leave the mechanism {mechanism} out")
    claimed = None if epsilon is None else read_epsilon(epsilon)
    found = check_samples(pairs_of_texts(samples), confidence=confidence, delta=delta or 0)
    refuted = claimed is not None and _is_above(found.epsilon, claimed)
    said = "" if claimed is None else f"\nThe claim epsilon = {claimed} is {'REFUTED' if refuted else 'not refuted'}."
    stated = {} if claimed is None else {"claimed": str(claimed), "refuted": refuted}
    return Answer(
        words=lambda: f"{found}{said}",
        document=lambda: {**found.to_dict(), **stated},
        code=int(refuted),
    )


def _is_above(found: float, claimed: EpsilonBudget) -> bool:
    """Whether the lower bound found for ε exceeds the claimed ε; False if this is infinite."""
    if is_infinite(claimed.t):
        return False
    if claimed.is_free:
        raise InputError(f"--epsilon {claimed} is a range; give the one epsilon that is claimed for the mechanism")
    return found > float(claimed.bounds()[1])


def _admissibility(found: Checkup) -> tuple[Admissibility | None, str]:
    """Decide whether the mechanism is admissible; return the result and "", or None and the reason why it cannot be decided.

    The mechanism is compared with others whose parity is not above a bound; the parity is the largest ratio of two entries of a row
    of the matrix. The bound is the one that the demand implies or, without a demand, the mechanism's own parity.
    """
    from rropt.order.blackwell import admissible

    gamma, why = found.parity if found.demand is None else found.demand.parity(), ""
    if (matrix := found.mechanism.matrix) is None:
        why = "its answers are sets, too many for a matrix"
    elif not found.met:
        why = "the design does not meet the stated demand"
    elif is_infinite(gamma):
        of = "of the mechanism" if found.demand is None else "that the demand allows"
        why = f"the parity {of} is infinite, and admissibility compares designs of a finite parity"
    else:
        try:
            return admissible(matrix, gamma, seconds=None), ""
        except Undecided as error:
            why = str(error)
    return None, f"Admissible: not judged, because {why}."
