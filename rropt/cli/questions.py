"""`rropt questions`: estimate the joint distribution of many randomized yes/no questions from a file with a 0/1 column for each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.reading.data_file import reading, scan
from rropt.cli.terminal.answer import Answer
from rropt.cli.terminal.common import (
    PopulationOption,
    SamplingOption,
    fields,
    is_file,
    place,
    read_mechanism,
    write_text,
)
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    import polars as pl

    from rropt.mechanism import Mechanism
    from rropt.questions.questions import ExactMarginal, Marginal

__all__ = ["questions"]

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="CSV or Parquet; one row per person, one 0/1 column per question.")
]
MechanismOption = Annotated[
    list[str],
    typer.Option(
        "--mechanism",
        "-m",
        metavar="M",
        help="The bit randomizer: a file or a spec such as warner:p=3/4, for all questions, or QUESTION=M for one.",
    ),
]
OfOption = Annotated[
    str | None, typer.Option("--of", metavar="Q1,Q2,…", help="The questions, most significant bit first; default all.")
]
OutputsOption = Annotated[
    str | None, typer.Option("--outputs", metavar="NO,YES", help="What the file has for 0 and 1, such as no,yes.")
]
TableOption = Annotated[
    Path | None,
    typer.Option("--table", metavar="FILE", callback=place, help="Write every cell or pair to this CSV file as well."),
]


def questions(
    file: FileArgument,
    mechanism: MechanismOption,
    of: OfOption = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="All pairs of the questions instead of all patterns.")] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Exact numbers instead of floats (up to 16 questions).")
    ] = False,
    project: Annotated[bool, typer.Option("--project", help="Add the (biased) projection onto the simplex.")] = False,
    sampling: SamplingOption = "replacement",
    population: PopulationOption = None,
    differ: Annotated[
        int | None,
        typer.Option(min=1, max=10_000, help="In how many questions two people can differ; in all unless given."),
    ] = None,
    show: Annotated[int, typer.Option(help="How many cells or pairs to print.")] = 32,
    outputs: OutputsOption = None,
    other: Annotated[str, typer.Option(help="People with an answer that is no output: error, or drop.")] = "error",
    table: TableOption = None,
) -> Answer:
    """Estimate how randomized yes/no questions go together.

    The answer is their joint distribution, with its standard errors and its privacy.

    Example: rropt questions answers.csv --mechanism warner:p=3/4 --of drugs,theft
    """
    ignored = [
        f"--{name}"
        for name, on in (
            ("exact", exact),
            ("project", project),
            ("sampling", sampling != "replacement"),
            ("population", population),
        )
        if on
    ]
    if pairs and ignored:
        raise InputError(f"{ignored[0]} goes with the table of all patterns, not with --pairs; drop one of them")
    if show < 0:
        raise InputError(f"--show {show} must be at least 0")
    if other not in ("error", "drop"):
        raise InputError(f"--other {other} must be error or drop")
    frame, texts = scan(file), _texts(outputs)
    names = tuple(frame.collect_schema().names()) if of is None else tuple(fields(of, "--of"))
    bits = _randomizers(mechanism, names)
    texts = texts or _own_texts(frame, names, bits, file)
    if pairs:
        from rropt.cli.terminal.questions_facts import pairs_report
        from rropt.questions.patterns import answers_of_frame

        with reading(file):
            found_bits, dropped = answers_of_frame(frame, names, texts, other)  # type: ignore[arg-type]
        report = pairs_report(found_bits, names, bits, show=show, differ=differ, dropped=dropped)
    else:
        from rropt.cli.terminal.questions_facts import marginal_report
        from rropt.questions.patterns import count_patterns
        from rropt.questions.questions import marginal, marginal_exact
        from rropt.survey.sampling import read_sampling

        with reading(file):
            patterns = count_patterns(frame, questions=names, outputs=texts, other=other)  # type: ignore[arg-type]
        model = read_sampling(sampling, population=population)
        found: Marginal | ExactMarginal = (marginal_exact if exact else marginal)(patterns, bits, sampling=model)
        report = marginal_report(found, patterns, bits, show=show, differ=differ, project=project)
    return Answer(
        words=report.text, document=report.document, files=[(table, lambda file: write_text(file, report.csv()))]
    )


def _randomizers(specs: list[str], names: tuple[str, ...]) -> tuple[Mechanism, ...]:
    """Read the mechanism of each question from the texts of --mechanism.

    A text QUESTION=M, where QUESTION is one of `names`, gives this question the mechanism M. Any other text gives the mechanism of
    all other questions. A second mechanism for the same question, or for the other questions, is refused.
    """
    from rropt.questions.bits import assign_randomizers

    common: Mechanism | None = None
    own: dict[str, Mechanism] = {}
    for spec in specs:
        name, equals, rest = spec.partition("=")
        if equals and name in names:
            if name in own:
                raise InputError(f"--mechanism names the question '{name}' twice; give it one mechanism")
            own[name] = read_mechanism(rest)
        elif equals and ":" not in name and (":" in rest or is_file(Path(rest))):
            raise InputError(f"there is no question '{name}'; the questions are {', '.join(names[:12])}")
        elif common is not None:
            raise InputError(
                f"two mechanisms name no question, the second being --mechanism {spec}; keep one, and write QUESTION={spec} for "
                "the other"
            )
        else:
            common = read_mechanism(spec)
    if common is not None:
        own = {name: own.get(name, common) for name in names}
    return assign_randomizers(own, names)


def _own_texts(
    frame: pl.LazyFrame, names: tuple[str, ...], bits: tuple[Mechanism, ...], file: Path
) -> tuple[str, str] | None:
    """Return the two output labels of the mechanisms.

    None unless all mechanisms have the same two labels, and one of these labels occurs in the file.
    """
    import polars as pl

    labels = {p.outputs for p in bits}
    (own,) = labels if len(labels) == 1 else (None,)
    if own is None:
        return None
    known = frame.collect_schema().names()
    with reading(file):
        used = [pl.col(name).cast(pl.String).is_in(list(own)).any().alias(name) for name in names if name in known]
        is_used = bool(used) and any(frame.select(used).collect(engine="streaming").row(0))
    return (own[0], own[1]) if is_used else None


def _texts(outputs: str | None) -> tuple[str, str] | None:
    """Split --outputs into the file's texts for 0 and for 1; None without --outputs."""
    if outputs is None:
        return None
    no, _, yes = outputs.partition(",")
    if not no or not yes or "," in yes or no == yes:
        raise InputError(f"--outputs {outputs} must name the answers for 0 and for 1, such as no,yes")
    return no, yes
