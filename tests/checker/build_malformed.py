"""Writes tests/certificates/malformed and its index: texts that are no certificates, each with the reason's words."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import build_hostile
import build_orbits
import hard_cases

CERTIFICATES = Path(__file__).parents[1] / "certificates"
SCHEMA = {"schema": "rropt.certificate/2"}
LDP = {"name": "ldp", "ratio": "t"}
WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]


def accepted(name: str) -> Any:
    return json.loads((CERTIFICATES / "accepted" / f"{name}.rropt.json").read_text("utf-8"))


def satisfies(entry: str = "3/4", field: Any = None, notion: Any = None, **parts: Any) -> Any:
    rows = [[entry, "1/4"], ["1/4", "3/4"]]
    return {
        **SCHEMA,
        "claim": "satisfies",
        "field": field or {"t": "3"},
        "mechanism": rows,
        "notion": notion or LDP,
        **parts,
    }


def changed(name: str, **parts: Any) -> Any:
    document = copy.deepcopy(accepted(name))
    document.update(parts)
    return {key: x for key, x in document.items() if x is not None}


def one_input(name: str, weights: Any = None, **parts: Any) -> Any:
    """The covariance of the one share of one input, which is 1."""
    dual = {"column": ["1"], **({} if weights is None else {"weights": weights})}
    document = {
        **SCHEMA,
        "claim": "optimal",
        "field": {"t": "2"},
        "notion": LDP,
        "inputs": ["a"],
        "outputs": ["b"],
        "objective": {"name": name, "prevalences": ["1"]},
        "mechanism": [["1"]],
        "value": "0",
        "dual": dual,
        "estimator": [["1"]],
        "triangle": [["1"]],
        "matrix": [["1" if weights else "0"]],
    }
    return {**document, **parts}


def root(polynomial: Any, *between: str) -> Any:
    return {"t": {"root": polynomial, "between": list(between)}}


def texts() -> dict[str, tuple[str, str]]:
    """Whole texts: what JSON allows and certificates do not, and what is not JSON."""
    good = json.dumps(satisfies())
    return {
        "empty": ("", "no JSON text: Expecting value at character 0"),
        "truncated": (good[: len(good) // 2], "no JSON text: Unterminated string starting at at character 77"),
        "text_after_the_end": (good + "{}", "no JSON text: Extra data at character 164"),
        "not_an_object": ("[]", "the schema is not rropt.certificate/2"),
        "repeated_key": (
            good.replace('"claim": "satisfies"', '"claim": "satisfies", "claim": "violates"'),
            "a repeated key",
        ),
        "repeated_key_deep_inside": (good.replace('"ratio": "t"', '"ratio": "t", "ratio": "100"'), "a repeated key"),
        "float_for_a_number": (good.replace('"3/4"', "0.75", 1), "a number that is not a string: '0.75'"),
        "integer_for_a_number": (good.replace('{"t": "3"}', '{"t": 3}'), "a number that is not a string: '3'"),
        "nan": (good.replace('"3/4"', "NaN", 1), "a number that is not a string: 'NaN'"),
        "infinity_for_a_ratio": (
            good.replace('"ratio": "t"', '"ratio": Infinity'),
            "a number that is not a string: 'Infinity'",
        ),
        "true_for_a_number": (
            good.replace('"3/4"', "true", 1),
            "an entry of /mechanism should be a number, written as a string",
        ),
        "null_for_a_notion": (good.replace(json.dumps(LDP), "null"), "/notion should be an object with a name"),
        "deep_nesting": ("[" * 100000 + "]" * 100000, "too many brackets in one another"),
        "huge_json_integer": (
            good.replace('"3/4"', "9" * 5000, 1),
            "a number that is not a string: '999999999999999999999999999999999999999999999999999999999999'",
        ),
    }


def documents() -> dict[str, tuple[Any, str]]:
    """Documents with one flaw each."""
    trace, labels = accepted("trace_rational_t"), ["a", "b", "c"]
    many = [[f"{1 if i == j else 0}" for j in range(13)] for i in range(13)]
    total = {"name": "total variance", "prevalences": ["1/13"] * 13}
    best = accepted("variance_exp_t")
    without_ends, by_pairs = {"from": "1", "to": "2"}, accepted("satisfies_by_pairs")["notion"]
    statement = changed("implication_squares")
    tall = {**accepted("compare_at_least"), "second": [["1/2", "1/2"]]}
    return {
        "another_schema": (satisfies(schema="rropt.certificate/1"), "the schema is not rropt.certificate/2"),
        "unknown_claim": (satisfies(claim="optimum"), "an unknown claim: optimum"),
        "claim_that_is_a_list": (satisfies(claim=["satisfies"]), "an unknown claim: ['satisfies']"),
        "no_field": ({k: x for k, x in satisfies().items() if k != "field"}, "the certificate lacks the key field"),
        "unknown_key": (satisfies(comment="trust me"), "the certificate has the unknown key comment"),
        "missing_key": (
            {k: x for k, x in satisfies().items() if k != "notion"},
            "the certificate lacks the key notion",
        ),
        "unknown_key_in_the_notion": (satisfies(notion={**LDP, "slack": "1"}), "/notion has the unknown key slack"),
        "delta_beside_a_notion_without_one": (
            satisfies(notion={"name": "parity", "gamma": "3", "delta": "1"}),
            "/notion has the unknown key delta",
        ),
        "unknown_notion": (
            satisfies(notion={"name": "k-anonymity", "gamma": "3"}),
            "/notion/name should be one of: ldp, rho, parity, beta, bayes",
        ),
        "denominator_zero": (satisfies("3/0"), "a division by a number that is 0 somewhere on the domain"),
        "denominator_vanishes_at_t": (
            satisfies("(9/4-3/4*t)/(3-t)"),
            "a division by a number that is 0 somewhere on the domain",
        ),
        "denominator_vanishes_at_a_closed_end": (
            satisfies("3/4*(t-1)/(t-1)", {"from": "1", "to": "2", "ends": "[)"}),
            "a division by a number that is 0 somewhere on the domain",
        ),
        "denominator_vanishes_inside": (
            satisfies("3/4*(t-2)/(t-2)", {"from": "1", "to": "3", "ends": "()"}),
            "a division by a number that is 0 somewhere on the domain",
        ),
        "denominator_vanishes_at_a_root": (
            satisfies("3/4*(t^2-2)/(t^2-2)", root("t^2-2", "1", "2")),
            "a division by a number that is 0 somewhere on the domain",
        ),
        "decimal": (satisfies("0.75"), "characters that no number has in '0.75'"),
        "exponent_of_ten": (satisfies("75e-2"), "something after the end of the number '75e-2'"),
        "unary_minus_inside": (satisfies("1--1/4"), "no number stands where one is needed in '1--1/4'"),
        "two_numbers": (satisfies("3 4"), "something after the end of the number '3 4'"),
        "empty_number": (satisfies(""), "no number stands where one is needed in ''"),
        "operator_at_the_end": (satisfies("3/4+"), "no number stands where one is needed in '3/4+'"),
        "parenthesis_left_open": (satisfies("(3/4"), "a parenthesis that is not closed in '(3/4'"),
        "parenthesis_closed_twice": (satisfies("3/4)"), "something after the end of the number '3/4)'"),
        "unknown_name": (satisfies("eps"), "no number stands where one is needed in 'eps'"),
        "digits_of_another_script": (satisfies("٣/4"), "characters that no number has in '\\u0663/4'"),
        "tower_of_powers": (satisfies("10^10^10"), "something after the end of the number '10^10^10'"),
        "huge_exponent": (satisfies("t^99999999999"), "too many factors of a power: more than 256"),
        "power_that_is_no_number": (satisfies("2^t"), "an exponent that is no integer in '2^t'"),
        "huge_degree": (satisfies("(t^256)^2", {"t": "exp(1)"}), "too high a degree"),
        "too_many_terms_of_work": (satisfies("((1+t)^250*(1+t)^250)^200", {"t": "exp(1)"}), "too high a degree"),
        "parentheses_bomb": (
            satisfies("(" * 5000 + "1" + ")" * 5000),
            "too many parentheses in one another: more than 99",
        ),
        "work_bomb": (satisfies("(" + "9" * 20000 + "*t+1)^250*(" + "7" * 20000 + "*t+2)^250"), "too long numbers"),
        "multiplier_of_an_input_out_of_range": (
            {**trace, "multipliers": {**trace["multipliers"], "column[3]": "0"}},
            "/multipliers names no inequality",
        ),
        "pair_named_twice": (
            changed("satisfies_by_pairs", notion={**by_pairs, "pairs": [["0", "1"], ["0", "1"]]}),
            "/notion names no pair, or one twice",
        ),
        "pair_of_one_input": (
            changed("satisfies_by_pairs", notion={**by_pairs, "pairs": [["0", "0"], ["0", "1"]]}),
            "/notion/pairs/0 should name two different inputs",
        ),
        "pairs_without_numbers": (
            changed("satisfies_by_pairs", notion={**by_pairs, "deltas": ["1"]}),
            "/notion should have two numbers a pair",
        ),
        "pairs_where_one_ratio_is_needed": (
            changed("compare_strictly_with_notion", notion=by_pairs),
            "/notion/name should be one of: ldp, rho, parity, beta, bayes",
        ),
        "several_demands_that_are_none": (
            changed("satisfies_by_pairs", notion={"name": "all", "demands": []}),
            "/notion has no demand",
        ),
        "several_demands_in_one_another": (
            changed("satisfies_by_pairs", notion={"name": "all", "demands": [{"name": "all", "demands": [LDP]}]}),
            "/notion has a list of demands in another",
        ),
        "multiplier_of_a_demand_out_of_range": (
            changed("trace_of_several", multipliers={"pair[0,1,2]": "1"}),
            "/multipliers names no inequality",
        ),
        "several_demands_and_one_pair_of_multipliers": (
            changed("asymptotic_of_several", dual={"column": ["0", "0"], "pair": [["0", "0"]]}),
            "/dual/pair should have two numbers a demand",
        ),
        "too_many_terms": (
            {**statement, "states": f"({build_hostile.powers('x', 7)})*({build_hostile.powers('y', 8)}) >= 0"},
            "a polynomial of too many terms",
        ),
        "point_that_is_a_list": (satisfies(field={"t": ["3"]}), "a rational number should be a string"),
        "root_of_a_list": (satisfies(field=root(["t^2-2"], "1", "2")), "a polynomial should be a string"),
        "row_that_is_text": (satisfies(mechanism=[["1", "1"], "00"]), "/mechanism should hold a list of numbers"),
        "ragged_matrix": (satisfies(mechanism=[["1/2", "1/2"], ["1/2"]]), "/mechanism has rows of different lengths"),
        "empty_matrix": (satisfies(mechanism=[]), "/mechanism is an empty matrix"),
        "row_without_entries": (satisfies(mechanism=[[], []]), "/mechanism is an empty matrix"),
        "matrix_that_is_text": (satisfies(mechanism="12"), "/mechanism should be a list of rows"),
        "field_with_t_and_ends": (
            satisfies(field={"t": "3", "ends": "[]"}),
            "the field should have the key t, or the keys from, to and ends",
        ),
        "field_without_ends": (
            satisfies(field=without_ends),
            "the field should have the key t, or the keys from, to and ends",
        ),
        "field_with_unknown_ends": (
            satisfies(field={**without_ends, "ends": "{}"}),
            "the ends of the field should be (), [), (] or []",
        ),
        "field_reversed": (
            satisfies(field={"from": "2", "to": "1", "ends": "()"}),
            "the ends of the field are out of order, or too near to tell",
        ),
        "field_empty": (
            satisfies(field={"from": "2", "to": "2", "ends": "[]"}),
            "the ends of the field are out of order, or too near to tell",
        ),
        "field_ends_too_near_to_tell": (
            satisfies(field={"from": "2", "to": "2+1/10^200/10^200", "ends": "[]"}),
            "the ends of the field are out of order, or too near to tell",
        ),
        "field_closed_at_infinity": (
            satisfies(field={"from": "2", "to": "inf", "ends": "[]"}),
            "the field is closed at infinity",
        ),
        "field_from_infinity": (
            satisfies(field={"from": "inf", "to": "inf", "ends": "()"}),
            "no number stands where one is needed in 'inf'",
        ),
        "t_infinite": (satisfies(field={"t": "inf"}), "no number stands where one is needed in 'inf'"),
        "exp_of_zero": (satisfies(field={"t": "exp(0)"}), "exp(0) should be written 1"),
        "exp_of_a_huge_number": (
            satisfies(field={"t": "exp(1000000)"}),
            "too many units in the exponent of e: more than 200",
        ),
        "exp_of_t": (satisfies(field={"t": "exp(t)"}), "no number stands where one is needed in 't'"),
        "root_with_a_neighbour": (
            satisfies(field=root("(t-1)*(t-2)*(t-3)", "0", "4")),
            "a root that is not alone in its place",
        ),
        "root_that_is_not_there": (satisfies(field=root("t^2-2", "2", "3")), "a root that is not alone in its place"),
        "double_root": (satisfies(field=root("(t-2)^2", "1", "3")), "a root that is not alone in its place"),
        "root_at_the_end_of_its_place": (
            satisfies(field=root("t-2", "2", "3")),
            "a root that is not alone in its place",
        ),
        "root_of_a_constant": (satisfies(field=root("3", "1", "2")), "a root that is not alone in its place"),
        "root_of_a_quotient": (satisfies(field=root("(t^2-2)/t", "1", "2")), "a division by 0, or by a polynomial"),
        "root_with_a_comment": (
            satisfies(field={"t": {"root": "t^2-2", "between": ["1", "2"], "name": "sqrt 2"}}),
            "a root should have the keys root and between",
        ),
        "root_between_three": (
            satisfies(field=root("t^2-2", "1", "2", "3")),
            "a root should lie between two rationals",
        ),
        "label_with_a_quote": (
            {**trace, "inputs": ['a", value 9 for "b', "b", "c"]},
            "/inputs holds a label that is empty, too long or not printable",
        ),
        "label_with_a_line_break": (
            {**trace, "inputs": ["a\naccepted: everything", "b", "c"]},
            "/inputs holds a label that is empty, too long or not printable",
        ),
        "label_with_reversed_writing": (
            {**trace, "inputs": ["\u202etca", "b", "c"]},
            "/inputs holds a label that is empty, too long or not printable",
        ),
        "labels_repeated": ({**trace, "inputs": ["a", "a", "b"]}, "/inputs holds a label twice"),
        "labels_too_few": (
            {**trace, "inputs": labels[:2]},
            "there should be a label for every input and output of the mechanism",
        ),
        "multiplier_of_no_inequality": (
            {**trace, "multipliers": {**trace["multipliers"], "upper[0,9]": "0"}},
            "/multipliers names no inequality",
        ),
        "multiplier_written_otherwise": (
            {**trace, "multipliers": {**trace["multipliers"], "column[00]": "0"}},
            "/multipliers names no inequality",
        ),
        "share_of_no_multiplier": (
            {
                **accepted("trace_pair_form_exp_t"),
                "multipliers": {
                    **{k: x for k, x in accepted("trace_pair_form_exp_t")["multipliers"].items() if "0,1" not in k},
                    "excess[0,0,1]": "0",
                },
            },
            "/multipliers has an excess without its pair",
        ),
        "degree_512_of_the_second_variable": (
            {**statement, "variables": ["x", "y"], "states": "y^256*y^256 >= 0", "terms": []},
            "too high a degree",
        ),
        "no_labels_of_inputs": (
            changed("infeasible_parity_below_one", inputs=[], multipliers={}),
            "/inputs holds no label",
        ),
        "multiplier_of_a_row": (
            {**trace, "multipliers": {**trace["multipliers"], "lower[0,1]": "0"}},
            "/multipliers names no inequality",
        ),
        "sense_missing": ({**trace, "objective": {"name": "trace"}}, "/objective lacks the key sense"),
        "sense_unknown": (
            {**trace, "objective": {"name": "trace", "sense": "best"}},
            "/objective/sense should be one of: max, min",
        ),
        "weights_too_few": (
            {**trace, "objective": {"name": "weighted trace", "sense": "max", "weights": ["1", "1"]}},
            "/objective should have a number for each of 3 inputs",
        ),
        "utility_of_another_size": (
            {**trace, "objective": {"name": "utility", "sense": "max", "utility": [["1"]], "prior": ["1"]}},
            "/objective/utility should have 3 rows and 3 columns",
        ),
        "symmetry_without_a_number": (
            {**trace, "multipliers": {"column": "1", "pair": "1"}},
            "/multipliers lacks the key excess",
        ),
        "symmetry_of_weights": (
            {
                **trace,
                "objective": {"name": "weighted trace", "sense": "max", "weights": ["1", "1", "1"]},
                "multipliers": {"column": "1", "pair": "1", "excess": "1"},
            },
            "multipliers of all pairs at once go with the trace under one demand for all pairs alone",
        ),
        "conditions_none": ({**trace, "conditions": []}, "/conditions holds no condition"),
        "condition_of_an_output_too_far": (
            {**trace, "conditions": [{"terms": [["3", "0", "1"]], "relation": ">=", "bound": "0"}]},
            "/conditions/0/terms/0/0 should be an index below 3",
        ),
        "condition_names_an_entry_twice": (
            {**trace, "conditions": [{"terms": [["0", "0", "1"], ["0", "0", "1"]], "relation": ">=", "bound": "0"}]},
            "/conditions/0 names no entry, or one twice",
        ),
        "condition_of_no_entry": (
            {**trace, "conditions": [{"terms": [], "relation": ">=", "bound": "0"}]},
            "/conditions/0 names no entry, or one twice",
        ),
        "condition_term_without_a_number": (
            {**trace, "conditions": [{"terms": [["0", "0"]], "relation": ">=", "bound": "0"}]},
            "/conditions/0/terms/0 should name an output, an input and a number",
        ),
        "condition_strict": (
            {**trace, "conditions": [{"terms": [["0", "0", "1"]], "relation": ">", "bound": "0"}]},
            "/conditions/0/relation should be one of: <=, >=, =",
        ),
        "multiplier_of_no_condition": (
            {**trace, "multipliers": {**trace["multipliers"], "condition[0]": "1"}},
            "/multipliers names no inequality",
        ),
        "minimisers_under_conditions": (
            changed("variance_exp_t", conditions=[{"terms": [["0", "0", "1"]], "relation": ">=", "bound": "0"}]),
            "under conditions the minimisers are not listed",
        ),
        "costs_of_another_size": (
            {**trace, "objective": {"name": "linear", "sense": "max", "costs": [["1", "1", "1"]]}},
            "/objective/costs should have 3 rows and 3 columns",
        ),
        "utility_with_a_column_too_many": (
            {
                **trace,
                "objective": {
                    "name": "utility",
                    "sense": "max",
                    "utility": [["1", "0", "0", "9"], ["0", "1", "0", "9"], ["0", "0", "1", "9"]],
                    "prior": ["1/3", "1/3", "1/3"],
                },
                "value": "1",
            },
            "/objective/utility should have 3 rows and 3 columns",
        ),
        "objective_unknown": (
            {**trace, "objective": {"name": "fame", "sense": "max"}},
            "/objective/name should be one of: trace, weighted trace, utility, linear, variance, asymptotic varianc",
        ),
        "within_for_the_variance": (
            changed("variance_exp_t", claim="within", lower="0", upper="9", value=None),
            "the variance is only claimed to be optimal",
        ),
        "mechanism_beside_minimisers": (
            {**best, "mechanism": best["minimisers"][0]},
            "there should be a mechanism, or a list of minimisers",
        ),
        "two_prevalences": (
            {**best, "objective": {**best["objective"], "every": ["0", "1"]}},
            "/objective should have one of the keys prevalence, every, worst",
        ),
        "restriction_unknown": (
            {**best, "objective": {**best["objective"], "restriction": "fair"}},
            "/objective/restriction should be one of: warner",
        ),
        "no_minimisers": ({**best, "minimisers": []}, "an empty list of minimisers"),
        "variance_of_three_outputs": (
            {**best, "outputs": ["0", "1", "2"]},
            "the variance is about two inputs and two outputs",
        ),
        "event_against_itself": (
            changed("violates_event", event={"rows": ["0"], "input": "0", "against": "0"}),
            "the event is about two inputs",
        ),
        "event_with_an_output_twice": (
            changed("violates_event", event={"rows": ["0", "0"], "input": "0", "against": "1"}),
            "the outputs of the event should increase",
        ),
        "event_out_of_range": (
            changed("violates_event", event={"rows": ["2"], "input": "0", "against": "1"}),
            "/event/rows/0 should be an index below 2",
        ),
        "event_with_a_negative_index": (
            changed("violates_event", event={"rows": ["-1"], "input": "0", "against": "1"}),
            "/event/rows/0 should be an index below 2",
        ),
        "relation_unknown": (
            changed("compare_at_least", relation="better"),
            "/relation should be one of: at least as informative, not at least as informative, equivalent, strict",
        ),
        "witness_missing": (
            changed("compare_at_least", relation="equivalent"),
            "a witness is missing, or one too many",
        ),
        "witness_too_many": (
            changed("compare_at_least", backward={"garbling": [["1", "0"], ["0", "1"]]}),
            "a witness is missing, or one too many",
        ),
        "inputs_of_two_mechanisms_differ": (
            changed(
                "compare_at_least",
                second=[["1/2", "1/2", "1/2"]] * 2,
                relation="not at least as informative",
                forward={"prior": ["1/2", "1/2"], "gains": [["1", "0"]]},
            ),
            "the mechanisms have different inputs",
        ),
        "deltas_too_few": (changed("profile_warner", deltas=["1/2"]), "there should be a delta for every breakpoint"),
        "no_breakpoints": (changed("profile_warner", deltas=[], breakpoints=[]), "a profile without a breakpoint"),
        "breach_without_pieces": (changed("breach_rho", pieces=[]), "/at/piece should be an index below 0"),
        "statement_without_a_relation": (
            {**statement, "states": "x*y"},
            "/states should be two sides with one relation between them",
        ),
        "statement_with_two_relations": (
            {**statement, "states": "0 <= x <= 1"},
            "/states should be two sides with one relation between them",
        ),
        "variable_with_a_strange_name": (
            {**statement, "variables": ["x", "y", "1+1"]},
            "/variables has a name that no variable has",
        ),
        "variable_twice": ({**statement, "variables": ["x", "y", "y"]}, "/variables names a variable twice"),
        "term_of_both_kinds": (
            {**statement, "terms": [{"times": "1", "free": "1", "given": []}]},
            "/terms/0 should have one of the keys times and free",
        ),
        "term_that_is_no_polynomial": (
            {**statement, "terms": [{"times": "1", "square": "1/x", "given": []}]},
            "/terms/0/square should be a polynomial",
        ),
        "verdict_unknown": (changed("instance_refutation", verdict="maybe"), "/verdict should be one of: true, false"),
        "variable_called_t_that_is_not_t": (
            changed("instance_refutation", at={"t": "3"}, given=[], states="t <= 2"),
            "a variable t that is not t",
        ),
        "delta_null": (
            satisfies(notion={**LDP, "delta": None}),
            "/notion/delta should be a number, written as a string",
        ),
        "variable_without_a_value": (
            changed("instance_refutation", at={"y": "3"}),
            "no number stands where one is needed in 'x '",
        ),
        "patterns_of_thirteen_inputs": (
            {
                **accepted("total_variance"),
                "objective": total,
                "mechanism": [["1/13"] * 13] * 13,
                "inverse": many,
                "matrix": many,
                "dual": {"column": ["1"] * 13},
                "inputs": [str(i) for i in range(13)],
                "outputs": [str(i) for i in range(13)],
            },
            "too many patterns to try: more than 4096",
        ),
        "prevalence_beside_worst": (
            {**best, "objective": {**best["objective"], "worst": ["0", "1"]}},
            "/objective should have one of the keys prevalence, every, worst",
        ),
        "minimisers_of_the_worst": (
            {**best, "objective": {"name": "variance", "worst": ["0", "1"]}},
            "the minimisers at the worst prevalence are not listed",
        ),
        "strange_letters_in_a_number": (satisfies("3/4?"), "characters that no number has in '3/4?'"),
        "exp_left_open": (
            satisfies(field={"t": "exp(12"}, notion={"name": "parity", "gamma": "3"}),
            "no number stands where one is needed in 'exp(12'",
        ),
        "field_with_a_fourth_key": (
            satisfies(field={**without_ends, "ends": "()", "unit": "nats"}, notion={"name": "parity", "gamma": "3"}),
            "the field should have the key t, or the keys from, to and ends",
        ),
        "field_from_infinity_for_constants": (
            satisfies(field={"from": "inf", "to": "inf", "ends": "()"}, notion={"name": "parity", "gamma": "3"}),
            "no number stands where one is needed in 'inf'",
        ),
        "no_inputs": (satisfies(mechanism=[[], []], notion={**LDP, "delta": "1/2"}), "/mechanism is an empty matrix"),
        "gains_with_a_column_too_many": (
            changed(
                "compare_not_at_least", forward={"prior": ["1/2", "1/2"], "gains": [["1", "0", "5"], ["0", "1", "5"]]}
            ),
            "/forward should have a number for every input",
        ),
        "deficiency_of_other_outputs": (
            changed(
                "deficiency_exact", second=[["7501/10000", "2499/10000"], ["2499/10000", "7501/10000"], ["0", "0"]]
            ),
            "the garbling should have the outputs of the second mechanism",
        ),
        "deficiency_of_other_inputs": (
            changed("deficiency_exact", second=[["7501/10000", "2499/10000", "1"], ["2499/10000", "7501/10000", "0"]]),
            "the mechanisms, the gains and the prior have different inputs",
        ),
        "root_at_the_upper_end_of_its_place": (
            satisfies(field=root("t-2", "1", "2")),
            "a root that is not alone in its place",
        ),
        "weights_one_too_many": (
            changed(
                "weighted_trace_exp_t",
                objective={
                    **accepted("weighted_trace_exp_t")["objective"],
                    "weights": [*accepted("weighted_trace_exp_t")["objective"]["weights"], "9"],
                },
            ),
            "/objective should have a number for each of 3 inputs",
        ),
        "total_variance_with_a_row_too_many": (
            {
                **accepted("total_variance"),
                "matrix": [*accepted("total_variance")["matrix"], accepted("total_variance")["matrix"][0]],
            },
            "the prevalences, the matrices and the dual should be about 3 inputs",
        ),
        "determinant_of_few_moments": (
            changed("determinant_exact", moments=["1", "1"]),
            "the prevalences, the matrices and the dual should be about 3 inputs",
        ),
        "classes_of_few_inputs": (
            changed("total_variance_by_classes_exp_t", classes=["0", "0"]),
            "there should be a class for each input",
        ),
        "total_variance_with_two_proofs": (
            {**accepted("total_variance"), "estimator": accepted("total_variance")["inverse"]},
            "/objective/prevalences should have one of: estimator inverse",
        ),
        "total_variance_of_no_prevalences_with_no_weights": (
            {
                **{key: x for key, x in accepted("total_variance").items() if key not in ("matrix", "inverse")},
                "objective": {"name": "total variance", "several": []},
                "places": [],
                "dual": {**accepted("total_variance")["dual"], "weights": []},
            },
            "there should be evidence for each list of prevalences",
        ),
        "unattained_of_a_third_input": (
            {
                **accepted("unattained_by_pairs"),
                "notion": {
                    "name": "pairs",
                    "pairs": [["0", "1"], ["0", "2"]],
                    "ratios": ["1", "1"],
                    "deltas": ["0", "0"],
                },
            },
            "/notion/pairs/1/1 should be an index below 2",
        ),
        "total_variance_of_no_prevalences": (
            {
                **{key: x for key, x in accepted("total_variance").items() if key not in ("matrix", "inverse")},
                "objective": {"name": "total variance", "several": []},
                "places": [],
            },
            "there should be evidence for each list of prevalences",
        ),
        "total_variance_weights_one_too_many": (
            changed(
                "total_variance_worst_of_several",
                dual={**accepted("total_variance_worst_of_several")["dual"], "weights": ["1/2", "1/4", "1/4"]},
            ),
            "there should be a weight for each list of prevalences",
        ),
        "implication_divided_by_zero": ({**statement, "states": "1/0 >= 5", "terms": []}, "a division by zero"),
        "exp_of_201": (satisfies(field={"t": "exp(201)"}), "too many units in the exponent of e: more than 200"),
        "power_of_257": (satisfies("t^257/t^257"), "too many factors of a power: more than 256"),
        "multiplier_of_a_row_with_delta": (
            {
                **trace,
                "notion": {"name": "ldp", "ratio": "3", "delta": "1/10"},
                "multipliers": {**trace["multipliers"], "upper[0,0]": "1"},
            },
            "/multipliers names no inequality",
        ),
        "weighted_trace_of_more_inputs": (
            {
                **trace,
                "objective": {"name": "weighted trace", "sense": "max", "weights": ["1", "1"]},
                "outputs": ["a", "b"],
                "mechanism": [["1/2", "1/2", "1/2"]] * 2,
                "multipliers": {f"column[{j}]": "1" for j in range(3)},
                "value": "1",
            },
            "the weighted trace is about as many outputs as inputs",
        ),
        "variance_within_with_a_value": (
            changed("variance_exp_t", claim="within"),
            "the variance is only claimed to be optimal",
        ),
        "term_with_free_and_square": (
            {**statement, "terms": [{"free": "1", "square": "x", "given": []}]},
            "/terms/0 should not have the keys square and free",
        ),
        "variable_that_is_a_sentence": (
            changed("instance_refutation", at={"x": "3", "y = 7, and by the way z": "1"}),
            "y = 7, and by the way z is no name of a variable",
        ),
        "requirement_without_an_objective": (
            {**accepted("infeasible_parity_below_one"), "requirement": {"objective": {}, "bound": "1"}},
            "/requirement/objective should be an object with a name",
        ),
        "requirement_of_a_list": (
            {**accepted("infeasible_parity_below_one"), "requirement": {"objective": ["name"], "bound": "1"}},
            "/requirement/objective should be an object with a name",
        ),
        "division_by_what_is_not_told_from_zero": (
            satisfies(f"1/(t-{hard_cases.near_root_of_e()})", field={"t": "exp(1/2)"}),
            "a division by a number whose sign is not decided within the limits",
        ),
        "largest_variance_of_one_input": (
            one_input("largest variance"),
            "the covariance of estimated shares is about two inputs or more",
        ),
        "determinant_of_one_input": (
            one_input("determinant", weights=["1"], moments=["1"]),
            "the covariance of estimated shares is about two inputs or more",
        ),
        "orbits_of_a_largest_variance_of_one_input": (
            {
                **{
                    key: x
                    for key, x in one_input("largest variance").items()
                    if key not in ("mechanism", "outputs", "estimator")
                },
                "orbits": {"counts": [["0"]], "weights": ["1"]},
                "classes": ["0"],
                **{key: {"acts": [["1"]], "diagonal": ["0"]} for key in ("inverse", "matrix")},
            },
            "the covariance of estimated shares is about two inputs or more",
        ),
        "requirement_null": (
            {**accepted("infeasible_parity_below_one"), "requirement": None},
            "/requirement should be an object",
        ),
        "restriction_null": (
            {**best, "objective": {**best["objective"], "restriction": None}},
            "/objective/restriction should be a string",
        ),
        "index_with_a_leading_zero": (
            changed("violates_event", event={"rows": ["00"], "input": "0", "against": "1"}),
            "/event/rows/0 should be an index below 2",
        ),
        "field_closed_at_infinity_for_constants": (
            satisfies(field={"from": "2", "to": "inf", "ends": "[]"}, notion={"name": "parity", "gamma": "3"}),
            "the field is closed at infinity",
        ),
        "label_empty": (
            {**trace, "inputs": ["", "b", "c"]},
            "/inputs holds a label that is empty, too long or not printable",
        ),
        "label_of_61_characters": (
            {**trace, "inputs": ["a" * 61, "b", "c"]},
            "/inputs holds a label that is empty, too long or not printable",
        ),
        "prevalence_beside_worst_for_one_mechanism": (
            {
                **{k: x for k, x in best.items() if k != "minimisers"},
                "mechanism": best["minimisers"][0],
                "objective": {**best["objective"], "worst": ["0", "1"]},
            },
            "/objective should have one of the keys prevalence, every, worst",
        ),
        "pieces_that_are_none": (
            {**SCHEMA, "claim": "pieces", "field": {"from": "1", "to": "2", "ends": "()"}, "pieces": []},
            "there are no pieces",
        ),
        "dominant_of_three_inputs": (
            changed("dominant_every_prevalence", mechanism=[["1", "1", "1"]], garbling=[["1"]]),
            "a dominant mechanism is about two inputs",
        ),
        "dominant_garbling_of_more_outputs": (
            changed("dominant_every_prevalence", garbling=[["1"] * 5]),
            "/garbling should have a column for every output",
        ),
        "dominant_of_a_third_input": (
            changed(
                "dominant_every_prevalence",
                notion={"name": "pairs", "pairs": [["0", "2"]], "ratios": ["3"], "deltas": ["0"]},
            ),
            "/notion/pairs/0/1 should be an index below 2",
        ),
        "field_that_is_a_number": (satisfies(field="3"), "the field should be an object"),
        "field_at_a_division_by_zero": (satisfies(field={"t": "1/0"}), "a division by 0, or by a polynomial"),
        "root_between_two_digits": (
            satisfies(field={"t": {"root": "t^2-2", "between": "12"}}),
            "a root should lie between two rationals",
        ),
        "asymptotic_of_three_inputs": (
            changed(
                "asymptotic_delta_zero",
                inputs=["0", "1", "2"],
                mechanism=[["3/4", "1/4", "1"], ["1/4", "3/4", "0"]],
                outputs=["0", "1"],
            ),
            "an asymptotic variance is about two inputs",
        ),
        "profile_of_one_input": (
            changed("profile_warner", mechanism=[["1/4"], ["3/4"]]),
            "a profile is about two inputs or more",
        ),
        "garbling_of_another_size": (tall, "rejected"),
    }


def sizes() -> dict[str, tuple[Any, str]]:
    """Designs of k categories in which one thing is about more inputs, fewer, or none."""
    about = "the prevalences, the matrices and the dual should be about 3 inputs"
    kept = "the objective and the dual should be about 3 inputs, and multipliers of pairs about one demand on two"
    contrast, several = accepted("contrast_variance_scores"), accepted("total_variance_worst_of_several")
    dual = accepted("slack_total_variance")["dual"]
    slack = "multipliers of the slack are about one demand and one point t here, and without classes of inputs"
    cases: dict[str, tuple[str, dict[str, Any], str]] = {
        "total_variance_prevalences_of_two": (
            "total_variance",
            {"objective": {"name": "total variance", "prevalences": ["1/2", "1/2"]}},
            about,
        ),
        "total_variance_dual_of_two": ("total_variance", {"dual": {"column": ["1", "1"]}}, about),
        "total_variance_matrix_of_two": ("total_variance", {"matrix": [["1", "1"]] * 3}, about),
        "total_variance_inverse_of_two": ("total_variance", {"inverse": [["1", "1"]] * 3}, about),
        "contrast_of_two": (
            "contrast_variance_scores",
            {"objective": {**contrast["objective"], "contrast": [["1", "-1"]]}},
            about,
        ),
        "contrast_of_another_number_of_rows": (
            "contrast_variance_scores",
            {"objective": {**contrast["objective"], "contrast": [["1", "-1", "0"]] * 2}},
            about,
        ),
        "contrast_that_is_not_there": (
            "contrast_variance_scores",
            {"objective": {**contrast["objective"], "contrast": None}},
            "/objective/contrast should be a list of rows",
        ),
        "total_variance_of_a_contrast": (
            "total_variance",
            {"objective": {**contrast["objective"], "name": "total variance"}},
            "/objective has the unknown key contrast",
        ),
        "total_variance_fewer_places": (
            "total_variance_worst_of_several",
            {"places": several["places"][:1]},
            "there should be evidence for each list of prevalences",
        ),
        "determinant_prevalences_of_two": (
            "determinant_exact",
            {"objective": {"name": "determinant", "prevalences": ["1/2", "1/2"]}},
            about,
        ),
        "determinant_weights_of_two": (
            "determinant_exact",
            {"dual": {"column": ["1"] * 3, "weights": ["1"] * 2}},
            about,
        ),
        "determinant_dual_of_two": ("determinant_exact", {"dual": {"column": ["1"] * 2, "weights": ["1"] * 3}}, about),
        "determinant_estimator_of_two_outputs": ("determinant_exact", {"estimator": [["1", "1"]] * 3}, about),
        "determinant_triangle_of_two": ("determinant_exact", {"triangle": [["1", "0"], ["0", "1"]]}, about),
        "determinant_matrix_of_two_columns": (
            "determinant_exact",
            {"matrix": [["1", "0"], ["0", "1"], ["0", "0"]]},
            about,
        ),
        "determinant_matrix_of_two_rows": ("determinant_exact", {"matrix": [["1", "0", "0"], ["0", "1", "0"]]}, about),
        "several_determinants_without_a_diagonal": (
            "determinant_mean_of_several",
            {"places": [{"matrix": [["1"]], "estimator": [["1"]], "triangle": [["1"]]}] * 2},
            "/places/0 lacks the key diagonal, moments",
        ),
        "several_determinants_fewer_weights": (
            "determinant_worst_of_several",
            {"dual": {"column": ["1"] * 3, "weights": ["1"]}},
            "there should be a weight for each list of prevalences",
        ),
        "several_determinants_at_no_point": (
            "determinant_mean_of_several",
            {"field": {"from": "2", "to": "3", "ends": "[]"}},
            "several determinants are about one point t",
        ),
        "several_determinants_diagonal_of_two": (
            "determinant_mean_of_several",
            {
                "places": [
                    {**place, "diagonal": ["1", "1"]} for place in accepted("determinant_mean_of_several")["places"]
                ]
            },
            about,
        ),
        "slack_of_two": (
            "slack_total_variance",
            {"dual": {**dual, "slack": [["0", "0"]] * 2}},
            "should be about 3 inputs",
        ),
        "slack_beside_a_pair": (
            "slack_information",
            {
                "inputs": ["a", "b"],
                "mechanism": [["1", "1"]],
                "outputs": ["0"],
                "objective": {"name": "information", "prior": ["1/2", "1/2"]},
                "dual": {"column": ["1", "1"], "pair": ["0", "0"], "slack": [["0", "0"]] * 2},
            },
            "the dual should have one of the keys pair and slack",
        ),
        "slack_with_classes": ("slack_total_variance", {"classes": ["0", "1", "2"]}, slack),
        "slack_at_no_point": ("slack_total_variance", {"field": {"from": "2", "to": "3", "ends": "[]"}}, slack),
        "slack_by_pairs": (
            "slack_total_variance",
            {"notion": {"name": "pairs", "pairs": [["0", "1"]], "ratios": ["3"], "deltas": ["1/10"]}},
            slack,
        ),
        "slack_of_seven": (
            "slack_total_variance",
            {"inputs": list("abcdefg"), "mechanism": [["1"] * 7], "outputs": ["0"]},
            "too many inputs of a demand with multipliers of its slack: more than 6",
        ),
        "largest_variance_mean_of_several": (
            "largest_variance_worst_of_several",
            {
                "objective": {
                    **accepted("largest_variance_worst_of_several")["objective"],
                    "weights": ["1/2", "1/2"],
                }
            },
            "a largest variance at several prevalences has no weights",
        ),
        "largest_variance_with_moments": (
            "largest_variance_within",
            {"moments": ["1"] * 3},
            "the certificate has the unknown key moments",
        ),
        "information_prior_of_two_inputs": (
            "information_exp_t",
            {"objective": {"name": "information", "prior": ["1/2", "1/2"]}},
            kept,
        ),
        "information_dual_of_two": ("information_exp_t", {"dual": {"column": ["1", "1"]}}, kept),
        "information_pair_of_three_inputs": (
            "information_exp_t",
            {"dual": {"column": ["1"] * 3, "pair": ["0", "0"]}},
            kept,
        ),
        "information_of_an_endless_interval": (
            "information_exp_t",
            {"field": {"from": "2", "to": "inf", "ends": "[)"}},
            "information and divergences are about a field with two ends",
        ),
        "divergence_between_three": (
            "divergence_tv",
            {"objective": {"name": "divergence", "kind": "tv", "between": [["1", "0", "0"]] * 3}},
            "/objective should hold two distributions of the inputs",
        ),
        "cone_of_an_interval": (
            "cone_total_variance",
            {"field": {"from": "2", "to": "3", "ends": "[]"}},
            "several demands, or one by pairs, are about one point t here, and without classes of inputs",
        ),
        "cone_with_classes": (
            "cone_determinant",
            {"classes": ["0", "1", "2"]},
            "several demands, or one by pairs, are about one point t here, and without classes of inputs",
        ),
        "cone_of_seven_inputs": (
            "cone_information_exp_t",
            {"inputs": list("abcdefg"), "outputs": ["0"], "mechanism": [["1"] * 7]},
            "too many inputs of several demands, or of one by pairs: more than 6",
        ),
        "cone_with_multipliers_of_pairs": (
            "cone_divergence_tv_of_two",
            {"dual": {"column": ["1"] * 2, "pair": ["0", "0"]}},
            "the objective and the dual should be about 2 inputs, and multipliers of pairs about one demand on two",
        ),
        "symmetric_multipliers_of_a_weighted_trace": (
            "trace_by_symmetry_of_two",
            {"objective": {"name": "weighted trace", "sense": "max", "weights": ["1", "1"]}},
            "multipliers of all pairs at once go with the trace under one demand for all pairs alone",
        ),
        "symmetric_multipliers_under_conditions": (
            "trace_by_symmetry_of_two",
            {"conditions": [{"terms": [["0", "0", "1"]], "relation": "<=", "bound": "1"}]},
            "multipliers of all pairs at once go with the trace under one demand for all pairs alone",
        ),
        "symmetric_multipliers_of_several_demands": (
            "trace_by_symmetry_of_two",
            {"notion": {"name": "all", "demands": [accepted("trace_by_symmetry_of_two")["notion"]]}},
            "multipliers of all pairs at once go with the trace under one demand for all pairs alone",
        ),
    }
    return {name: (changed(base, **parts), words) for name, (base, parts, words) in cases.items()}


def main() -> None:
    index = {}
    for name, (text, words) in texts().items():
        index[name] = words
        (CERTIFICATES / "malformed" / f"{name}.rropt.json").write_text(text, encoding="utf-8")
    malformed = {**documents(), **sizes(), **build_orbits.malformed(), **build_hostile.malformed()}
    for name, (document, words) in malformed.items():
        if words != "rejected":
            index[name] = words
            text = json.dumps(document, indent=1, ensure_ascii=True) + "\n"
            (CERTIFICATES / "malformed" / f"{name}.rropt.json").write_text(text, encoding="utf-8")
    (CERTIFICATES / "malformed" / "index.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
