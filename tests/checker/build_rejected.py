"""Writes tests/certificates/rejected and its index: named attacks, each stopped by one check.

The index says for each file what is tried and the condition that stops it; `test_attacks.py` takes that condition out and
sees the attack succeed.
"""

from __future__ import annotations

import copy
import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import build_hostile
import build_orbits

from rropt import LDP as Demand
from rropt import Divergence, Information, TotalVariance, Variance, design

CERTIFICATES = Path(__file__).parents[1] / "certificates"
SCHEMA = {"schema": "rropt.certificate/2"}
Q: dict[str, Any] = {"t": "1"}
WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]
SHARPER = [["7501/10000", "2499/10000"], ["2499/10000", "7501/10000"]]
TINY = f"1/{10**30}"
MISS = 59649589127497217  # divides 2^128 + 1
TOUCHED = "-1/2^63"  # twice the first number of the range of t - 3 from t = 3 on, which ranges of t begin below
GUESS = {"prior": ["1/2", "1/2"], "gains": [["1", "0"], ["0", "1"]]}
ONCE = {"times": "1", "given": []}
BINARY = {"inputs": ["no", "yes"], "outputs": ["0", "1"]}
LDP = {"name": "ldp", "ratio": "t"}
# What stops an attack where its condition is taken out, for those that something else stops as well.
OTHERWISE = {
    "sign_of_one_weight_changes": "rejected",
    "largest_variance_of_no_contrast": "rejected",
    "asymptotic_without_information": "rejected",
    "asymptotic_infinite_information_as_none": "rejected",
    "breach_piece_empty": "rejected",
    "variance_of_a_constant_mechanism": "rejected",
    "rho_from_zero": "rejected",
    "rho_to_one": "rejected",
    "hostile_power_zero_of_a_pole": "malformed",
    "divergence_infinite": "rejected",
    "cone_divergence_infinite": "rejected",
    "slack_kl_that_may_be_infinite": "rejected",
    "epsilon_not_zero": "rejected",
    "multiplier_of_a_pair_not_asked": "malformed",
    "event_of_a_pair_not_asked": "rejected",
}


def accepted(name: str) -> Any:
    return json.loads((CERTIFICATES / "accepted" / f"{name}.rropt.json").read_text("utf-8"))


def edited(name: str, **changes: Any) -> Any:
    """An accepted certificate with the values at some paths replaced; a path is its keys joined by two underscores."""
    document = copy.deepcopy(accepted(name))
    for path, value in changes.items():
        *parents, last = [int(key) if key.isdigit() else key for key in path.split("__")]
        place = document
        for key in parents:
            place = place[key]
        place[last] = value
    return document


def with_worst(prevalence: str, interval: list[str], outputs: Any = "free") -> Any:
    """The optimum at a prevalence, called that of the worst of an interval."""
    found = design(Variance(prevalence), Demand("1/2", delta="1/10"), outputs=outputs)
    document = json.loads(found.certificate or "")
    document["objective"]["worst"] = interval
    return document


def statement(**parts: Any) -> Any:
    base = {"claim": "implication", "field": Q, "variables": ["x"], "given": [], "multiplier": ONCE, "terms": []}
    return {**SCHEMA, **base, **parts}


def instance(**parts: Any) -> Any:
    return {**SCHEMA, "claim": "instance", "field": Q, "given": [], "verdict": "true", **parts}


def privacy(claim: str, rows: Any, notion: Any, **parts: Any) -> Any:
    return {**SCHEMA, "claim": claim, "field": {"t": "3"}, "mechanism": rows, "notion": notion, **parts}


def breach(pieces: list[tuple[str, str, str, str]], gamma: str, piece: str, point: str) -> Any:
    table = [dict(zip(("from", "to", "left", "right"), p, strict=True)) for p in pieces]
    return {
        **SCHEMA,
        "claim": "breach",
        "field": Q,
        "pieces": table,
        "gamma": gamma,
        "at": {"piece": piece, "point": point},
    }


def asymptotic(prevalence: str, t: str, mechanism: Any, value: str, column: list[str]) -> dict[str, Any]:
    """The least asymptotic variance at a prevalence under t-parity."""
    return {
        **SCHEMA,
        "claim": "optimal",
        "field": {"t": t},
        **BINARY,
        "notion": {"name": "ldp", "ratio": t},
        "objective": {"name": "asymptotic variance", "prevalence": prevalence},
        "mechanism": mechanism,
        "value": value,
        "dual": {"column": column, "pair": ["0", "0"]},
    }


def variance(
    mechanism: Any, value: str | None, where: dict[str, Any], field: Any, delta: str = "0", **parts: Any
) -> Any:
    head = {**SCHEMA, "claim": "optimal", "field": field, **BINARY, "notion": {**LDP, "delta": delta}}
    value_part = {} if value is None else {"value": value}
    return {**head, "objective": {"name": "variance", **where}, "mechanism": mechanism, **value_part, **parts}


def linear_attacks() -> dict[str, tuple[str, str, Any]]:
    P = accepted("trace_exp_t")["mechanism"]
    unlike = copy.deepcopy(P)
    unlike[0][1], unlike[2][1] = "(11/10)/(t+3)", "(9/10)/(t+3)"
    heavy = [["3/4", "3/8"], ["1/4", "3/4"]]
    pair = edited("trace_pair_form_exp_t")
    excess = next(name for name in pair["multipliers"] if name.startswith("excess"))
    cap = "pair[" + excess[7:].partition(",")[2]
    trace2 = edited("trace_bayes_factor", notion={"name": "parity", "gamma": "3"}, field={"t": "3"})
    trace2 |= {"mechanism": WARNER, "value": "3/2"}
    trace2["multipliers"] = {"column[0]": "3/4", "column[1]": "3/4"}
    by_symmetry = {
        **SCHEMA,
        "claim": "optimal",
        "field": {"t": "3"},
        "inputs": ["no", "yes"],
        "outputs": ["no", "yes"],
        "notion": {**LDP, "delta": "1/5"},
        "objective": {"name": "trace", "sense": "max"},
        "mechanism": [["4/5", "1/5"], ["1/5", "4/5"]],
        "value": "8/5",
        "multipliers": {"column": "3/4", "pair": "1/4", "excess": "1/4"},
    }
    all_of_it = {"column": "1", "pair": "0", "excess": "0"}
    return {
        "direction_swapped": (
            "the largest trace is sold as the smallest",
            "lower-bound",
            {**trace2, "objective": {"name": "trace", "sense": "min"}, "multipliers": {}},
        ),
        "value_too_large": (
            "a trace that no mechanism reaches",
            "lower-bound",
            edited("trace_exp_t", value=f"4*t/(t+3)+{TINY}"),
        ),
        "value_too_small": (
            "the constant mechanism is called optimal",
            "upper-bound",
            edited("trace_exp_t", value="1", mechanism=[["1/4"] * 4] * 4),
        ),
        "value_right_at_log_3_only": (
            "the optimum of t = 3 claimed at t = e^(1/2)",
            "lower-bound",
            edited("trace_exp_t", value="2"),
        ),
        "value_rounded_to_30_digits": (
            "a rational number near the optimum at t = e^(1/2)",
            "lower-bound",
            edited("trace_exp_t", value="1418741263208083172183019303721/1000000000000000000000000000000"),
        ),
        "within_lower_bound_too_large": (
            "a lower bound above the mechanism",
            "lower-bound",
            edited("within_trace", lower=accepted("within_trace")["upper"]),
        ),
        "within_upper_bound_too_small": (
            "an upper bound below the dual's",
            "upper-bound",
            edited("within_trace", upper=accepted("within_trace")["lower"]),
        ),
        "columns_too_small_for_a_row": (
            "multipliers of another ratio prove too small a value",
            "row-bound",
            {
                **trace2,
                "multipliers": {"column[0]": "1/2", "column[1]": "1/2"},
                "value": "1",
                "mechanism": [["1/2", "1/2"], ["1/2", "1/2"]],
            },
        ),
        "columns_alone_with_a_delta": (
            "the optimum of delta = 0 sold as that of delta = 1/10",
            "weight-reached",
            {**trace2, "notion": {"name": "ldp", "ratio": "3", "delta": "1/10"}},
        ),
        "columns_too_small_at_ratio_one": (
            "a trace of 0 for mechanisms that answer alike for all inputs",
            "row-bound",
            {
                **trace2,
                "notion": {"name": "ldp", "ratio": "1"},
                "mechanism": [["0", "0"], ["1", "1"]],
                "objective": {"name": "weighted trace", "sense": "max", "weights": ["1", "0"]},
                "multipliers": {},
                "value": "0",
            },
        ),
        "every_prevalence_but_the_last": (
            "the symmetric design at prevalences up to 19/20, where it is best up to 453/484",
            "vertex",
            variance([["31/40", "9/40"], ["9/40", "31/40"]], None, {"every": ["1/2", "19/20"]}, {"t": "3"}, "1/10"),
        ),
        "negative_multiplier": (
            "a negative multiplier turns an inequality round",
            "multiplier-sign",
            {
                **trace2,
                "notion": {"name": "ldp", "ratio": "3", "delta": "1/10"},
                "objective": {"name": "weighted trace", "sense": "max", "weights": ["0", "1"]},
                "value": "0",
                "mechanism": [["1", "1"], ["0", "0"]],
                "multipliers": {"column[1]": "1", "pair[0,1]": "-10"},
            },
        ),
        "negative_excess": (
            "an output's share of the demand with a negative multiplier, which raises the other input",
            "excess-sign",
            {
                **trace2,
                "notion": {"name": "ldp", "ratio": "3", "delta": "1/10"},
                "value": "1",
                "mechanism": [["1", "1"], ["0", "0"]],
                "multipliers": {"column[0]": "1", "pair[0,1]": "0", "excess[1,0,1]": "-1/3"},
            },
        ),
        "multiplier_of_a_pair_not_asked": (
            "a multiplier of the pair of which the demand asks nothing",
            "multiplier-asked",
            edited("infeasible_by_pairs", notion__pairs=[["1", "0"]]),
        ),
        "event_of_a_pair_not_asked": (
            "an event of two inputs of which the demand asks nothing",
            "event-asked",
            edited("violates_by_pairs", event={"rows": ["2"], "input": "2", "against": "1"}),
        ),
        "several_of_which_one_is_broken": (
            "the mechanism keeps (epsilon, delta), but not the larger epsilon without delta",
            "ratio",
            edited("satisfies_several", notion__demands__1__gamma="3/2"),
        ),
        "multiplier_of_another_demand": (
            "the multipliers of the demand by pairs given to the one of all pairs",
            "weight-reached",
            edited("trace_of_several", multipliers={"column[0]": "1/2", "column[1]": "1", "pair[0,1,1]": "1"}),
        ),
        "hull_without_a_bend": (
            "a mechanism whose ratio is none of the demands'",
            "garbling",
            edited(
                "dominant_of_several", mechanism=[["3/5", "2/5"], ["2/5", "3/5"]], garbling=[["1", "0"], ["0", "1"]]
            ),
        ),
        "asymptotic_multiplier_of_nothing": (
            "a multiplier of the first input against the second, of which nothing is asked",
            "multiplier-asked",
            edited("asymptotic_one_sided", dual__pair__0="1"),
        ),
        "ratio_of_a_pair_below_zero": (
            "a pair with a ratio of -1",
            "ratio-sign",
            edited("violates_by_pairs", notion__ratios=["-1", "2"]),
        ),
        "delta_of_a_pair_below_zero": (
            "a pair with delta = -1",
            "delta-sign",
            edited("violates_by_pairs", notion__deltas=["-1", "0"]),
        ),
        "slack_of_a_pair_exceeded": (
            "the delta of one pair taken by another",
            "slack",
            edited("satisfies_by_pairs", notion__pairs=[["2", "0"], ["0", "1"]], notion__ratios=["1", "1"]),
        ),
        "smallest_entry_that_changes": (
            "the entry that is smallest at first called the smallest for every t",
            "smallest",
            {
                **SCHEMA,
                "claim": "satisfies",
                "field": {"from": "1", "to": "5", "ends": "[]"},
                "mechanism": [["t/10", "1/5"], ["1-t/10", "4/5"]],
                "notion": {"name": "parity", "gamma": "2"},
            },
        ),
        "weight_not_reached": (
            "a column's multiplier lowered with the value",
            "weight-reached",
            {
                **trace2,
                "notion": {"name": "ldp", "ratio": "3", "delta": "1/10"},
                "multipliers": {},
                "value": "0",
                "objective": {"name": "weighted trace", "sense": "max", "weights": ["0", "1"]},
                "mechanism": [["1", "1"], ["0", "0"]],
            },
        ),
        "symmetry_of_the_first_row_alone": (
            "a second row that tells the truth, behind a first one that keeps the demand",
            "symmetric",
            {**by_symmetry, "mechanism": [["4/5", "1/5"], ["0", "1"]]},
        ),
        "symmetry_with_a_negative_entry": (
            "more on the diagonal than 1, paid for elsewhere",
            "entry-sign",
            {
                **by_symmetry,
                "notion": {**LDP, "delta": "2"},
                "mechanism": [["6/5", "-1/5"], ["-1/5", "6/5"]],
                "value": "12/5",
                "multipliers": {"column": "6/5", "pair": "0", "excess": "0"},
            },
        ),
        "symmetry_with_columns_too_large": (
            "all entries 1, which keeps every demand",
            "column-sum",
            {**by_symmetry, "mechanism": [["1", "1"], ["1", "1"]], "value": "2", "multipliers": all_of_it},
        ),
        "symmetry_beyond_the_slack": (
            "the truth told under a demand",
            "slack",
            {**by_symmetry, "mechanism": [["1", "0"], ["0", "1"]], "value": "2", "multipliers": all_of_it},
        ),
        "symmetry_with_a_negative_excess": (
            "randomized response sold as the least trace",
            "excess-sign",
            {
                **by_symmetry,
                "objective": {"name": "trace", "sense": "min"},
                "mechanism": WARNER,
                "value": "3/2",
                "multipliers": {"column": "-3/4", "pair": "0", "excess": "-1/4"},
            },
        ),
        "symmetry_with_an_excess_beyond_its_pair": (
            "the slack left out of the bound",
            "excess-share",
            {
                **by_symmetry,
                "mechanism": WARNER,
                "value": "3/2",
                "multipliers": {"column": "3/4", "pair": "0", "excess": "1/4"},
            },
        ),
        "symmetry_that_reaches_no_diagonal": (
            "a lie sold as the largest trace",
            "weight-reached",
            {
                **by_symmetry,
                "notion": {**LDP, "delta": "1"},
                "mechanism": [["0", "1"], ["1", "0"]],
                "value": "0",
                "multipliers": {"column": "0", "pair": "0", "excess": "0"},
            },
        ),
        "symmetry_that_reaches_nothing_else": (
            "a constant mechanism sold as the best one",
            "weight-reached",
            {
                **by_symmetry,
                "mechanism": [["1/2", "1/2"], ["1/2", "1/2"]],
                "value": "1",
                "multipliers": {"column": "3/10", "pair": "1", "excess": "1"},
            },
        ),
        "condition_not_met": (
            "the optimum of the demand alone, which does not meet the condition beside it",
            "condition",
            {
                **trace2,
                "conditions": [{"terms": [["0", "0", "1"]], "relation": "<=", "bound": "1/2"}],
            },
        ),
        "condition_equality_not_met": (
            "the same for an equality, of which the mechanism falls short",
            "condition",
            {**trace2, "conditions": [{"terms": [["0", "0", "1"], ["0", "1", "1"]], "relation": "=", "bound": "2"}]},
        ),
        "condition_multiplier_negative": (
            "a condition that every mechanism meets, subtracted as if it were the opposite",
            "condition-sign",
            {
                **SCHEMA,
                "claim": "infeasible",
                "field": {"t": "3"},
                **BINARY,
                "notion": LDP,
                "conditions": [{"terms": [["0", "0", "1"]], "relation": ">=", "bound": "-1"}],
                "multipliers": {"condition[0]": "-1"},
            },
        ),
        "sign_of_one_weight_changes": (
            "a weight above its column's multiplier for some t alone, counted without the ratio wherever it may be above",
            "row-sign",
            {
                **trace2,
                "field": {"from": "3", "to": "4", "ends": "[]"},
                "notion": LDP,
                "objective": {
                    "name": "utility",
                    "sense": "max",
                    "utility": [["t - 7/2", "-1/2"], ["0", "0"]],
                    "prior": ["1/2", "1/2"],
                },
                "value": "0",
                "mechanism": [["0", "0"], ["1", "1"]],
                "multipliers": {},
            },
        ),
        "columns_enough_at_the_first_t_alone": (
            "the optimum at t = 3 sold as that of every t from 3 to 4",
            "row-bound",
            {
                **trace2,
                "field": {"from": "3", "to": "4", "ends": "[]"},
                "notion": LDP,
                "value": "3/2",
                "mechanism": WARNER,
                "multipliers": {"column[0]": "3/4", "column[1]": "3/4"},
            },
        ),
        "columns_too_small_by_a_step": (
            "T(1 - y) - y = 2^-128, the least that numbers of 64 bits can miss: 2^128 + 1 has the divisor 2^64(1 - y)",
            "row-bound",
            {
                **trace2,
                "notion": {"name": "ldp", "ratio": f"{(1 + (2**64 - MISS) * 2**64) // MISS}/{2**64}"},
                "value": str(F(2**65 - 2 * MISS, 2**64)),
                "mechanism": [
                    [str(1 - F(MISS, 2**64)), str(F(MISS, 2**64))],
                    [str(F(MISS, 2**64)), str(1 - F(MISS, 2**64))],
                ],
                "multipliers": {f"column[{j}]": str(1 - F(MISS, 2**64)) for j in range(2)},
            },
        ),
        "weight_that_touches_its_multiplier": (
            "a weight whose range begins where that of its multiplier ends, counted without the ratio",
            "row-bound",
            {
                **trace2,
                "field": {"from": "3", "to": "4", "ends": "[]"},
                "notion": LDP,
                "objective": {
                    "name": "utility",
                    "sense": "max",
                    "utility": [["2*t - 6", "-5/2"], [TOUCHED, "0"]],
                    "prior": ["1/2", "1/2"],
                },
                "value": f"{TOUCHED}/2",
                "mechanism": [["0", "0"], ["1", "1"]],
                "multipliers": {"column[0]": f"{TOUCHED}/2"},
            },
        ),
        "sign_of_a_row_changes": (
            "two weights above their columns' multipliers for some t each, and so far below for the others",
            "row-sign",
            {
                **trace2,
                "field": {"from": "2", "to": "4", "ends": "[]"},
                "notion": LDP,
                "objective": {
                    "name": "utility",
                    "sense": "max",
                    "utility": [["t-3", "3-t"], ["0", "0"]],
                    "prior": ["1/2", "1/2"],
                },
                "value": "0",
                "mechanism": [["0", "0"], ["1", "1"]],
                "multipliers": {},
            },
        ),
        "one_input_cannot_break_a_ratio": (
            "a ratio below 1 called infeasible for one input, which it cannot bind",
            "row-bound",
            {
                **SCHEMA,
                "claim": "infeasible",
                "field": Q,
                "inputs": ["a"],
                "outputs": ["a"],
                "notion": {"name": "parity", "gamma": "1/2"},
                "multipliers": {"column[0]": "-1"},
            },
        ),
        "excess_added_to_both_inputs": (
            "an output's share of the demand counted for both inputs",
            "weight-reached",
            {
                **trace2,
                "notion": {"name": "ldp", "ratio": "3", "delta": "1/10"},
                "value": "1/5",
                "multipliers": {"pair[0,1]": "1", "pair[1,0]": "1", "excess[0,0,1]": "1", "excess[1,1,0]": "1"},
            },
        ),
        "row_exceeds_the_ratio": (
            "two off-diagonal entries of a column made unequal",
            "ratio",
            edited("trace_exp_t", mechanism=unlike),
        ),
        "another_demands_mechanism": (
            "the mechanism of twice the epsilon",
            "row-bound",
            edited("trace_exp_t", notion={"name": "ldp", "ratio": "t^2"}),
        ),
        "column_sums_above_one": (
            "off-diagonal mass that no answer has",
            "column-sum",
            {**trace2, "mechanism": heavy},
        ),
        "pair_demand_exceeded": (
            "the mechanism of delta = 1/5 under delta = 1/10",
            "slack",
            edited(
                "trace_pair_form_exp_t",
                mechanism=[["1/5+4/5*t/(t+2)" if i == j else "4/5/(t+2)" for j in range(3)] for i in range(3)],
                claim="within",
                lower="1",
                upper="3",
                multipliers={"column[0]": "1", "column[1]": "1", "column[2]": "1"},
            )
            | {"value": None},
        ),
        "excess_above_its_pair": (
            "an output's share of the demand larger than the whole",
            "excess-share",
            edited(
                "trace_pair_form_exp_t",
                multipliers={**pair["multipliers"], cap: f"({pair['multipliers'][cap]})-{TINY}"},
                claim="within",
                lower="1",
                upper="3",
            )
            | {"value": None},
        ),
        "requirement_that_is_met": (
            "the optimum itself called unreachable",
            "contradiction",
            edited("infeasible_trace", requirement__bound="3/2"),
        ),
        "identified_after_all": (
            "delta = 10^-30 called nothing",
            "delta-zero",
            edited("variance_unattained", notion={"name": "ldp", "ratio": "1", "delta": TINY}),
        ),
        "epsilon_not_zero": (
            "a ratio of 1 + 10^-30 called 1",
            "ratio-one",
            edited("variance_unattained", notion={"name": "parity", "gamma": f"1+{TINY}"}),
        ),
    }


def variance_attacks() -> dict[str, tuple[str, str, Any]]:
    half = {"t": "exp(1/2)"}
    best = [["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]]
    warner = [["(t+1/5)/(t+1)", "4/5/(t+1)"], ["4/5/(t+1)", "(t+1/5)/(t+1)"]]
    at, low = "(t+1/5)/(t-3/5)", {"t": "exp(1/10)"}
    pieces = accepted("variance_pieces_of_epsilon")
    tie = accepted("variance_delta_two_minimisers")
    one = accepted("variance_delta_one_wins")
    quick = variance(best, None, {"every": ["0", "1"]}, Q)
    part = {key: x for key, x in quick.items() if key not in ("schema", "field")}

    def joined(*parts: tuple[Any, Any]) -> Any:
        found = [{**part, "field": field, **more} for field, more in parts]
        return {**SCHEMA, "claim": "pieces", "field": {"from": "1", "to": "inf", "ends": "()"}, "pieces": found}

    first, last = {"from": "1", "to": "2", "ends": "()"}, {"from": "2", "to": "inf", "ends": "()"}
    moved = copy.deepcopy(pieces)
    spot = next(n for n, p in enumerate(pieces["pieces"]) if len(p["minimisers"]) == 2)
    cut = pieces["pieces"][spot]["field"]["t"]
    near = {**cut, "root": cut["root"].replace("t", f"(t-{TINY})")}
    for n, key in ((spot - 1, "to"), (spot, "t"), (spot + 1, "from")):
        moved["pieces"][n]["field"][key] = near
        moved["pieces"][n]["mechanism"] = moved["pieces"][n].pop("minimisers")[0]
    return {
        "not_the_best_vertex": (
            "the symmetric design where (1, delta) wins",
            "vertex",
            variance(warner, f"({at}-1/10)*({at}-9/10)", {"prevalence": "1/10"}, low, "1/5"),
        ),
        "minimiser_left_out": (
            "one of two minimisers called the only one",
            "minimiser-missing",
            {**tie, "minimisers": tie["minimisers"][:1]},
        ),
        "variance_value_too_small": (
            "a value 10^-30 below the minimum",
            "value",
            edited("variance_exp_t", value=f"({accepted('variance_exp_t')['value']})-{TINY}"),
        ),
        "mirrored_mechanism": (
            "answers exchanged, so that p00 + p11 < 1, with the same product",
            "identified",
            variance(best[::-1], "(t/(t-1)-1/4)*(t/(t-1)-3/4)", {"prevalence": "1/4"}, half),
        ),
        "variance_without_the_privacy": (
            "a design of twice the epsilon",
            "ratio",
            variance(
                [["t^2/(t^2+1)", "1/(t^2+1)"], ["1/(t^2+1)", "t^2/(t^2+1)"]],
                "(t^2/(t^2-1)-1/4)*(t^2/(t^2-1)-3/4)",
                {"prevalence": "1/4"},
                half,
            ),
        ),
        "warner_restriction_ignored": (
            "an asymmetric design under the Warner restriction",
            "warner",
            {
                **{k: x for k, x in one.items() if k != "minimisers"},
                "mechanism": one["minimisers"][0],
                "objective": {**one["objective"], "restriction": "warner"},
            },
        ),
        "prevalences_out_of_order": (
            "an empty range, for which everything holds",
            "prevalence-order",
            edited("variance_every_prevalence_range", objective__every=["3/5", "2/5"]),
        ),
        "range_of_prevalences_too_wide": (
            "the symmetric design optimal at 1/2 claimed for every prevalence",
            "vertex",
            variance(warner, None, {"every": ["1/10", "1/2"]}, low, "1/5"),
        ),
        "worst_prevalence_at_the_wrong_end": (
            "the variance at 1/10 for the worst over 1/10..2/5",
            "value",
            variance(best, "(t/(t-1)-1/10)*(t/(t-1)-9/10)", {"worst": ["1/10", "2/5"]}, half),
        ),
        "worst_case_of_a_worse_design": (
            "a feasible design that is not the best at its worst",
            "vertex",
            variance([["2/3", "1/3"], ["1/3", "2/3"]], "9/4", {"worst": ["0", "1"]}, {"t": "3"}),
        ),
        "breakpoint_moved_by_1e-30": (
            "a breakpoint of epsilon off by 10^-30",
            "vertex",
            moved,
        ),
        "pieces_leave_a_point_out": ("t = 2 in neither piece", "pieces-gap", joined((first, {}), (last, {}))),
        "pieces_leave_an_interval_out": (
            "from 2 to 2 + 10^-30 in neither piece",
            "pieces-gap",
            joined(({**first, "ends": "(]"}, {}), ({**last, "from": f"2+{TINY}"}, {})),
        ),
        "pieces_cover_less": (
            "large t is not covered",
            "pieces-cover",
            joined(({**first, "ends": "(]"}, {}), ({**last, "to": "1000"}, {})),
        ),
        "pieces_about_different_demands": (
            "the second piece has twice the epsilon",
            "pieces-question",
            joined(
                ({**first, "ends": "(]"}, {}),
                (
                    last,
                    {
                        "notion": {"name": "ldp", "ratio": "t^2", "delta": "0"},
                        "mechanism": [["t^2/(t^2+1)", "1/(t^2+1)"], ["1/(t^2+1)", "t^2/(t^2+1)"]],
                    },
                ),
            ),
        ),
        "asymptotic_dual_too_small": (
            "a dual that fails on the ray (0, 1)",
            "dual-ray",
            {
                **SCHEMA,
                "claim": "optimal",
                "field": {"t": "2"},
                **BINARY,
                "notion": {"name": "ldp", "ratio": "2", "delta": "1/2"},
                "objective": {"name": "asymptotic variance", "prevalence": "1/2"},
                "mechanism": [["2/3", "1/3"], ["1/3", "2/3"]],
                "dual": {"column": ["2/9", "2/9"], "pair": ["0", "0"]},
                "value": "9/4",
            },
        ),
        "asymptotic_negative_multiplier": (
            "a negative multiplier of a demand with delta = 2",
            "dual-sign",
            {
                **SCHEMA,
                "claim": "optimal",
                "field": {"t": "2"},
                **BINARY,
                "outputs": ["0", "1", "?"],
                "notion": {"name": "ldp", "ratio": "2", "delta": "2"},
                "objective": {"name": "asymptotic variance", "prevalence": "1/2"},
                "mechanism": [["1/2", "0"], ["0", "1/2"], ["1/2", "1/2"]],
                "dual": {"column": ["4", "2"], "pair": ["-2", "0"]},
                "value": "1/2",
            },
        ),
        "asymptotic_value_too_small": (
            "a variance 10^-30 below the four-output optimum",
            "upper-bound",
            edited("asymptotic_four_outputs", value=f"({accepted('asymptotic_four_outputs')['value']})-{TINY}"),
        ),
        "asymptotic_without_information": (
            "the constant mechanism with an upper bound",
            "information",
            {**edited("asymptotic_delta_zero", mechanism=[["1/2", "1/2"], ["1/2", "1/2"]])},
        ),
        "worst_case_beaten_at_the_lower_end": (
            "9 where a corner has 19/4 at the lower end",
            "vertex",
            variance([["1/10", "0"], ["9/10", "1"]], "9", {"worst": ["0", "1/2"]}, {"t": "11/10"}, "1/10"),
        ),
        "worst_case_beaten_at_the_upper_end": (
            "9 where a corner has 19/4 at the upper end",
            "vertex",
            variance([["1", "9/10"], ["0", "1/10"]], "9", {"worst": ["1/2", "1"]}, {"t": "11/10"}, "1/10"),
        ),
        "worst_case_that_changes_its_piece": (
            "a mechanism whose worst prevalence is at an end for some t only, beside the value of another",
            "region",
            variance(
                [["t/4", "3/8"], ["1-t/4", "5/8"]],
                "(101/198)^2",
                {"worst": ["1/2", "3/4"]},
                {"from": "2", "to": "3", "ends": "[]"},
            )
            | {"notion": {"name": "parity", "gamma": "100"}},
        ),
        "variance_ratio_below_one": (
            "a demand with a ratio below 1, for which the polyhedron was not derived",
            "ratio-below-one",
            variance([["14/15", "1/15"], ["1/15", "14/15"]], "225/676", {"prevalence": "1/2"}, {"t": "1/2"}, "9/10"),
        ),
        "dominant_ratio_below_one": (
            "a demand with a ratio below 1, for which the four rows were not derived",
            "ratio-below-one",
            {
                **SCHEMA,
                "claim": "dominant",
                "field": Q,
                "notion": {"name": "ldp", "ratio": "1/2", "delta": "1"},
                "mechanism": [["1", "0"], ["0", "1"]],
                "garbling": [["1", "0"], ["0", "0"], ["0", "0"], ["0", "1"]],
            },
        ),
        "minimiser_listed_twice": (
            "the only minimiser written in two ways",
            "minimiser-twice",
            edited("variance_exp_t", minimisers=[best, [["2*t/(2*t+2)", "1/(t+1)"], best[1]]]),
        ),
        "asymptotic_information_below_zero": (
            "a bound 1/L with a negative L, from a tangent that falls below 0, under every upper bound",
            "information",
            {
                **asymptotic("1/100", "10", [["1", "9/10"], ["0", "1/10"]], "0", ["0", "1000"]),
                "claim": "within",
                "notion": {"name": "ldp", "ratio": "10", "delta": "1/10"},
                "objective": {"name": "asymptotic variance", "prevalence": "1/100", "worst": ["0", "1"]},
                "dual": {"column": ["1000", "1000"], "pair": ["1000", "1000"]},
                "lower": "0",
                "upper": "1/10000",
                "value": None,
            },
        ),
        "variance_of_a_constant_mechanism": (
            "a mechanism that identifies nothing",
            "identified",
            variance([["1/2", "1/2"], ["1/2", "1/2"]], "1", {"prevalence": "1/2"}, {"t": "3"}),
        ),
        "asymptotic_prevalence_below_zero": (
            "a prevalence of -1/10, where all outputs still have a positive weight",
            "prevalence-below-zero",
            asymptotic("-1/10", "3", [["3/4", "1/4"], ["1/4", "3/4"]], "16/25", ["-5/32", "55/32"]),
        ),
        "asymptotic_prevalence_above_one": (
            "a prevalence of 3/2",
            "prevalence-above-one",
            asymptotic("3/2", "2", [["2/3", "1/3"], ["1/3", "2/3"]], "5/4", ["6/5", "-2/5"]),
        ),
        "asymptotic_negative_multiplier_of_the_second": (
            "the other multiplier negative",
            "dual-sign",
            {
                **SCHEMA,
                "claim": "optimal",
                "field": {"t": "2"},
                **BINARY,
                "outputs": ["0", "1", "?"],
                "notion": {"name": "ldp", "ratio": "2", "delta": "2"},
                "objective": {"name": "asymptotic variance", "prevalence": "1/2"},
                "mechanism": [["1/2", "0"], ["0", "1/2"], ["1/2", "1/2"]],
                "dual": {"column": ["2", "4"], "pair": ["0", "-2"]},
                "value": "1/2",
            },
        ),
        "asymptotic_worst_that_is_not_the_worst": (
            "the value at 1/10 for the worst of 1/10 to 3/20",
            "upper-bound",
            with_worst("1/10", ["1/10", "3/20"]),
        ),
        "asymptotic_worst_that_is_not_the_worst_above_a_half": (
            "the value at 9/10 for the worst of 17/20 to 9/10",
            "upper-bound",
            with_worst("9/10", ["17/20", "9/10"]),
        ),
        "asymptotic_worst_outside_the_interval": (
            "the value at 1/2 for the worst of 1/5 to 2/5",
            "prevalence-in-interval",
            with_worst("1/2", ["1/5", "2/5"]),
        ),
        "asymptotic_worst_above_its_point": (
            "the value at 1/2 for the worst of 3/5 to 4/5",
            "prevalence-in-interval",
            with_worst("1/2", ["3/5", "4/5"]),
        ),
        "asymptotic_upper_bound_beside_the_worst": (
            "bounds for the worst prevalence with the variance at a better one",
            "upper-bound",
            {
                **SCHEMA,
                "claim": "within",
                "field": {"t": "3"},
                **BINARY,
                "notion": {"name": "ldp", "ratio": "3"},
                "objective": {"name": "asymptotic variance", "prevalence": "1/2", "worst": ["0", "1"]},
                "mechanism": [["3/5", "4/15"], ["2/5", "11/15"]],
                "lower": "24/25",
                "upper": "221/100",
                "dual": {"column": ["1/2", "1/2"], "pair": ["0", "0"]},
            },
        ),
        "asymptotic_ratio_below_one": (
            "a demand with e^epsilon < 1, whose rays are others",
            "ratio-below-one",
            {
                **SCHEMA,
                "claim": "optimal",
                "field": {"t": "1"},
                **BINARY,
                "notion": {"name": "ldp", "ratio": "1/2", "delta": "1"},
                "objective": {"name": "asymptotic variance", "prevalence": "1/3"},
                "value": "2/9",
                "mechanism": [["1", "0"], ["0", "1"]],
                "dual": {"column": ["3/2", "3"], "pair": ["0", "0"]},
            },
        ),
        "dominant_by_another_garbling": (
            "a mechanism that is one of several incomparable ones",
            "garbling",
            edited(
                "dominant_every_prevalence",
                mechanism=[["1/10", "0"], ["9/10", "9/10"], ["0", "1/10"]],
                garbling=[["1", "0", "0"], ["0", "1/2", "0"], ["0", "1/2", "0"], ["0", "0", "1"]],
            ),
        ),
        "dominant_without_the_privacy": (
            "the identity, which is as informative as everything",
            "slack",
            edited(
                "dominant_every_prevalence",
                mechanism=[["1", "0"], ["0", "1"]],
                garbling=[
                    ["1/10", "0"],
                    ["9*t/(10*t+10)", "9/(10*t+10)"],
                    ["9/(10*t+10)", "9*t/(10*t+10)"],
                    ["0", "1/10"],
                ],
            ),
        ),
        "total_variance_lower_bound_too_large": (
            "a lower bound 10^-30 above the dual's",
            "lower-bound",
            edited(
                "total_variance", claim="within", lower=f"{accepted('total_variance')['value']}+{TINY}", upper="1000"
            )
            | {"value": None},
        ),
        "asymptotic_without_the_privacy": (
            "the identity, which tells everything",
            "ratio",
            edited("asymptotic_delta_zero", mechanism=[["1", "0"], ["0", "1"]]),
        ),
        "asymptotic_infinite_information_as_none": (
            "at prevalence 0 a certain answer counted as no information",
            "output-probability",
            {
                **SCHEMA,
                "claim": "within",
                "field": {"t": "2"},
                **BINARY,
                "notion": {"name": "ldp", "ratio": "2", "delta": "1/2"},
                "objective": {"name": "asymptotic variance", "prevalence": "0"},
                "mechanism": [["2/3", "1/3"], ["1/3", "2/3"]],
                "dual": {"column": ["0", "1/2"], "pair": ["1", "0"]},
                "lower": "1",
                "upper": "10",
            },
        ),
        "every_prevalence_for_the_worst": (
            "the best worst case of a range called best at each of its ends",
            "vertex",
            variance([["16/25", "9/25"], ["9/25", "16/25"]], None, {"every": ["1/100", "1/2"]}, {"t": "3/2"}, "1/10"),
        ),
        "total_variance_with_delta": (
            "a demand with delta = 1/2, which allows more than the patterns",
            "delta-zero",
            edited("total_variance", notion={**LDP, "delta": "1/2"}),
        ),
        "total_variance_without_the_privacy": (
            "a sharper mechanism with its own inverse",
            "ratio",
            edited(
                "total_variance",
                mechanism=[["4/5", "1/10", "1/10"], ["1/10", "4/5", "1/10"], ["1/10", "1/10", "4/5"]],
                claim="within",
                lower="-1",
                upper="1000",
                inverse=inverse_at(
                    ["1/3"] * 3, [["4/5", "1/10", "1/10"], ["1/10", "4/5", "1/10"], ["1/10", "1/10", "4/5"]]
                ),
            )
            | {"value": None},
        ),
        "total_variance_inverse_of_another": (
            "the inverse of the optimal information matrix beside a worse mechanism",
            "inverse",
            edited(
                "total_variance", mechanism=[["2/5", "3/10", "3/10"], ["3/10", "2/5", "3/10"], ["3/10", "3/10", "2/5"]]
            ),
        ),
        "total_variance_dual_too_small": (
            "a dual lowered on one input, the bound raised",
            "dual-pattern",
            edited(
                "total_variance",
                dual={"column": [str(F(accepted("total_variance")["dual"]["column"][0]) - F(1, 1000))] * 3},
                claim="within",
                lower=str(F(accepted("total_variance")["value"]) + F(1, 1000)),
                upper="1000",
            )
            | {"value": None},
        ),
        "determinant_of_a_small_triangle": (
            "an estimator of half a share, of a quarter of its moment",
            "triangle",
            halved(),
        ),
        "determinant_of_small_moments": (
            "half the second moments of the estimator",
            "moment",
            smaller_moments(),
        ),
        "determinant_of_negative_weights": (
            "two negative weights, whose product is positive",
            "dual-weight",
            negative_weights(),
        ),
        "determinant_with_delta": (
            "the least determinant for delta = 0 where delta is 1/2",
            "delta-zero",
            edited("determinant_exact", notion={**LDP, "delta": "1/2"}),
        ),
        "determinant_prevalence_zero": (
            "a prevalence of 0, at which the shares have no common law",
            "share-positive",
            {**loose_determinant(), "objective": {"name": "determinant", "prevalences": ["1/2", "1/2", "0"]}},
        ),
        "determinant_of_classes_that_differ": (
            "inputs of different prevalences exchanged",
            "class-exchange",
            {
                **loose_determinant(),
                "objective": {"name": "determinant", "prevalences": ["1/2", "1/3", "1/6"]},
                "classes": ["0", "0", "0"],
            },
        ),
        "determinant_biased_estimator": (
            "the estimator of other combinations of the shares",
            "estimator",
            edited("determinant_exact", triangle=[["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]),
        ),
        "determinant_of_a_singular_matrix": (
            "combinations of the shares of which two are the same",
            "triangle",
            {
                **loose_determinant(),
                "triangle": [["1", "1", "0"], ["1", "1", "0"], ["0", "0", "1"]],
                "estimator": [["2", "2", "-2"], ["2", "2", "-2"], ["-1", "-1", "3"]],
            },
        ),
        "determinant_dual_too_large": (
            "twice the weights of the dual",
            "dual-pattern",
            {
                **loose_determinant(),
                "dual": {"column": ["1"] * 3, "weights": ["22/3", "64/11", "16/9"]},
                "lower": "75",
            },
        ),
        "determinant_dual_that_is_no_triangle": (
            "a singular matrix of the dual, taken for one of determinant 1",
            "triangle",
            {
                **loose_determinant(),
                "matrix": [["1", "-1", "0"], ["-1", "1", "0"], ["0", "0", "1"]],
                "dual": {"column": ["1"] * 3, "weights": ["2", "2", "1"]},
                "lower": "4",
            },
        ),
        "largest_variance_dual_too_large": (
            "twice the matrix of the dual",
            "dual-pattern",
            {
                **twice_the_matrix("largest_variance_within"),
                "triangle": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]],
                "upper": "1000",
            },
        ),
        "largest_variance_too_small": (
            "half the largest variance as its upper bound",
            "semidefinite",
            {**accepted("largest_variance_within"), "lower": "0", "upper": "1"},
        ),
        "largest_variance_of_no_contrast": (
            "a matrix of the dual whose rows do not sum to 0",
            "contrast-sum",
            {
                **accepted("largest_variance_within"),
                "matrix": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]],
                "dual": {"column": ["1", "2", "8"]},
            },
        ),
        "total_variance_biased_estimator": (
            "an estimator that shrinks, of less variance",
            "estimator",
            shrunk(),
        ),
        "total_variance_of_inputs_that_differ": (
            "three inputs as one class, with a dual that holds where the first ones are held alone",
            "class-exchange",
            one_class(),
        ),
        "total_variance_weights_of_nothing": (
            "weights whose sum is not 1 on the worst of two prevalences",
            "prior-sum",
            doubled(),
        ),
        "total_variance_prevalence_zero": (
            "an input of prevalence 0",
            "share-positive",
            edited(
                "total_variance",
                objective__prevalences=["0", "1/2", "1/2"],
                claim="within",
                lower="-1000000",
                upper="1000",
                inverse=inverse_at(["0", "1/2", "1/2"]),
                dual={"column": ["100000"] * 3},
            )
            | {"value": None},
        ),
    }


def halved() -> Any:
    """The accepted determinant with half of the first row of the estimator, and what it then seems to reach."""
    document = accepted("determinant_exact")
    half = {key: [[f"({x})/2" for x in document[key][0]], *document[key][1:]] for key in ("estimator", "triangle")}
    moments = [f"({document['moments'][0]})/4", *document["moments"][1:]]
    bounds = {"claim": "within", "lower": "0", "upper": f"({document['value']})/4", "value": None}
    return {**document, **half, **bounds, "moments": moments}


def loose_determinant() -> Any:
    """The accepted design with a dual and moments that hold at any prevalences, and prove little."""
    bounds = {"claim": "within", "lower": "0", "upper": "10^9", "value": None, "classes": None}
    dual = {"column": ["1000"] * 3, "weights": accepted("determinant_exact")["dual"]["weights"]}
    return {**accepted("determinant_exact"), **bounds, "moments": ["1000"] * 3, "dual": dual}


def twice_the_matrix(name: str) -> Any:
    """An accepted certificate with twice the matrix of its dual, and four times its lower bound."""
    document = accepted(name)
    twice = [[f"2*({x})" for x in row] for row in document["matrix"]]
    return {**document, "matrix": twice, "lower": f"4*({document['lower']})"}


def smaller_moments() -> Any:
    document = accepted("determinant_exact")
    moments = [f"({x})/2" for x in document["moments"]]
    return {**document, "moments": moments, "claim": "within", "lower": "0", "upper": "2", "value": None}


def negative_weights() -> Any:
    """N = diag(-10, -10, 5) is below every bound on the patterns of t = 2, and has the determinant 500."""
    document = accepted("determinant_exact")
    unit = [["1" if i == j else "0" for j in range(3)] for i in range(3)]
    dual = {"column": ["1", "1", "1"], "weights": ["-10", "-10", "5"]}
    bounds = {"claim": "within", "lower": "500", "upper": "1000", "value": None, "classes": None}
    return {**document, "matrix": unit, "dual": dual, **bounds}


def one_class() -> Any:
    """The accepted design with a dual that holds at the patterns whose first inputs are large, and proves too much."""
    document = accepted("total_variance")
    y = F(document["dual"]["column"][0])
    column = [str(y + F(1, 10)), str(y), str(y - F(1, 5))]
    lower = str(F(document["value"]) + F(1, 20))
    changes = {"claim": "within", "lower": lower, "upper": "1000", "value": None, "classes": ["0", "0", "0"]}
    return {**document, **changes, "dual": {"column": column}}


def doubled() -> Any:
    """The accepted bounds at the worst of two prevalences with twice the weights, the dual and the lower bound."""
    document = accepted("total_variance_worst_of_several")
    dual = {key: [f"2*({x})" for x in numbers] for key, numbers in document["dual"].items()}
    return {**document, "dual": dual, "lower": f"2*({document['lower']})", "upper": "1000"}


def shrunk() -> Any:
    """The accepted design with an estimator of half its size in place of the inverse."""
    document = accepted("total_variance")
    estimator = [["3/2" if i == j else "-1/2" for j in range(3)] for i in range(3)]
    del document["inverse"]
    return {**document, "claim": "within", "lower": "-1", "upper": "5", "value": None, "estimator": estimator}


def inverse_at(prevalences: list[str], rows: Any = None) -> list[list[str]]:
    """The inverse of the information matrix of the accepted design at another prevalence, by cofactors."""
    P, pi = (
        [[F(x) for x in row] for row in rows or accepted("total_variance")["mechanism"]],
        [F(x) for x in prevalences],
    )
    M = [
        [sum((r[a] * r[b] / sum(p * x for p, x in zip(pi, r, strict=True)) for r in P), F(0)) for b in range(3)]
        for a in range(3)
    ]

    def cofactor(a: int, b: int) -> F:
        (c, d), (e, f) = [(a + 1) % 3, (a + 2) % 3], [(b + 1) % 3, (b + 2) % 3]
        return M[c][e] * M[d][f] - M[c][f] * M[d][e]

    det = sum(M[0][b] * cofactor(0, b) for b in range(3))
    return [[str(cofactor(b, a) / det) for b in range(3)] for a in range(3)]


def order_attacks() -> dict[str, tuple[str, str, Any]]:
    compare = {**SCHEMA, "claim": "compare", "field": Q, "first": WARNER, "second": SHARPER}
    c = "(7501/10000-1/4)/(1/2)"
    unfold = {"garbling": [[c, f"1-{c}"], [f"1-{c}", c]]}
    deficient = accepted("deficiency_exact")
    jump = [("0", "1/5", "1/2", "1/2"), ("1/5", "1", "1", "1")]
    slope = [("0", "8/9", "1/5", "1"), ("8/9", "1", "1", "1")]
    return {
        "garbling_with_negative_entries": (
            "the less informative of two mechanisms made the better",
            "entry-sign",
            {**compare, "relation": "at least as informative", "forward": unfold},
        ),
        "garbling_of_something_else": (
            "a garbling that gives another mechanism",
            "garbling",
            {**compare, "relation": "at least as informative", "forward": {"garbling": [["1", "0"], ["0", "1"]]}},
        ),
        "garbling_off_by_1e-30": (
            "RR(3/4) as informative as RR(3/4 + 10^-30)",
            "garbling",
            {
                **compare,
                "second": [[f"3/4+{TINY}", f"1/4-{TINY}"], [f"1/4-{TINY}", f"3/4+{TINY}"]],
                "relation": "at least as informative",
                "forward": {"garbling": [["1", "0"], ["0", "1"]]},
            },
        ),
        "decision_problem_with_a_tie": (
            "a decision problem on which both do equally well",
            "decision",
            {
                **compare,
                "relation": "not at least as informative",
                "forward": {"prior": ["1/2", "1/2"], "gains": [["1", "1"]]},
            },
        ),
        "strictly_more_informative_than_itself": (
            "a mechanism compared with itself",
            "decision",
            {
                **compare,
                "second": WARNER,
                "relation": "strictly more informative",
                "forward": {"garbling": [["1", "0"], ["0", "1"]]},
                "backward": GUESS,
            },
        ),
        "notion_of_the_pair_not_met": (
            "the dominating mechanism is less private",
            "ratio",
            edited("compare_strictly_with_notion", notion={"name": "parity", "gamma": "3"}),
        ),
        "deficiency_garbling_far": (
            "an upper bound below the garbling's distance",
            "deficiency-upper",
            {**deficient, "upper": f"1/10000-{TINY}", "lower": "0"},
        ),
        "deficiency_lower_bound_too_large": (
            "a lower bound above what the decision problem shows",
            "deficiency-lower",
            {**deficient, "lower": f"1/10000+{TINY}"},
        ),
        "deficiency_gains_scaled": (
            "gains of 10 show ten times the deficiency",
            "gains",
            {**deficient, "gains": [["10", "0"], ["0", "10"]], "lower": "1/1000", "upper": "1"},
        ),
        "deficiency_prior_below_zero": (
            "a prior of 2 and -1 shows twice the deficiency of silence with respect to the truth",
            "prior-sign",
            {
                **SCHEMA,
                "claim": "deficiency",
                "field": Q,
                "first": [["1", "1"], ["0", "0"]],
                "second": [["1", "0"], ["0", "1"]],
                "garbling": [["1", "1"], ["0", "0"]],
                "prior": ["2", "-1"],
                "gains": [["1", "1"], ["0", "0"]],
                "lower": "1",
                "upper": "1",
            },
        ),
        "deficiency_prior_above_one": (
            "a prior of total 2 shows twice the deficiency",
            "prior-sum",
            {**deficient, "prior": ["1", "1"], "lower": "1/5000", "upper": "1"},
        ),
        "admissible_with_a_third_value": (
            "a row with a value in between",
            "two-values",
            {
                **SCHEMA,
                "claim": "admissible",
                "field": {"t": "2"},
                "gamma": "t",
                "mechanism": [
                    ["1/7", "2/7", "3/14"],
                    ["15/28", "15/56", "15/56"],
                    ["1/8", "1/4", "1/8"],
                    ["11/56", "11/56", "11/28"],
                ],
            },
        ),
        "admissible_below_its_parity": (
            "a ratio 10^-30 below gamma",
            "value-ratio",
            edited("admissible_three", gamma=f"t+{TINY}"),
        ),
        "profile_wrong_at_a_breakpoint": (
            "a delta 10^-30 too small",
            "profile-value",
            edited("profile_warner", deltas=["1/2", f"-{TINY}"]),
        ),
        "profile_with_a_kink_left_out": (
            "a breakpoint left out",
            "profile-value",
            edited("profile_three_pieces", breakpoints=["1", "4"], deltas=["7/16", "0"]),
        ),
        "profile_breakpoint_twice": (
            "a breakpoint given twice",
            "breakpoint-order",
            edited("profile_warner", breakpoints=["1", "1", "3"], deltas=["1/2", "1/2", "0"]),
        ),
        "profile_below_one": (
            "a profile for epsilon < 0",
            "breakpoint-below-one",
            edited("profile_warner", breakpoints=["1/2", "3"], deltas=["5/8", "0"]),
        ),
        "breach_gamma_too_large_at_an_end": (
            "equality inside a piece of a gamma that fails at its end",
            "gamma-at-end",
            breach(jump, "16", "0", "1/17"),
        ),
        "breach_gamma_too_large_inside": (
            "a gamma that fails between two equalities",
            "gamma-inside",
            breach(slope, "2", "0", "1/3"),
        ),
        "breach_gamma_not_attained": (
            "a gamma that is only a lower bound",
            "equality",
            breach(jump, "3", "0", "1/5"),
        ),
        "breach_point_off_its_piece": (
            "equality of the first piece's formula where the second holds",
            "point-in-piece",
            breach([("0", "1/5", "9/10", "9/10"), ("1/5", "1", "1", "1")], "9", "0", "1/2"),
        ),
        "breach_pieces_end_early": (
            "h given on [0, 1/5] only",
            "h-end",
            breach(jump[:1], "4", "0", "1/5"),
        ),
        "breach_point_where_h_is_one": ("the trivial equality at p = 1", "gamma-largest", breach(jump, "2", "1", "1")),
        "breach_pieces_with_a_gap": (
            "the piece with the least ratio left out",
            "h-gap",
            breach([("0", "1/10", "1/2", "1/2"), ("1/5", "1", "1", "1")], "9", "0", "1/10"),
        ),
        "breach_limit_that_is_none": (
            "h(0) = 0 with another slope than gamma",
            "gamma-largest",
            edited("breach_limit_at_zero", gamma="2"),
        ),
        "breach_piece_reversed": (
            "a piece run backwards",
            "piece-order",
            breach([jump[0], ("1/5", "1/10", "1", "1"), ("1/10", "1", "1", "1")], "4", "0", "1/5"),
        ),
        "breach_h_ends_above_one": (
            "h rising to 2",
            "h-right",
            breach([jump[0], ("1/5", "1", "1", "2")], "4", "0", "1/5"),
        ),
        "breach_piece_empty": (
            "a piece of no length",
            "piece-order",
            breach([("0", "0", "1", "1"), *jump], "4", "1", "1/5"),
        ),
        "breach_h_above_one": (
            "h = 2 on a piece",
            "h-left",
            breach([jump[0], ("1/5", "1", "2", "1")], "4", "0", "1/5"),
        ),
    }


def other_attacks() -> dict[str, tuple[str, str, Any]]:
    _sign, event = "without the sign that the conclusion needs", {"rows": ["0"], "input": "0", "against": "1"}
    near = "1648721270700128146848650787814163571653776100710148/1000000000000000000000000000000000000000000000000000"
    crossing = [["t/10", "3/20"], ["1-t/10", "17/20"]]
    return {
        "ldp_exceeded_by_1e-30": (
            "a ratio 10^-30 above e^epsilon",
            "ratio",
            privacy("satisfies", WARNER, {"name": "parity", "gamma": f"3-{TINY}"}),
        ),
        "ldp_of_a_rounded_epsilon": (
            "a ratio with 52 digits of e^(1/2), rounded down",
            "ratio",
            {
                **privacy(
                    "satisfies", [["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], {"name": "ldp", "ratio": near}
                ),
                "field": {"t": "exp(1/2)"},
            },
        ),
        "delta_added_over_outputs": (
            "each output within delta, their sum not",
            "slack",
            privacy(
                "satisfies",
                [["1/10", "0"], ["1/10", "0"], ["4/5", "1"]],
                {"name": "ldp", "ratio": "t", "delta": "1/10"},
            ),
        ),
        "delta_hidden_by_a_sign_change": (
            "a positive part that starts inside the interval",
            "largest",
            {
                **privacy("satisfies", crossing, {"name": "ldp", "ratio": "1", "delta": "1/1000"}),
                "field": {"from": "1", "to": "2", "ends": "[]"},
            },
        ),
        "violation_by_one_output": (
            "a mechanism that always says the same",
            "violation",
            privacy("violates", [["1", "1"]], LDP, event=event),
        ),
        "violation_that_is_none": (
            "a ratio equal to e^epsilon",
            "violation",
            privacy("violates", WARNER, LDP, event=event),
        ),
        "rho_reversed": (
            "rho1 above rho2",
            "rho-order",
            privacy("violates", WARNER, {"name": "rho", "from": "1/2", "to": "1/5"}, event=event),
        ),
        "rho_of_nothing": (
            "rho1 = rho2",
            "rho-order",
            privacy("satisfies", [["1/2", "1/2"], ["1/2", "1/2"]], {"name": "rho", "from": "1/2", "to": "1/2"}),
        ),
        "rho_from_zero": (
            "rho1 = 0",
            "rho-above-zero",
            privacy("violates", WARNER, {"name": "rho", "from": "0", "to": "1/2"}, event=event),
        ),
        "rho_to_one": (
            "rho2 = 1",
            "rho-below-one",
            privacy("satisfies", WARNER, {"name": "rho", "from": "1/2", "to": "1"}),
        ),
        "ratio_zero": (
            "e^epsilon = 0",
            "ratio-sign",
            privacy("violates", WARNER, {"name": "ldp", "ratio": "0"}, event=event),
        ),
        "negative_delta": (
            "delta = -1, which everything violates",
            "delta-sign",
            privacy(
                "violates", [["1/2", "1/2"], ["1/2", "1/2"]], {"name": "ldp", "ratio": "1", "delta": "-1"}, event=event
            ),
        ),
        "negative_ratio": (
            "e^epsilon = -1, which everything violates",
            "ratio-sign",
            privacy("violates", WARNER, {"name": "ldp", "ratio": "-1"}, event=event),
        ),
        "identity_that_is_none": (
            "(x+1)^2 = x^2 + 1",
            "identity",
            statement(states="(x+1)^2 = x^2+1"),
        ),
        "identity_true_for_one_value": (
            "xy = x, true where y = 1",
            "identity",
            statement(variables=["x", "y"], states="x*y = x"),
        ),
        "strict_from_a_zero_multiplier": (
            "0 > 0 by zero times nothing",
            "term-sign",
            statement(states="x > x", terms=[{"times": "0", "given": []}]),
        ),
        "negative_coefficient": (
            "x^2 <= 0 by a square with the coefficient -1",
            "term-sign",
            statement(states="x^2 <= 0", terms=[{"times": "-1", "square": "x", "given": []}]),
        ),
        "free_multiplier_of_an_inequality": (
            "x >= 1 by a polynomial of unknown sign",
            "term-sign",
            statement(states="x >= 1", terms=[{"free": "x-1", "given": []}]),
        ),
        "strict_from_a_square": (
            "x^2 > 0 by a square",
            "terms-positive",
            statement(states="x^2 > 0", terms=[{"times": "1", "square": "x", "given": []}]),
        ),
        "equation_from_an_inequality": (
            "x = 0 from x >= 0",
            "terms-zero",
            statement(states="x = 0", given=["x >= 0"], terms=[{"times": "1", "given": ["0"]}]),
        ),
        "multiplier_that_may_vanish": (
            "1 <= 0 multiplied by x = 0",
            "multiplier-positive",
            statement(
                states="1 <= 0",
                given=["x = 0"],
                multiplier={"times": "1", "given": ["0"]},
                terms=[{"free": "-1", "given": ["0"]}],
            ),
        ),
        "point_outside_the_hypotheses": (
            "a counterexample with x = 1/2 to a statement about x > 1",
            "hypothesis",
            instance(at={"x": "1/2"}, given=["x > 1"], states="x^2 >= 1", verdict="false"),
        ),
        "counterexample_that_is_none": (
            "a true instance called false",
            "states",
            instance(at={"x": "2"}, states="x^2 >= 4", verdict="false"),
        ),
        "instance_that_is_false": (
            "a false instance called true",
            "states",
            instance(at={"x": "2"}, states="x^2 > 4"),
        ),
        "sign_that_changes_inside": (
            "t^2 >= 2 on an interval with the root inside",
            "states",
            instance(field={"from": "1", "to": "2", "ends": "[]"}, at={"x": "t"}, states="x^2 >= 2"),
        ),
        "sign_on_a_domain_from_below_zero": (
            "10 - t > 0 on (-100, inf), by a bound on the roots counted from the wrong place",
            "states",
            instance(field={"from": "-100", "to": "inf", "ends": "()"}, at={"x": "10-t"}, states="x > 0"),
        ),
        "sign_false_at_a_closed_end": (
            "t > 1 on [1, 2]",
            "states",
            instance(field={"from": "1", "to": "2", "ends": "[]"}, at={"x": "t"}, states="x > 1"),
        ),
        "refuted_only_somewhere": (
            "x < 3/2 is false at some t of [1, 2], not at all",
            "states",
            instance(field={"from": "1", "to": "2", "ends": "[]"}, at={"x": "t"}, states="x < 3/2", verdict="false"),
        ),
        "division_by_zero_at_a_closed_end": (
            "1/(t-1) >= 0 on [1, 2]",
            "side-defined",
            instance(field={"from": "1", "to": "2", "ends": "[]"}, at={"x": "t-1"}, states="1/x >= 0"),
        ),
    }


def sublinear_attacks() -> dict[str, tuple[str, str, Any]]:
    information, tv = accepted("information_exp_t"), accepted("divergence_tv_delta")
    half = {
        **SCHEMA,
        "claim": "optimal",
        "field": {"t": "2"},
        "inputs": ["a", "b", "c"],
        "outputs": ["all"],
        "notion": {"name": "ldp", "ratio": "t"},
        "objective": {"name": "divergence", "kind": "tv", "between": [["1", "0", "0"], ["0", "0", "1"]]},
        "mechanism": [["1", "1", "1"]],
        "value": "0",
        "dual": {"column": ["1/2", "0", "-1/2"]},
        "classes": ["0", "0", "0"],
    }
    revealed = {
        **half,
        "notion": {"name": "ldp", "ratio": "t", "delta": "1/10"},
        "claim": "within",
        "value": None,
        "lower": "0",
        "upper": "1",
        "dual": {"column": ["1/2", "0", "1/2"]},
        "classes": None,
    }
    silent = {"inputs": ["a", "b"], "mechanism": [["1", "1"]], "classes": None}
    pair = {**half["objective"], "between": [["1", "0"], ["0", "1"]]}
    nearby = design(Information(["1/2", "1/3", "1/6"]), Demand("1/2..1")).pieces
    below, above = (json.loads(nearby[n].certificate) for n in (2, 4))
    return {
        "information_multipliers_of_the_lower_end": (
            "multipliers that bound f at the lower end of the interval alone",
            "dual-pattern",
            edited("information_over_an_interval", dual=below["dual"]),
        ),
        "information_mechanism_of_the_upper_end": (
            "a mechanism that keeps the demand at the upper end of the interval alone",
            "ratio",
            edited("information_over_an_interval", mechanism=above["mechanism"]),
        ),
        "information_dual_too_small": (
            "multipliers smaller by a thousandth, and the bound that they give",
            "dual-pattern",
            edited(
                "information_exp_t",
                dual={"column": [f"{x}*999/1000" for x in information["dual"]["column"]]},
                upper="(" + "+".join(f"({x})" for x in information["dual"]["column"]) + ")*999/1000",
                lower="0",
            ),
        ),
        "information_lower_bound_too_large": (
            "a lower bound 10^-25 above what the mechanism keeps",
            "lower-bound",
            edited("information_exp_t", lower=f"{information['lower']}+{10**5}*{TINY}"),
        ),
        "information_prior_of_two": (
            "a prior of total 2, which keeps twice as much",
            "prior-sum",
            edited(
                "divergence_kl_between_inputs",
                objective__between=[["2", "0", "0"], ["0", "0", "2"]],
                lower="0",
                upper="2",
                dual={"column": [f"2*({x})" for x in accepted("divergence_kl_between_inputs")["dual"]["column"]]},
            ),
        ),
        "divergence_classes_of_different_inputs": (
            "the two inputs that are to be told apart in one class",
            "class-exchange",
            half,
        ),
        "divergence_ratio_below_one": (
            "patterns of 1 and 1/2, between which other rows lie",
            "ratio-below-one",
            {
                **half,
                "inputs": ["a"],
                "mechanism": [["1"]],
                "classes": None,
                "notion": {"name": "ldp", "ratio": "1/2"},
                "objective": {**half["objective"], "between": [["1"], ["1"]]},
                "dual": {"column": ["0"]},
            },
        ),
        "divergence_delta_of_three_inputs": ("a bound by rays that are those of two inputs", "delta-zero", revealed),
        "divergence_infinite": (
            "a divergence that a revealing answer makes infinite",
            "infinite",
            {
                **revealed,
                **silent,
                "objective": {**pair, "kind": "chi2"},
                "dual": {"column": ["1", "1"], "pair": ["1", "1"]},
            },
        ),
        "divergence_without_the_rays": (
            "with delta the optimum without it",
            "dual-ray",
            {
                **tv,
                "claim": "within",
                "value": None,
                "lower": "0",
                "upper": "(t-1)/(t+1)",
                "dual": {"column": ["(t-1)/(2*t+2)"] * 2, "pair": ["0", "0"]},
            },
        ),
        "divergence_negative_multiplier": (
            "a negative multiplier of a large delta",
            "dual-sign",
            {
                **revealed,
                **silent,
                "notion": {"name": "ldp", "ratio": "t", "delta": "10"},
                "objective": pair,
                "dual": {"column": ["11/20", "1/2"], "pair": ["-1/20", "0"]},
                "upper": "3/5",
            },
        ),
    }


def several_attacks() -> dict[str, tuple[str, str, Any]]:
    """What is wrong at one of several lists of prevalences, or of their weights."""
    mean, worst, largest = (
        accepted(f"{name}_of_several") for name in ("determinant_mean", "determinant_worst", "largest_variance_worst")
    )
    second = mean["places"][1]
    unit = [["1" if i == j else "0" for j in range(3)] for i in range(3)]
    loose = {"lower": "1/10^9", "upper": "10^9"}

    def at_second(document: Any, **changes: Any) -> Any:
        return {**document, "places": [document["places"][0], {**document["places"][1], **changes}]}

    return {
        "several_determinants_of_small_moments": (
            "half the second moments of the estimator at the second list",
            "moment",
            {**at_second(mean, moments=[f"({x})/2" for x in second["moments"]]), "lower": "1", "upper": "20"},
        ),
        "several_determinants_biased_estimator": (
            "at the second list an estimator of other combinations of the shares",
            "estimator",
            at_second(mean, triangle=unit),
        ),
        "several_determinants_mean_too_large": (
            "a lower bound between the largest and the geometric mean of what the dual shows",
            "lower-bound",
            {**mean, "lower": "40", "upper": "1000"},
        ),
        "several_determinants_mean_too_small": (
            "an upper bound below the geometric mean",
            "upper-bound",
            {**mean, "lower": "1", "upper": "30"},
        ),
        "several_determinants_of_the_better_list": (
            "as the largest of two determinants an upper bound that only one of them is below",
            "upper-bound",
            {**skewed(worst), "lower": "1/10^9"},
        ),
        "several_determinants_weights_of_two": (
            "weights whose sum is 2, with twice the dual",
            "prior-sum",
            {
                **worst,
                **loose,
                "dual": {key: [f"2*({x})" for x in y] for key, y in worst["dual"].items()},
                "lower": "10",
            },
        ),
        "several_determinants_dual_too_large": (
            "ten times the weights of the matrix at the second list",
            "dual-pattern",
            {**at_second(mean, diagonal=[f"10*({x})" for x in second["diagonal"]]), "lower": "1000", "upper": "10^6"},
        ),
        "largest_variance_of_the_better_list": (
            "at the second list an estimator that is too bad for the upper bound",
            "semidefinite",
            {**largest, "lower": "0", "upper": "3"},
        ),
    }


def slack_attacks() -> dict[str, tuple[str, str, Any]]:
    """Multipliers of the slack that give too much, or are left out."""
    found = accepted("slack_total_variance")
    column, zero = found["dual"]["column"], [["0"] * 3] * 3
    few = [[f"({x})/2" for x in row] for row in found["dual"]["slack"]]
    more = [str(F(x) + F(1, 10)) for x in column]
    return {
        "slack_without_multipliers": (
            "a bound for delta = 0, which a mechanism with delta > 0 beats",
            "delta-zero",
            {**found, **bounds_of_pure()},
        ),
        "slack_of_half_the_multipliers": (
            "half the multipliers of the slack, and the bound that they would give",
            "dual-pattern",
            {**found, "dual": {"column": column, "slack": few}, "lower": str(F(found["lower"]) + F(1, 10))},
        ),
        "slack_of_negative_multipliers": (
            "multipliers below 0 of a delta that no mechanism uses up, whose cost is then a gain",
            "dual-sign",
            {
                **found,
                "notion": {**found["notion"], "delta": "2"},
                "dual": {"column": ["100000"] * 3, "slack": [["-49000"] * 3] * 3},
                "lower": "1000",
            },
        ),
        "slack_multipliers_that_are_not_paid_for": (
            "the multipliers that are needed, with a bound as if they cost nothing",
            "lower-bound",
            {**found, "lower": str(F(found["lower"]) + F(1, 100))},
        ),
        "slack_dual_of_patterns": (
            "a list y that is enough at the patterns, with no multipliers",
            "dual-pattern",
            {**found, **bounds_of_pure(), "dual": {"column": bounds_of_pure()["dual"]["column"], "slack": zero}},
        ),
        "slack_too_small": (
            "an upper bound that the mechanism does not reach",
            "upper-bound",
            {**found, "dual": {"column": more, "slack": found["dual"]["slack"]}, "lower": "0", "upper": "5/2"},
        ),
    }


def slack_attacks_on_what_is_kept() -> dict[str, tuple[str, str, Any]]:
    """The same for information and divergences."""
    found, tv = accepted("slack_information"), accepted("slack_divergence_tv")
    column, zero = found["dual"]["column"], [["0"] * 3] * 3
    few = [[f"({x})/2" for x in row] for row in found["dual"]["slack"]]
    krr = [["3/5" if i == j else "1/5" for j in range(3)] for i in range(3)]
    kl = {"name": "divergence", "kind": "kl"}
    return {
        "slack_information_without_multipliers": (
            "multipliers y alone where delta > 0",
            "delta-zero",
            {**found, "dual": {"column": ["1"] * 3}, "upper": "3"},
        ),
        "slack_information_of_half_the_multipliers": (
            "half the multipliers of the slack, and a bound that these would do for",
            "dual-pattern",
            {**found, "dual": {"column": column, "slack": few}},
        ),
        "slack_information_of_negative_multipliers": (
            "multipliers below 0 of a delta that no mechanism uses up, whose cost is then a gain",
            "dual-sign",
            {
                **found,
                "notion": {**found["notion"], "delta": "2"},
                "dual": {"column": ["1"] * 3, "slack": [["-1/1000"] * 3] * 3},
                "upper": "2999/1000",
            },
        ),
        "slack_tv_multipliers_that_are_not_paid_for": (
            "the multipliers that are needed, with a bound as if they cost nothing",
            "upper-bound",
            {**tv, "claim": "within", "lower": "0", "value": None, "upper": str(F(tv["upper"]) - F(1, 100))},
        ),
        "slack_of_a_ratio_below_one": (
            "a ratio below 1, whose mechanisms of delta are others",
            "ratio-below-one",
            {**tv, "notion": {**tv["notion"], "ratio": "1/3", "delta": "2"}, "upper": "100"},
        ),
        "slack_kl_that_may_be_infinite": (
            "a Kullback-Leibler divergence with delta = 0, shown at rows that rule inputs out",
            "infinite",
            {
                **found,
                "notion": {"name": "ldp", "ratio": "3"},
                "objective": kl,
                "mechanism": krr,
                "outputs": ["0", "1", "2"],
                "dual": {"column": ["100"] * 3, "slack": zero},
                "lower": "0",
                "upper": "300",
            },
        ),
    }


def bounds_of_pure() -> Any:
    """The dual of the same total variance with delta = 0, and its bound."""
    document = json.loads(design(TotalVariance(["1/2", "1/3", "1/6"]), Demand("ln3")).certificate or "")
    least = document.get("lower", document.get("value"))
    upper = {"upper": str(F(least) + 1)}
    return {"dual": document["dual"], "matrix": document["matrix"], "lower": least, **upper}


def skewed(document: Any) -> Any:
    """Of two lists, an upper bound between what the moments at them show."""
    reached = []
    for place in document["places"]:
        shown = F(1)
        for x in place["moments"]:
            shown *= F(x)
        reached.append(shown)
    return {**document, "upper": str((max(reached) + min(reached)) / 2)}


def cone_attacks() -> dict[str, tuple[str, str, Any]]:
    """Optima of demands that ask for more, claimed for demands with a ratio of its own for each pair."""
    three = ["1/2", "1/3", "1/6"]
    total, tv, told = (
        json.loads(design(objective, Demand("ln3"), inputs=3).certificate or "")
        for objective in (TotalVariance(three), Divergence("tv"), Information(three))
    )
    pairs = [[str(j), str(n)] for j in range(3) for n in range(3) if j != n]
    metric = {"name": "pairs", "pairs": pairs, "ratios": ["3", "9", "3", "3", "9", "3"], "deltas": ["0"] * 6}
    slack = {**metric, "ratios": ["3"] * 6, "deltas": ["0", "1/10", *["0"] * 4]}
    sensitive = {"name": "pairs", "pairs": [["1", "0"], ["1", "2"]], "ratios": ["3", "3"], "deltas": ["0", "0"]}
    return {
        "cone_of_a_stronger_demand": (
            "the least total variance of the bounds between neighbours alone",
            "dual-pattern",
            {**total, "notion": {"name": "all", "demands": [metric]}},
        ),
        "cone_of_a_pair_with_slack": (
            "a bound with delta > 0 taken for one of each row by itself",
            "dual-pattern",
            {**told, "notion": slack},
        ),
        "cone_of_one_input": (
            "a dual that fails at the answers of which one input alone is capable",
            "dual-pattern",
            {
                **tv,
                "claim": "within",
                "notion": sensitive,
                "classes": None,
                "value": None,
                "lower": "0",
                "upper": "10",
                "outputs": ["0"],
                "mechanism": [["1", "1", "1"]],
                "dual": {"column": ["19/10", "1", "2"]},
            },
        ),
        "cone_divergence_infinite": (
            "a divergence that answers which rule inputs out make infinite",
            "infinite",
            {
                **tv,
                "claim": "within",
                "notion": sensitive,
                "classes": None,
                "value": None,
                "lower": "0",
                "upper": "10",
                "objective": {"name": "divergence", "kind": "chi2"},
                "dual": {"column": ["100"] * 3},
                "outputs": ["0"],
                "mechanism": [["1", "1", "1"]],
            },
        ),
        "divergence_dual_too_small_by_a_hair": (
            "a dual that is too small by less than what enclosures tell apart",
            "dual-pattern",
            {**accepted("divergence_hellinger_that_just_fits"), "dual": {"column": [f"1/2-1/{2**390}", "0"]}},
        ),
        "divergence_of_silence_above_zero": (
            "a divergence of nothing that is a hair above 0",
            "lower-bound",
            {
                **accepted("divergence_hellinger_that_just_fits"),
                "field": {"t": "1"},
                "outputs": ["0"],
                "mechanism": [["1", "1"]],
                "lower": f"1/{2**384}",
            },
        ),
        "cone_of_rows_without_a_zero": (
            "the most distance of rows that rule no input out",
            "dual-pattern",
            {**tv, "notion": sensitive, "classes": None},
        ),
    }


def main() -> None:
    index = {}
    for name, (tries, condition, document) in {
        **linear_attacks(),
        **variance_attacks(),
        **order_attacks(),
        **other_attacks(),
        **sublinear_attacks(),
        **build_orbits.attacks(),
        **several_attacks(),
        **slack_attacks(),
        **slack_attacks_on_what_is_kept(),
        **cone_attacks(),
        **build_hostile.rejected(),
    }.items():
        text = json.dumps({key: x for key, x in document.items() if x is not None}, indent=1, ensure_ascii=False)
        (CERTIFICATES / "rejected" / f"{name}.rropt.json").write_text(text + "\n", encoding="utf-8")
        otherwise = {"otherwise": OTHERWISE[name]} if name in OTHERWISE else {}
        index[name] = {"tries": tries, "condition": condition, **otherwise}
    (CERTIFICATES / "rejected" / "index.json").write_text(
        json.dumps(index, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
