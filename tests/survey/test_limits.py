"""What is too large is refused in one sentence, and what is just as large as its limit is answered."""

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from rropt.exact.errors import InputError
from rropt.show import Result
from rropt.survey import (
    answers,
    associate,
    association,
    blackbox,
    check_samples,
    covariates,
    estimate,
    intervals,
    plan_epsilons,
    regress,
    simulate,
    simulation,
    tables,
)
from tests.survey.conftest import UNEVEN, WARNER

Call = Callable[[pd.DataFrame], object]
LIMITS: list[tuple[ModuleType, str, int, Call]] = [
    (answers, "MOST_ROWS", 6, lambda people: estimate(people, mechanism=WARNER, answer="said", by="g")),
    (association, "MOST_ENTRIES", 16, lambda people: associate(people, ("said", "item"), mechanisms=WARNER)),
    (association, "MOST_LEVELS", 3, lambda people: associate(people, ("said", "g"), mechanisms=(UNEVEN, None))),
    (blackbox, "MOST_INPUTS", 2, lambda people: check_samples([(x, x) for x in (0, 1)] * 50)),
    (
        covariates,
        "MOST_COUNTED",
        300,
        lambda people: regress("said ~ 1", people.value_counts("said").reset_index(), mechanism=WARNER, counts="count"),
    ),
    (
        intervals,
        "MOST_HITS",
        50,
        lambda people: estimate({"no": 30, "yes": 20}, mechanism=WARNER, method="likelihood-ratio"),
    ),
    (
        simulation,
        "MOST_DRAWN",
        41,
        lambda people: simulate(
            WARNER,
            prevalence="1/4",
            n=20,
            surveys=9,
            rng=np.random.default_rng(1),
            sampling="srs",
            population=40,
        ),
    ),
    (tables, "MOST_INPUTS", 3, lambda people: plan_epsilons("1", prevalence="1/2,1/4,1/4")),
    (tables, "MOST_POINTS", 2, lambda people: plan_epsilons("1,2", prevalence="1/10")),
]


@pytest.mark.parametrize(("module", "name", "most", "call"), LIMITS, ids=[f"{x.__name__} {y}" for x, y, *_ in LIMITS])
def test_a_limit_is_met_and_what_exceeds_it_is_refused(
    module: ModuleType, name: str, most: int, call: Call, people: pd.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, most)
    assert isinstance(call(people), Result)
    monkeypatch.setattr(module, name, most - 1)
    with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
        call(people)
