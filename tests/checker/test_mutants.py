"""Accepted certificates with one thing changed: rejected, malformed, the same statement, or a statement true by another route."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from truth import plausible

from rropt.checker import check
from tests.checker.changes import changes, leaves, put

ACCEPTED = sorted((Path(__file__).parents[1] / "certificates" / "accepted").glob("*.rropt.json"))
SAMPLE = 40
PARTS = {"the first": slice(10), "the others": slice(10, SAMPLE)}
SLOW = {"information_by_blocks", "information_by_orbits", "total_variance_by_orbits_within", "trace_by_symmetry"}
"""Originals whose other route takes most of a minute; smaller ones of their kind stand beside them."""


def mutations(document: Any) -> Iterator[tuple[Any, Any]]:
    """Each place of one thing, with what it is changed to."""
    for path, value in leaves(document):
        yield from ((path, changed) for changed in changes(value) if changed != value)


def judge(document: Any, sentence: str, known: dict[str, bool]) -> None:
    # of labels the other route reads their number alone: what it said of one text (`known`) holds for the same with other labels
    verdict = check(json.dumps(document))
    if verdict.status == "accepted" and verdict.sentence != sentence:
        unnamed = json.dumps({x: len(y) if x in ("inputs", "outputs") else y for x, y in document.items()})
        if unnamed not in known:
            known[unnamed] = plausible(document)
        assert known[unnamed], verdict.sentence


CASES = [
    pytest.param(path, id=name, marks=[pytest.mark.slow] if name in SLOW else [])
    for path in ACCEPTED
    for name in [path.name.removesuffix(".rropt.json")]
]


@pytest.mark.full_at("information_by_orbits", "total_variance_by_orbits_within")
@pytest.mark.parametrize("path", CASES)
@pytest.mark.slow_at("satisfies_a_row_that_just_fits", "variance_pieces_of_epsilon")
def test_the_original_is_true_by_another_route(path: Path) -> None:
    assert plausible(json.loads(path.read_text("utf-8")))


@pytest.mark.first(part=1)
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("path", CASES)
@pytest.mark.slow_at(
    "budgets_of_two_slacks_exp_t_information-the first",
    "few_outputs_three_of_four-the first",
    "negations_that_come_to_nothing-the first",
)
def test_some_mutants(path: Path, part: str) -> None:
    document = json.loads(path.read_text("utf-8"))
    sentence, found = check(path.read_text("utf-8")).sentence, list(mutations(document))
    known: dict[str, bool] = {}
    for place, changed in random.Random(path.name).sample(found, min(SAMPLE, len(found)))[PARTS[part]]:
        judge(put(document, place, changed), sentence, known)


@pytest.mark.full
@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.name.removesuffix(".rropt.json"))
def test_all_mutants(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    sentence = check(path.read_text("utf-8")).sentence
    known: dict[str, bool] = {}
    for place, changed in mutations(document):
        judge(put(document, place, changed), sentence, known)


def test_the_other_route_can_say_no() -> None:
    rejected = json.loads((ACCEPTED[0].parents[1] / "rejected" / "index.json").read_text("utf-8"))
    lies = (
        "value_too_large",
        "not_the_best_vertex",
        "identified_after_all",
        "garbling_with_negative_entries",
        "breach_gamma_too_large_inside",
        "strict_from_a_square",
        "profile_with_a_kink_left_out",
        "deficiency_gains_scaled",
        "instance_that_is_false",
        "admissible_with_a_third_value",
        "several_of_which_one_is_broken",
        "hull_without_a_bend",
        "slack_of_a_pair_exceeded",
    )
    for name in lies:
        assert name in rejected
        document = json.loads((ACCEPTED[0].parents[1] / "rejected" / f"{name}.rropt.json").read_text("utf-8"))
        small = name == "value_too_large"
        assert plausible(document) == small, name


@pytest.mark.parametrize(
    ("name", "path", "lie"),
    [
        ("asymptotic_of_several", ("value",), "33649/29600-1/10^5"),
        ("asymptotic_of_several", ("notion", "demands"), [{"name": "ldp", "ratio": "2", "delta": "1/10"}]),
        ("asymptotic_one_sided", ("value",), "9/16+1/10^5"),
        ("asymptotic_one_sided", ("notion", "ratios"), ["4"]),
        ("dominant_of_several", ("notion", "demands"), [{"name": "ldp", "ratio": "5"}]),
        ("satisfies_several", ("notion", "demands", 1, "gamma"), "3-1/10^9"),
        ("trace_of_several", ("value",), "163/100+1/10^5"),
        ("trace_of_several", ("notion", "demands", 0, "deltas"), ["1/5"]),
        ("trace_of_several_one_of_which_is_pure", ("notion", "demands"), [{"name": "parity", "gamma": "5"}]),
        ("unattained_by_pairs", ("notion", "demands", 0, "ratios"), ["1+1/10^9"]),
        ("unattained_by_pairs", ("notion", "demands", 0, "deltas"), ["1/10^9"]),
        ("variance_of_several", ("notion", "demands", 1, "ratio"), "t^7"),
        ("variance_one_sided", ("notion", "pairs"), [["0", "1"]]),
        ("variance_one_sided", ("notion", "ratios"), ["4"]),
        ("cone_total_variance", ("notion", "ratios"), ["3", "9", "3", "3", "9", "4"]),
        ("cone_contrast", ("notion", "demands", 1, "ratios"), ["5/2"]),
        ("cone_determinant", ("notion", "deltas"), ["0", "0", "1/10", "0", "0", "0"]),
        ("cone_largest_variance_of_a_sensitive_input", ("notion", "pairs"), [["1", "0"], ["2", "1"]]),
        ("cone_information_exp_t", ("notion", "ratios"), ["t^2", "t^2", "t", "t", "t^2", "t"]),
        ("cone_divergence_tv_that_rules_inputs_out", ("notion", "ratios"), ["3", "4"]),
    ],
)
def test_the_other_route_sees_each_of_several_demands_and_each_pair(name: str, path: tuple[Any, ...], lie: Any) -> None:
    document = json.loads((ACCEPTED[0].parent / f"{name}.rropt.json").read_text("utf-8"))
    assert not plausible(put(document, path, lie))


@pytest.mark.parametrize("t", ["2", "7*10^86"])
def test_the_other_route_judges_objectives_together_at_a_ratio_that_no_program_in_doubles_takes(t: str) -> None:
    document = json.loads((ACCEPTED[0].parent / "together_exact.rropt.json").read_text("utf-8"))
    there = put(document, ("field",), {"t": t})
    assert plausible(there) and check(json.dumps(there)).status == "accepted"
    assert not plausible(put(there, ("value",), document["value"] + "+1/10^5"))


def test_the_other_route_judges_twelve_outputs_of_three_inputs_as_any_number() -> None:
    document = json.loads((ACCEPTED[0].parent / "few_outputs_by_prices.rropt.json").read_text("utf-8"))
    many = put(document, ("most_outputs",), "12" if isinstance(document["most_outputs"], str) else 12)
    assert plausible(many) and check(json.dumps(many)).status == "accepted"
    assert not plausible(put(many, ("value",), "1/6 + 1/10^5"))


def test_the_other_route_refuses_a_polytope_that_would_take_an_hour() -> None:
    document = json.loads((ACCEPTED[0].parent / "few_outputs_of_the_least.rropt.json").read_text("utf-8"))
    with pytest.raises(ArithmeticError, match="33 dimensions"):
        plausible(put(document, ("most_outputs",), 12))


def test_the_other_route_reads_a_largest_of_one_sum() -> None:
    document = json.loads((ACCEPTED[0].parent / "divergence_stated_by_lines.rropt.json").read_text("utf-8"))
    one = put(document, ("objective", "phi"), f"max({document['objective']['phi']})")
    assert plausible(one) and check(json.dumps(one)).status == "accepted"
