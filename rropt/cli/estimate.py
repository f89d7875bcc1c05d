"""`rropt estimate`: shares of the population from a file of randomized answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from rropt import survey
from rropt.cli.reading.answers import warn_of_counts
from rropt.cli.reading.meanings import read_map
from rropt.cli.reading.strata_file import read_strata
from rropt.cli.reading.survey_file import (
    label_answers,
    read_by_value,
    read_population,
    require_values,
)
from rropt.cli.together import Together, beliefs_of, proofs_of
from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.exact.matrix import rank
from rropt.given import MechanismLike
from rropt.markers import Reads
from rropt.mechanism import Mechanism
from rropt.show import Result
from rropt.survey.contrast import means_of
from rropt.survey.estimates import Estimate

__all__ = ["estimate"]

Population = Annotated[int | Mapping[str, int] | None, Reads(read_population)]
Drop = Literal["error", "drop"]


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
    cheating: Mapping[str, str] | None = None,
    unrelated: Mapping[str, str] | None = None,
    sampling: str = "replacement",
    population: Population = None,
    weights: str | None = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    other: Drop = "error",
    missing: Drop = "error",
    method: str | None = None,
    confidence: str = "0.95",
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    map: str | None = None,
) -> Together:
    """Estimate the shares of the inputs from randomized answers. Each share has its standard error and its interval.

    Args:
        file: CSV (UTF-8, with a header) or Parquet; a row per respondent, or a table with --counts.
        mechanism: A file, or a spec such as warner:p=3/4.
        answer: The column of answers.
        outputs: What the file calls the mechanism's outputs, in their order; of a named family first the no (output 0), then the
            yes (output 1).
        by: One estimate for each value of a column, or of several.
        difference: Add how the groups of --by differ (also in the mean of --scores), with tests.
        scores: Add the mean of a scale: a score for each input, such as 1,2,3,4,5.
        strata: Add means and totals over strata: a CSV with the columns of --by, and size (--stratum tells how people were drawn).
        half: The column that says who is in which of two half-samples asked with different chances; with --cheating or --unrelated.
        cheating: HALF=M: estimate how many always say no; give each half-sample's device, a file or a spec.
        unrelated: HALF=P: the share of an unrelated question is unknown; give each half-sample's chance of the sensitive question.
        sampling: How respondents were drawn: replacement, census, or srs (simple random sampling) with --population.
        population: The population's size, for srs; with --by a=N,b=N by group.
        weights: The column of respondents' weights.
        counts: In a table of counts, the column that says how many people a row stands for.
        cluster: The column of the clusters drawn, such as schools.
        stratum: The column of strata that clusters (or, without these, people) were drawn in.
        other: What becomes of answers that are no output: error or drop.
        missing: What becomes of rows with a missing answer: error or drop.
        method: wilson, normal, chebyshev, clopper-pearson or likelihood-ratio (wilson unless given).
        confidence: The intervals' confidence.
        inputs: Names for the inputs.
        map: What cells stand for: "Yes=yes,yes =yes,NA=" (NA is missing).

    Returns:
        The estimate, with what was asked for beside it.
    """
    columns = [*by] if by else []
    if repeated := [x for i, x in enumerate(columns) if x in columns[:i]]:
        raise InputError(f"--by {','.join(columns)} names the column '{repeated[0]}' twice; name it once")
    people: dict[str, Any] = {"weights": weights, "counts": counts, "cluster": cluster, "stratum": stratum}
    how: dict[str, Any] = {
        "answer": answer,
        **people,
        "missing": missing,
        "confidence": confidence,
        "meanings": read_map(map),
    }
    shares_alone = {
        "mechanism": mechanism, "scores": scores, "strata": strata, "population": population, "method": method,
        "inputs": inputs,
    }  # fmt: skip
    if half is not None:
        if beside := next((name for name, x in shares_alone.items() if x is not None), None):
            raise InputError(f"--half {half} and --{beside} do not go together; drop one of them")
        given = _halves(cheating, unrelated, outputs)
        return _of_halves(file, given, {**how, "by": half, "groups": columns}, outputs, is_compared=difference)
    if mechanism is None or cheating or unrelated:
        raise InputError(
            "rropt estimate needs --mechanism M, or --half COLUMN with --cheating or --unrelated; give one of them"
        )
    p = label_answers(mechanism, inputs, outputs)
    sizes = None if strata is None else read_strata(strata, columns)
    drawn = sizes if sampling == "srs" and population is None else population
    how |= {"by": columns or None, "sampling": sampling, "population": drawn, "other": other}
    warned = [] if counts else warn_of_counts(file, answer, columns, named=weights is not None)
    warnings = (*proofs_of(p), *warned)
    notes = (*_taken_as(p, outputs), *_planned_beliefs(p))
    if scores is not None and isinstance(p, Mechanism) and not p.is_free and rank(p.rows) < p.k:
        if stray := next((x for x, y in {"--difference": difference, "--method": method}.items() if y), None):
            raise InputError(
                f"these answers tell the mean of the scores, and not shares, so {stray} has no use; drop it"
            )
        mean = survey.estimate_mean(file, mechanism=p, scores=scores, **how)
        return Together(
            mean.schema,
            (mean,) if sizes is None else (survey.over_strata(mean, sizes), mean),
            warnings,
            ("These answers tell the mean of the scores, and not the shares of its values.", *notes),
        )
    how["method"] = method
    if isinstance(p, SetMechanism):
        found = survey.estimate_sets(file, mechanism=p, **how)
        return _of_sets(found, {"difference": difference, "scores": scores, "strata": strata}, warnings, notes)
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
        if len(found.groups) == 1 and not found.answers.by:
            raise InputError("--difference compares groups; name their column with --by")
        parts += [] if scores is None else [survey.compare_estimates(found, scores=scores)]
        parts.append(survey.compare_estimates(found))
    return parts if sizes is None else [*parts, survey.over_strata(found, sizes)]


def _of_sets(found: Estimate, asked: Mapping[str, Any], warnings: tuple[str, ...], notes: tuple[str, ...]) -> Together:
    if stray := next((name for name, x in asked.items() if x), None):
        raise InputError(
            f"--{stray} needs the matrix of the mechanism, which is too large where answers are sets of inputs; drop --{stray}"
        )
    return Together(found.schema, (found,), warnings, notes)


def _halves(
    cheating: Mapping[str, str] | None,
    unrelated: Mapping[str, str] | None,
    outputs: Sequence[str] | None,
) -> dict[str, Any]:
    """Read how both half-samples were asked."""
    if bool(cheating) == bool(unrelated):
        raise InputError(
            "--half needs --cheating HALF=M for each half-sample, or --unrelated HALF=P for each; give one of both options"
        )
    if cheating:
        return {"cheating": read_by_value(cheating, outputs)}
    assert unrelated is not None
    require_values(unrelated)
    return {"unrelated": unrelated}


def _of_halves(
    file: Path,
    given: dict[str, Any],
    how: dict[str, Any],
    outputs: Sequence[str] | None,
    *,
    is_compared: bool,
) -> Together:
    """Estimate from two half-samples."""
    answer, groups = how["answer"], how.pop("groups")
    if len(groups) > 1:
        raise InputError(
            f"--by {','.join(groups)} names several columns, but --half takes one column of groups; name one"
        )
    if is_compared and not groups:
        raise InputError("--difference compares groups; name their column with --by")
    used = [how["by"], *groups]
    warned = [] if how["counts"] else warn_of_counts(file, answer, used, named=how["weights"] is not None)
    more: dict[str, Any] = {} if "cheating" in given else {"outputs": outputs}
    found = survey.two_samples(file, groups=groups[0] if groups else None, **given, **how, **more)
    return Together(found.schema, (found,), tuple(warned))


def _taken_as(p: Mechanism | SetMechanism, outputs: Sequence[str] | None) -> tuple[str, ...]:
    """Say which answer of the file is read as which output, if --outputs is given."""
    if not outputs or isinstance(p, SetMechanism):
        return ()
    pairs = ", ".join(f'"{label}" is output {i}' for i, label in enumerate(p.output_labels))
    return (f"Answers, as --outputs says: {pairs} of the mechanism.",)


def _planned_beliefs(p: Mechanism | SetMechanism) -> tuple[str, ...]:
    """Say what an answer reveals at the shares for which the design was made, which are not the estimate."""
    said = beliefs_of(p)
    return ("At the prevalence that the design was made for, which is not the estimate:", *said) if said else ()
