"""Certificates that differ from an accepted one where only one condition of the form, or one bound, notices it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "certificates" / "accepted"
SCHEMA = {"schema": "rropt.certificate/3"}
INTERVAL = {"from": "2", "to": "3", "ends": "[]"}
UNIT = [["1", "0"], ["0", "1"]]
WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]
THREE = [["1/2", "1/4"], ["1/4", "1/4"], ["1/4", "1/2"]]
SILENT = [["1/2", "1/2"], ["1/4", "1/4"], ["1/4", "1/4"]]


def like(name: str, *without: str, **parts: Any) -> dict[str, Any]:
    document = {**json.loads((FOLDER / f"{name}.rropt.json").read_text("utf-8")), **parts}
    return {key: x for key, x in document.items() if key not in without}


def pairs(*named: tuple[str, str], ratios: list[str]) -> dict[str, Any]:
    return {"name": "pairs", "pairs": [list(x) for x in named], "ratios": ratios, "deltas": ["0"] * len(named)}


def of_shares(name: str, several: bool = False, **more: Any) -> dict[str, Any]:
    """Bounds that are far apart, for two inputs and every t of an interval."""
    evidence = {
        "estimator": [["t/(t-1)", "-1/(t-1)"], ["-1/(t-1)", "t/(t-1)"]],
        "triangle": UNIT,
        "matrix": UNIT if name == "determinant" else [["0", "0"]],
        **({"moments": ["100", "100"]} if name == "determinant" else {}),
        **({"diagonal": ["1", "1"]} if name == "determinant" and not several else {}),
        **more,
    }
    halves = ["1/2", "1/2"]
    objective = {"name": name, **({"several": [halves, halves]} if several else {"prevalences": halves})}
    return {
        **SCHEMA,
        "claim": "within",
        "field": INTERVAL,
        "notion": {"name": "ldp", "ratio": "t"},
        "objective": objective,
        "inputs": ["a", "b"],
        "outputs": ["a", "b"],
        "lower": "0",
        "upper": "10000",
        "mechanism": [["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]],
        "prices": {"column": ["3", "3"]},
        "witness": {"places": [evidence] * 2} if several else evidence,
    }


def of_equal_lists(**bounds: str) -> dict[str, Any]:
    """The mean of one determinant and itself at t = 2: 1/9 and 10000 are what the evidence shows, which no enclosure does."""
    found = of_shares("determinant", several=True, diagonal=["1", "1"])
    found["objective"]["weights"] = ["1/2", "1/2"]
    return {
        **found,
        "field": {"t": "2"},
        "prices": {"column": ["3", "3"]},
        "lower": "1/100",
        "upper": "20000",
        **bounds,
    }


def of_tight_lists(**bounds: str) -> dict[str, Any]:
    """The same of evidence that shows 9/4, what the mechanism attains, up to the enclosures of its logarithms."""
    found = of_shares("determinant", several=True, diagonal=["5/2", "9/10"], matrix=[["1", "-4/5"], ["0", "1"]])
    found["objective"]["weights"] = ["1/2", "1/2"]
    return {**found, "field": {"t": "2"}, "prices": {"column": ["1", "1"]}, "upper": "20000", **bounds}


def information_over(start: str, end: str, ratio: str, bound: str) -> dict[str, Any]:
    """The information at a prior of halves under a ratio that changes with t, of a silent mechanism, with a bound from above."""
    return {
        **SCHEMA,
        "claim": "within",
        "field": {"from": start, "to": end, "ends": "[]"},
        "notion": {"name": "ldp", "ratio": ratio},
        "objective": {"name": "information", "prior": ["1/2", "1/2"]},
        "inputs": ["a", "b"],
        "outputs": ["a", "b"],
        "lower": "0",
        "upper": bound,
        "mechanism": [["1/2", "1/2"], ["1/2", "1/2"]],
        "prices": {"column": [f"({bound})/2", f"({bound})/2"]},
    }


INSTANCE = {"claim": "instance", "field": INTERVAL, "at": {}, "given": [], "states": "1 < 2", "verdict": "true"}


def instance(**changes: Any) -> dict[str, Any]:
    """A statement about numbers, with these changes."""
    return {**SCHEMA, **INSTANCE, **changes}


def in_one_piece(certificate: dict[str, Any]) -> dict[str, Any]:
    """The same in one piece."""
    inner = {key: x for key, x in certificate.items() if key != "schema"}
    return {**SCHEMA, "claim": "pieces", "field": INTERVAL, "pieces": [inner]}


def deficiency(garbling: list[list[str]], second: list[list[str]], gains: list[list[str]] = UNIT) -> dict[str, Any]:
    return {
        **SCHEMA,
        "claim": "deficiency",
        "field": {"t": "2"},
        "first": THREE,
        "second": second,
        "garbling": garbling,
        "prior": ["1/2", "1/2"],
        "gains": gains,
        "lower": "-1",
        "upper": "1",
    }


def variance_at(prevalence: Any, kind: str = "prevalence", **more: Any) -> dict[str, Any]:
    """The least variance at ratio 3, where (x, y) = (3/2, 3/2)."""
    return {
        **SCHEMA,
        "claim": "optimal",
        "field": {"t": "3"},
        "notion": {"name": "ldp", "ratio": "t"},
        "objective": {"name": "variance", kind: prevalence},
        "inputs": ["a", "b"],
        "outputs": ["a", "b"],
        "mechanism": WARNER,
        **more,
    }


def priced(**tables: Any) -> dict[str, Any]:
    """A trace whose prices have further tables, or further names in those it has."""
    prices = like("trace_pair_form_exp_t")["prices"]
    return like("trace_pair_form_exp_t", prices={**prices, **tables})


def by_orbits(**more: Any) -> dict[str, Any]:
    """The information that three inputs of one class keep at ratio 2, with a large bound."""
    orbits = {"counts": [["1"]], "weights": ["3/4"]}
    return like(
        "information_by_orbits_of_a_long_ratio", **{"notion": {"name": "ldp", "ratio": "2"}, "orbits": orbits, **more}
    )


def with_inverse(name: str, **parts: Any) -> dict[str, Any]:
    """A certificate of this name with other numbers in the inverse of its witness."""
    witness = like(name)["witness"]
    return like(name, witness={**witness, "inverse": {**witness["inverse"], **parts}})


def blocks(sets: list[list[str]], shares: list[str]) -> dict[str, Any]:
    found = like("total_variance_by_blocks")
    return {**found, "orbits": {**found["orbits"], "blocks": [{"sets": sets, "shares": shares}]}}


def large_block() -> dict[str, Any]:
    """All of 300 inputs but one, and its shifts: any two inputs are 298 times together, more than one byte counts."""
    inputs = [str(n) for n in range(300)]
    return {
        **like("total_variance_by_blocks", inputs=inputs, classes=["0"] * 300, lower="-2", upper="299*599^2/300"),
        "objective": {"name": "total variance", "prevalences": ["1/300"] * 300},
        "orbits": {
            "counts": [["299"]],
            "weights": ["300/599"],
            "blocks": [{"sets": [inputs[:299]], "shares": ["1"]}],
        },
        "witness": {
            "inverse": {"acts": [["1/300"]], "diagonal": ["599^2/300"]},
            "matrix": {"acts": [["0"]], "diagonal": ["0"]},
        },
        "prices": {"column": ["0"]},
    }


def accepted() -> dict[str, Any]:
    symmetric = like("trace_by_symmetry_of_two")
    (a, b), second = symmetric["mechanism"]
    apart = {"name": "contrast variance", "contrast": [["0", "1", "-1"]], "prevalences": ["1/2", "1/4", "1/4"]}
    to_three = [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]
    return {
        "largest_variance_over_an_interval": of_shares("largest variance"),
        "largest_variance_of_several_over_an_interval": of_shares("largest variance", several=True),
        "determinant_over_an_interval": of_shares("determinant"),
        "instance_in_one_piece": in_one_piece(instance()),
        "variance_with_an_idle_condition_on_the_second_output": variance_at(
            "1/4", value="15/16", conditions=[{"terms": [["1", "0", "1"]], "relation": ">=", "bound": "0"}]
        ),
        "many_hypotheses": instance(at={"x": "9"}, given=["x > 0"] * 80, states="x > 1"),
        "variance_of_pairs": variance_at("1/4", value="15/16", notion=pairs(("0", "1"), ("1", "0"), ratios=["3", "3"])),
        "deficiency_of_three_actions": deficiency(to_three, SILENT, [*UNIT, ["0", "0"]]),
        "information_least_of_one_prior": by_orbits(
            objective={"name": "information", "several": [["1/3"] * 3]},
            prices={"column": ["1"]},
            witness={"weights": ["1"]},
        ),
        "block_of_299_inputs": large_block(),
        "information_of_a_ratio_that_rises_to_three": information_over("2", "3", "t", "15/100"),
        # the nearest bounds that enclosures of 2^-384 show: their ends are one integer (another precision or series moves these)
        "mean_of_determinants_of_the_nearest_lower_bound": of_tight_lists(lower="9/4-658368/(2^195)^2"),
        "mean_of_determinants_of_the_nearest_upper_bound": of_equal_lists(upper="10000+8473000000/(2^195)^2"),
        "largest_variance_by_orbits_of_a_number_that_means_nothing": with_inverse(
            "largest_variance_by_orbits_two_classes", diagonal=["100", "5"]
        ),
        "name_of_30_characters": like("instance_refutation", at={**like("instance_refutation")["at"], "a" * 30: "1"}),
        "a_quotient_of_three_terms": instance(at={"x": "((t+1)*(t+2)*(t+3))/((t+1)*(2*t^2+5))"}, states="x > 0"),
        "digits_400": instance(at={"x": "9" * 400}, states="x > 1"),
        "digits_401": instance(at={"x": "9" * 401}, states="x > 1"),
        "digits_80000": instance(at={"x": "9" * 80_000}, states="x > 1"),
        "an_excess_that_is_zero": priced(excess={**like("trace_pair_form_exp_t")["prices"]["excess"], "0,1,2": "0"}),
        "orbits_of_ratio_one": by_orbits(
            notion={"name": "ldp", "ratio": "1"}, orbits={"counts": [["1"]], "weights": ["1"]}
        ),
        "orbits_of_which_one_has_no_weight": by_orbits(orbits={"counts": [["1"], ["0"]], "weights": ["3/4", "0"]}),
        "orbits_of_a_prior_in_other_words": by_orbits(
            objective={"name": "information", "prior": ["1/3", "2/6", "1/3"]}
        ),
        "symmetry_in_other_words": {**symmetric, "mechanism": [[a, b], [second[0], f"({second[1]})*1"]]},
        "contrast_inside_of_a_class_of_two": like("contrast_by_orbits_of_one_share", objective=apart),
        "deficiency_of_three_outputs": deficiency(to_three, SILENT),
        "compare_a_silent_mechanism_of_three_outputs": {
            **SCHEMA,
            "claim": "compare",
            "field": {"t": "2"},
            "first": SILENT,
            "second": WARNER,
            "relation": "not at least as informative",
            "forward": {"prior": ["1/2", "1/2"], "gains": UNIT},
        },
        "satisfies_pairs_of_the_third_input": {
            **SCHEMA,
            "claim": "satisfies",
            "field": {"t": "2"},
            "mechanism": [["1/2"] * 3, ["1/2"] * 3],
            "notion": pairs(("0", "2"), ratios=["1"]),
        },
    }


def rejected() -> dict[str, Any]:
    breach = like("breach_rho")
    first = {**breach["pieces"][0], "left": "-1/10"}
    last = {**breach["pieces"][-1], "right": "-1/10"}
    before = {**breach["at"], "point": "-1/10"}
    rho = {"name": "rho", "from": "2", "to": "4/3"}
    largest = pairs(("0", "1"), ("1", "0"), ratios=["1/2", "3"])
    return {
        "breach_from_below_zero": {**breach, "pieces": [first, *breach["pieces"][1:]]},
        "breach_to_below_zero": {**breach, "pieces": [*breach["pieces"][:-1], last]},
        "breach_point_before_its_piece": {**breach, "at": before},
        "deficiency_with_a_gain_below_zero": deficiency(
            [["1", "0", "0"], ["0", "1", "1"]], WARNER, [["-1", "0"], ["0", "1"]]
        ),
        "orbits_of_a_rho_that_is_none": like("total_variance_by_orbits", notion=rho),
        "compare_under_an_ldp_that_is_none": like(
            "compare_strictly_with_notion", notion={"name": "ldp", "ratio": "-1", "delta": "2"}
        ),
        "trace_of_a_rho_that_is_none": like("trace_rational_t", notion=rho),
        "variance_below_prevalence_zero": variance_at("-1/10", value="16/25"),
        "variance_above_prevalence_one": variance_at("11/10", value="16/25"),
        "variance_for_every_prevalence_of_a_point": variance_at(["1/4", "1/4"], "every"),
        "variance_of_a_first_ratio_below_one": variance_at("1/4", value="25/16", notion=largest),
        "variance_of_a_second_ratio_below_one": variance_at(
            "1/4", value="25/16", notion={**largest, "ratios": ["3", "1/2"]}
        ),
        "divergence_of_all_pairs_without_prices": like(
            "divergence_kl_of_all_pairs",
            "value",
            claim="within",
            lower="0",
            upper="0",
            prices={"column": ["0"]},
        ),
        "satisfies_a_ratio_of_zero_by_pairs": {
            **SCHEMA,
            "claim": "satisfies",
            "field": {"t": "2"},
            "mechanism": WARNER,
            "notion": {**pairs(("0", "1"), ratios=["0"]), "deltas": ["1"]},
        },
        "compare_with_a_garbling_of_a_silent_output": {
            **SCHEMA,
            "claim": "compare",
            "field": {"t": "2"},
            "first": WARNER,
            "second": WARNER,
            "relation": "at least as informative",
            "forward": {"garbling": [*UNIT, ["0", "0"]]},
        },
        "orbits_of_another_inverse_between_classes": with_inverse("total_variance_by_orbits", acts=[["1/4"]]),
        "symmetry_of_one_input": like("trace_by_symmetry_of_two", mechanism=[["1"]], inputs=["a"], outputs=["a"]),
        "mean_of_determinants_of_just_the_lower_bound": of_equal_lists(lower="1/9"),
        "mean_of_determinants_of_just_the_upper_bound": of_equal_lists(upper="10000"),
        # 6/100 bounds the information at a ratio of 2, which is the least here; 15/100 at 3, which is the ratio at both ends
        "information_of_a_ratio_that_falls": information_over("2", "3", "6/t", "6/100"),
        "information_of_a_ratio_larger_inside": information_over("1", "3", "t*(4-t)", "15/100"),
        "mean_of_determinants_of_too_near_a_lower_bound": of_tight_lists(lower="9/4-600000/(2^195)^2"),
        "mean_of_determinants_of_too_near_an_upper_bound": of_equal_lists(upper="10000+8000000000/(2^195)^2"),
    }


def malformed() -> dict[str, Any]:
    condition = like("conditions_variance")["conditions"][0]
    return {
        "pieces_of_pieces": in_one_piece(in_one_piece(instance())),
        "variable_that_is_infinity": instance(at={"inf": "9"}),
        "label_that_begins_with_a_space": like("trace_exp_t", inputs=[" 0", "1", "2", "3"]),
        "label_that_ends_with_a_space": like("trace_exp_t", outputs=["0", "1", "2", "3 "]),
        "implication_about_no_variable": {
            **SCHEMA,
            "claim": "implication",
            "field": {"t": "1"},
            "variables": [],
            "given": [],
            "states": "2 > 1",
            "multiplier": {"times": "1", "given": []},
            "terms": [{"times": "1", "given": []}],
        },
        "pieces_that_are_text": like("variance_pieces_of_epsilon", pieces=["a claim and a field"]),
        "optimum_of_a_list": like("trace_exp_t", objective=["name"]),
        "optimum_without_a_name": like("trace_exp_t", objective={}),
        "every_prevalence_with_a_value": like("variance_every_prevalence_range", value="1"),
        "variance_without_a_value": like("variance_exp_t", "value"),
        "variance_of_three_rows": variance_at("1/4", value="1", mechanism=THREE),
        "variance_of_a_third_input": variance_at("1/4", value="1", notion=pairs(("0", "2"), ratios=["3"])),
        "variance_with_a_condition_on_a_third_output": like(
            "conditions_variance", conditions=[{**condition, "terms": [["2", "0", "1"]]}]
        ),
        "variance_with_a_condition_on_a_third_input": like(
            "conditions_variance", conditions=[{**condition, "terms": [["0", "2", "1"]]}]
        ),
        "satisfies_nothing": {
            **SCHEMA,
            "claim": "satisfies",
            "field": {"t": "2"},
            "mechanism": WARNER,
            "notion": {},
        },
        "satisfies_no_pairs": {
            **SCHEMA,
            "claim": "satisfies",
            "field": {"t": "2"},
            "mechanism": WARNER,
            "notion": pairs(ratios=[]),
        },
        "satisfies_a_pair_of_three": {
            **SCHEMA,
            "claim": "satisfies",
            "field": {"t": "2"},
            "mechanism": [["1/2"] * 3, ["1/2"] * 3],
            "notion": {**pairs(("0", "1"), ratios=["2"]), "pairs": [["0", "1", "2"]]},
        },
        "compare_under_several_demands": {
            **SCHEMA,
            "claim": "compare",
            "field": {"t": "3"},
            "first": WARNER,
            "second": WARNER,
            "relation": "at least as informative",
            "forward": {"garbling": UNIT},
            "notion": {"name": "all", "demands": [{"name": "ldp", "ratio": "3"}]},
        },
        "prices_in_a_list": like("trace_pair_form_exp_t", prices=[]),
        "prices_of_budgets_in_a_list": priced(budget=["1"]),
        "prices_of_no_budgets": priced(budget={}),
        "price_of_three_inputs": priced(budget={"0,1,2": "0"}),
        "price_of_an_input_against_itself": priced(budget={"0,0": "0"}),
        "price_of_a_pair_with_a_leading_zero": priced(budget={"00,1": "0"}),
        "excess_of_an_output_beyond_the_last": priced(excess={"9,0,1": "0"}),
        "excess_of_no_output": priced(excess={",0,1": "0"}),
        "excess_of_a_pair_alone": priced(excess={"0,1": "0"}),
        "prices_of_conditions_that_are_not_there": priced(condition=["0"]),
        "trace_of_three_outputs": like("trace_by_symmetry_of_two", mechanism=THREE, outputs=["a", "b", "c"]),
        "symmetry_under_pairs": like(
            "trace_by_symmetry_of_two", notion=pairs(("0", "1"), ("1", "0"), ratios=["9", "9"])
        ),
        "orbits_of_no_counts": by_orbits(orbits={"counts": [], "weights": []}),
        "orbits_with_a_diagonal_of_two": with_inverse("total_variance_by_orbits", diagonal=["5", "5"]),
        "orbits_with_acts_of_two": with_inverse("total_variance_by_orbits", acts=[["1", "0"]]),
        "blocks_with_a_share_too_many": blocks([["0", "1", "3"]], ["1/2", "1/2"]),
        "blocks_that_are_none": blocks([], []),
        "blocks_beside_two_classes": {
            **like("contrast_by_orbits_of_one_share"),
            "orbits": {
                **like("contrast_by_orbits_of_one_share")["orbits"],
                "blocks": [{"sets": [["0"]], "shares": ["1"]}, {"sets": [["1"]], "shares": ["1"]}],
            },
        },
        "compare_with_a_garbling_of_more_columns": {
            **SCHEMA,
            "claim": "compare",
            "field": {"t": "2"},
            "first": WARNER,
            "second": WARNER,
            "relation": "at least as informative",
            "forward": {"garbling": [["1", "0", "0"], ["0", "1", "1"]]},
        },
        "deficiency_with_a_garbling_of_fewer_columns": deficiency(UNIT, WARNER),
        "name_of_31_characters": like("instance_refutation", at={**like("instance_refutation")["at"], "a" * 31: "1"}),
        "digits_80001": instance(at={"x": "9" * 80_001}, states="x > 1"),
        "conditions_in_an_object": like("conditions_variance", conditions={"a": "b"}),
        "labels_in_an_object": like("trace_exp_t", inputs={x: x for x in like("trace_exp_t")["inputs"]}),
        "event_against_a_list": like("violates_event", event={**like("violates_event")["event"], "against": ["0"]}),
        "instance_at_a_list": like("instance_refutation", at=["x"]),
        "information_least_of_no_priors": like(
            "information_least_of_several",
            objective={"name": "information", "several": []},
            witness={"weights": []},
        ),
        "orbits_with_prices_of_pairs": {
            **like("information_by_orbits_of_a_long_ratio", inputs=["a", "b"], classes=["0", "0"]),
            "notion": {"name": "ldp", "ratio": "t"},
            "objective": {"name": "information", "prior": ["1/2", "1/2"]},
            "orbits": {"counts": [["1"]], "weights": ["2/3"]},
            "prices": {"column": ["1"], "pair": ["0", "0"]},
        },
        "satisfies_pairs_of_an_output": {
            **SCHEMA,
            "claim": "satisfies",
            "field": {"t": "2"},
            "mechanism": THREE,
            "notion": pairs(("0", "2"), ratios=["2"]),
        },
    }


def texts(documents: dict[str, Any]) -> dict[str, str]:
    return {name: json.dumps(document) for name, document in documents.items()}


ACCEPTED, REJECTED, MALFORMED = texts(accepted()), texts(rejected()), texts(malformed())
