"""Writes tests/certificates/accepted: certificates of designs and small ones by hand, no two alike in claim, field, degeneracy.

Run it only to add a certificate; the files are the test suite and stand on their own.
"""

from __future__ import annotations

import json
import random
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import build_hostile
import build_orbits

from rropt import (
    LDP,
    BayesFactor,
    BetaFactor,
    Contrast,
    Determinant,
    Divergence,
    Information,
    LargestVariance,
    Linear,
    Metric,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    design,
)
from rropt.checker import check

TARGET = Path(__file__).parents[1] / "certificates" / "accepted"
SCHEMA = {"schema": "rropt.certificate/2"}
Q: dict[str, Any] = {"t": "1"}
LDP_T = {"name": "ldp", "ratio": "t"}
WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]
SHARPER = [["7501/10000", "2499/10000"], ["2499/10000", "7501/10000"]]
GUESS = {"prior": ["1/2", "1/2"], "gains": [["1", "0"], ["0", "1"]]}
COSTS = [[0, 2, 5], [3, "1/2", -1]]
YES_NO = ["no", "yes"]
THREE = ["1/2", "1/3", "1/6"]


def designed() -> dict[str, Any]:
    """Certificates that designs carry."""
    rng = random.Random(5)
    utility = [[F(rng.randint(-6, 6)) for _ in range(3)] for _ in range(4)]
    several = [["1/2", "1/3", "1/6"], ["1/6", "1/6", "2/3"]]
    made = {
        "total_variance_by_classes_exp_t": design(TotalVariance(), LDP("1/2"), inputs=5),
        "total_variance_within": design(TotalVariance(["1/2", "1/4", "1/6", "1/12"]), LDP("1/2")),
        "total_variance_mean_of_several": design(TotalVariance(several, weights=[1, 2]), LDP("ln2")),
        "total_variance_worst_of_several": design(TotalVariance(several, worst=True), LDP("1/2")),
        "determinant_exact": design(Determinant(), LDP("ln2"), inputs=3),
        "determinant_within": design(Determinant(several[0]), LDP("1/2")),
        "largest_variance_exact": design(LargestVariance(), LDP("1/2"), inputs=4),
        "largest_variance_within": design(LargestVariance(several[0]), LDP("ln2")),
        "contrast_variance_identified_alone": design(Contrast([1, 0, 0], several[0]), LDP("ln3")),
        "contrast_variance_scores": design(Contrast([1, 2, 3], several[1]), LDP("1")),
        "trace_rational_t": design(Trace(), LDP("ln3"), inputs=3),
        "trace_exp_t": design(Trace(), LDP("1/2"), inputs=4),
        "trace_every_epsilon": design(Trace(), LDP("every"), inputs=3),
        "trace_interval_exp_ends": design(Trace(), LDP("1/2..2"), inputs=2),
        "trace_pair_form_exp_t": design(Trace(), LDP("1/2", delta="1/10"), inputs=3),
        "trace_pair_form_every_epsilon": design(Trace(), LDP("every", delta="1/10"), inputs=3),
        "trace_by_symmetry": design(Trace(), LDP("1/2", delta="1/10"), inputs=24),
        "conditions_exp_t": design(
            Trace(), LDP(1), inputs=3, subject_to=["P[1,1] >= 9/20", "P[0,1] == P[1,0]", "2*P[2,0]/3 + P[2,1] <= 1/5"]
        ),
        "conditions_pair_form": design(
            Linear(COSTS), LDP("ln2", delta="1/5"), subject_to=["sum(P[0,:]) <= 1", "P[0,1] >= 1/8"]
        ),
        "conditions_of_pairs": design(
            Trace(),
            PairwiseLDP({(0, 1): "ln2", (1, 2): "ln5"}, deltas={(1, 2): "1/9"}),
            inputs=3,
            subject_to=["P[0,0] == 1/3"],
        ),
        "conditions_unsatisfiable": design(Trace(), LDP("1/2"), inputs=3, subject_to=["P[0,0] >= 9/10", "P[0,1] == 0"]),
        "conditions_unreached": design(Trace(), LDP("ln3"), inputs=3, subject_to=["P[0,0] <= 1/4"], require="9/5"),
        "conditions_variance": design(Variance("1/4"), LDP(1, delta="1/10"), subject_to=["P[1,1] >= 9/10"]),
        "conditions_variance_equality": design(
            Variance("1/4"), LDP("ln3"), subject_to=["P[0,0] == 2/3", "P[0,1] <= 1/3"]
        ),
        "conditions_variance_worst": design(
            Variance("1/10..2/5"), LDP("ln3", delta="1/10"), subject_to=["P[0,0] <= 3/5"]
        ),
        "linear_costs_exp_t": design(Linear(COSTS), LDP("1/2")),
        "linear_gains_pair_form": design(Linear(COSTS, sense="max"), LDP("ln2", delta="1/5")),
        "information_exp_t": design(Information(["1/2", "1/3", "1/6"]), LDP("1/2"), inputs=3),
        "information_classes": design(Information(["1/2", *["1/8"] * 4]), LDP("ln3"), inputs=5),
        "information_mean_of_several": design(
            Information([["1/2", "1/4", "1/4"], ["1/10", "1/5", "7/10"]], weights=[1, 3]), LDP("1/2")
        ),
        "information_least_of_several": design(
            Information([["1/2", "1/4", "1/4"], ["1/10", "1/5", "7/10"]], worst=True), LDP("ln3")
        ),
        "information_delta": design(Information(), LDP("ln2", delta="1/10"), inputs=2),
        "divergence_kl_between_inputs": design(Divergence("kl", 0, 2), Parity("5/2"), inputs=3),
        "divergence_kl_of_all_pairs": design(Divergence("kl"), LDP("1"), inputs=4),
        "divergence_hellinger": design(Divergence("hellinger", THREE, THREE[::-1]), LDP("2"), inputs=3),
        "divergence_hellinger_delta": design(Divergence("hellinger", 0, 1), LDP("1/2", delta="1/10"), inputs=2),
        "divergence_chi2": design(Divergence("chi2", THREE, THREE[::-1]), LDP("ln3"), inputs=3),
        "divergence_chi2_of_all_pairs": design(Divergence("chi2"), LDP("1/2"), inputs=4),
        "divergence_tv": design(Divergence("tv", THREE, ["1/6", "1/6", "2/3"]), LDP("1/2"), inputs=3),
        "divergence_tv_delta": design(Divergence("tv", 0, 1), LDP("1", delta="1/10"), inputs=2),
        "trace_epsilon_zero": design(Trace(), LDP(0), inputs=3),
        "trace_parity": design(Trace(), Parity("5/2"), inputs=3),
        "trace_rho": design(Trace(), RhoBreach("1/5", "1/2"), inputs=3),
        "trace_bayes_factor": design(Trace(), BayesFactor(4), inputs=2),
        "weighted_trace_beta_factor": design(Trace([1, 2, 3]), BetaFactor(2), inputs=3),
        "weighted_trace_exp_t": design(Trace(["1/2", 1, 3]), LDP("1"), inputs=3),
        "utility_max_more_outputs": design(Utility(utility, ["1/6", "1/3", "1/2"]), LDP("ln2"), outputs=4),
        "utility_min": design(Utility(utility, ["1/6", "1/3", "1/2"], sense="min"), LDP("1/2"), outputs=4),
        "utility_pair_of_the_second_input_alone": design(
            Utility([[3, 0], [0, 1]], ["1/2", "1/2"]), LDP("ln2", delta="1/10")
        ),
        "utility_constant_rows": design(Utility([[1, 1], [1, 1]], ["1/2", "1/2"]), LDP("ln2"), outputs=2),
        "utility_labels": design(
            Utility([[1, 0], [0, 3]], ["1/3", "2/3"]),
            LDP("ln5"),
            outputs=("said no", "said yes"),
            inputs=("nein", "ja"),
        ),
        "infeasible_trace": design(Trace(), LDP("ln2"), inputs=3, require="8/5"),
        "infeasible_loss": design(
            Utility(utility, ["1/6", "1/3", "1/2"], sense="min"), LDP("ln2"), outputs=4, require=-9
        ),
        "variance_exp_t": design(Variance("1/4"), LDP("1/2")),
        "variance_delta_two_minimisers": design(Variance("1/2"), LDP("1/20", delta="1/10")),
        "variance_delta_one_wins": design(Variance("1/10"), LDP("1/10", delta="1/5")),
        "variance_prevalence_zero_face": design(Variance(0), LDP("1/2", delta="1/10")),
        "variance_prevalence_one_delta_zero": design(Variance(1), LDP("1/2")),
        "variance_epsilon_zero_delta": design(Variance("1/3"), LDP(0, delta="1/4")),
        "variance_delta_one": design(Variance("1/3"), LDP("1/2", delta=1)),
        "variance_warner": design(Variance("1/4", warner=True), LDP("1/10", delta="1/5")),
        "variance_every_epsilon_and_prevalence": design(Variance("every"), LDP("every")),
        "variance_every_prevalence_range": design(Variance("every:2/5..3/5"), LDP("ln3", delta="1/10")),
        "variance_pieces_of_epsilon": design(Variance("1/4"), LDP("every", delta="1/10")),
        "variance_worst": design(Variance("1/10..2/5"), LDP("1/2", delta="1/10")),
        "variance_worst_inside": design(Variance("0..1"), LDP("2")),
        "variance_unattained": design(Variance("1/3"), LDP(0)),
        "asymptotic_four_outputs": design(Variance("1/4"), LDP("1/2", delta="1/10"), outputs="free"),
        "asymptotic_delta_zero": design(Variance("1/4"), LDP("ln3"), outputs="free"),
        "asymptotic_epsilon_zero": design(Variance("1/3"), LDP(0, delta="1/10"), outputs="free"),
        "asymptotic_every_epsilon": design(Variance("1/4"), LDP("every", delta="1/10"), outputs="free"),
        "asymptotic_worst_at_an_end": design(Variance("1/10..2/5"), LDP("1/2", delta="1/10"), outputs="free"),
        "asymptotic_worst_at_the_other_end": design(Variance("3/5..9/10"), LDP("1/2..2"), outputs=3),
        "asymptotic_worst_inside": design(Variance("1/4..2/3"), LDP("ln2", delta="1/10"), outputs=5),
        "dominant_every_prevalence": design(Variance("every"), LDP("1/2", delta="1/10"), outputs="free"),
        "dominant_every_epsilon": design(Variance("every:1/10..1/3"), LDP("every", delta="1/10"), outputs=6),
    }
    return {name: json.loads(found.certificate or "") for name, found in made.items()}


def several() -> dict[str, Any]:
    """Certificates of the determinant and of the largest variance at several prevalences, and of three inputs with delta > 0."""
    lists, both = [THREE, ["1/6", "1/6", "2/3"]], LDP("ln3") & PairwiseLDP({(0, 1): "ln2"})
    made = {
        "determinant_mean_of_several": design(Determinant(lists, weights=[1, 2]), LDP("1/2")),
        "determinant_worst_of_several": design(Determinant(lists, worst=True), LDP("ln2")),
        "largest_variance_worst_of_several": design(LargestVariance(lists, worst=True), LDP("ln3")),
        "slack_total_variance": design(TotalVariance(THREE), LDP("ln3", delta="1/10")),
        "slack_total_variance_exp_t": design(TotalVariance(["2/5", "3/10", "1/5", "1/10"]), LDP("1/2", delta="1/100")),
        "slack_total_variance_worst_of_several": design(TotalVariance(lists, worst=True), LDP("ln2", delta="1/5")),
        "slack_contrast_identified_alone": design(Contrast([1, 0, 0], THREE), LDP("ln3", delta="1/10")),
        "slack_determinant_mean_of_several": design(Determinant(lists), LDP("ln3", delta="1/10")),
        "slack_largest_variance": design(LargestVariance(THREE), LDP("ln3", delta="1/10")),
        "slack_epsilon_zero": design(TotalVariance(THREE), LDP(0, delta="1/4")),
        "slack_information": design(Information(THREE), LDP("ln3", delta="1/10")),
        "slack_information_exp_t": design(Information(["2/5", "3/10", "1/5", "1/10"]), LDP("1/2", delta="1/100")),
        "slack_information_mean_of_several": design(Information(lists, weights=[1, 2]), LDP("ln2", delta="1/5")),
        "slack_divergence_tv": design(Divergence("tv"), LDP("ln3", delta="1/10"), inputs=3),
        "slack_divergence_hellinger": design(Divergence("hellinger", 0, 2), LDP(0, delta="1/4"), inputs=3),
        "cone_determinant_of_several": design(Determinant(lists), both),
        "cone_largest_variance_of_several": design(LargestVariance([THREE, THREE[::-1]], worst=True), both),
    }
    return {name: json.loads(found.certificate or "") for name, found in made.items()}


def over_intervals() -> dict[str, Any]:
    """Certificates of information and of a divergence over a part of an interval of epsilon."""
    made = {
        "information_over_an_interval": design(Information(THREE), LDP("1/2..1")),
        "divergence_chi2_over_an_interval": design(Divergence("chi2", 0, 2), LDP("ln2..ln3"), inputs=3),
    }
    return {name: json.loads(found.pieces[3].certificate) for name, found in made.items()}


def cones() -> dict[str, Any]:
    """Certificates of designs under demands with a ratio of its own for each pair, shown at the extreme rows of a cone."""
    line, both = Metric("line", "ln3"), LDP("ln3") & PairwiseLDP({(0, 1): "ln2"})
    two = PairwiseLDP({(0, 1): "ln2", (1, 0): "ln3"}, deltas={(0, 1): "1/10"})
    made = {
        "asymptotic_of_two_ratios": design(Variance("1/4"), two, outputs="free"),
        "divergence_tv_epsilon_zero": design(Divergence("tv", 0, 1), LDP(0), inputs=3),
        "dominant_of_two_ratios": design(Variance("every"), two, outputs="free"),
        "dominant_epsilon_zero": design(Variance("every"), LDP(0, delta="1/10"), outputs="free"),
        "cone_total_variance": design(TotalVariance(THREE), line),
        "cone_total_variance_exp_t": design(TotalVariance(THREE), Metric("line", "1/2")),
        "cone_total_variance_worst_of_several": design(TotalVariance([THREE, THREE[::-1]], worst=True), both),
        "cone_contrast": design(Contrast([[1, -1, 0]], THREE), both),
        "cone_determinant": design(Determinant(THREE), line),
        "cone_largest_variance_of_a_sensitive_input": design(LargestVariance(THREE), Sensitive([1], "ln3")),
        "cone_information_exp_t": design(Information(THREE), Metric("line", "1/2")),
        "cone_divergence_chi2": design(Divergence("chi2", 0, 2), line, inputs=3),
        "cone_divergence_kl": design(Divergence("kl"), both, inputs=3),
        "cone_divergence_tv_of_two": design(
            Divergence("tv", 0, 1), PairwiseLDP({(0, 1): "ln2", (1, 0): "ln3"}), inputs=2
        ),
        "cone_divergence_tv_that_rules_inputs_out": design(Divergence("tv"), Sensitive([1], "ln3"), inputs=3),
        "cone_divergence_hellinger_of_four": design(Divergence("hellinger", 0, 3), Metric("line", "ln2"), inputs=4),
    }
    found = {name: json.loads(each.certificate or "") for name, each in made.items()}
    fits = {
        "claim": "within",
        "field": {"t": "4"},
        "inputs": YES_NO,
        "outputs": ["0", "1", "2"],
        "notion": LDP_T,
        "objective": {"name": "divergence", "kind": "hellinger", "between": [["1", "0"], ["0", "1"]]},
        "mechanism": [["4/5", "1/5"], ["0", "0"], ["1/5", "4/5"]],
        "lower": "1/5-1/10^50",
        "upper": "1/2",
        "dual": {"column": ["1/2", "0"]},
    }
    entropy = {**fits, "objective": {**fits["objective"], "kind": "kl"}, "dual": {"column": ["3", "0"]}, "upper": "3"}
    found["divergence_hellinger_that_just_fits"] = fits
    found["divergence_kl_with_a_zero_row"] = {**entropy, "lower": "3/5*69/50"}
    found["labels_at_the_ends_of_each_spelling"] = {
        "claim": "infeasible",
        "field": Q,
        "inputs": ["~", "\u00a0", "\u00ff", "\u0100", "\uffef", "\U00010000"],
        "outputs": ["a b", "!"],
        "notion": {"name": "parity", "gamma": "1/2"},
        "multipliers": {"column[0]": "-1"},
    }
    found["satisfies_at_a_high_power_of_e"] = {
        "claim": "satisfies",
        "field": {"t": "exp(399/2)"},
        "mechanism": [["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]],
        "notion": LDP_T,
    }
    unreached = json.loads((TARGET / "conditions_exp_t.rropt.json").read_text("utf-8"))
    weak = {"terms": [["0", "0", "1"]], "relation": "<=", "bound": "1"}
    n = len(unreached["conditions"])
    found["conditions_of_which_one_has_the_multiplier_zero"] = {
        **unreached,
        "conditions": [*unreached["conditions"], weak],
        "multipliers": {**unreached["multipliers"], f"condition[{n}]": "0"},
    }
    loose = {"name": "ldp", "ratio": "1", "delta": "9/10"}
    several = {"name": "all", "demands": [found["cone_information_exp_t"]["notion"], loose]}
    return {**found, "cone_information_beside_a_slack": {**found["cone_information_exp_t"], "notion": several}}


def written() -> dict[str, Any]:
    """Certificates of the other claims, by hand."""
    root = {"t": {"root": "(16*t-23)^2-45", "between": ["3/2", "2"]}}
    free = {"from": "1", "to": "inf", "ends": "()"}
    c = "(3/4-2499/10000)/(5002/10000)"
    garbling = [[c, f"1-{c}"], [f"1-{c}", c]]
    three = [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]
    once = {"times": "1", "given": []}
    jump = [
        {"from": "0", "to": "1/5", "left": "1/2", "right": "1/2"},
        {"from": "1/5", "to": "1", "left": "1", "right": "1"},
    ]
    slope = [
        {"from": "0", "to": "8/9", "left": "1/5", "right": "1"},
        {"from": "8/9", "to": "1", "left": "1", "right": "1"},
    ]
    factor = [
        {"from": "0", "to": "1/3", "left": "0", "right": "1"},
        {"from": "1/3", "to": "1", "left": "1", "right": "1"},
    ]
    last = [
        {"from": "0", "to": "1/2", "left": "1", "right": "1"},
        {"from": "1/2", "to": "1", "left": "1", "right": "1"},
    ]
    last[1] = {"from": "1/2", "to": "1", "left": "3/4", "right": "1"}
    binary = {"inputs": YES_NO, "outputs": ["0", "1"]}
    warner = [["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]]
    return {
        "satisfies_boundary": {
            "claim": "satisfies",
            "field": {"t": "3"},
            "mechanism": WARNER,
            "notion": {"name": "ldp", "ratio": "t"},
        },
        "satisfies_delta_exp": {
            "claim": "satisfies",
            "field": {"t": "exp(-1/2)"},
            "mechanism": [["1/10", "0"], ["0", "1/10"], ["9/10/(1+t)", "9/10*t/(1+t)"], ["9/10*t/(1+t)", "9/10/(1+t)"]],
            "notion": {"name": "ldp", "ratio": "1/t", "delta": "1/10"},
        },
        "satisfies_zero_row": {
            "claim": "satisfies",
            "field": Q,
            "mechanism": [["0", "0"], ["1", "1"]],
            "notion": {"name": "parity", "gamma": "1"},
        },
        "violates_event": {
            "claim": "violates",
            "field": {"t": "3"},
            "mechanism": SHARPER,
            "notion": {"name": "ldp", "ratio": "t"},
            "event": {"rows": ["0"], "input": "0", "against": "1"},
        },
        "violates_infinite_parity": {
            "claim": "violates",
            "field": {"t": "exp(20)"},
            "mechanism": [["1/2", "0", "0"], ["1/4", "1/2", "0"], ["1/4", "1/2", "1"]],
            "notion": {"name": "ldp", "ratio": "t", "delta": "1/3"},
            "event": {"rows": ["0", "1"], "input": "0", "against": "2"},
        },
        "admissible_three": {"claim": "admissible", "field": {"t": "2"}, "mechanism": three, "gamma": "t"},
        "admissible_gamma_one": {
            "claim": "admissible",
            "field": Q,
            "mechanism": [["1/3", "1/3"], ["0", "0"], ["2/3", "2/3"]],
            "gamma": "1",
        },
        "admissible_every_t": {"claim": "admissible", "field": free, "mechanism": warner, "gamma": "t"},
        "compare_at_least": {
            "claim": "compare",
            "field": Q,
            "first": SHARPER,
            "second": WARNER,
            "relation": "at least as informative",
            "forward": {"garbling": garbling},
        },
        "compare_strictly_with_notion": {
            "claim": "compare",
            "field": Q,
            "first": SHARPER,
            "second": WARNER,
            "relation": "strictly more informative",
            "forward": {"garbling": garbling},
            "backward": GUESS,
            "notion": {"name": "parity", "gamma": "4"},
        },
        "compare_not_at_least": {
            "claim": "compare",
            "field": Q,
            "first": WARNER,
            "second": SHARPER,
            "relation": "not at least as informative",
            "forward": GUESS,
        },
        "compare_equivalent_split_row": {
            "claim": "compare",
            "field": Q,
            "first": WARNER,
            "relation": "equivalent",
            "second": [["1/2", "1/6"], ["1/4", "1/12"], ["1/4", "3/4"]],
            "forward": {"garbling": [["2/3", "0"], ["1/3", "0"], ["0", "1"]]},
            "backward": {"garbling": [["1", "1", "0"], ["0", "0", "1"]]},
        },
        "compare_incomparable": {
            "claim": "compare",
            "field": Q,
            "relation": "incomparable",
            "first": [["1/2", "0"], ["1/2", "1"]],
            "second": [["1", "1/2"], ["0", "1/2"]],
            "forward": {"prior": ["3/4", "1/4"], "gains": GUESS["gains"]},
            "backward": {"prior": ["1/4", "3/4"], "gains": GUESS["gains"]},
        },
        "compare_every_t": {
            "claim": "compare",
            "field": free,
            "first": warner,
            "second": [["1/2", "1/2"], ["1/2", "1/2"]],
            "relation": "strictly more informative",
            "forward": {"garbling": [["1/2", "1/2"], ["1/2", "1/2"]]},
            "backward": GUESS,
        },
        "deficiency_exact": {
            "claim": "deficiency",
            "field": Q,
            "first": WARNER,
            "second": SHARPER,
            "garbling": [["1", "0"], ["0", "1"]],
            **GUESS,
            "lower": "1/10000",
            "upper": "1/10000",
        },
        "deficiency_zero": {
            "claim": "deficiency",
            "field": {"t": "exp(1)"},
            "first": warner,
            "second": WARNER,
            "garbling": [["1", "0"], ["0", "1"]],
            **GUESS,
            "lower": "-1",
            "upper": "1/50",
        },
        "profile_warner": {
            "claim": "profile",
            "field": Q,
            "mechanism": WARNER,
            "breakpoints": ["1", "3"],
            "deltas": ["1/2", "0"],
        },
        "profile_three_pieces": {
            "claim": "profile",
            "field": Q,
            "mechanism": [["1/2", "1/4"], ["1/4", "1/16"], ["1/4", "11/16"]],
            "breakpoints": ["1", "7/3", "4"],
            "deltas": ["7/16", "5/48", "0"],
        },
        "breach_rho": {
            "claim": "breach",
            "field": Q,
            "pieces": jump,
            "gamma": "4",
            "at": {"piece": "0", "point": "1/5"},
        },
        "breach_quadratic_irrational": {
            "claim": "breach",
            "field": root,
            "pieces": slope,
            "gamma": "t",
            "at": {"piece": "0", "point": "(t-9/10-(t-1)/5)/(9/5*(t-1))"},
        },
        "breach_limit_at_zero": {
            "claim": "breach",
            "field": Q,
            "pieces": factor,
            "gamma": "3",
            "at": {"piece": "0", "point": "0"},
        },
        "breach_limit_at_one": {
            "claim": "breach",
            "field": Q,
            "pieces": last,
            "gamma": "2",
            "at": {"piece": "1", "point": "1"},
        },
        "breach_vertex_right_of_its_piece": {
            "claim": "breach",
            "field": Q,
            "gamma": "51/23",
            "at": {"piece": "0", "point": "1/4"},
            "pieces": [
                {"from": "0", "to": "1/4", "left": "1/5", "right": "17/40"},
                {"from": "1/4", "to": "1", "left": "1", "right": "1"},
            ],
        },
        "breach_vertex_left_of_its_piece": {
            "claim": "breach",
            "field": Q,
            "gamma": "2",
            "at": {"piece": "1", "point": "2/3"},
            "pieces": [
                {"from": "0", "to": "2/3", "left": "1", "right": "1"},
                {"from": "2/3", "to": "8/9", "left": "4/5", "right": "1"},
                {"from": "8/9", "to": "1", "left": "1", "right": "1"},
            ],
        },
        "breach_zero": {
            "claim": "breach",
            "field": Q,
            "gamma": "0",
            "at": {"piece": "0", "point": "1/2"},
            "pieces": [
                {"from": "0", "to": "1/2", "left": "1", "right": "0"},
                {"from": "1/2", "to": "1", "left": "1", "right": "1"},
            ],
        },
        "profile_with_a_needless_breakpoint": {
            "claim": "profile",
            "field": Q,
            "mechanism": WARNER,
            "breakpoints": ["1", "5/4", "3"],
            "deltas": ["1/2", "7/16", "0"],
        },
        "implication_identity": {
            "claim": "implication",
            "field": Q,
            "variables": ["p", "g"],
            "given": [],
            "multiplier": once,
            "terms": [],
            "states": "((1-p)/p)*((g*p/(1+(g-1)*p))/(1-(g*p/(1+(g-1)*p)))) = g",
        },
        "implication_products": {
            "claim": "implication",
            "field": Q,
            "variables": ["t"],
            "given": ["t >= 1"],
            "states": "(t-1)/(t+1) < t/(t+1)",
            "multiplier": {"times": "1", "given": []},
            "terms": [{"times": "1", "given": ["0"]}, {"times": "2", "given": []}],
        },
        "implication_squares": {
            "claim": "implication",
            "field": Q,
            "variables": ["x", "y"],
            "given": [],
            "states": "2*x*y <= x^2+y^2",
            "multiplier": once,
            "terms": [{"times": "1", "square": "x-y", "given": []}],
        },
        "implication_equality": {
            "claim": "implication",
            "field": Q,
            "variables": ["x", "y"],
            "given": ["x+y = 1"],
            "states": "x^2-y^2 = x-y",
            "multiplier": once,
            "terms": [{"free": "x-y", "given": ["0"]}],
        },
        "implication_multiplier": {
            "claim": "implication",
            "field": Q,
            "variables": ["x"],
            "given": ["x > 0"],
            "states": "x^2-x+1 > 0",
            "multiplier": {"times": "1", "given": ["0"]},
            "terms": [{"times": "1", "square": "x-1", "given": ["0"]}, {"times": "1", "given": ["0", "0"]}],
        },
        "instance_refutation": {
            "claim": "instance",
            "field": Q,
            "at": {"x": "3"},
            "given": ["x > 1"],
            "states": "x^2 <= 2*x",
            "verdict": "false",
        },
        "instance_sign_on_interval": {
            "claim": "instance",
            "field": {"from": "exp(1)", "to": "inf", "ends": "[)"},
            "at": {"x": "t"},
            "given": [],
            "states": "x^3 > 3*x+10",
            "verdict": "true",
        },
        "instance_sign_at_closed_root": {
            "claim": "instance",
            "field": {"from": {"root": "t^2-2", "between": ["1", "2"]}, "to": "2", "ends": "[]"},
            "at": {"x": "t"},
            "given": ["x >= 1"],
            "states": "x^2 >= 2",
            "verdict": "true",
        },
        "trace_pair_form_delta_zero": {
            "claim": "optimal",
            "field": {"t": "3"},
            **binary,
            "notion": {"name": "ldp", "ratio": "t"},
            "mechanism": WARNER,
            "value": "3/2",
            "objective": {"name": "trace", "sense": "max"},
            "multipliers": {
                "column[0]": "3/4",
                "column[1]": "3/4",
                "pair[0,1]": "1/4",
                "pair[1,0]": "1/4",
                "excess[0,0,1]": "1/4",
                "excess[1,1,0]": "1/4",
            },
        },
        "trace_by_symmetry_of_two": {
            "claim": "optimal",
            "field": {"t": "3"},
            "inputs": YES_NO,
            "outputs": YES_NO,
            "notion": {"name": "ldp", "ratio": "t", "delta": "1/5"},
            "objective": {"name": "trace", "sense": "max"},
            "mechanism": [["4/5", "1/5"], ["1/5", "4/5"]],
            "value": "8/5",
            "multipliers": {"column": "3/4", "pair": "1/4", "excess": "1/4"},
        },
        "least_trace_by_symmetry": {
            "claim": "optimal",
            "field": {"t": "3"},
            "inputs": ["a", "b", "c"],
            "outputs": ["a", "b", "c"],
            "notion": {"name": "ldp", "ratio": "t", "delta": "1"},
            "objective": {"name": "trace", "sense": "min"},
            "mechanism": [["0", "1/2", "1/2"], ["1/2", "0", "1/2"], ["1/2", "1/2", "0"]],
            "value": "0",
            "multipliers": {"column": "0", "pair": "0", "excess": "0"},
        },
        "utility_one_output": {
            "claim": "optimal",
            "field": {"t": "3"},
            "inputs": YES_NO,
            "outputs": ["x" * 60],
            "notion": {"name": "ldp", "ratio": "t"},
            "mechanism": [["1", "1"]],
            "value": "3/2",
            "objective": {"name": "utility", "sense": "max", "utility": [["1", "2"]], "prior": ["1/2", "1/2"]},
            "multipliers": {"column[0]": "1/2", "column[1]": "1"},
        },
        "utility_weight_touching_its_multiplier": {
            "claim": "optimal",
            "field": {"from": "2", "to": "3", "ends": "[]"},
            "inputs": YES_NO,
            "outputs": ["x"],
            "notion": {"name": "ldp", "ratio": "1"},
            "mechanism": [["1", "1"]],
            "value": "(t-2)/2",
            "objective": {"name": "utility", "sense": "max", "utility": [["t-2", "0"]], "prior": ["1/2", "1/2"]},
            "multipliers": {"column[1]": "(t-2)/2"},
        },
        "profile_of_one_output": {
            "claim": "profile",
            "field": Q,
            "mechanism": [["1", "1"]],
            "breakpoints": ["1"],
            "deltas": ["0"],
        },
        "worst_beyond_the_symmetric_end": {
            "claim": "optimal",
            "field": {"t": "3"},
            **binary,
            "notion": {"name": "ldp", "ratio": "t", "delta": "1/10"},
            "value": "(31/22-4/5)*(31/22-1/5)",
            "objective": {"name": "variance", "worst": ["4/5", "9/10"]},
            "mechanism": [["31/40", "9/40"], ["9/40", "31/40"]],
        },
        "worst_before_the_symmetric_end": {
            "claim": "optimal",
            "field": {"t": "3"},
            **binary,
            "notion": {"name": "ldp", "ratio": "t", "delta": "1/10"},
            "value": "(31/22-4/5)*(31/22-1/5)",
            "objective": {"name": "variance", "worst": ["1/10", "1/5"]},
            "mechanism": [["31/40", "9/40"], ["9/40", "31/40"]],
        },
        "satisfies_delta_zero": {
            "claim": "satisfies",
            "field": {"t": "3"},
            "mechanism": WARNER,
            "notion": {"name": "ldp", "ratio": "t", "delta": "0"},
        },
        "variance_range_from_a_tie": tie_at_an_end(["31/484", "1/2"]),
        "variance_range_to_a_tie": tie_at_an_end(["1/2", "453/484"]),
        "worst_at_the_edge_of_two_pieces": {
            "claim": "optimal",
            "field": {"t": "3"},
            **binary,
            "notion": {"name": "ldp", "ratio": "t"},
            "objective": {"name": "variance", "worst": ["1/2", "3/5"]},
            "mechanism": WARNER,
            "value": "1",
        },
        "worst_at_the_other_edge": {
            "claim": "optimal",
            "field": {"t": "3"},
            **binary,
            "notion": {"name": "ldp", "ratio": "t"},
            "objective": {"name": "variance", "worst": ["2/5", "1/2"]},
            "mechanism": WARNER,
            "value": "1",
        },
        "worst_won_by_a_corner": {
            "claim": "optimal",
            "field": {"t": "11/10"},
            **binary,
            "notion": {"name": "ldp", "ratio": "t", "delta": "1/10"},
            "objective": {"name": "variance", "worst": ["0", "1/2"]},
            "mechanism": [["1", "9/10"], ["0", "1/10"]],
            "value": "19/4",
        },
        "asymptotic_prevalence_zero": {
            "claim": "optimal",
            "field": {"t": "3"},
            **binary,
            "notion": {"name": "ldp", "ratio": "t"},
            "mechanism": WARNER,
            "objective": {"name": "asymptotic variance", "prevalence": "0"},
            "dual": {"column": ["0", "4/3"], "pair": ["0", "0"]},
            "value": "3/4",
        },
        "asymptotic_prevalence_one": {
            "claim": "optimal",
            "field": {"t": "3"},
            **binary,
            "notion": {"name": "ldp", "ratio": "t"},
            "mechanism": WARNER,
            "objective": {"name": "asymptotic variance", "prevalence": "1"},
            "dual": {"column": ["4/3", "0"], "pair": ["0", "0"]},
            "value": "3/4",
        },
        "infeasible_labels_of_other_scripts": {
            "claim": "infeasible",
            "field": Q,
            "inputs": ["\u05db\u05df", "\u00fc\\", "\U0001f600"],
            "outputs": ["a", "\u0430"],
            "notion": {"name": "parity", "gamma": "1/2"},
            "multipliers": {"column[0]": "-1"},
        },
        "breach_of_thirty_pieces": {
            "claim": "breach",
            "field": Q,
            "pieces": [{"from": f"{n}/30", "to": f"{n + 1}/30", "left": "1/2", "right": "1/2"} for n in range(15)]
            + [{"from": f"{n}/30", "to": f"{n + 1}/30", "left": "1", "right": "1"} for n in range(15, 30)],
            "gamma": "1",
            "at": {"piece": "14", "point": "1/2"},
        },
        "satisfies_a_wide_matrix": {
            "claim": "satisfies",
            "field": Q,
            "mechanism": [["1/12"] * 12] * 12,
            "notion": {"name": "parity", "gamma": "1"},
        },
        "satisfies_a_row_that_just_fits": {
            "claim": "satisfies",
            "field": Q,
            "mechanism": [["1"] * 132],
            "notion": {"name": "parity", "gamma": "1"},
        },
        "profile_of_many_breakpoints": {
            "claim": "profile",
            "field": Q,
            "mechanism": [["1/2", "1/2"], ["1/2", "1/2"]],
            "breakpoints": [f"{n}" for n in range(1, 150)],
            "deltas": ["0"] * 149,
        },
        "instance_of_a_high_degree": {
            "claim": "instance",
            "field": {"from": "1", "to": "2", "ends": "[]"},
            "at": {"x": "(t^61+1)/(t+1)", "y": "(7^256)^6*t/(t+1)", "z": "1"},
            "given": ["y > 0"],
            "states": "x > 0",
            "verdict": "true",
        },
        "satisfies_by_pairs": {
            "claim": "satisfies",
            "field": Q,
            "mechanism": three,
            "notion": by_pairs(["0", "1", "2", "0"], ["1", "1/4"], ["2", "0"]),
        },
        "violates_by_pairs": {
            "claim": "violates",
            "field": Q,
            "mechanism": three,
            "notion": by_pairs(["0", "1", "2", "0"], ["1", "1/5"], ["2", "0"]),
            "event": {"rows": ["0"], "input": "0", "against": "1"},
        },
        "trace_by_pairs": {
            "claim": "optimal",
            "field": {"t": "3"},
            **binary,
            "notion": by_pairs(["0", "1"], ["t", "1/10"]),
            "mechanism": [["1", "3/10"], ["0", "7/10"]],
            "value": "17/10",
            "objective": {"name": "trace", "sense": "max"},
            "multipliers": {
                "column[0]": "2/3",
                "column[1]": "1",
                "pair[0,1]": "1/3",
                "excess[0,0,1]": "1/3",
            },
        },
        "infeasible_by_pairs": {
            "claim": "infeasible",
            "field": {"t": "3"},
            **binary,
            "notion": by_pairs(["0", "1"], ["t", "1/10"]),
            "requirement": {"objective": {"name": "trace", "sense": "max"}, "bound": "9/5"},
            "multipliers": {"column[0]": "2/3", "column[1]": "1", "pair[0,1]": "1/3", "excess[0,0,1]": "1/3"},
        },
        "satisfies_several": {
            "claim": "satisfies",
            "field": Q,
            "mechanism": [["3/4", "1/4"], ["1/4", "3/4"]],
            "notion": {
                "name": "all",
                "demands": [{"name": "ldp", "ratio": "2", "delta": "1/4"}, {"name": "parity", "gamma": "3"}],
            },
        },
        "trace_of_several": {
            "claim": "optimal",
            "field": {"t": "3"},
            **binary,
            "notion": {
                "name": "all",
                "demands": [by_pairs(["0", "1"], ["t", "1/10"]), {"name": "parity", "gamma": "7"}],
            },
            **several_trace(),
        },
        "trace_of_several_one_of_which_is_pure": {
            **json.loads(design(Trace(), LDP("ln3") & LDP("ln2", delta="1/2") & Parity(5), inputs=3).certificate or ""),
        },
        "variance_of_several": {
            **json.loads(design(Variance("1/10"), LDP("1/2", delta="1/10") & LDP(3)).certificate or ""),
        },
        "variance_one_sided": {
            **json.loads(design(Variance("1/4"), Sensitive(["yes"], "ln3"), inputs=["no", "yes"]).certificate or ""),
        },
        "unattained_by_pairs": {
            **json.loads(design(Variance("1/4"), PairwiseLDP({(0, 1): 0}) & LDP(1)).certificate or ""),
        },
        "unattained_by_the_other_pair": {
            **json.loads(design(Variance("1/4"), PairwiseLDP({(1, 0): 0}) & LDP(1)).certificate or ""),
        },
        "total_variance_by_an_inverse_with_a_split_row": split_first_row(
            json.loads((TARGET / "total_variance.rropt.json").read_text("utf-8"))
        ),
        "asymptotic_of_several": {
            **json.loads(
                design(Variance("1/10"), LDP("ln2", delta="1/10") & LDP("ln5"), outputs="free").certificate or ""
            ),
        },
        "asymptotic_one_sided": {
            **json.loads(design(Variance("1/4"), Sensitive([1], "ln3"), outputs="free").certificate or ""),
        },
        "dominant_of_several": {
            **json.loads(
                design(Variance("every"), LDP("ln2", delta="1/10") & LDP("ln5"), outputs="free").certificate or ""
            ),
        },
        "variance_warner_prevalence_zero": zero("0", {"restriction": "warner"}, ["1", "0"], ["0", "1"]),
        "variance_delta_one_prevalence_one": zero("1", {}, ["1", "0"], ["0", "1"]),
        "variance_delta_one_prevalence_zero": zero("0", {}, ["1", "0"], ["0", "1"]),
        "variance_one_of_two_minimisers": one_of_two(),
        "asymptotic_with_a_zero_row": with_a_zero_row(),
        "total_variance": total_variance(three, ["1/3", "1/3", "1/3"]),
        "within_trace": within(),
        "dominant_with_a_split_row": {
            "claim": "dominant",
            "field": {"from": "2", "to": "exp(3)", "ends": "[)"},
            "notion": {"name": "parity", "gamma": "t"},
            "mechanism": [["t/(2*t+2)", "1/(2*t+2)"], ["t/(2*t+2)", "1/(2*t+2)"], ["1/(t+1)", "t/(t+1)"]],
            "garbling": [["0", "0", "0"], ["1", "1", "0"], ["0", "0", "1"], ["0", "0", "0"]],
        },
        "within_asymptotic": {
            **json.loads(design(Variance("1/4"), LDP("1/2", delta="1/10"), outputs="free").certificate or ""),
            "claim": "within",
            "lower": "13287/10000",
            "upper": "13289/10000",
            "value": None,
        },
        "worst_symmetric_closed_form": {
            "claim": "optimal",
            "field": {"t": "exp(3)"},
            **binary,
            "notion": {"name": "ldp", "ratio": "t"},
            "objective": {"name": "variance", "worst": ["0", "1"]},
            "mechanism": warner,
            "value": "(t/(t-1)-1/2)*(t/(t-1)-1/2)",
        },
        "within_asymptotic_worst": {
            "claim": "within",
            "field": {"t": "3"},
            **binary,
            "notion": {"name": "ldp", "ratio": "3"},
            "objective": {"name": "asymptotic variance", "prevalence": "3/10", "worst": ["0", "1"]},
            "mechanism": [["3/5", "4/15"], ["2/5", "11/15"]],
            "lower": "24/25",
            "upper": "9/4",
            "dual": {"column": ["5/16", "35/48"], "pair": ["0", "0"]},
        },
        "implication_sum_divided_by_its_content": {
            "claim": "implication",
            "field": Q,
            "variables": ["x"],
            "given": ["x >= 0"],
            "multiplier": once,
            "terms": [{"times": "12", "given": ["0"]}],
            "states": "x/2+x/4 >= 0",
        },
        "infeasible_pairs_of_one_output": {
            "claim": "infeasible",
            "field": Q,
            "inputs": [str(j) for j in range(20)],
            "outputs": ["0"],
            "notion": {"name": "ldp", "ratio": "1/2", "delta": "1/10"},
            "multipliers": {"column[0]": "-1", "column[1]": "1/2", "pair[0,1]": "1", "excess[0,0,1]": "1"},
        },
        "infeasible_parity_below_one": {
            "claim": "infeasible",
            "field": Q,
            **binary,
            "notion": {"name": "parity", "gamma": "1/2"},
            "multipliers": {"column[0]": "-1", "column[1]": "-1"},
        },
    }


def split_first_row(document: Any) -> Any:
    """The same with an output in two halves: the inverse of the information stays as it is."""
    first, *others = document["mechanism"]
    half = [f"({x})/2" for x in first]
    return {**document, "mechanism": [half, half, *others], "outputs": [*document["outputs"], "half"]}


def tie_at_an_end(span: list[str]) -> Any:
    """At one end of the range the symmetric design ties with (1, delta), strictly inside it is alone."""
    rows = [["31/40", "9/40"], ["9/40", "31/40"]]
    return {
        "claim": "optimal",
        "field": {"t": "3"},
        "inputs": YES_NO,
        "outputs": YES_NO,
        "notion": {"name": "ldp", "ratio": "t", "delta": "1/10"},
        "objective": {"name": "variance", "every": span},
        "minimisers": [rows],
    }


def by_pairs(pairs: list[str], *bounds: list[str]) -> Any:
    """A demand of pairs of inputs, each with its ratio and delta."""
    named = [pairs[i : i + 2] for i in range(0, len(pairs), 2)]
    ratios, deltas = ([bound[n] for bound in bounds] for n in range(2))
    return {"name": "pairs", "pairs": named, "ratios": ratios, "deltas": deltas}


def several_trace() -> Any:
    """The best of both demands, with the multipliers that the exact simplex method finds."""
    demand = PairwiseLDP({(0, 1): "ln3"}, deltas={(0, 1): "1/10"}) & Parity(7)
    found = json.loads(design(Trace(), demand, inputs=YES_NO).certificate or "")
    return {key: found[key] for key in ("mechanism", "value", "objective", "multipliers")}


def zero(prevalence: str, restriction: dict[str, str], *rows: list[str]) -> Any:
    """Variance 0 where delta = 1 allows everything: the identity, and the mechanisms between it and one that is silent."""
    return {
        "claim": "optimal",
        "field": {"t": "2"},
        "inputs": YES_NO,
        "outputs": YES_NO,
        "notion": {"name": "ldp", "ratio": "t", "delta": "1"},
        "objective": {"name": "variance", "prevalence": prevalence, **restriction},
        "minimisers": [list(rows)],
        "value": "0",
    }


def one_of_two() -> Any:
    """A minimiser that is not the only one, with no promise that it is."""
    found = json.loads(design(Variance("1/10"), LDP("1/10", delta="1/5")).certificate or "")
    best = found.pop("minimisers")[0]
    yes, no = best[0][::-1], best[1][::-1]
    half = {**found, "objective": {"name": "variance", "prevalence": "1/2"}}
    x, y = F(1), F(5)
    return {
        **half,
        "mechanism": [no, yes] if best[0] == ["1", "0"] else best,
        "value": str((x - F(1, 2)) * (y - F(1, 2))),
    }


def with_a_zero_row() -> Any:
    found = json.loads(design(Variance("1/4"), LDP("ln3"), outputs="free").certificate or "")
    return {**found, "mechanism": [*found["mechanism"], ["0", "0"]], "outputs": [*found["outputs"], "never"]}


def total_variance(rows: list[list[str]], prevalences: list[str]) -> Any:
    """Subset selection is optimal at the uniform prevalence: X = M⁻¹ and y = the value for each input."""
    P, pi, k = [[F(x) for x in row] for row in rows], [F(x) for x in prevalences], len(rows)
    M = [
        [sum((r[a] * r[b] / sum(p * x for p, x in zip(pi, r, strict=True)) for r in P), F(0)) for b in range(k)]
        for a in range(k)
    ]
    a, b = M[0][0], M[0][1]
    den = (a - b) * (a + (k - 1) * b)
    N = [[(a + (k - 2) * b) / den if i == j else -b / den for j in range(k)] for i in range(k)]
    value = sum((N[j][j] for j in range(k)), F(0)) - sum(p * p for p in pi)
    return {
        "claim": "optimal",
        "field": {"t": "2"},
        "inputs": ["a", "b", "c"],
        "outputs": ["a", "b", "c"],
        "notion": {"name": "ldp", "ratio": "t"},
        "objective": {"name": "total variance", "prevalences": prevalences},
        "mechanism": rows,
        "value": str(value),
        "inverse": [[str(x) for x in row] for row in N],
        "matrix": [[str(x) for x in row] for row in N],
        "dual": {"column": [str(sum((N[j][j] for j in range(k)), F(0)) / k)] * k},
    }


def within() -> Any:
    """A rational mechanism and rational multipliers for t = e^(1/2), with an honest gap."""
    t, up = F(1648, 1000), F(1649, 1000)
    rows = [[t / (t + 2) if i == j else 1 / (t + 2) for j in range(3)] for i in range(3)]
    y = up / (up + 2)
    multipliers = {f"column[{j}]": str(y) for j in range(3)}
    return {
        "claim": "within",
        "field": {"t": "exp(1/2)"},
        "inputs": ["a", "b", "c"],
        "outputs": ["a", "b", "c"],
        "notion": {"name": "ldp", "ratio": "t"},
        "objective": {"name": "trace", "sense": "max"},
        "mechanism": [[str(x) for x in row] for row in rows],
        "multipliers": multipliers,
        "lower": str(3 * t / (t + 2)),
        "upper": str(3 * y),
    }


def main() -> None:
    for name, document in {
        **designed(),
        **several(),
        **cones(),
        **over_intervals(),
        **written(),
        **build_orbits.accepted(),
        **build_hostile.accepted(),
    }.items():
        text = json.dumps(
            {key: x for key, x in {**SCHEMA, **document}.items() if x is not None}, indent=1, ensure_ascii=False
        )
        verdict = check(text)
        print(name, verdict.status, verdict.reason, verdict.sentence[:60])
        if verdict.status == "accepted":
            (TARGET / f"{name}.rropt.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
