"""`rropt estimate`: shares of the population from a file of randomized answers."""

from __future__ import annotations

from collections import Counter
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
from rropt.survey.contrast import Means, means_of
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
    if half is not None:
        if len(columns) > 1:
            raise InputError(f"--half takes one column of groups; name one of --by {','.join(columns)}")
        how |= {"answer": answer, "by": half, "groups": next(iter(columns), None)}
        halves = survey.two_samples(file, cheating=cheating, unrelated=unrelated, **how)
        return Together(halves.schema, (halves,), tuple(warned))
    p = answers_of(mechanism)
    how |= {"mechanism": p, "answer": answer, "by": columns or None}
    sizes = None if strata is None else read_strata(strata, columns)
    if sizes is not None and how.get("sampling") == "srs":
        how.setdefault("population", sizes)
    notes = [YES_AND_NO] if isinstance(p, Mechanism) and p.outputs is None and p.m == 2 else []
    planned = "If the shares are those planned for, and not those estimated, "
    notes += [f"{planned}{x[0].lower()}{x[1:]}" for x in beliefs_of(p)]
    parts: list[Result] = []
    if isinstance(p, SetMechanism):
        refuse_beside(
            "answers that are sets, which have no matrix,",
            {"difference": difference or None, "scores": scores, "strata": strata},
        )
        parts.append(survey.estimate_sets(file, **how))
    elif scores is not None and not p.is_free and rank(p.rows) < p.k:
        alone = {"difference": difference or None, "method": how.get("method")}
        refuse_beside("answers that tell the mean of scores alone", alone)
        parts += _with_strata(survey.estimate_mean(file, scores=scores, **how), sizes)
        notes.insert(0, "These answers tell the mean of the scores, and not the shares of its values.")
    else:
        one = survey.estimate(file, **how)
        parts += [] if scores is None else _with_strata(means_of(one, scores), sizes)
        parts += [survey.compare_estimates(one)] if difference else []
        parts += [survey.compare_estimates(one, scores=scores)] if difference and scores is not None else []
        parts += _with_strata(one, sizes)
    return Together(parts[-1].schema, tuple(parts), (*proofs_of(p), *warned), tuple(notes))


def _with_strata(found: Estimate | Means, sizes: Mapping[str, Any] | None) -> list[Result]:
    """Put an estimate of strata together, if their sizes are given; the estimate itself stands below."""
    return [found] if sizes is None else [survey.over_strata(found, sizes), found]


def read_strata(file: Path, columns: Sequence[str]) -> dict[str, str]:
    """Read the number of people in each stratum, as text. Return a dictionary from the name of the stratum's group to it."""
    table = read_table(file, holds="sizes of strata")
    if lacking := [x for x in (*columns, SIZE) if x not in table.names]:
        raise InputError(f"{file} has no column '{lacking[0]}'; it needs {', '.join(columns)} and {SIZE}")
    names = [JOIN.join(map(text_of, cells)) for cells in zip(*map(table.column, columns), strict=True)]
    if repeated := [name for name, times in Counter(names).items() if times > 1]:
        raise InputError(f"{file} names the stratum '{repeated[0]}' twice; give it one size")
    return dict(zip(names, map(text_of, table.column(SIZE)), strict=True))
