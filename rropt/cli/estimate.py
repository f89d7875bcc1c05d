"""`rropt estimate`: shares of the population from a file of randomized answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rropt import survey
from rropt.cli.counts import warn_of_counts
from rropt.cli.readers import refuse_beside
from rropt.cli.together import Together, beliefs_of, proofs_of
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError
from rropt.exact.matrix import rank
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism
from rropt.show import Result
from rropt.survey.answers import JOIN, text_of
from rropt.survey.contrast import means_of
from rropt.survey.data_file import read_table
from rropt.survey.estimates import Estimate

__all__ = ["estimate"]

SIZE = "size"
"""The column of a file of strata that has their sizes."""
YES_AND_NO = "Answers: yes and true are read as 1, the second output of the mechanism, no and false as 0, the first."


def estimate(
    file: Path,
    *,
    answer: str,
    mechanism: MechanismLike | None = None,
    by: Sequence[str] | None = None,
    difference: bool = False,
    scores: Sequence[str] | None = None,
    strata: Path | None = None,
    half: str | None = None,
    cheating: Mapping[str, MechanismLike] | None = None,
    unrelated: Mapping[str, str] | None = None,
    **how: Any,
) -> Together:
    """Estimate the shares of the inputs from randomized answers. Each share has its standard error and its interval.

    Args:
        file: CSV (UTF-8, with a header) or Parquet; a row per respondent, or a table with --counts.
        mechanism: A file, or a spec such as warner:p=3/4.
        answer: The column of answers.
        by: One estimate for each value of a column, or of several.
        difference: Add how the groups of --by differ (also in the mean of --scores), with tests.
        scores: Add the mean of a scale: a score for each input, such as 1,2,3,4,5.
        strata: Add means and totals over strata: a CSV with the columns of --by, and size (--stratum tells how people were drawn).
        half: The column that says who is in which of two half-samples asked with different chances; with --cheating or --unrelated.
        cheating: HALF=M: estimate how many always say no; give each half-sample's device, a file or a spec.
        unrelated: HALF=P: the share of an unrelated question is unknown; give each half-sample's chance of the sensitive question.

    Returns:
        The estimate, with what was asked for beside it.
    """
    columns = [*by] if by else []
    used = [*([half] if half else []), *columns]
    warned = [] if "counts" in how else warn_of_counts(file, answer, used, named="weights" in how)
    if difference and not columns:
        raise InputError("--difference compares groups; name their column with --by")
    if half is not None:
        alone = {name: how.get(name) for name in ("sampling", "population", "other", "method")}
        refuse_beside(f"--half {half}", {"mechanism": mechanism, "scores": scores, "strata": strata, **alone})
        if len(columns) > 1:
            raise InputError(f"--half takes one column of groups; name one of --by {','.join(columns)}")
        halves = survey.two_samples(
            file,
            cheating=cheating,
            unrelated=unrelated,
            by=half,
            groups=next(iter(columns), None),
            answer=answer,
            **how,
        )
        return Together(halves.schema, (halves,), tuple(warned))
    refuse_beside("--mechanism without --half", {"cheating": cheating, "unrelated": unrelated})
    p = answers_of(mechanism)
    sizes = None if strata is None else read_strata(strata, columns)
    how |= {"answer": answer, "by": columns or None}
    if how.get("sampling") == "srs" and sizes is not None:
        how = {"population": sizes, **how}
    warnings = (*proofs_of(p), *warned)
    notes = (YES_AND_NO,) if isinstance(p, Mechanism) and p.outputs is None and p.m == 2 else ()
    planned = "If the shares are those planned for, and not those estimated, "
    notes = (*notes, *(f"{planned}{x[0].lower()}{x[1:]}" for x in beliefs_of(p)))
    if scores is not None and isinstance(p, Mechanism) and not p.is_free and rank(p.rows) < p.k:
        refuse_beside(
            "answers that tell the mean of scores alone",
            {"difference": difference or None, "method": how.get("method")},
        )
        mean = survey.estimate_mean(file, mechanism=p, scores=scores, **how)
        return Together(
            mean.schema,
            (mean,) if sizes is None else (survey.over_strata(mean, sizes), mean),
            warnings,
            ("These answers tell the mean of the scores, and not the shares of its values.", *notes),
        )
    if isinstance(p, SetMechanism):
        asked = {"difference": difference or None, "scores": scores, "strata": strata}
        refuse_beside("answers that are sets, which have no matrix,", asked)
        of_sets = survey.estimate_sets(file, mechanism=p, **how)
        return Together(of_sets.schema, (of_sets,), warnings, notes)
    one = survey.estimate(file, mechanism=p, **how)
    parts = [*_beside(one, scores, sizes, is_compared=difference), one]
    return Together(one.schema, tuple(parts), warnings, notes)


def _beside(
    found: Estimate, scores: Sequence[str] | None, sizes: Mapping[str, Any] | None, *, is_compared: bool
) -> list[Result]:
    """Return what was asked for beside the shares: the mean of scores, differences of groups, and strata put together."""
    means = None if scores is None else means_of(found, scores)
    parts: list[Result] = []
    if means is not None:
        parts += [means] if sizes is None else [survey.over_strata(means, sizes), means]
    if is_compared:
        parts.append(survey.compare_estimates(found))
        parts += [] if scores is None else [survey.compare_estimates(found, scores=scores)]
    return parts if sizes is None else [*parts, survey.over_strata(found, sizes)]


def read_strata(file: Path, columns: Sequence[str]) -> dict[str, str]:
    """Read the number of people in each stratum, as text. Return a dictionary from the name of the stratum's group to it."""
    if not columns:
        raise InputError(
            f"--strata {file} is a file of sizes for the groups that --by names; add --by, or name the column of the strata that "
            "people were drawn in by --stratum"
        )
    table = read_table(file, holds="sizes of strata")
    for column in (*columns, SIZE):
        if column not in table.names:
            raise InputError(f"{file} has no column '{column}'; it needs {', '.join(columns)} and {SIZE}")
    found: dict[str, str] = {}
    for row, cells in enumerate(zip(*map(table.column, (*columns, SIZE)), strict=True), start=2):
        name = JOIN.join(map(text_of, cells[:-1]))
        if name in found:
            raise InputError(f"row {row} of {file} names the stratum '{name}' twice; give it one size")
        if cells[-1] is None:
            raise InputError(f"row {row} of {file} has no size of the stratum '{name}'; give the number of its people")
        found[name] = str(cells[-1]).strip()
    if not found:
        raise InputError(f"{file} has no strata; give one row per stratum")
    return found
