"""The warning that no shares fit the answers: how often it comes if everybody follows the device, and that it comes if not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy
import pandas
import pytest

from rropt import estimate, families
from rropt.survey.likelihood import maximum_likelihood
from rropt.survey.misfit import is_implausible
from rropt.survey.sentences import IMPLAUSIBLE
from rropt.survey.tally import tally_of_counts

WARNER = families.warner(p="3/4")
FIVE = families.krr(k=5, epsilon="ln5")


def test_of_independent_answers() -> None:
    """On the edge of the simplex X² is 0 or chi-squared, each in half of all surveys: 1 of 2000 surveys is accused."""

    def accused(yes: int) -> bool:
        tally = tally_of_counts({"0": 400 - yes, "1": yes}, WARNER.output_labels)
        return is_implausible(WARNER, tally, maximum_likelihood(WARNER, tally.counts).prevalence)

    drawn = numpy.random.default_rng(5).binomial(400, 0.25, size=1000).tolist()
    assert sum(map(accused, drawn)) <= 4, "5 standard deviations above the 0.5 expected"
    assert accused(40) and not accused(80), "z = 6.9 and 2.3 below the 100 that nobody's yes would give"
    few = tally_of_counts({"0": 9}, WARNER.output_labels)
    assert not is_implausible(WARNER, few, (Fraction(1), Fraction(0))), "fewer than 5 are expected: nothing is said"


def survey(rng: numpy.random.Generator, clusters: int, each: int, device: Any) -> pandas.DataFrame:
    """Answers of people in clusters whose shares differ much, with weights, everybody following the device."""
    rows = numpy.array(device.rows, float)
    frame = []
    for c in range(clusters):
        law = rows @ rng.dirichlet([0.3] * device.k)
        answers = rng.choice(device.output_labels, size=each, p=law / law.sum())
        frame += [{"said": x, "school": f"s{c}", "w": int(rng.integers(1, 4))} for x in answers]
    return pandas.DataFrame(frame)


def is_accused(data: pandas.DataFrame, device: Any, **how: str) -> bool:
    return IMPLAUSIBLE in estimate(data, mechanism=device, answer="said", **how).attention()


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [8, 40])
@pytest.mark.parametrize("device", [WARNER, FIVE], ids=["two", "five"])
def test_people_of_clusters_who_follow_the_device_are_not_accused(clusters: int, device: Any) -> None:
    """Their answers vary so much more than independent ones that Pearson's X² of these is no measure."""
    rng = numpy.random.default_rng(clusters)
    surveys = [survey(rng, clusters, 25, device) for _ in range(150)]
    assert not any(is_accused(x, device, cluster="school", weights="w") for x in surveys)


DESIGNS = [{}, {"weights": "w"}, {"cluster": "school"}, {"cluster": "school", "weights": "w"}, {"stratum": "half"}]


@pytest.mark.parametrize("how", DESIGNS, ids=str)
@pytest.mark.slow_at("{'stratum': 'half'}")
def test_answers_of_another_device_are_said_first(how: dict[str, str]) -> None:
    """Two answers that are expected of at least 1 in 9 people never come."""
    rng = numpy.random.default_rng(2)
    data = survey(rng, 40, 50, FIVE)
    data["half"] = numpy.where(data.school.str[1:].astype(int) < 20, "a", "b")
    assert not is_accused(data, FIVE, **how)
    data["said"] = data.said.replace(
        {FIVE.output_labels[3]: FIVE.output_labels[0], FIVE.output_labels[4]: FIVE.output_labels[1]}
    )
    assert is_accused(data, FIVE, **how)


def test_an_answer_that_nobody_gave_is_no_cause() -> None:
    """All said yes: nobody can have said no to protect themselves."""
    device = WARNER.relabel(inputs=["no", "yes"], outputs=["no", "yes"])
    found = estimate({"no": 0, "yes": 100}, mechanism=device)
    assert found.intervals[1].is_empty and not any('"no"' in line for line in found.attention())
