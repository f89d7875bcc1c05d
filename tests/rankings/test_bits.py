"""Settings of bits by their structure, against whole matrices of few bits and RAPPOR's closed form."""

from __future__ import annotations

import json
import math
from fractions import Fraction as F
from itertools import product

import pytest

from rropt.exact.epsilon import Epsilon
from rropt.families import rappor
from rropt.mechanism import Mechanism
from rropt.privacy import LDP
from rropt.questions import Rappor
from rropt.rankings.bits import check_bits
from rropt.rankings.ranking import rank

BOTH = {"mode": "both", "f": "1/2", "p": "1/2", "q": "3/4"}
UNEVEN = {"mode": "instantaneous", "p": "1/5", "q": "3/5"}


def budgets(**parameters: str) -> dict[str, tuple[Epsilon, Epsilon]]:
    return {kind: (one, ever) for kind, one, ever in check_bits(parameters).budgets}


def among(p: Mechanism, chosen: list[int]) -> Epsilon:
    return LDP.tightest_epsilon(Mechanism([[row[j] for j in chosen] for row in p.rows]))


@pytest.mark.parametrize("parameters", [BOTH, UNEVEN, {"mode": "permanent", "f": "1/3"}])
def test_epsilon_is_that_of_the_whole_matrix(parameters: dict[str, str]) -> None:
    found, p = budgets(bits="4", **parameters), rappor(bits=4, **parameters)
    words = ["".join(x) for x in product("01", repeat=4)]
    assert found["all 4 bits"][0].t == LDP.tightest_epsilon(p).t
    categories = [words.index(x) for x in ("0001", "0010", "0100", "1000")]
    assert found["two bits, as one bit a category"][0].t == among(p, categories).t
    assert found["4 bits, as 2 hashes"][0].t == among(p, [words.index("0011"), words.index("1100")]).t
    assert found["one bit"][0].t == LDP.tightest_epsilon(rappor(bits=1, **parameters)).t


def test_many_bits_have_the_epsilons_of_the_theorems() -> None:
    """Theorems 1 and 2: h·log(q*(1 − p*)/(p*(1 − q*))) for one report, 2h·log((2 − f)/f) for ever more, h = 2 hashes."""
    one, ever = budgets(bits="128", **BOTH)["4 bits, as 2 hashes"]
    assert one.t == (F(11, 16) * F(7, 16) / (F(9, 16) * F(5, 16))) ** 2 and ever.t == 3**4
    assert ever.t == Rappor.of("1/2", "1/2", "3/4").epsilon(reports=None, differ=4).t


def test_reports_without_permanent_bits_tell_ever_more() -> None:
    assert all(ever.t == math.inf for _, ever in budgets(bits="16", **UNEVEN).values())


def test_categories_are_those_of_the_ranking() -> None:
    found = check_bits({"bits": "9", **BOTH}).categories
    other = rank(9, "ln3").row("RAPPOR's one report")
    assert found is not None and (found.total, found.people, found.epsilon.t) == (
        other.total,
        other.people,
        other.epsilon.t,
    )
    assert found.efficiency == other.efficiency and F(7, 10) < found.efficiency[0] < 1  # type: ignore[index]


def test_words_and_json() -> None:
    found = check_bits({"bits": "128", **BOTH})
    assert "128 bits" in found.explain().splitlines()[0] and "0.6 (this design 15, optimum 9)" in found.explain()
    for (_, *said), (_, *budgets) in zip(found.as_table()[1], found.budgets, strict=True):
        assert all(F(x) >= budget.bounds()[1] for x, budget in zip(said, budgets, strict=True))
    document = json.loads(json.dumps(found.to_dict()))
    assert document["bits"] == "128" and document["one_bit"]["schema"] == "rropt/check/1"
    assert document["epsilons"][0] == {"differ": "one bit", "one_report": "log(7/5)", "all_reports": "log(3)"}


def test_a_setting_that_hides_nothing_has_no_optimum() -> None:
    found = check_bits({"bits": "9", "mode": "instantaneous", "p": "0", "q": "1"})
    assert found.categories is None and found.budgets[0][1].t == math.inf
