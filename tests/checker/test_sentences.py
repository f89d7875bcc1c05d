"""What the sentences say where they once deceived, and that padding changes nothing."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import hard_forms
import hostile
import pytest

from rropt.checker import check

CERTIFICATES = Path(__file__).parents[1] / "certificates"


def accepted(name: str, **changes: Any) -> dict[str, Any]:
    document = json.loads((CERTIFICATES / "accepted" / f"{name}.rropt.json").read_text("utf-8"))
    return {**document, **changes}


def said(document: Any) -> str:
    verdict = check(json.dumps(document))
    assert verdict.status == "accepted", verdict.reason
    return verdict.sentence


def padded(data: Any) -> Any:
    """The same numbers, written otherwise."""
    if isinstance(data, dict):
        return {key: padded(value) for key, value in data.items()}
    if isinstance(data, list):
        return [padded(value) for value in data]
    return f"0 +{' ' * 350}({data})*(7*t+7)/(7*t+7)"


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("trace_every_epsilon", ["value", "mechanism"]),
        ("variance_exp_t", ["value", "minimisers"]),
        ("asymptotic_every_epsilon", ["value", "mechanism"]),
        ("within_trace", ["lower", "upper", "mechanism"]),
        ("breach_rho", ["gamma"]),
        ("profile_warner", ["breakpoints", "deltas", "mechanism"]),
        ("deficiency_exact", ["lower", "upper", "first", "second"]),
        ("instance_sign_on_interval", []),
    ],
)
def test_padding_changes_no_sentence(name: str, keys: list[str]) -> None:
    document = accepted(name)
    assert said({**document, **{key: padded(document[key]) for key in keys}}) == said(document)


@pytest.mark.slow
def test_a_sentence_is_plain_ascii_on_one_line() -> None:
    for path in sorted((CERTIFICATES / "accepted").glob("*.rropt.json")):
        sentence = check(path.read_text("utf-8")).sentence
        assert sentence.isascii() and sentence.isprintable()


def test_labels_are_shown_as_they_are_stored() -> None:
    labels = ["\u0430", "a", "a\u0336", "\u05d0", "\\u05d0", "\U0001f600"]
    document = accepted("trace_every_epsilon")
    single = {**document, "inputs": ["\u0430", "\\u0430", "a\u0336"], "outputs": ["\u05d0", "\U0001f600", "x"]}
    assert '3 inputs ("\\u0430", "\\\\u0430", "a\\u0336") and 3 outputs ("\\u05d0", "\\U0001f600", "x")' in said(single)
    assert len({said({**document, "inputs": [label, "1", "2"]}) for label in labels}) == len(labels)


@pytest.mark.parametrize("label", ["a\u200bb", "a\u202eb", "a\nb", "\ud800", "a\u00adb", 'a"b', "", "x" * 61, "\ufeff"])
def test_labels_that_deceive_are_refused(label: str) -> None:
    assert check(json.dumps(accepted("trace_every_epsilon", inputs=[label, "1", "2"]))).status == "malformed"


def test_a_long_matrix_is_named_by_its_place_and_digest() -> None:
    k = 12
    rows = [["1/12"] * k] * k
    document = {
        "schema": accepted("satisfies_boundary")["schema"],
        "claim": "satisfies",
        "field": {"t": "2"},
        "mechanism": rows,
        "notion": {"name": "parity", "gamma": "1"},
    }
    digest = hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()
    assert f"the mechanism [at /mechanism, SHA-256 {digest}] (a row for each output) satisfies" in said(document)


def test_an_infeasible_requirement_is_no_maximum() -> None:
    assert "has a trace (the i-th output for the i-th input) of at least 8/5." in said(accepted("infeasible_trace"))
    assert said(accepted("infeasible_loss")).endswith("prior [1/6, 1/3, 1/2] of at most -9.")


def test_it_is_said_which_bound_is_attained() -> None:
    assert "] (a row for each output) reaches at least 103/76." in said(accepted("within_trace"))
    assert 'with 4 outputs ("0", "1", "2", "3") reaches at most 13289/10000, where' in said(
        accepted("within_asymptotic")
    )


def test_bounds_are_told_beside_the_inverse_of_the_information() -> None:
    """The mechanism's own value is the upper bound, 32/3; the lower one is any number that the prices reach."""
    document = accepted("total_variance", claim="within", lower="31/3", upper="32/3")
    del document["value"]
    assert "between 31/3 and 32/3" in said(document)


def test_an_interval_of_prevalences_has_an_inside() -> None:
    document = accepted("variance_every_prevalence_range")
    document["objective"]["every"] = ["1/2", "1/2"]
    assert check(json.dumps(document)).condition == "prevalence-order"


def test_pieces_are_told_apart() -> None:
    sentence = said(accepted("variance_pieces_of_epsilon"))
    assert sentence.startswith("For every t in (1, inf), in 9 pieces: (1) for every t in (1, 10/9), ")
    assert "; (9) for every t in" in sentence


def test_what_is_asked_about_is_the_same_in_all_pieces() -> None:
    """A mechanism answers what is best, or is what is asked about: then it is one of all pieces."""
    fields = [{"from": "1", "to": "2", "ends": "[]"}, {"from": "2", "to": "inf", "ends": "()"}]
    silent, louder = [["1/2", "1/2"], ["1/2", "1/2"]], [["1/2", "1/4"], ["1/2", "3/4"]]
    satisfied = [
        {"claim": "satisfies", "field": field, "mechanism": mechanism, "notion": {"name": "parity", "gamma": "2"}}
        for field, mechanism in zip(fields, (silent, louder), strict=True)
    ]
    schema = accepted("satisfies_boundary")["schema"]
    whole = {"schema": schema, "claim": "pieces", "field": {"from": "1", "to": "inf", "ends": "[)"}}
    assert check(json.dumps({**whole, "pieces": satisfied})).condition == "pieces-question"
    assert check(json.dumps({**whole, "pieces": [{**p, "mechanism": louder} for p in satisfied]})).status == "accepted"


def test_no_number_of_a_field_is_called_as_a_variable() -> None:
    document = {**accepted("instance_refutation"), "field": {"t": "exp(1)"}, "at": {"e": "2"}, "given": []}
    assert (
        said({**document, "states": "e < 2", "verdict": "false"}) == "For t = exp(1), at e = 2, it is false that e < 2."
    )


def test_it_is_said_of_which_estimator_the_variance_is() -> None:
    assert (
        "of the unbiased estimate (share of the second output - p10)/(p00 + p11 - 1) of the prevalence, which"
        in said(accepted("variance_exp_t"))
    )
    assert "the inverse of the Fisher information of one answer" in said(accepted("asymptotic_delta_zero"))


def test_a_divergence_is_of_one_distribution_from_the_other() -> None:
    """Kullback and Leibler's, and chi-squared, of P from Q are not those of Q from P."""
    sentence = said(accepted("divergence_chi2_over_an_interval"))
    assert "distributed as [1, 0, 0] from those where they are as [0, 0, 1] lies" in sentence


def test_a_number_is_reduced_however_it_is_written() -> None:
    long = "(10^250*10^250)"
    document = {**accepted("satisfies_boundary"), "notion": {"name": "parity", "gamma": f"3*{long}/{long}"}}
    assert said(document) == said({**document, "notion": {"name": "parity", "gamma": "3"}})


def test_where_a_face_of_variance_zero_leads() -> None:
    """Towards the silent mechanism that keeps the factor at 0, and nowhere where p00 = p11 is asked for."""
    mixtures = "attained only by the mixtures (1 - w) [[1, 0], [0, 1]] + w {} with 0 <= w < 1"
    assert mixtures.format("[[1, 1], [0, 0]]") in said(accepted("variance_delta_one_prevalence_zero"))
    assert mixtures.format("[[0, 0], [1, 1]]") in said(accepted("variance_delta_one_prevalence_one"))
    alone = said(accepted("variance_warner_prevalence_zero"))
    assert "attained only by [[1, 0], [0, 1]];" in alone and "mixtures" not in alone


@pytest.mark.parametrize(("prevalence", "silent"), [("0", ["1", "0"]), ("1", ["0", "1"])])
@pytest.mark.parametrize("weight", ["1/3", "9/10", "999/1000"])
def test_the_mixtures_of_a_face_attain_the_value(prevalence: str, silent: list[str], weight: str) -> None:
    top, bottom = (
        [f"({a})*(1-{weight})+{weight}*{s}" for a in row]
        for row, s in zip((["1", "0"], ["0", "1"]), silent, strict=True)
    )
    document = accepted(f"variance_delta_one_prevalence_{'one' if prevalence == '1' else 'zero'}")
    del document["minimisers"]
    assert "is 0, attained by [[" in said({**document, "mechanism": [top, bottom]})
    wrong = [bottom[::-1], top[::-1]]
    assert check(json.dumps({**document, "mechanism": wrong})).condition == "value"


@pytest.mark.parametrize("value", ["0", "t-3", "(t-3)/(t+3)"])
def test_a_face_is_never_called_the_only_minimiser_however_0_is_written(value: str) -> None:
    mixtures = "attained only by the mixtures (1 - w) [[1, 9/10], [0, 1/10]] + w [[1, 1], [0, 0]] with 0 <= w < 1"
    assert mixtures in said(hostile.face(value, "0", {"t": "3"}))


def test_variables_that_occur_nowhere_do_not_pad_a_sentence() -> None:
    document = accepted("instance_refutation")
    padded_point = {**{f"y{n}": "7" for n in range(1000)}, **document["at"]}
    assert said({**document, "at": padded_point}) == said(document)


def test_many_conditions_are_named_by_their_place() -> None:
    path = Path(__file__).parents[1] / "certificates" / "accepted" / "conditions_exp_t.rropt.json"
    data = json.loads(path.read_text("utf-8"))
    paid = data["prices"]["condition"]
    data["prices"]["condition"] = [*paid, *["0"] * (39 * len(paid))]
    data["conditions"] = data["conditions"] * 40
    verdict = check(json.dumps(data))
    assert verdict.status == "accepted" and " and the conditions [at /conditions, SHA-256 " in verdict.sentence


def test_a_demand_by_pairs_silences_two_inputs_alone() -> None:
    assert ", every mechanism with two inputs satisfying all of [" in said(accepted("unattained_by_pairs"))
    assert "every mechanism satisfying parity at most 1 " in said(
        accepted("variance_unattained", notion={"name": "parity", "gamma": "1"})
    )


def test_the_estimated_shares_are_the_best_regular_estimates() -> None:
    for name in ("determinant_exact", "largest_variance_exact"):
        assert said(accepted(name)).endswith(
            "where the estimated shares are the best regular estimates of them from n answers."
        )
    assert "estimates, from n answers, of the share of each input." in said(accepted("total_variance"))
    assert "estimates, from n answers, of each of these combinations" in said(accepted("contrast_variance_scores"))


LONG = "1" + "0" * 700


def long_texts() -> dict[str, tuple[Any, str]]:
    """Certificates with a part that is too long for a sentence, and its place."""
    three, many = {"name": "ldp", "ratio": "3"}, [str(n) for n in range(400)]
    plain = accepted("satisfies_boundary", notion=three)
    trace, implied = accepted("trace_rational_t"), accepted("implication_multiplier")
    bounded = [{"terms": [["0", "0", "1"]], "relation": "<=", "bound": LONG}]
    event = {"rows": many[:200], "input": "0", "against": "1"}
    halves = [["1/200", "0"]] * 200 + [["0", "1/200"]] * 200
    return {
        "a bound of a condition": ({**trace, "conditions": bounded}, "/conditions"),
        "a polynomial": ({**plain, "field": {"t": {"root": f"t^2-{LONG}", "between": ["0", LONG]}}}, "/field/t/root"),
        "the ends of a root": (
            {**plain, "field": {"t": {"root": "t^2-2", "between": ["0", LONG]}}},
            "/field/t/between",
        ),
        "an end": ({**plain, "field": {"from": "3", "to": LONG, "ends": "[]"}}, "/field/to"),
        "an exponent": ({**plain, "field": {"t": f"exp(1/{LONG}+2)"}}, "/field/t"),
        "hypotheses": ({**implied, "given": ["x > 0"] + ["1 > 0"] * 400}, "/given"),
        "labels": ({"schema": plain["schema"], "field": plain["field"], **infeasible(many)}, "/inputs"),
        "demands": ({**plain, "notion": {"name": "all", "demands": [three] * 40}}, "/notion/demands"),
        "outputs": ({**plain, "claim": "violates", "mechanism": halves, "event": event}, "/event/rows"),
    }


def infeasible(labels: list[str]) -> dict[str, Any]:
    parity = {"name": "parity", "gamma": "1/2"}
    return {
        "claim": "infeasible",
        "inputs": labels,
        "outputs": ["0"],
        "notion": parity,
        "prices": {"column": ["-1", *["0"] * (len(labels) - 1)]},
    }


@pytest.mark.parametrize("name", long_texts())
def test_what_is_long_is_named_by_its_place(name: str) -> None:
    document, place = long_texts()[name]
    sentence = said(document)
    assert f"[at {place}, SHA-256 " in sentence and len(sentence) < 1500


def test_hypotheses_that_are_not_shown_are_counted() -> None:
    assert "where the 80 hypotheses [at /given, SHA-256 " in check(hard_forms.ACCEPTED["many_hypotheses"]).sentence


def test_a_variable_whose_name_is_a_word_says_nothing() -> None:
    """Else "all real numbers x, not with [x < 0] have x < 0" would be read as what it denies."""
    document = {**accepted("implication_multiplier"), "variables": ["x", "not"], "given": ["x < 0"], "states": "x < 0"}
    trivial = {"multiplier": {"times": "1", "given": []}, "terms": [{"times": "1", "given": ["0"]}]}
    assert said({**document, **trivial}).startswith("All real values of the variables [x, not] with [x < 0] for which ")


def test_it_is_said_which_of_two_inputs_a_bound_is_about() -> None:
    """Of two inputs the second alone may be told: the other way round the same mechanism would not do."""
    notion = {"name": "pairs", "pairs": [["1", "0"]], "ratios": ["2"], "deltas": ["0"]}
    document = accepted("satisfies_boundary", mechanism=[["1/2", "0"], ["1/2", "1"]], notion=notion)
    assert (
        "of inputs 1 against 0, counted from 0, with e^epsilon = [2] and delta = [0], in this order (j against l: Pr(event | j) <= "
        in said(document)
    )
    assert check(json.dumps({**document, "notion": {**notion, "pairs": [["0", "1"]]}})).condition == "slack"


def test_what_a_prevalence_is_of_and_how_many_there_are() -> None:
    for name in ("variance_exp_t", "asymptotic_delta_zero"):
        assert "the prevalence, which is the share of the second input" in said(accepted(name))
    for name in (
        "total_variance",
        "total_variance_worst_of_several",
        "determinant_worst_of_several",
        "largest_variance_exact",
    ):
        assert "] (one for each input)" in said(accepted(name))


def test_a_trace_goes_by_places_whatever_the_labels() -> None:
    three = accepted("trace_every_epsilon", inputs=["0", "1", "2"], outputs=["2", "1", "0"])
    assert "the maximum of the trace (the i-th output for the i-th input) is " in said(three)


@pytest.mark.parametrize(
    ("first", "second", "end"),
    [
        ("3/4", "1/2", "to the guesser of demand 1, counted from 0."),
        ("1/2", "4/5", "to the guesser of demand 0, counted from 0."),
        ("1/2", "1/2", "to the guesser of demands 0, 1, counted from 0."),
    ],
)
def test_of_several_vulnerabilities_the_broken_one_is_named(first: str, second: str, end: str) -> None:
    guesses = [("1/2", "1/2"), ("1/4", "3/4")]
    demands = [
        {"name": "vulnerability", "at_most": most, "prior": list(prior)}
        for most, prior in zip((first, second), guesses, strict=True)
    ]
    document = accepted("violates_vulnerability", notion={"name": "all", "demands": demands})
    assert said(document).endswith(end)
