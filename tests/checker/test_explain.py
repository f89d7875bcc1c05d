"""What `--explain` prints of a certificate is what a reader would reckon by hand, and it judges nothing."""

from __future__ import annotations

import json
import re
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from rropt.checker import check, main
from rropt.checker.command import judge_file
from rropt.checker.explain import explain
from rropt.checker.judge import read

FOLDER = Path(__file__).parents[1] / "certificates"
# each has a claim, a way or a spelling that the others have not
NAMES = [
    *("divergence_hockey_stick", "divergence_stated_by_lines", "divergence_stated_by_lines_with_a_slack"),
    *("divergence_chi2_by_orbits", "divergence_kl_of_all_pairs", "prices_where_the_ratio_crosses_one"),
    *("trace_by_symmetry_of_two", "trace_of_several", "trace_rational_t", "conditions_pair_form", "infeasible_trace"),
    *(
        "divergence_renyi",
        "divergence_kl_between_inputs",
        "information_classes",
        "slack_total_variance",
        "slack_information",
    ),
    *("determinant_by_orbits", "largest_variance_exact", "asymptotic_worst_at_an_end"),
    *("conditions_unsatisfiable", "trace_every_epsilon", "total_variance", "satisfies_boundary", "slack_epsilon_zero"),
]


def lines_of(name: str, folder: str = "accepted") -> list[str]:
    return list(explain(read((FOLDER / folder / f"{name}.rropt.json").read_text("utf-8"))))


def test_a_small_certificate_line_by_line() -> None:
    assert lines_of("divergence_hockey_stick") == [
        "demand: epsilon-LDP with e^epsilon = 3",
        "objective: maximum of the hockey-stick divergence with gamma = 2 of the outputs where the inputs are distributed as "
        "[1, 0] from those where they are as [0, 1]",
        "prices of the columns: [3/8, -1/8]",
        "B = 1/4",
        "way: patterns, 4 of them, one of each orbit",
        "  (1, 1): f = 0, y s = 1/4",
        "  (1, 3): f = 0, y s = 0",
        "  (3, 1): f = 1, y s = 1",
        "  (3, 3): f = 0, y s = 3/4",
    ]
    assert lines_of("satisfies_boundary") == ["this claim is no instance of the lemma on prices"]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_holds_as_it_is_printed(name: str) -> None:
    """f is at most the prices on each row that is shown, and B is at least what the file claims where that is what B bounds."""
    document = json.loads((FOLDER / "accepted" / f"{name}.rropt.json").read_text("utf-8"))
    shown = lines_of(name)
    for line in shown:
        spare = re.fullmatch(r"  \(.*\): f <= \S+, (\S+) to spare, y s = .*", line)
        assert spare is None or F(spare[1]) >= 0, line
        found = re.fullmatch(r"  \(.*\): f = (\S+), y s = (\S+?)(?:, sum z h = (\S+))?", line)
        if found and "t" not in "".join(x or "" for x in found.groups()):
            f, paid, budget = (F(x or "0") for x in found.groups())
            assert f <= paid + budget, line
    assert not any(line.startswith("  (") and "f = " not in line and " to spare, " not in line for line in shown)
    bounds = [line.removeprefix("B = ") for line in shown if line.startswith("B = ")]
    claimed = document.get("value", document.get("upper", ""))
    objective = document.get("objective", {})
    exact = (
        objective.get("name") in ("divergence", "trace") and objective.get("kind") != "renyi"
    )  # whose outer step is another
    exact = exact and "t" not in f"{claimed}{bounds}"
    if bounds and claimed and exact:
        assert F(bounds[0]) == F(claimed) if document["claim"] == "optimal" else F(bounds[0]) <= F(claimed)


def test_every_function_of_rows_is_shown_at_the_rows() -> None:
    assert lines_of("total_variance")[5:7] == ["  (1, 1, 1): f = 1/3, y s = 11", "  (1, 1, 2): f = 44/3, y s = 44/3"]
    over_an_interval = lines_of("asymptotic_worst_at_the_other_end")
    assert any(line.startswith("  (1, t): f = ") for line in over_an_interval)  # T itself, as where this is checked
    enclosed = lines_of("divergence_kl_between_inputs")[6]
    assert enclosed.startswith("  (1, 1, 5/2): f <= -0.9162907318, ") and " to spare, y s = -" in enclosed  # log(2/5)
    beyond = [line for line in lines_of("information_dual_too_small", "rejected") if " to spare" in line]
    assert any(re.search(r", -\S+ to spare", line) for line in beyond)


def test_ways_and_parts_are_named() -> None:
    ways = {name: "\n".join(lines_of(name)) for name in NAMES}
    assert "way: multipliers, the same for all inputs and pairs" in ways["trace_by_symmetry_of_two"]
    assert "way: multipliers; of each output" in ways["trace_rational_t"] and "output 0: [" in ways["trace_rational_t"]
    assert "condition 0: " in ways["conditions_pair_form"] and "required: at least" in ways["infeasible_trace"]
    assert "way: rays, 3 of them" in ways["prices_where_the_ratio_crosses_one"]
    assert "budget input 0 against 1 at most T = t: slack 1/2, price 1" in ways["prices_where_the_ratio_crosses_one"]
    assert re.search(r"\(\d+ times", ways["divergence_chi2_by_orbits"])
    pieces = lines_of("variance_pieces_of_epsilon")
    assert pieces[0] == "piece 1" and pieces.count("this claim is no instance of the lemma on prices") >= 2


OUTER_STEPS = {
    "divergence_renyi": "the value is at most log(1 + (o - 1) B)/(o - 1) with the order o",
    "total_variance": "the value is at least the mean of 2 Tr K X^T - |K pi|^2, less B",
    "asymptotic_worst_inside": "the value is at least 1/B",
    "determinant_exact": "the value is at least det N (k/B)^k, of several N the product of (det N)^w for their weights w",
    "largest_variance_exact": "the value is at least |G|^2/B, of several G the sum of |G|^2",
}


def test_the_outer_step_is_said_where_there_is_one() -> None:
    for name, said in OUTER_STEPS.items():
        assert lines_of(name)[-1] == f"outer step: {said}"
    by_orbits = ("determinant_exact", "determinant_by_orbits"), ("total_variance", "total_variance_by_orbits")
    for one, two in (*by_orbits, ("largest_variance_exact", "largest_variance_by_orbits_exp_t")):
        assert lines_of(two)[-1] == lines_of(one)[-1]
    for name in ("divergence_hockey_stick", "information_classes", "trace_rational_t"):
        assert not any(line.startswith("outer step") for line in lines_of(name))


def test_what_is_infinite_many_or_long_is_said() -> None:
    assert any(
        "infinite at a row, y s" in line
        for line in lines_of("stated_divergence_infinite_where_the_second_is_zero", "rejected")
    )
    document = json.loads((FOLDER / "accepted" / "divergence_hockey_stick.rropt.json").read_text("utf-8"))
    many = 7
    labels = [str(n) for n in range(many)]
    spread = [[f"1/{many}"] * many, ["1", *["0"] * (many - 1)]]
    long = "9" * 601
    document |= {"inputs": labels, "mechanism": [["1"] * many], "outputs": ["0"]}
    document["objective"]["between"], document["prices"] = spread, {"column": [long] * many}
    lines = list(explain(read(json.dumps(document))))
    assert lines[-1] == "  and 28 more" and lines.count(lines[-1]) == 1
    assert (
        f"prices of the columns: [{', '.join(['(a long number)'] * many)}]" in lines and "B = (a long number)" in lines
    )


def run(capsys: Any, *words: str) -> tuple[int, list[str]]:
    code = main(list(words))
    return code, capsys.readouterr().out.splitlines()


def test_the_command_tells_it_after_the_verdict(capsys: Any, tmp_path: Path) -> None:
    path = FOLDER / "accepted" / "divergence_hockey_stick.rropt.json"
    code, lines = run(capsys, "--explain", str(path))
    assert code == 0 and ": accepted: " in lines[0] and lines[1] == "  demand: epsilon-LDP with e^epsilon = 3"
    rejected = FOLDER / "rejected" / "hockey_stick_price_of_another_gamma.rropt.json"
    code, lines = run(capsys, "--explain", str(rejected))
    assert code == 1 and ": rejected: " in lines[0] and any(line.startswith("    (3, 1): f = ") for line in lines)
    code, lines = run(capsys, "--explain", str(FOLDER / "malformed" / "nan.rropt.json"))
    assert code == 2 and len(lines) == 1
    assert len(run(capsys, str(path))[1]) == 1
    answer = tmp_path / "answer.json"
    text = path.read_text("utf-8")
    answer.write_text(json.dumps({"certificate": None, "pieces": [{"certificate": text}, {"certificate": text}]}))
    code, lines = run(capsys, "--explain", str(answer))
    assert code == 0 and [v.status for v in judge_file(answer.read_text())] == ["accepted"] * 2
    assert lines.count("  B = 1/4") == 2


def test_what_it_cannot_tell_it_says(capsys: Any, tmp_path: Path) -> None:
    """A demand whose ratio may be negative is rejected, and its rays are not told; nor is anything of what is rejected unread."""
    document = json.loads((FOLDER / "accepted" / "prices_where_the_ratio_crosses_one.rropt.json").read_text("utf-8"))
    document["notion"]["ratios"] = ["t - 1"]
    path = tmp_path / "negative.rropt.json"
    path.write_text(json.dumps(document))
    assert check(path.read_text()).status == "rejected"
    code, lines = run(capsys, "--explain", str(path))
    assert code == 1 and lines[1:] == [
        "  no more is told: a division by what may be 0 or changes its sign; split the domain"
    ]


def test_of_a_rejected_certificate_whose_demand_has_no_ratio_nothing_more_is_told(capsys: Any, tmp_path: Path) -> None:
    even = [["1/2", "1/2"], ["1/2", "1/2"]]
    between = {"name": "divergence", "kind": "tv", "between": [["1", "0"], ["0", "1"]]}
    stated = {"schema": "rropt.certificate/3", "claim": "within", "field": {"t": "3"}, "objective": between}
    stated |= {"notion": {"name": "rho", "from": "0", "to": "1/2"}, "mechanism": even, "lower": "0", "upper": "1"}
    stated |= {"inputs": ["a", "b"], "outputs": ["x", "y"], "prices": {"column": ["1", "1"]}}
    file = tmp_path / "rho.json"
    file.write_text(json.dumps(stated), "utf-8")
    assert main(["--explain", str(file)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "  no more is told: KeyError"
