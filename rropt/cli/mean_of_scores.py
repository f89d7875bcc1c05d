"""`rropt estimate --scores`: the estimated mean of a scale.

It is given beside the shares, or alone if the answers do not determine the shares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.cli.reading.answers import naming_rows, with_meanings
from rropt.cli.reading.data_file import reading, scan, with_missing
from rropt.cli.terminal.answer import Answer
from rropt.exact.errors import InputError
from rropt.surface.screen import fit_table

if TYPE_CHECKING:
    from rropt.engine.sets import SetMechanism
    from rropt.mechanism import Mechanism
    from rropt.survey.groups import Estimates
    from rropt.survey.result import Estimate
    from rropt.survey.scale import ScaleMean
    from rropt.survey.sets.result import SetEstimate

__all__ = ["Means", "answer_mean", "mean_alone", "scan_answers", "tells_mean_alone"]


@dataclass(frozen=True, slots=True)
class Means:
    """The estimated mean of the scores.

    Without groups, `whole` is the mean over all answers. With groups, `groups` has the mean of each; `whole` is then the mean over
    all strata, or None if the sizes of the strata are not known.
    """

    by: str | None
    groups: dict[str, ScaleMean]
    whole: ScaleMean | None

    @classmethod
    def of(cls, found: Estimate | SetEstimate | Estimates, scores: list[str], sizes: dict[str, int] | None) -> Means:
        from rropt.survey.groups import Estimates
        from rropt.survey.strata import mean_over_strata

        if not isinstance(found, Estimates):
            return cls(None, {}, found.mean(scores))  # type: ignore[union-attr]  # sets were refused before
        means = found.means(scores)
        return cls(found.by, means, None if sizes is None else mean_over_strata(means, sizes))

    def lines(self) -> list[str]:
        """Write the lines that stand before the shares."""
        from rropt.exact.spelling import counted

        lines = [] if self.whole is None else [repr(self.whole)]
        if self.by is None:
            return lines
        header = next(iter(self.groups.values())).as_table()[0]
        rows = [[name, *x.as_table()[1][0]] for name, x in self.groups.items()]
        head = f"The mean of the scores in {counted(len(rows), 'group')}, each with its error:"
        first = [f"{name}: {line}" for name, x in self.groups.items() for line in x.attention()]
        return [*lines, *([""] if lines else []), *first, head, fit_table([self.by, *header], rows)]

    def add_to(self, document: dict[str, Any]) -> None:
        """Add the means to the JSON document of an estimate. With groups, the mean of each group goes into the group's own
        document.
        """
        if self.whole is not None:
            document["mean_of_scores"] = self.whole.to_dict()
        for name, found in self.groups.items():
            document["groups"][name]["mean_of_scores"] = found.to_dict()


def tells_mean_alone(p: Mechanism | SetMechanism) -> bool:
    """Whether the answers of this mechanism do not determine the shares of the inputs, so that only a mean of scores may be
    estimated.

    The result is False if the answers are sets of inputs. It is also False if an entry of the matrix depends on a number that
    ranges over an interval, such as a free epsilon.
    """
    from rropt.engine.sets import SetMechanism
    from rropt.survey.mean_alone import tells_shares

    return not isinstance(p, SetMechanism) and not p.is_free and not tells_shares(p)


def mean_alone(
    file: Path,
    p: Mechanism | SetMechanism,
    asked: dict[str, Any],
    pairs: Mapping[str, str],
    scores: list[str],
    sizes: dict[str, int] | None,
) -> Means:
    """Estimate only the mean of the scores, by group if asked; refuse options that need the shares."""
    from rropt.survey.mean_alone import estimate_mean
    from rropt.survey.strata import mean_over_strata

    mean_only = "these answers tell only the mean of the scores, not the shares"
    if asked.pop("sampling") != "replacement":
        raise InputError(
            f"{mean_only}, and the standard error of the mean assumes independent draws, which is safe for other sampling too; "
            "drop --sampling"
        )
    if stray := next(
        (x for x in ("difference", "coverage", "covariance", "plot", "method", "population") if asked.pop(x)), None
    ):
        raise InputError(f"{mean_only}, and --{stray} is not available for the mean alone; drop --{stray}")
    with reading(file), naming_rows(file, asked["answer"], asked["weights"], asked["counts"]):
        found = estimate_mean(scan_answers(file, asked, pairs), mechanism=p, scores=scores, **asked)  # type: ignore[arg-type]
    if not isinstance(found, dict):
        return Means(None, {}, found)
    by = asked["by"] if isinstance(asked["by"], str) else ", ".join(asked["by"])
    return Means(by, found, None if sizes is None else mean_over_strata(found, sizes))


def answer_mean(means: Means, said: list[str]) -> Answer:
    """Make the command's answer if only the mean of the scores was estimated, because the answers do not determine the shares."""

    def document() -> dict[str, Any]:
        told: dict[str, Any] = {"schema": "rropt/mean/1"}
        if means.groups:
            told |= {"by": means.by, "groups": {name: {} for name in means.groups}}
        means.add_to(told)
        return told

    def words() -> str:
        from rropt.survey.groups import say_many

        many = say_many(means.by or "", len(means.groups))
        alone = "These answers tell the mean of the scores, and not the shares of its values."
        return "\n".join([*many, *means.lines(), alone, *said])

    return Answer(words=words, document=document)


def scan_answers(file: Path, common: dict[str, Any], pairs: Mapping[str, str]) -> Any:
    """Scan the file as a lazy frame, and translate its answers by the map `pairs`."""
    data = scan(file, numeric=common["weights"] or common.get("counts"))
    by = [common["by"]] if isinstance(common["by"], str) else common["by"] or ()
    data = with_missing(file, data, [*by, common.get("cluster"), common.get("stratum")])
    return with_meanings(data, common["answer"], pairs)
