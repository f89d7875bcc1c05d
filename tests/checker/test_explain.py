"""What `--explain` prints of a certificate is what a reader would reckon by hand, and it judges nothing."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from truth import number

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
        "cone: all rows s >= 0 with s_j <= T s_l for all inputs j and l, T = 3",
        "objective: maximum of the hockey-stick divergence with gamma = 2 of the outputs where the inputs are distributed as "
        "[1, 0] from those where they are as [0, 1]",
        "f(s) = max(a - gamma b, 0) with a = p s, b = q s",
        "  p = [1, 0]",
        "  q = [0, 1]",
        "  gamma = 2",
        "prices of the columns: [3/8, -1/8]",
        "sum of the prices: 3/8 + (-1/8)",
        "B = 1/4",
        "way: patterns, 4 of them, one of each orbit",
        "  (1, 1): f = 0, y s = 1/4",
        "  (1, 3): f = 0, y s = 0",
        "  (3, 1): f = 1, y s = 1",
        "  (3, 3): f = 0, y s = 3/4",
        "sum of f over the mechanism's rows: 1/4 + 0 = 1/4, to be at most B",
        "if all of this holds, and what SPEC.md asks of the signs of prices, of the witnesses and of the mechanism named: "
        "every mechanism of the question gives at most 1/4, the one named at least 1/4",
        "claimed: 1/4",
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


def dot(a: Any, b: Any) -> Any:
    return sum(x * y for x, y in zip(a, b, strict=True))


def length(rows: Any, s: Any) -> Any:
    return sum(dot(row, s) ** 2 for row in rows)


def weighted(given: Any, s: Any) -> Any:
    return sum(d * dot(row, s) ** 2 for d, row in zip(given["d"], given["X"], strict=True))


def divergence(phi: Any) -> Any:
    return lambda given, s: phi(dot(given["p"], s), dot(given["q"], s), given)


def entropy(x: Any) -> float:
    return float(x) * math.log(x) if x else 0


OF_HAND: dict[str, Any] = {
    "|X s|^2/(pi s)": lambda given, s: length(given["X"], s) / dot(given["pi"], s),
    "|G s|^2/(pi s)": lambda given, s: length(given["G"], s) / dot(given["pi"], s),
    "s^T N s/(pi s), N = X^T diag(d) X": lambda given, s: weighted(given, s) / dot(given["pi"], s),
    "(s_1 - s_0)^2/((1 - pi) s_0 + pi s_1)": lambda given, s: (
        (s[1] - s[0]) ** 2 / ((1 - given["pi"]) * s[0] + given["pi"] * s[1])
    ),
    "sum_j p_j s_j log(s_j/(p s))": lambda given, s: (
        sum(float(p) * entropy(x) for p, x in zip(given["p"], s, strict=True)) - entropy(dot(given["p"], s))
    ),
    "max(a - gamma b, 0) with a = p s, b = q s": divergence(lambda a, b, given: max(a - given["gamma"] * b, 0)),
    "a log(a/b) with a = p s, b = q s": divergence(lambda a, b, _: float(a) * math.log(a / b) if a else 0),
    "(a - b)^2/b with a = p s, b = q s": divergence(lambda a, b, _: (a - b) ** 2 / b),
    "(a - b)^2/(2 (a + b)) with a = p s, b = q s": divergence(lambda a, b, _: (a - b) ** 2 / (2 * (a + b))),
    "|a - b|/2 with a = p s, b = q s": divergence(lambda a, b, _: abs(a - b) / 2),
}
"""A formula of f as it is printed, and the same with the numbers that are printed beside it, for a row s."""
ROW = re.compile(r"  \((.*?)\): f (=|<=) (\S+?)(?:,.*)?")


def rational(text: str) -> Any:
    """A number or a sum, or a list of numbers or of lists, as it is printed."""
    return listed(json.loads(re.sub(r"[^][, ]+", r'"\g<0>"', text))) if text[0] == "[" else number(text, {})


def listed(data: Any) -> Any:
    return F(data) if isinstance(data, str) else [listed(x) for x in data]


def by_input(row: str, classes: list[list[int]]) -> list[F]:
    """The entries of a row that is printed by class; in a class the inputs may be in any order."""
    entries = [(int(n or 1), F(x)) for n, x in re.findall(r"(?:(\d+) times )?(\d+(?:/\d+)?)", row)]
    found: dict[int, F] = {}
    flat = [x for n, x in entries for _ in range(n)]
    for place, j in enumerate(j for inputs in classes for j in inputs):
        found[j] = flat[place]
    return [found[j] for j in sorted(found)]


ACCEPTED = sorted(path.name.removesuffix(".rropt.json") for path in (FOLDER / "accepted").glob("*.rropt.json"))
LARGE = 50_000
SUM = r"sum of f over the mechanism's rows: ([^a-z=]*) = ([^a-z]*), to be at most B"
KEYS = ("pi", "X", "G", "d", "p", "q", "gamma")


def named(shown: list[str]) -> dict[str, str]:
    """What stands after the names of the lines."""
    return dict(line.strip().split(" = ", 1) for line in shown if " = " in line)


def classes_of(shown: list[str], k: int) -> list[list[int]]:
    """The classes of inputs that are listed, or each input by itself."""
    for line in shown:
        if line.startswith("classes of inputs"):
            parts = line.partition(": ")[2].partition(";")[0].split(" | ")
            return [[int(j) for j in part.split(", ")] for part in parts]
    return [[j] for j in range(k)]


@pytest.mark.slow
def test_a_reader_who_has_the_lines_alone_finds_f_at_each_row_and_the_sum_of_the_prices() -> None:
    seen, sums, rows = set(), 0, 0
    for name in ACCEPTED:
        if (FOLDER / "accepted" / f"{name}.rropt.json").stat().st_size > LARGE:
            continue
        shown = lines_of(name)
        assert not any(line.startswith("no more is told") for line in shown), name
        said = named(shown)
        for line in shown:
            of_prices, of_rows = (re.fullmatch(text, line) for text in (r"sum of the prices: ([^a-z]*)", SUM))
            if of_prices and not re.search("[a-z]", said["B"]):
                assert rational(of_prices[1]) == F(said["B"]), name
                sums += 1
            if of_rows:
                assert rational(of_rows[1]) == F(of_rows[2]), name
                sums += 1
        formula, given = said.get("f(s)"), {}
        for key in KEYS:
            if key in said and not re.search("[a-z]", said[key]):
                given[key] = rational(said[key])
        if formula not in OF_HAND or any(
            re.search(rf"(?<![a-z]){key}(?![a-z])", formula) and key not in given for key in KEYS
        ):
            continue
        beside = given.get("pi", given.get("p"))
        classes = classes_of(shown, len(beside) if isinstance(beside, list) else 2)
        for line in shown:
            found = ROW.fullmatch(line)
            if found and not re.search(r"[a-z]", found[1].replace("times", "") + found[3]):
                value = OF_HAND[formula](given, by_input(found[1], classes))
                exact = found[2] == "="
                assert value == F(found[3]) if exact else 0 <= float(found[3]) - value < 1e-8, (name, line)
                seen.add(formula)
                rows += 1
    assert seen == OF_HAND.keys() and sums > 150 and rows > 250, (OF_HAND.keys() - seen, sums, rows)


def test_a_sum_of_variances_is_made_of_what_is_named_beside_it() -> None:
    shown = lines_of("variances_sum_by_classes")
    said, classes = named(shown), classes_of(shown, 4)
    parts = re.findall(r"f_(\d)\(s\) = \((.*?)\)(?:;|$)", said["f(s)"])
    rows = [found for line in shown if (found := ROW.fullmatch(line))]
    assert [n for n, _ in parts] == ["0", "1"] and len(rows) == 9
    for row in rows:
        s = by_input(row[1], classes)
        each = [
            OF_HAND[formula]({key: rational(said[f"{key} of f_{n}"]) for key in ("X", "pi")}, s) for n, formula in parts
        ]
        assert dot(rational(said["w"]), each) == F(row[3]), row


def test_every_function_of_rows_is_shown_at_the_rows() -> None:
    both = ["  (1, 1, 1): f = 1/3, y s = 11", "  (1, 1, 2): f = 44/3, y s = 44/3"]
    assert [line for line in lines_of("total_variance") if line.startswith("  (1, 1, ")] == both
    over_an_interval = lines_of("asymptotic_worst_at_the_other_end")
    assert any(line.startswith("  (1, t): f = ") for line in over_an_interval)  # T itself, as where this is checked
    (enclosed,) = [line for line in lines_of("divergence_kl_between_inputs") if line.startswith("  (1, 1, 5/2): ")]
    assert "f <= -0.9162907318, " in enclosed and " to spare, y s = (-0.91629073" in enclosed  # log(2/5)
    beyond = [line for line in lines_of("information_dual_too_small", "rejected") if " to spare" in line]
    assert any(re.search(r", -\S+ to spare", line) for line in beyond)


def test_what_changes_its_sign_over_the_interval_is_not_summed() -> None:
    document = json.loads((FOLDER / "accepted" / "trace_every_epsilon.rropt.json").read_text("utf-8"))
    document["prices"]["column"][0] = "2/(t + 1) - (t - 3)/100"
    said = list(explain(read(json.dumps(document))))
    # 1 less this price, (t^2 + 98 t - 103)/(100 (t + 1)), is below 0 at t = 1 and above at t = 2
    assert next(line for line in said if line.startswith("  output 0: ")).endswith("], of which some change their sign")


def test_ways_and_parts_are_named() -> None:
    ways = {name: "\n".join(lines_of(name)) for name in NAMES}
    assert "way: multipliers, the same for all inputs and pairs" in ways["trace_by_symmetry_of_two"]
    assert "way: multipliers; of each output" in ways["trace_rational_t"] and "output 0: [" in ways["trace_rational_t"]
    assert "condition 0: " in ways["conditions_pair_form"] and "required: the sum of f " in ways["infeasible_trace"]
    assert "way: rays, 3 of them" in ways["prices_where_the_ratio_crosses_one"]
    assert "budget input 0 against 1 at most T = t: slack 1/2, price 1" in ways["prices_where_the_ratio_crosses_one"]
    assert re.search(r"\(\d+ times", ways["divergence_chi2_by_orbits"])
    pieces = lines_of("variance_pieces_of_epsilon")
    assert pieces[0] == "piece 1" and pieces.count("this claim is no instance of the lemma on prices") >= 2


OUTER_STEPS = {
    "divergence_renyi": "the value is at most log(1 + (o - 1) B)/(o - 1) with the order o",
    "total_variance": "the value is at least the mean of 2 Tr K X^T - |K pi|^2, less B (K = 1 where none is given)",
    "asymptotic_worst_inside": "the value is at least 1/B",
    "determinant_exact": "the value is at least det N (k/B)^k, of several N the product of (det N)^w for their weights w",
    "largest_variance_exact": "the value is at least |G|^2/B, of several G the sum of |G|^2",
    "determinant_by_orbits": "the value is at least det W (k/B)^k",
    "largest_variance_by_orbits_exp_t": "the value is at least Tr Q/B",
    "total_variance_by_orbits": "the value is at least 2 Tr K^T K X - |K pi|^2 - B (K = 1 where none is given)",
}


def outer_step(name: str) -> list[str]:
    return [line for line in lines_of(name) if line.startswith("outer step")]


def test_the_outer_step_is_said_where_there_is_one() -> None:
    for name, said in OUTER_STEPS.items():
        assert outer_step(name) == [f"outer step: {said}"]
    for name in ("divergence_hockey_stick", "information_classes", "trace_rational_t"):
        assert not outer_step(name)


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
    assert lines.count("  and 28 more") == 1
    assert f"prices of the columns: [{', '.join(['(9.999999999E+600 to 1.000000000E+601)'] * many)}]" in lines
    assert "B = (6.999999999E+601 to 7.000000000E+601)" in lines


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
    assert code == 1 and lines[-1] == (
        "  no more is told: a division by what may be 0 or changes its sign; split the domain"
    )


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


@pytest.mark.parametrize(
    "path", sorted((FOLDER / "accepted").glob("few_*.json")), ids=lambda path: path.name.split(".")[0]
)
@pytest.mark.slow_at("few_outputs_three_of_four")
def test_few_outputs_are_explained_by_prices_by_cases_or_by_vertices(path: Path) -> None:
    lines = list(explain(read(path.read_text("utf-8"))))
    pieces = max(1, sum(line.startswith("piece ") for line in lines))
    cases = sum(line.startswith("case ") for line in lines)
    assert sum(line.startswith("way: ") for line in lines) == max(pieces, cases)
    # of cases, the largest bound again for each piece
    assert sum(line.startswith("B = ") for line in lines) == cases + pieces
    assert lines[-1].startswith("claimed: ") and lines[-2].startswith("if all of this holds")


def test_outputs_that_pay_the_same_are_tried_together() -> None:
    """The parts of one label, which the library writes as outputs of their own, cost the checker one trial of the rows."""
    lines = lines_of("conditions_contrast")
    assert "condition 0: P[0,0] + P[1,0] >= 3/5, both sides negated, price 3435973834420875/8796093022208" in lines
    counted = [line.partition(":")[0] for line in lines if line.startswith("counted as")]
    assert counted == ["counted as any other output", "counted as output 0, 1"]


def test_the_cases_of_few_outputs_line_by_line() -> None:
    lines = lines_of("few_labels_of_a_loss")
    start = lines.index("case 1: the mechanisms that give no outputs but 0, 2, 3")
    assert lines[start + 3 : start + 9] == [
        "  W_0 = [0, -1, -2]",
        "  W_2 = [-2, -1, 0]",
        "  W_3 = [-1/2, -1/2, -3/4]",
        "prices of the columns: [-1/2, -17/32, -21/32]",
        "sum of the prices: (-1/2) + (-17/32) + (-21/32)",
        "B = -27/16",
    ]
    # -25/16 is the largest of three: by hand the least loss of 2 answers is 25/16
    assert lines[-3].startswith("B = -25/16, the largest of the cases")
