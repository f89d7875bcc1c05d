"""Golden questions, asked of cvxpy and sympy too: none contradicts the certificate."""

import pytest

from rropt.exact.errors import InputError
from rropt.problem.design import design
from tests.gold.lines import read_lines
from tests.gold.new.designs import read_problem

MOST_INPUTS = 5
LINES = [
    line["ask"]
    for line in read_lines("designs")[1]
    if line["ask"]["question"] == "design"
    and line["answer"].get("verdict") in ("optimal", "within")
    and line.get("size") == "ordinary"
    and line.get("expected_after") is None
    and not line["ask"].keys() & {"along", "options"}
    and line["ask"]["objective"]["kind"] != "variance"
    and line["ask"].get("inputs") in (*range(2, MOST_INPUTS + 1), None)
]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_four_hundred_questions_contradict_no_other_program(part):
    asked = LINES[:: len(LINES) // 400][part::10]
    agreed = 0
    for ask in asked:
        try:
            found = design(**read_problem(ask), proof=True)
        except InputError:  # a few are beyond what is answered now
            continue
        others = [other for other in found.others if other.said != "no closed form"]
        agreed += "cvxpy" in {other.name for other in others} and all(other.value == other.value for other in others)
    assert agreed > 0.9 * len(asked)
