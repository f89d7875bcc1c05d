"""Certificates by orbits for the corpus: accepted ones, attacks and malformed ones. `build_accepted.py` and the like write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction as F
from pathlib import Path
from typing import Any

from rropt import LDP, Determinant, Divergence, Information, LargestVariance, TotalVariance, design
from rropt.categories.orbits import Action, information
from rropt.problem.classes import Classes
from rropt.problem.patterns import PatternWeights

ACCEPTED = Path(__file__).parents[1] / "certificates" / "accepted"
SCHEMA = {"schema": "rropt.certificate/2"}
THIRDS = ["1/3"] * 3
LONG = 2 + F(1, 10**450)  # of which a sentence says T
PAIRS = [["1", "-1", "0", "0"], ["0", "0", "1", "-1"]]
DIFFERENCES = [["1", "-1", "0"], ["0", "1", "-1"], ["-1", "0", "1"]]


def text_of(action: Action) -> dict[str, Any]:
    return {"acts": [[str(x) for x in row] for row in action.acts], "diagonal": [str(x) for x in action.diagonal]}


def small(
    classes: list[str], orbits: Sequence[tuple[tuple[int, ...], F]], pi: list[str], **more: Any
) -> dict[str, Any]:
    """A certificate of a mechanism with t = 2 and its inverse, with a dual that proves nothing."""
    several = Classes.by(classes)
    weights = PatternWeights(several, F(2), tuple(orbits))
    back = information(weights, [F(pi[inputs[0]]) for inputs in several.members]).inverse()
    nothing = Action(tuple((F(0),) * len(several.members) for _ in several.members), (F(0),) * len(several.members))
    return {
        **SCHEMA,
        "claim": "within",
        "field": {"t": "2"},
        "inputs": [chr(97 + j) for j in range(len(pi))],
        "notion": {"name": "ldp", "ratio": "t"},
        "objective": {"name": "total variance", "prevalences": pi},
        "orbits": {"counts": [list(map(str, c)) for c, _ in orbits], "weights": [str(w) for _, w in orbits]},
        "classes": classes,
        "inverse": text_of(back),
        "matrix": text_of(nothing),
        "dual": {"column": ["0"] * len(several.members)},
        "lower": "-2",
        "upper": str(back.trace(several.sizes) - F(1, 3)),
        **more,
    }


def one_class(**more: Any) -> dict[str, Any]:
    """The optimum for three inputs: k-ary randomized response, of value 32/3."""
    found = small(["0"] * 3, [((1,), F(3, 4))], THIRDS)
    found |= {"matrix": found["inverse"], "dual": {"column": ["11/3"]}, "lower": "32/3", "upper": "32/3"}
    return {**found, **more}


def blocks(sets: list[list[str]], shares: list[str], **more: Any) -> dict[str, Any]:
    """Subset selection of three of seven inputs, by shifts; the lines of Fano's plane are those of 0, 1, 3."""
    found = small(["0"] * 7, [((3,), F(7, 10))], ["1/7"] * 7)
    upper = str(F(found["upper"]) + F(1, 3) - F(1, 7))
    orbits = {**found["orbits"], "blocks": [{"sets": sets, "shares": shares}]}
    return {**found, "orbits": orbits, "upper": upper, **more}


def of_four(shares: list[str]) -> dict[str, Any]:
    """Two of four inputs: neighbours, with four different shifts, or opposite each other, with two of them twice."""
    found = small(["0"] * 4, [((2,), F(2, 3))], ["1/4"] * 4)
    orbits = {**found["orbits"], "blocks": [{"sets": [["0", "1"], ["0", "2"]], "shares": shares}]}
    return {**found, "orbits": orbits, "upper": str(F(found["upper"]) + F(1, 3) - F(1, 4))}


def two_classes(name: str, **more: Any) -> dict[str, Any]:
    """Of three inputs the first is alone in its class."""
    orbits = [((1, 0), F(1, 4)), ((0, 1), F(1, 2))]
    found = small(["0", "1", "1"], orbits, ["1/2", "1/4", "1/4"])
    found["objective"]["name"] = name
    return {**found, **more}


def determinant(triangle: list[list[str]], least: str) -> dict[str, Any]:
    """The determinant of the inverse for two classes, with a bound below it from y = 5."""
    found = two_classes("determinant", triangle=triangle, lower=least, upper="100", dual={"column": ["5", "5"]})
    del found["matrix"]
    return found


def diagonal(of: dict[str, Any]) -> tuple[list[list[str]], F, F]:
    """The triangle that makes the form of the inverse diagonal; the determinant of it, and what its diagonal alone gives."""
    acts = [[F(x) for x in row] for row in of["inverse"]["acts"]]
    form = [[n * x for x in row] for n, row in zip((1, 2), acts, strict=True)]
    by = -form[1][0] / form[0][0]
    more = F(of["inverse"]["diagonal"][1]) / 2
    return (
        [["1", "0"], [str(by), "1"]],
        form[0][0] * (form[1][1] + by * form[0][1]) * more,
        form[0][0] * form[1][1] * more,
    )


def largest(**more: Any) -> dict[str, Any]:
    """The least largest variance for three inputs, 16/3."""
    found = one_class(triangle=[["1"]], matrix={"acts": [["0"]], "diagonal": ["1"]}, dual={"column": ["1/8"]})
    found["objective"] = {"name": "largest variance", "prevalences": THIRDS}
    return {**found, "lower": "16/3", "upper": "16/3", **more}


def alike_inside() -> dict[str, Any]:
    """Answers that tell the first input from the others, and these hardly; an upper bound between the two variances."""
    orbits = [((1, 0), F(19, 60)), ((0, 2), F(4, 15)), ((0, 1), F(1, 10))]
    pi = ["1/2", "1/4", "1/4"]
    found = small(["0", "1", "1"], orbits, pi, lower="0", upper="15", dual={"column": ["1", "1"]})
    found["objective"]["name"] = "largest variance"
    acts = [[F(x) for x in row] for row in found["inverse"]["acts"]]
    first, beside = 15 + F(1, 4) - acts[0][0], F(1, 4) - acts[0][1]
    return {**found, "triangle": [["1", "0"], [str(-beside / first), "1"]]}


def information_of(prior: list[str], **more: Any) -> dict[str, Any]:
    """The information that k-ary randomized response with t = 2 keeps of three inputs in one class, with a large bound."""
    found = {**one_class(), "objective": {"name": "information", "prior": prior}, "dual": {"column": ["1"]}}
    return {
        key: x for key, x in {**found, "lower": "0", "upper": "3", **more}.items() if key not in ("inverse", "matrix")
    }


def several_priors(**more: Any) -> dict[str, Any]:
    """The least information at two priors, by orbits; the evidence has weights for them."""
    least = {"name": "information", "several": [THIRDS, ["1/2", "1/4", "1/4"]]}
    found = information_of(THIRDS, objective=least, classes=["0", "1", "1"])
    orbits = {"counts": [["1", "0"], ["0", "1"]], "weights": ["1/4", "1/2"]}
    return {**found, "orbits": orbits, "dual": {"column": ["1", "1"], "weights": ["1/2", "1/2"]}, **more}


def accepted() -> dict[str, Any]:
    """Designs of so many inputs that their mechanisms have no matrix, and small ones."""
    two = ["1/40"] * 20 + ["1/20"] * 10
    made = {
        "total_variance_by_orbits_exp_t": design(TotalVariance(), LDP("1/2"), inputs=40),
        "total_variance_by_orbits_within": design(TotalVariance(two), LDP("ln3")),
        "largest_variance_by_orbits_exp_t": design(LargestVariance(), LDP("1/2"), inputs=30),
        "determinant_by_orbits": design(Determinant(), LDP("ln3"), inputs=40),
        "information_by_orbits": design(Information(["1/2", *["1/200"] * 100]), LDP("ln3")),
        "divergence_chi2_by_orbits": design(Divergence("chi2"), LDP("1/2"), inputs=150),
    }
    found = {name: json.loads(x.certificate) for name, x in made.items()}
    assert all("orbits" in x for x in found.values()), [name for name, x in found.items() if "orbits" not in x]
    least, det, _ = diagonal(two_classes("determinant"))
    information = {
        **found["information_by_orbits"],
        "classes": ["0"] * 101,
        "objective": {"name": "information", "prior": ["1/101"] * 101},
        "orbits": {"counts": [["0"]], "weights": ["1"]},
        "dual": {"column": ["1/100"]},
        "lower": "0",
        "upper": "2",
    }
    first = [{"sets": [[]], "shares": ["1"]}]
    return {
        **found,
        "total_variance_by_orbits": one_class(),
        "information_least_of_several_by_orbits": several_priors(),
        "information_by_orbits_of_a_long_ratio": information_of(
            THIRDS,
            notion={"name": "ldp", "ratio": str(LONG)},
            orbits={"counts": [["1"]], "weights": [str(3 / (2 + LONG))]},
        ),
        "total_variance_by_blocks": blocks([["0", "1", "3"], ["0", "1", "2"]], ["1", "0"]),
        "total_variance_by_blocks_of_four": of_four(["2/3", "1/3"]),
        "information_by_blocks": {**information, "orbits": {**information["orbits"], "blocks": first}},
        "contrast_by_orbits_of_differences": one_class(
            objective={"name": "contrast variance", "contrast": DIFFERENCES, "prevalences": THIRDS},
            matrix={"acts": [["0"]], "diagonal": ["16/3"]},
            dual={"column": ["32/3"]},
            lower="32",
            upper="32",
        ),
        "contrast_by_orbits_of_one_share": two_classes(
            "contrast variance",
            objective={
                "name": "contrast variance",
                "contrast": [["1", "0", "0"]],
                "prevalences": ["1/2", "1/4", "1/4"],
            },
            upper="100",
        ),
        "largest_variance_by_orbits_two_classes": two_classes(
            "largest variance",
            triangle=[["1", "0"], ["0", "1"]],
            lower="0",
            upper="20",
            dual={"column": ["1", "1"]},
        ),
        "largest_variance_by_orbits_that_just_fits": two_classes(
            "largest variance",
            triangle=[["1", "0"], ["0", "1"]],
            lower="0",
            upper="15/2",
            dual={"column": ["1", "1"]},
        ),
        "determinant_by_orbits_two_classes": determinant(least, str(det * F(3, 15) ** 3)),
    }


def attacks() -> dict[str, tuple[str, str, Any]]:
    _, _, more = diagonal(two_classes("determinant"))
    unit = [["1", "0"], ["0", "1"]]
    heavy = small(["0"] * 3, [((1,), F(1))], THIRDS)
    negative = small(["0"] * 3, [((1,), F(3, 2)), ((2,), F(-3, 5))], THIRDS)
    alone = small(["0"], [((1,), F(2))], ["1"], notion={"name": "ldp", "ratio": "1/2"}, lower="0", upper="0")
    alone |= {"dual": {"column": ["1"]}, "matrix": {"acts": [["1"]], "diagonal": ["0"]}}
    alone |= {"inverse": {"acts": [["1"]], "diagonal": ["0"]}}
    contrast = {"name": "contrast variance", "contrast": [["1", "0", "0"]], "prevalences": THIRDS}
    uneven = {"name": "total variance", "prevalences": ["1/2", "1/4", "1/4"]}
    zero = small(["0", "1", "1"], [((1, 0), F(1, 4)), ((0, 1), F(1, 2))], ["0", "1/2", "1/2"], upper="100")
    chi = json.loads((ACCEPTED / "divergence_chi2_by_orbits.rropt.json").read_text("utf-8"))
    return {
        "orbits_of_weights_too_large": ("weights that are no probabilities, with less variance", "column-sum", heavy),
        "orbits_of_a_negative_weight": ("a negative weight, with less variance", "entry-sign", negative),
        "orbits_of_a_ratio_below_one": ("patterns of 1 and 1/2", "ratio-below-one", alone),
        "orbits_with_delta": (
            "a demand that others meet better",
            "delta-zero",
            one_class(notion={"name": "ldp", "ratio": "t", "delta": "1/10"}),
        ),
        "orbits_of_a_share_of_zero": ("an input of prevalence 0", "share-positive", zero),
        "orbits_of_uneven_shares": (
            "three inputs of different prevalences in one class",
            "class-exchange",
            {**small(["0"] * 3, [((1,), F(3, 4))], ["1/2"] * 3), "objective": uneven, "upper": "100"},
        ),
        "orbits_of_one_share_alone": (
            "the bound of all shares for the first one, in one class with others",
            "class-exchange",
            one_class(objective=contrast),
        ),
        "orbits_of_another_inverse": (
            "an inverse that promises less variance",
            "inverse",
            one_class(inverse={"acts": [["1/3"]], "diagonal": ["5"]}, upper="10", lower="-2"),
        ),
        "orbits_with_a_dual_too_small": (
            "a smaller y, and the larger bound that it gives",
            "dual-pattern",
            one_class(dual={"column": ["10/3"]}, lower="35/3", upper="100"),
        ),
        "orbits_of_a_lower_bound_too_large": (
            "a lower bound above the value",
            "lower-bound",
            one_class(lower=f"32/3+1/{10**30}", upper="100"),
        ),
        "orbits_of_an_upper_bound_too_small": (
            "an upper bound below the value",
            "upper-bound",
            one_class(lower="0", upper=f"32/3-1/{10**30}"),
        ),
        "orbits_of_uneven_blocks": (
            "three inputs in a row, of whose shifts neighbours are together more often",
            "block-pairs",
            blocks([["0", "1", "2"]], ["1"]),
        ),
        "orbits_of_blocks_with_opposites_too_often": (
            "inputs opposite each other, which are together more often than neighbours",
            "block-pairs",
            of_four(["1/2", "1/2"]),
        ),
        "orbits_of_blocks_with_a_negative_share": (
            "two blocks that serve alike, one of them more often than always",
            "prior-sign",
            blocks([["0", "1", "3"], ["0", "2", "3"]], ["2", "-1"]),
        ),
        "orbits_of_blocks_with_shares_too_large": (
            "shares of blocks of total 2",
            "prior-sum",
            blocks([["0", "1", "3"]], ["2"]),
        ),
        "orbits_of_no_contrast": (
            "a matrix of the dual whose rows do not sum to 0",
            "contrast-sum",
            largest(matrix={"acts": [["1"]], "diagonal": ["1"]}, dual={"column": ["9/8"]}, lower="8/9"),
        ),
        "orbits_of_a_largest_variance_too_small": (
            "less than the largest variance",
            "semidefinite",
            largest(lower="0", upper="5"),
        ),
        "orbits_of_a_determinant_too_large": (
            "a triangle that leaves something beside the diagonal, whose product is more than the determinant",
            "triangle",
            determinant(unit, str(more * F(3, 15) ** 3)),
        ),
        "orbits_of_classes_of_other_sizes": (
            "an input that the weights count in the other class",
            "column-sum",
            small(["0", "0", "1"], [((1, 0), F(1, 4)), ((0, 1), F(1, 2))], THIRDS, upper="100"),
        ),
        "orbits_of_pairs_told_apart": (
            "two differences of pairs, whose inputs are exchanged across the pairs",
            "class-exchange",
            small(
                ["0"] * 4,
                [((1,), F(4, 5))],
                ["1/4"] * 4,
                objective={"name": "contrast variance", "contrast": PAIRS, "prevalences": ["1/4"] * 4},
                upper="100",
            ),
        ),
        "orbits_of_nothing_told_apart": (
            "differences estimated from answers that do not depend on the input",
            "inverse",
            one_class(
                objective={"name": "contrast variance", "contrast": DIFFERENCES, "prevalences": THIRDS},
                orbits={"counts": [["0"]], "weights": ["1"]},
                inverse={"acts": [["0"]], "diagonal": ["0"]},
                matrix={"acts": [["0"]], "diagonal": ["0"]},
                dual={"column": ["0"]},
                lower="0",
                upper="0",
            ),
        ),
        "orbits_of_a_variance_between_classes_too_small": (
            "less than the variance of the contrast of two classes, and more than inside of them",
            "semidefinite",
            two_classes(
                "largest variance",
                triangle=unit,
                lower="0",
                upper="11/2",
                dual={"column": ["1", "1"]},
            ),
        ),
        "orbits_of_a_variance_inside_of_a_class_too_small": (
            "more than the variance of the contrast of two classes, and less than inside of the class of two",
            "semidefinite",
            alike_inside(),
        ),
        "orbits_of_a_prior_of_several_classes": (
            "an input more likely than others of its class",
            "class-exchange",
            information_of(["1/2", "1/4", "1/4"]),
        ),
        "orbits_of_several_priors_of_another_class": (
            "a second prior that tells inputs of one class apart",
            "class-exchange",
            several_priors(objective={"name": "information", "several": [THIRDS, ["1/2", "3/8", "1/8"]]}),
        ),
        "information_of_weights_that_are_no_prior": (
            "weights of two priors of total 1/2, and half the bound",
            "prior-sum",
            several_priors(dual={"column": ["1/2", "1/2"], "weights": ["1/4", "1/4"]}, upper="3/2"),
        ),
        "information_least_at_the_larger": (
            "the mean of what is kept at two priors, of which the certain one has none, for the least",
            "lower-bound",
            several_priors(objective={"name": "information", "several": [THIRDS, ["1", "0", "0"]]}, lower="1/1000"),
        ),
        "information_of_the_other_prior": (
            "the bound at a prior of which nothing is asked, for the other one",
            "dual-pattern",
            several_priors(
                objective={"name": "information", "several": [THIRDS, ["1", "0", "0"]], "weights": ["1", "0"]},
                dual={"column": ["0", "0"]},
                upper="0",
            ),
        ),
        "orbits_of_an_information_too_large": (
            "more information than the mechanism keeps",
            "lower-bound",
            information_of(THIRDS, lower="1"),
        ),
        "orbits_of_an_information_bound_too_small": (
            "multipliers of 0, and the bound that they give",
            "dual-pattern",
            information_of(THIRDS, dual={"column": ["0"]}, upper="1/1000"),
        ),
        "orbits_of_a_divergence_too_small": (
            "multipliers smaller by a thousandth, and the bound that they give",
            "dual-pattern",
            {
                **{key: x for key, x in chi.items() if key != "value"},
                "claim": "within",
                "lower": "0",
                "upper": f"({chi['value']})*999/1000",
                "dual": {"column": [f"({chi['dual']['column'][0]})*999/1000"]},
            },
        ),
    }


def malformed() -> dict[str, tuple[Any, str]]:
    whole = one_class()
    return {
        "orbits_without_classes": (
            {key: x for key, x in whole.items() if key != "classes"},
            "the certificate lacks the key classes",
        ),
        "orbits_beside_a_mechanism": (
            {**whole, "mechanism": [["1", "1", "1"]]},
            "the certificate has the unknown key mechanism",
        ),
        "orbits_of_counts_too_large": (
            one_class(orbits={"counts": [["4"]], "weights": ["1"]}),
            "/orbits/counts/0/0 should be an index below 4",
        ),
        "information_least_without_weights": (
            several_priors(dual={"column": ["1", "1"]}),
            "/dual lacks the key weights",
        ),
        "information_with_weights_of_three": (
            several_priors(dual={"column": ["1", "1"], "weights": THIRDS}),
            "there should be a weight for each prior",
        ),
        "information_of_no_prior": (
            several_priors(objective={"name": "information", "several": []}),
            "/objective should hold a prior",
        ),
        "orbits_of_two_counts_in_one_class": (
            one_class(orbits={"counts": [["1", "1"]], "weights": ["1"]}),
            "/orbits/counts/0 should have a number for each class",
        ),
        "blocks_of_two_classes": (
            two_classes("total variance", orbits={"counts": [["1", "0"]], "weights": ["1"], "blocks": []}),
            "blocks go with one class of all inputs",
        ),
        "blocks_for_other_counts": (
            one_class(orbits={"counts": [["1"]], "weights": ["3/4"], "blocks": []}),
            "/orbits/blocks should have blocks for each of the counts",
        ),
        "blocks_that_hold_an_input_twice": (
            blocks([["0", "1", "1"]], ["1"]),
            "/orbits/blocks/0 should have sets of 3 different inputs, and a share for each",
        ),
        "blocks_of_shares_with_t": (
            {**blocks([["0", "1", "3"]], ["t/t"]), "field": {"t": "exp(1/2)"}},
            "/orbits/blocks/0 has a share that is not rational",
        ),
        "orbits_twice": (
            one_class(orbits={"counts": [["1"], ["1"]], "weights": ["3/8", "3/8"]}),
            "/orbits should have different counts, and a weight for each",
        ),
        "orbits_of_two_prevalences": (
            one_class(objective={"name": "total variance", "prevalences": ["1/2", "1/2"]}),
            "the objective should be about 3 inputs, and the evidence about 1 classes",
        ),
        "orbits_of_contrasts_of_two": (
            one_class(
                objective={"name": "contrast variance", "contrast": [["1", "-1"]], "prevalences": THIRDS},
            ),
            "the objective should be about 3 inputs, and the evidence about 1 classes",
        ),
        "orbits_with_a_dual_of_two_classes": (
            one_class(dual={"column": ["11/3", "11/3"]}),
            "the objective should be about 3 inputs, and the evidence about 1 classes",
        ),
        "orbits_with_a_triangle_of_two_classes": (
            largest(triangle=[["1", "0"], ["0", "1"]]),
            "the objective should be about 3 inputs, and the evidence about 1 classes",
        ),
        "orbits_with_a_matrix_of_inputs": (
            one_class(inverse={"acts": [["1", "0"], ["0", "1"]], "diagonal": ["1", "1"]}),
            "/inverse should have a number for each class, and for each two of them",
        ),
        "orbits_with_a_dual_of_inputs": (
            one_class(dual={"column": ["11/3"] * 3}),
            "the objective should be about 3 inputs, and the evidence about 1 classes",
        ),
    }
