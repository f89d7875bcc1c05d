"""`rropt design`: the certified optimum of a stated problem."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.reading.demands import StatedDemands
from rropt.cli.reading.objectives import StatedObjective
from rropt.cli.reading.utility_file import UtilityTable, read_utility
from rropt.cli.terminal.answer import Answer, answer_result
from rropt.cli.terminal.common import (
    ProofOption,
    SecondsOption,
    fields,
    picture_place,
    place,
    write_text,
)
from rropt.exact.errors import InputError
from rropt.problem.kinds import list_objectives

if TYPE_CHECKING:
    from rropt.problem.contract import Objective
    from rropt.problem.result import Design

__all__ = ["count_or_labels", "design", "read_table", "sizes_of"]

PROOF_HINT = (
    "\n\nWith --proof: exact numbers, the answers of formula, solver and checker, and the sentence that was certified."
)

PrevalenceOption = Annotated[
    str | None,
    typer.Option(
        help="The share of the last of two inputs (in Python positive=0 takes the first): 1/4; 1/10..2/5 for the worst case; "
        "every, or every:1/10..2/5, for each prevalence."
    ),
]
SolverOption = Annotated[
    str | None, typer.Option(help="A cvxpy solver for the numeric leg (HiGHS directly unless given).")
]
OptimaOption = Annotated[str, typer.Option(help="Which optimal mechanisms to list: one, few (as cost little) or all.")]
CertificateOption = Annotated[
    Path | None, typer.Option(metavar="FILE", callback=place, help="Also write the certificate to FILE.")
]
PlotOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", callback=picture_place, help="Also draw the binary variance problem (.svg or .png)."),
]

ObjectiveOption = Annotated[
    str,
    typer.Option(
        "--objective",
        help=f"For the share of one answer of two: variance; for those of several: total-variance. All: {list_objectives()}. "
        'Several together: "trace + 2*utility", "worst(trace, utility)".',
    ),
]
InputsOption = Annotated[str | None, typer.Option(help="How many inputs, or their labels: no,yes.")]
OutputsOption = Annotated[
    str | None,
    typer.Option(
        help="At most how many outputs, or their labels, or free: as many as help. Unless given: for trace as many as inputs, for "
        "variance 2, for utility and linear one per row of the table, else free."
    ),
]
SubjectOption = Annotated[
    list[str] | None,
    typer.Option(
        "--subject-to",
        metavar="CONDITION",
        help='A linear condition, such as "P[1,1] >= 1/2" (labels or indices); may be repeated.',
    ),
]
PlainOption = Annotated[
    bool,
    typer.Option("--plain", help="Let each answer name a category; --outputs is then how many answers there may be."),
]
RequireOption = Annotated[
    str | None, typer.Option(help="A value that the objective must reach; if it cannot, a proof of that is the answer.")
]
LeastOption = Annotated[
    str | None,
    typer.Option(metavar="WHAT", help="epsilon, delta or vulnerability: the least at which --require is reached."),
]
AlongOption = Annotated[
    str | None,
    typer.Option(metavar="WHAT", help="epsilon, delta or vulnerability: the optimum as a function of it."),
]


def design(
    objective: ObjectiveOption,
    prevalence: PrevalenceOption = None,
    inputs: InputsOption = None,
    outputs: OutputsOption = None,
    stated: StatedDemands = StatedDemands(),
    about: StatedObjective = StatedObjective(),
    subject_to: SubjectOption = None,
    plain: PlainOption = False,
    require: RequireOption = None,
    least: LeastOption = None,
    along: AlongOption = None,
    solver: SolverOption = None,
    optima: OptimaOption = "few",
    seconds: SecondsOption = 60,
    certificate: CertificateOption = None,
    plot: PlotOption = None,
    proof: ProofOption = False,
) -> Answer:
    """Find the optimal mechanism under a privacy demand, certified.

    Example: rropt design --objective variance --epsilon 1/2 --delta 1/10 --prevalence 1/4
    """
    from rropt.problem.design import design as solve

    labels, answers = count_or_labels(inputs, "inputs"), count_or_labels(outputs, "outputs")
    table = read_table(about.utility, about.cost, labels, answers)
    names: Any = labels if isinstance(labels, list) else table and table.inputs
    if least is not None and along is not None:
        raise InputError(f"--least {least} asks for one number and --along {along} for a function; drop one of the two")
    ranging, option = least or along, "least" if along is None else "along"
    if ranging not in (None, "epsilon", "delta", "vulnerability"):
        raise InputError(f"--{option} {ranging} is none of epsilon, delta and vulnerability; name one of these")
    is_guessed = stated.vulnerability is not None or ranging == "vulnerability"
    if stated.gain is not None and not is_guessed:
        raise InputError(
            f"--gain {stated.gain} says what a guesser gains; give the bound on this gain with --vulnerability"
        )
    gains = None if stated.gain is None else read_utility(stated.gain).for_inputs(names)
    stated = replace(stated, prior=about.prior, gains=gains)
    beside, named = ({}, None) if ranging is None else _beside(option, ranging, stated)
    demand, named = stated.require() if ranging is None else (None, named)
    tables = {"utility" if about.cost is None else "cost": table}
    names = names or (gains and gains.inputs) or named
    aim = about.read(objective, prevalence, tables=tables, is_guessed=is_guessed, inputs=names)
    effort: dict[str, Any] = {"solver": solver, "optima": optima, "check": "full" if proof else "fast"}
    sizes = {"subject_to": subject_to or (), "seconds": seconds, **sizes_of(labels, answers, table, named)}
    if ranging is None:
        return _certified(
            solve(aim, demand, require=require, plain=plain, **sizes, **effort), certificate, plot, proof=proof
        )
    others = {**effort, "certificate": certificate, "plain": plain}
    _refuse_beside(option, others | ({"plot": plot} if along is None else {"require": require}))
    sizes |= beside
    return _least(ranging, aim, require, sizes) if along is None else _along(along, aim, sizes, plot)


def _refuse_beside(option: str, others: dict[str, Any]) -> None:
    """Refuse options that cannot be given together with --least or --along."""
    usual = {"optima": "few", "check": "fast"}
    if other := next((name for name, x in others.items() if x and x != usual.get(name)), None):
        name = "proof" if other == "check" else other
        designs = "two designs" if option == "least" else "several designs"
        raise InputError(
            f"--{option} answers with {designs}, for which --{name} is not available; drop --{name} (--json gives the designs "
            "in full)"
        )


def _least(of: str, aim: Objective, require: str | None, asked: dict[str, Any]) -> Answer:
    """Find the least epsilon, delta or vulnerability that reaches the required value."""
    from rropt.problem.reach.search import least

    if require is None:
        raise InputError(
            f"--least {of} needs the value that the design must reach; give --require, such as --require 2"
        )
    found = least(of, aim, reach=require, **asked)  # type: ignore[arg-type]
    return answer_result(found, warnings=found.warnings)


def _along(along: str, aim: Objective, asked: dict[str, Any], plot: Path | None) -> Answer:
    """Compute the optimal value as a function of epsilon, of delta or of a vulnerability. `along` names which of the three it is.

    If `plot` is a path, the function is also drawn into that file.
    """
    from rropt.problem.reach.along import frontier_along

    found = frontier_along(aim, along=along, **asked)  # type: ignore[arg-type]

    def draw(file: Path) -> None:
        from rropt.plots import plot_frontier

        plot_frontier(found, file)

    return answer_result(found, files=[(plot, draw)])


def _beside(option: str, of: str, stated: StatedDemands) -> tuple[dict[str, Any], tuple[str, ...] | None]:
    """Read the options that stay fixed while --least or --along varies `of`, which is epsilon, delta or vulnerability.

    Return a pair. The first is the fixed options as keyword arguments. The second is the labels of the inputs, taken from the file
    that states a demand; None if no such file has labels.
    """
    if of == "vulnerability":
        if stated.vulnerability is not None:
            raise InputError(
                f"--{option} vulnerability varies the vulnerability; drop --vulnerability {stated.vulnerability}"
            )
        further, labels = stated.read()
        prior = None if stated.prior is None else fields(stated.prior, "--prior")
        gain = None if stated.gains is None else stated.gains.rows
        return {"demand": further, "prior": prior, "gain": gain}, labels
    if stated.vulnerability is not None:
        weights = "" if stated.prior is None else f",prior={'+'.join(fields(stated.prior, '--prior'))}"
        rest = "" if stated.gain is None else ", without --gain, which --and cannot state"
        raise InputError(
            f"--{option} {of} does not vary --vulnerability {stated.vulnerability}; give it as --and "
            f"vulnerability:at_most={stated.vulnerability}{weights} instead{rest}"
        )
    if stated.epsilons:
        raise InputError(
            f"--{option} {of} takes one epsilon for all pairs of inputs, or for a unit of distance, and --epsilons gives each "
            "pair its own; drop --epsilons"
        )
    if of != "epsilon" and stated.metric:
        raise InputError(f"--metric does not go with --{option} {of}; drop it, or ask for --{option} epsilon")
    own, labels = stated.read_any_epsilon()
    further, _ = replace(stated, epsilon=None, delta=None, metric=None, sensitive=None).read()
    return {"epsilon": stated.epsilon, "delta": stated.delta, "demand": further, **own}, labels


def sizes_of(labels: Any, answers: Any, table: UtilityTable | None, named: Any) -> dict[str, Any]:
    """Return the keyword arguments `outputs` and `inputs` of a problem, taken from what the user typed or from a file.

    The user typed `labels` for the inputs and `answers` for the outputs. Each is a list of labels, a number, or None if nothing was
    typed; `answers` may also be the word `free`.

    `table` is the file of utilities, or None. It may have labels for the inputs and for the outputs. If it has none for the inputs,
    the labels `named` are used; they are those of the file that states the demand, or None.

    The same rule holds for outputs and inputs. If the user typed nothing, or the number of labels in the file, then the labels of
    the file are returned. In all other cases, and if no file has labels, the typed value is returned.
    """

    def choose(asked: Any, own: tuple[str, ...] | None) -> Any:
        return own if own is not None and (asked is None or asked == len(own)) else asked

    actions, inputs = (None, None) if table is None else (table.actions, table.inputs)
    return {"outputs": choose(answers, actions), "inputs": choose(labels, inputs or named)}


def _certified(found: Design, certificate: Path | None, plot: Path | None, *, proof: bool) -> Answer:
    """Make the command's answer from a design. If `proof` is true, the words also give the results of sympy and cvxpy.

    If `certificate` is a path, the certificate is written there; if `plot` is a path, a picture is drawn there.
    """
    if certificate is not None and not found.certificate:
        raise InputError(
            f"--certificate {certificate} names one file, but this design has a certificate for each piece; use --json, which "
            "gives them all"
        )

    def draw(file: Path) -> None:
        from rropt.plots import plot_design

        plot_design(found, file)

    return Answer(
        words=lambda: found.explain(proof=proof) + ("" if proof else PROOF_HINT),
        document=found.to_json,
        warnings=found.warnings,
        files=[(plot, draw), (certificate, lambda file: write_text(file, found.certificate))],
    )


def read_table(utility: Path | None, cost: Path | None, labels: Any, answers: Any) -> UtilityTable | None:
    """Read the table of utilities or costs; None if no file is given.

    If labels of the inputs or outputs are asked for, the columns or rows are put in their order. If only a number of them is asked
    for, they stay in the order of the file.
    """
    if utility is not None and cost is not None:
        raise InputError("--utility and --cost were both given; keep the one that goes with the objective")
    file = cost if utility is None else utility
    if file is None:
        return None
    table = read_utility(file)
    return table.arranged(
        *((x if isinstance(x, list) else own) for x, own in ((labels, table.inputs), (answers, table.actions)))
    )


def count_or_labels(text: str | None, name: str) -> int | str | list[str] | None:
    """Read an option for the inputs or the outputs, whose `name` is "inputs" or "outputs". Return a number if the text is a number,
    or a list of labels if it has a comma.

    The text `free` for the outputs is returned as it is. None if `text` is None.
    """
    from rropt.exact.grammar import read_integer

    if text is None or (text == "free" and name == "outputs"):
        return text
    if "," in text:
        return fields(text, f"--{name}")
    free = ", or free" if name == "outputs" else ""
    if not text.strip().isdigit():
        raise InputError(f"--{name} {text} must be a whole number, or labels such as no,yes{free}")
    return read_integer(text, least=1, most=10**6, name=name)
