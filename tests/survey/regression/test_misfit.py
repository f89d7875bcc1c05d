"""A regression warns of answers that fit no share, by the same measure as an estimate from the same answers."""

from __future__ import annotations

import numpy
import pandas
import pytest

from rropt import estimate, families
from rropt.survey import regress
from rropt.survey.regression.misfit import said_of_misfit, unfit_samples
from rropt.survey.regression.people import read_mechanisms, read_people
from rropt.survey.sentences import IMPLAUSIBLE

WARNER, OTHER = families.warner(p="3/4"), families.warner(p="1/4")
WAYS = [{}, {"weights": "w"}, {"cluster": "school"}, {"stratum": "region"}, {"cluster": "school", "weights": "w"}]


def people(seed: int, yes: float, n: int = 300) -> pandas.DataFrame:
    """Answers of which a share is yes, some of 12 schools in 3 regions more than others."""
    rng = numpy.random.default_rng(seed)
    school = rng.integers(0, 12, n)
    said = rng.random(n) < yes + 0.08 * (school % 2)
    columns = {"school": school, "region": school % 3, "w": rng.integers(1, 5, n), "age": rng.integers(20, 60, n)}
    return pandas.DataFrame({"said": said.astype(int), **columns})


@pytest.mark.parametrize("how", WAYS, ids=lambda how: "+".join(how) or "plain")
@pytest.mark.slow_at("stratum")
def test_it_is_the_measure_of_estimates(how: dict[str, str]) -> None:
    """At least 1/4 say yes if everybody follows the device; the surveys have some more and some less."""
    mechanisms, found = read_mechanisms(WARNER, None), []
    for seed in range(12):
        data = people(seed, 0.02 + 0.015 * seed)
        columns = {"weights": None, "cluster": None, **how}
        read = read_people(data, mechanisms, answer="said", columns=["age"], **columns)
        found.append(unfit_samples(read, mechanisms) == ("",))
        told = estimate(data, mechanism=WARNER, answer="said", **how).attention()
        assert found[-1] == (IMPLAUSIBLE in told)
    assert any(found) and not all(found)


@pytest.mark.slow
def test_the_warning_comes_first_and_names_the_sample() -> None:
    answers = people(1, 0.02)
    found = regress("said ~ age", answers, mechanism=WARNER)
    assert found.unfit == ("",) and found.attention()[0] == IMPLAUSIBLE
    halves = pandas.concat([answers.assign(half="a"), people(2, 0.4).assign(half="b")])
    found = regress("said ~ age", halves, mechanism={"a": WARNER, "b": OTHER}, by="half")
    assert found.unfit == ("a",) and found.attention()[0] == said_of_misfit("a")[0] != IMPLAUSIBLE
    outcome = regress("age ~ said", answers, mechanism=WARNER, answer="said", model="linear")
    assert outcome.unfit == ("",) and outcome.attention()[0] == IMPLAUSIBLE
    assert regress("said ~ age", people(2, 0.4), mechanism=WARNER).unfit == ()


def test_an_unrelated_question_of_unknown_share_fits_nearly_all_answers() -> None:
    halves = pandas.concat([people(1, 0.02).assign(half="a"), people(2, 0.4).assign(half="b")])
    chances = {"a": "3/4", "b": "1/4"}
    assert regress("said ~ 1", halves, unrelated=chances, outputs=["0", "1"], by="half").unfit == ()
