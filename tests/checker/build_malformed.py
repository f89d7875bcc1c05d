"""Writes tests/certificates/malformed and its index: texts that are no certificates, each with the reason's words."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import build_hostile

CERTIFICATES = Path(__file__).parents[1] / "certificates"
SCHEMA = {"schema": "rropt.certificate/1"}
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


def root(polynomial: Any, *between: str) -> Any:
    return {"t": {"root": polynomial, "between": list(between)}}


def texts() -> dict[str, tuple[str, str]]:
    """Whole texts: what JSON allows and certificates do not, and what is not JSON."""
    good = json.dumps(satisfies())
    return {
        "empty": ("", "JSONDecodeError"),
        "truncated": (good[: len(good) // 2], "JSONDecodeError"),
        "text_after_the_end": (good + "{}", "JSONDecodeError"),
        "not_an_object": ("[]", "TypeError"),
        "repeated_key": (
            good.replace('"claim": "satisfies"', '"claim": "satisfies", "claim": "violates"'),
            "a repeated key",
        ),
        "repeated_key_deep_inside": (good.replace('"ratio": "t"', '"ratio": "t", "ratio": "100"'), "a repeated key"),
        "float_for_a_number": (good.replace('"3/4"', "0.75", 1), "TypeError"),
        "integer_for_a_number": (good.replace('{"t": "3"}', '{"t": 3}'), "TypeError"),
        "nan": (good.replace('"3/4"', "NaN", 1), "TypeError"),
        "infinity_for_a_ratio": (good.replace('"ratio": "t"', '"ratio": Infinity'), "TypeError"),
        "true_for_a_number": (good.replace('"3/4"', "true", 1), "TypeError"),
        "null_for_a_notion": (good.replace(json.dumps(LDP), "null"), "null"),
        "deep_nesting": ("[" * 100000 + "]" * 100000, "RecursionError"),
        "huge_json_integer": (good.replace('"3/4"', "9" * 5000, 1), "ValueError"),
    }


def documents() -> dict[str, tuple[Any, str]]:
    """Documents with one flaw each."""
    trace, labels = accepted("trace_rational_t"), ["a", "b", "c"]
    many = [[f"{1 if i == j else 0}" for j in range(13)] for i in range(13)]
    total = {"name": "total variance", "prevalences": ["1/13"] * 13}
    best = accepted("variance_exp_t")
    without_ends = {"from": "1", "to": "2"}
    statement = changed("implication_squares")
    tall = {**accepted("compare_at_least"), "second": [["1/2", "1/2"]]}
    return {
        "another_schema": (satisfies(schema="rropt.certificate/2"), "the schema is not"),
        "unknown_claim": (satisfies(claim="optimum"), "KeyError"),
        "claim_that_is_a_list": (satisfies(claim=["satisfies"]), "TypeError"),
        "no_field": ({k: x for k, x in satisfies().items() if k != "field"}, "KeyError"),
        "unknown_key": (satisfies(comment="trust me"), "whose keys should be"),
        "missing_key": ({k: x for k, x in satisfies().items() if k != "notion"}, "whose keys should be"),
        "unknown_key_in_the_notion": (satisfies(notion={**LDP, "slack": "1"}), "whose keys should be"),
        "delta_beside_a_notion_without_one": (
            satisfies(notion={"name": "parity", "gamma": "3", "delta": "1"}),
            "whose keys should be",
        ),
        "unknown_notion": (satisfies(notion={"name": "k-anonymity", "gamma": "3"}), "KeyError"),
        "denominator_zero": (satisfies("3/0"), "a division by zero"),
        "denominator_vanishes_at_t": (satisfies("(9/4-3/4*t)/(3-t)"), "is not always defined"),
        "denominator_vanishes_at_a_closed_end": (
            satisfies("3/4*(t-1)/(t-1)", {"from": "1", "to": "2", "ends": "[)"}),
            "is not always defined",
        ),
        "denominator_vanishes_inside": (
            satisfies("3/4*(t-2)/(t-2)", {"from": "1", "to": "3", "ends": "()"}),
            "is not always defined",
        ),
        "denominator_vanishes_at_a_root": (
            satisfies("3/4*(t^2-2)/(t^2-2)", root("t^2-2", "1", "2")),
            "is not always defined",
        ),
        "decimal": (satisfies("0.75"), "the number"),
        "exponent_of_ten": (satisfies("75e-2"), "the number"),
        "unary_minus_inside": (satisfies("1--1/4"), "ValueError"),
        "two_numbers": (satisfies("3 4"), "the number"),
        "empty_number": (satisfies(""), "ValueError"),
        "operator_at_the_end": (satisfies("3/4+"), "ValueError"),
        "parenthesis_left_open": (satisfies("(3/4"), "a parenthesis that is not closed"),
        "parenthesis_closed_twice": (satisfies("3/4)"), "the number"),
        "unknown_name": (satisfies("eps"), "ValueError"),
        "digits_of_another_script": (satisfies("٣/4"), "the number"),
        "tower_of_powers": (satisfies("10^10^10"), "the number"),
        "huge_exponent": (satisfies("t^99999999999"), "too high a power"),
        "power_that_is_no_number": (satisfies("2^t"), "ValueError"),
        "huge_degree": (satisfies("(t^256)^2"), "too high a degree"),
        "too_many_terms_of_work": (satisfies("((1+t)^250*(1+t)^250)^200"), "too high a degree"),
        "parentheses_bomb": (satisfies("(" * 5000 + "1" + ")" * 5000), "IndexError"),
        "work_bomb": (satisfies("(" + "9" * 20000 + "*t+1)^250*(" + "7" * 20000 + "*t+2)^250"), "too long numbers"),
        "ragged_matrix": (satisfies(mechanism=[["1/2", "1/2"], ["1/2"]]), "ValueError"),
        "empty_matrix": (satisfies(mechanism=[]), "IndexError"),
        "row_without_entries": (satisfies(mechanism=[[], []]), "an empty matrix"),
        "matrix_that_is_text": (satisfies(mechanism="12"), "something that should be a list"),
        "field_with_t_and_ends": (satisfies(field={"t": "3", "ends": "[]"}), "KeyError"),
        "field_without_ends": (satisfies(field=without_ends), "KeyError"),
        "field_with_unknown_ends": (satisfies(field={**without_ends, "ends": "{}"}), "the domain"),
        "field_reversed": (satisfies(field={"from": "2", "to": "1", "ends": "()"}), "out of order"),
        "field_empty": (satisfies(field={"from": "2", "to": "2", "ends": "[]"}), "out of order"),
        "field_ends_too_near_to_tell": (
            satisfies(field={"from": "2", "to": "2+1/10^200/10^200", "ends": "[]"}),
            "out of order",
        ),
        "field_closed_at_infinity": (satisfies(field={"from": "2", "to": "inf", "ends": "[]"}), "the domain"),
        "field_from_infinity": (satisfies(field={"from": "inf", "to": "inf", "ends": "()"}), "the domain"),
        "t_infinite": (satisfies(field={"t": "inf"}), "the domain"),
        "exp_of_zero": (satisfies(field={"t": "exp(0)"}), "an exponent of e"),
        "exp_of_a_huge_number": (satisfies(field={"t": "exp(1000000)"}), "an exponent of e"),
        "exp_of_t": (satisfies(field={"t": "exp(t)"}), "ValueError"),
        "root_with_a_neighbour": (satisfies(field=root("(t-1)*(t-2)*(t-3)", "0", "4")), "not alone in its place"),
        "root_that_is_not_there": (satisfies(field=root("t^2-2", "2", "3")), "a root"),
        "double_root": (satisfies(field=root("(t-2)^2", "1", "3")), "a root"),
        "root_at_the_end_of_its_place": (satisfies(field=root("t-2", "2", "3")), "a root"),
        "root_of_a_constant": (satisfies(field=root("3", "1", "2")), "a root"),
        "root_of_a_quotient": (satisfies(field=root("(t^2-2)/t", "1", "2")), "a root"),
        "root_with_a_comment": (
            satisfies(field={"t": {"root": "t^2-2", "between": ["1", "2"], "name": "sqrt 2"}}),
            "a root",
        ),
        "root_between_three": (satisfies(field=root("t^2-2", "1", "2", "3")), "ValueError"),
        "label_with_a_quote": ({**trace, "inputs": ['a", value 9 for "b', "b", "c"]}, "labels"),
        "label_with_a_line_break": ({**trace, "inputs": ["a\naccepted: everything", "b", "c"]}, "labels"),
        "label_with_reversed_writing": ({**trace, "inputs": ["\u202etca", "b", "c"]}, "labels"),
        "labels_repeated": ({**trace, "inputs": ["a", "a", "b"]}, "labels"),
        "labels_too_few": ({**trace, "inputs": labels[:2]}, "not as many labels"),
        "multiplier_of_no_inequality": (
            {**trace, "multipliers": {**trace["multipliers"], "upper[0,9]": "0"}},
            "a multiplier of no inequality",
        ),
        "multiplier_written_otherwise": (
            {**trace, "multipliers": {**trace["multipliers"], "column[00]": "0"}},
            "a multiplier of no inequality",
        ),
        "share_of_no_multiplier": (
            {
                **accepted("trace_pair_form_exp_t"),
                "multipliers": {
                    **{k: x for k, x in accepted("trace_pair_form_exp_t")["multipliers"].items() if "0,1" not in k},
                    "excess[0,0,1]": "0",
                },
            },
            "a multiplier of no inequality",
        ),
        "degree_512_of_the_second_variable": (
            {**statement, "variables": ["x", "y"], "states": "y^256*y^256 >= 0", "terms": []},
            "too high a degree",
        ),
        "no_labels_of_inputs": (changed("infeasible_parity_below_one", inputs=[], multipliers={}), "labels"),
        "multiplier_of_a_row": (
            {**trace, "multipliers": {**trace["multipliers"], "lower[0,1]": "0"}},
            "a multiplier of no inequality",
        ),
        "sense_missing": ({**trace, "objective": {"name": "trace"}}, "whose keys should be"),
        "sense_unknown": (
            {**trace, "objective": {"name": "trace", "sense": "best"}},
            "an objective of another size or sense",
        ),
        "weights_too_few": (
            {**trace, "objective": {"name": "weighted trace", "sense": "max", "weights": ["1", "1"]}},
            "an objective of another size or sense",
        ),
        "utility_of_another_size": (
            {**trace, "objective": {"name": "utility", "sense": "max", "utility": [["1"]], "prior": ["1"]}},
            "an objective of another size or sense",
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
            "ValueError",
        ),
        "objective_unknown": ({**trace, "objective": {"name": "fame", "sense": "max"}}, "KeyError"),
        "within_for_the_variance": (
            changed("variance_exp_t", claim="within", lower="0", upper="9", value=None),
            "KeyError",
        ),
        "mechanism_beside_minimisers": ({**best, "mechanism": best["minimisers"][0]}, "the parts of the claim"),
        "two_prevalences": (
            {**best, "objective": {**best["objective"], "every": ["0", "1"]}},
            "the parts of the claim",
        ),
        "restriction_unknown": (
            {**best, "objective": {**best["objective"], "restriction": "fair"}},
            "the parts of the claim",
        ),
        "no_minimisers": ({**best, "minimisers": []}, "KeyError"),
        "variance_of_three_outputs": ({**best, "outputs": ["0", "1", "2"]}, "the parts of the claim"),
        "event_against_itself": (
            changed("violates_event", event={"rows": ["0"], "input": "0", "against": "0"}),
            "the event",
        ),
        "event_with_an_output_twice": (
            changed("violates_event", event={"rows": ["0", "0"], "input": "0", "against": "1"}),
            "the event",
        ),
        "event_out_of_range": (
            changed("violates_event", event={"rows": ["2"], "input": "0", "against": "1"}),
            "ValueError",
        ),
        "event_with_a_negative_index": (
            changed("violates_event", event={"rows": ["-1"], "input": "0", "against": "1"}),
            "ValueError",
        ),
        "relation_unknown": (changed("compare_at_least", relation="better"), "KeyError"),
        "witness_missing": (changed("compare_at_least", relation="equivalent"), "ValueError"),
        "witness_too_many": (
            changed("compare_at_least", backward={"garbling": [["1", "0"], ["0", "1"]]}),
            "ValueError",
        ),
        "inputs_of_two_mechanisms_differ": (
            changed(
                "compare_at_least",
                second=[["1/2", "1/2", "1/2"]] * 2,
                relation="not at least as informative",
                forward={"prior": ["1/2", "1/2"], "gains": [["1", "0"]]},
            ),
            "ValueError",
        ),
        "deltas_too_few": (changed("profile_warner", deltas=["1/2"]), "ValueError"),
        "no_breakpoints": (changed("profile_warner", deltas=[], breakpoints=[]), "IndexError"),
        "breach_without_pieces": (changed("breach_rho", pieces=[]), "ValueError"),
        "statement_without_a_relation": ({**statement, "states": "x*y"}, "AttributeError"),
        "statement_with_two_relations": ({**statement, "states": "0 <= x <= 1"}, "AttributeError"),
        "variable_with_a_strange_name": ({**statement, "variables": ["x", "y", "1+1"]}, "the variables"),
        "variable_twice": ({**statement, "variables": ["x", "y", "y"]}, "the variables"),
        "term_of_both_kinds": (
            {**statement, "terms": [{"times": "1", "free": "1", "given": []}]},
            "the parts of a term",
        ),
        "term_that_is_no_polynomial": (
            {**statement, "terms": [{"times": "1", "square": "1/x", "given": []}]},
            "a multiplier that is no polynomial",
        ),
        "verdict_unknown": (changed("instance_refutation", verdict="maybe"), "the point or the verdict"),
        "variable_called_t_that_is_not_t": (
            changed("instance_refutation", at={"t": "3"}, given=[], states="t <= 2"),
            "the point or the verdict",
        ),
        "delta_null": (satisfies(notion={**LDP, "delta": None}), "null"),
        "variable_without_a_value": (changed("instance_refutation", at={"y": "3"}), "ValueError"),
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
            "too many inputs",
        ),
        "prevalence_beside_worst": (
            {**best, "objective": {**best["objective"], "worst": ["0", "1"]}},
            "the parts of the claim",
        ),
        "minimisers_of_the_worst": (
            {**best, "objective": {"name": "variance", "worst": ["0", "1"]}},
            "the parts of the claim",
        ),
        "strange_letters_in_a_number": (satisfies("3/4?"), "the number"),
        "exp_left_open": (satisfies(field={"t": "exp(12"}, notion={"name": "parity", "gamma": "3"}), "ValueError"),
        "field_with_a_fourth_key": (
            satisfies(field={**without_ends, "ends": "()", "unit": "nats"}, notion={"name": "parity", "gamma": "3"}),
            "the domain",
        ),
        "field_from_infinity_for_constants": (
            satisfies(field={"from": "inf", "to": "inf", "ends": "()"}, notion={"name": "parity", "gamma": "3"}),
            "the domain",
        ),
        "no_inputs": (satisfies(mechanism=[[], []], notion={**LDP, "delta": "1/2"}), ""),
        "gains_with_a_column_too_many": (
            changed(
                "compare_not_at_least", forward={"prior": ["1/2", "1/2"], "gains": [["1", "0", "5"], ["0", "1", "5"]]}
            ),
            "ValueError",
        ),
        "deficiency_of_other_outputs": (
            changed(
                "deficiency_exact", second=[["7501/10000", "2499/10000"], ["2499/10000", "7501/10000"], ["0", "0"]]
            ),
            "ValueError",
        ),
        "deficiency_of_other_inputs": (
            changed("deficiency_exact", second=[["7501/10000", "2499/10000", "1"], ["2499/10000", "7501/10000", "0"]]),
            "ValueError",
        ),
        "root_at_the_upper_end_of_its_place": (satisfies(field=root("t-2", "1", "2")), "a root"),
        "weights_one_too_many": (
            changed(
                "weighted_trace_exp_t",
                objective={
                    **accepted("weighted_trace_exp_t")["objective"],
                    "weights": [*accepted("weighted_trace_exp_t")["objective"]["weights"], "9"],
                },
            ),
            "an objective of another size",
        ),
        "total_variance_with_a_row_too_many": (
            {
                **accepted("total_variance"),
                "matrix": [*accepted("total_variance")["matrix"], accepted("total_variance")["matrix"][0]],
            },
            "a matrix of another size",
        ),
        "total_variance_with_delta": (
            {**accepted("total_variance"), "notion": {**LDP, "delta": "1/2"}},
            "or delta > 0",
        ),
        "implication_divided_by_zero": ({**statement, "states": "1/0 >= 5", "terms": []}, "a division by zero"),
        "exp_of_201": (satisfies(field={"t": "exp(201)"}), "an exponent of e"),
        "power_of_257": (satisfies("t^257/t^257"), "too high a power"),
        "multiplier_of_a_row_with_delta": (
            {
                **trace,
                "notion": {"name": "ldp", "ratio": "3", "delta": "1/10"},
                "multipliers": {**trace["multipliers"], "upper[0,0]": "1"},
            },
            "a multiplier of no inequality",
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
            "an objective of another size or sense",
        ),
        "variance_within_with_a_value": (changed("variance_exp_t", claim="within"), "KeyError"),
        "term_with_free_and_square": (
            {**statement, "terms": [{"free": "1", "square": "x", "given": []}]},
            "the parts of a term",
        ),
        "variable_that_is_a_sentence": (
            changed("instance_refutation", at={"x": "3", "y = 7, and by the way z": "1"}),
            "the point or the verdict",
        ),
        "requirement_null": ({**accepted("infeasible_parity_below_one"), "requirement": None}, "null"),
        "restriction_null": ({**best, "objective": {**best["objective"], "restriction": None}}, "null"),
        "index_with_a_leading_zero": (
            changed("violates_event", event={"rows": ["00"], "input": "0", "against": "1"}),
            "ValueError",
        ),
        "field_closed_at_infinity_for_constants": (
            satisfies(field={"from": "2", "to": "inf", "ends": "[]"}, notion={"name": "parity", "gamma": "3"}),
            "the domain",
        ),
        "label_empty": ({**trace, "inputs": ["", "b", "c"]}, "labels"),
        "label_of_61_characters": ({**trace, "inputs": ["a" * 61, "b", "c"]}, "labels"),
        "prevalence_beside_worst_for_one_mechanism": (
            {
                **{k: x for k, x in best.items() if k != "minimisers"},
                "mechanism": best["minimisers"][0],
                "objective": {**best["objective"], "worst": ["0", "1"]},
            },
            "the parts of the claim",
        ),
        "pieces_that_are_none": (
            {**SCHEMA, "claim": "pieces", "field": {"from": "1", "to": "2", "ends": "()"}, "pieces": []},
            "IndexError",
        ),
        "garbling_of_another_size": (tall, "rejected"),
    }


def main() -> None:
    index = {}
    for name, (text, words) in texts().items():
        index[name] = words
        (CERTIFICATES / "malformed" / f"{name}.rropt.json").write_text(text, encoding="utf-8")
    for name, (document, words) in {**documents(), **build_hostile.malformed()}.items():
        if words != "rejected":
            index[name] = words
            text = json.dumps(document, indent=1, ensure_ascii=True) + "\n"
            (CERTIFICATES / "malformed" / f"{name}.rropt.json").write_text(text, encoding="utf-8")
    (CERTIFICATES / "malformed" / "index.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
