"""Certificates too long, or too many, to keep as files: made here, each with the name it is reported by."""

from __future__ import annotations

import json
import math
from fractions import Fraction as F
from typing import Any

import hard_forms

SCHEMA = "rropt.certificate/3"


def truncated_root_of_e(digits: int) -> str:
    """e^(1/2) cut off after so many digits, by its series in integers."""
    scale = 10 ** (digits + 10)
    total, term, n = 0, scale, 0
    while term:
        total, n = total + term, n + 1
        term //= 2 * n
    whole, rest = divmod(total // 10**10, 10**digits)
    chunks = [rest // 10 ** (4000 * i) % 10**4000 for i in range(digits // 4000)]
    return str(whole) + "".join(str(c).zfill(4000) for c in reversed(chunks))


def near_root_of_e() -> str:
    """A rational that is not told from e^(1/2)."""
    return f"{truncated_root_of_e(20000)}/1{'0' * 20000}"


def instance(field: object, value: str, states: str, verdict: str = "true") -> str:
    document = {
        "schema": SCHEMA,
        "claim": "instance",
        "field": field,
        "at": {"x": value},
        "given": [],
        "states": states,
        "verdict": verdict,
    }
    return json.dumps(document)


def signs() -> dict[str, str]:
    """Signs of polynomials of every kind of point and interval."""
    root2 = {"t": {"root": "t^3-2*t", "between": ["1", "3/2"]}}
    half, found = {"t": "exp(1/2)"}, {}
    digits = truncated_root_of_e(20000)
    found["undecided_sign"] = instance(half, f"t-{near_root_of_e()}", "x > 0")
    for n in (30, 100, 400):
        short = f"{digits[: n + 1]}/1{'0' * n}"
        found[f"above_{n}_digits"] = instance(half, f"t-{short}", "x > 0")
        found[f"below_{n}_digits"] = instance(half, f"t-{short}-1/10^{min(n, 250)}", "x < 0")
    found |= {
        "root_is_zero": instance(root2, "(t^2-2)*(t+5)", "x = 0"),
        "root_is_not_zero": instance(root2, "t^2-2-1/10^40", "x < 0"),
        "negative_exponent": instance({"t": "exp(-3)"}, "t*20-1", "x < 0"),
        "large_exponent": instance({"t": "exp(150)"}, "t-10^65", "x > 0"),
        "rational_point": instance({"t": "7/3"}, "3*t-7", "x = 0"),
        "negations_in_99_parentheses": instance({"t": "2"}, "(-" * 99 + "3" + ")" * 99, "x = -3"),
        "rational_point_in_parentheses": instance({"t": "(7/3)"}, "3*t-7", "x = 0"),
        "text_of_400_characters": instance({"t": "2"}, "+".join(["10", *"1" * 199]), "x = 209"),
        "text_of_401_characters": instance({"t": "2"}, "+".join(["100", *"1" * 199]), "x = 299"),
        "zero_at_a_negative_point": instance({"t": "-3/2"}, "t^2-3*t-27/4", "x = 0"),
        "exp_of_200": instance({"t": "exp(200)"}, "t-10^86", "x > 0"),
        "values_of_one": instance({"t": {"root": "t-2", "between": ["1", "3"]}}, "t-2", "x = 0"),
        "another_root_of_the_roots_polynomial": instance(root2, "t", "x > 0"),
        "zero_point": instance({"t": "0"}, "t", "x = 0"),
        "interval_left_end_root_open": instance({"from": "2", "to": "3", "ends": "(]"}, "(t-2)*(t^2+1)", "x > 0"),
        "interval_left_end_root_closed": instance({"from": "2", "to": "3", "ends": "[]"}, "(t-2)*(t^2+1)", "x > 0"),
        "interval_right_end_root_open": instance({"from": "2", "to": "3", "ends": "[)"}, "3-t", "x > 0"),
        "interval_right_end_root_closed": instance({"from": "2", "to": "3", "ends": "[]"}, "3-t", "x >= 0"),
        "interval_right_end_root_closed_strict": instance({"from": "2", "to": "3", "ends": "(]"}, "3-t", "x > 0"),
        "interval_two_roots_inside": instance({"from": "1", "to": "4", "ends": "()"}, "(t-2)*(t-3)", "x >= 0"),
        "interval_roots_outside": instance({"from": "1", "to": "4", "ends": "()"}, "(t+2)*(t-5)*(t-9)", "x > 0"),
        "interval_root_near_the_left": instance({"from": "1", "to": "4", "ends": "()"}, "t-1-1/10^9", "x > 0"),
        "interval_root_near_the_right": instance({"from": "1", "to": "4", "ends": "()"}, "4-1/10^9-t", "x > 0"),
        "interval_root_just_outside": instance({"from": "1", "to": "4", "ends": "()"}, "t-1+1/10^9", "x > 0"),
        "interval_to_infinity_root_far": instance({"from": "1", "to": "inf", "ends": "()"}, "10^20-t", "x > 0"),
        "interval_to_infinity": instance({"from": "1", "to": "inf", "ends": "()"}, "t^3-3*t+2", "x > 0"),
        "interval_to_infinity_small_lead": instance(
            {"from": "1", "to": "inf", "ends": "()"}, "t^2/10^9-t+10^6", "x > 0"
        ),
        "interval_between_exponentials": instance(
            {"from": "exp(1)", "to": "exp(2)", "ends": "[]"}, "(t-27/10)*(74/10-t)", "x > 0"
        ),
        "interval_between_exponentials_false": instance(
            {"from": "exp(1)", "to": "exp(2)", "ends": "[]"}, "(t-272/100)*(74/10-t)", "x > 0"
        ),
        "interval_tiny": instance({"from": "2", "to": "2+1/10^100", "ends": "()"}, "(t-2)*(2+1/10^100-t)", "x > 0"),
        "square_around_zero": instance({"from": "-2", "to": "2", "ends": "[]"}, "t^2", "x > 1"),
        "square_close_around_zero": instance({"from": "-1/2", "to": "1/2", "ends": "[]"}, "t^2", "x > 1/8"),
        "wilkinson": instance(
            {"from": "1/2", "to": "1", "ends": "[)"}, "*".join(f"({i}-t)" for i in range(1, 16)), "x > 0"
        ),
        "repeated_root_inside": instance({"from": "1", "to": "3", "ends": "()"}, "(t-2)^2", "x >= 0"),
        "repeated_factor_outside": instance({"from": "3", "to": "5", "ends": "[]"}, "(t-2)^3*(t+1)^2", "x > 0"),
    }
    steps = {"from": "1", "to": {"root": "t^2-2", "between": ["1", "2"]}, "ends": "[]"}
    below = math.isqrt(2 << 256)  # in steps of 2^-128, the last before the square root of 2
    found |= {
        "just_below_an_upper_end": instance(steps, f"2^128*t-{below}", "x <= 0"),
        "just_above_a_lower_end": instance({**steps, "from": steps["to"], "to": "2"}, f"2^128*t-{below + 1}", "x >= 0"),
        "just_below_a_lower_end": instance({**steps, "from": steps["to"], "to": "2"}, f"2^128*t-{below}", "x >= 0"),
        "root_at_the_edge_of_a_bracket": instance(
            {"from": "2", "to": "3", "ends": "[]"}, "(t-2+1/2^63)^2*(t-2-1/2^65)", "x >= 0"
        ),
        "step_below_a_power_of_e": instance(
            {"t": "exp(-17/20)"}, "2^128*t-145441764700864552617995204528055466999", "x <= 0"
        ),
        "step_above_a_power_of_e": instance(
            {"t": "exp(19/20)"}, "2^128*t-879871403042329566497100347321414877686", "x >= 0"
        ),
        "neither_false_everywhere": instance({"from": "1", "to": "4", "ends": "()"}, "t-2", "x > 0", "false"),
        "nor_over_a_negative_number": instance({"from": "1", "to": "4", "ends": "()"}, "(t-2)/(0-1)", "x > 0", "false"),
        "nor_nowhere_zero": instance({"from": "1", "to": "4", "ends": "()"}, "t-2", "x = 0", "false"),
        "from_zero_to_infinity": instance({"from": "0", "to": "inf", "ends": "[)"}, "t", "x <= 1"),
        "power_of_a_quotient": instance({"t": "3"}, "(t/2)^2", "x = 9/4"),
        "power_of_a_power": instance({"t": "3"}, "(t^2)^2", "x = 81"),
        "power_of_a_product": instance({"t": "3"}, "(2*t)^2", "x = 36"),
        "power_of_one": instance({"t": "3"}, "1^2", "x = 1"),
        "negative_denominator": instance({"t": "3"}, "1/(1-t)", "x = 0-1/2"),
    }
    return found


def small() -> dict[str, str]:
    """One output, one input; numbers that are 1 only after cancelling; an optimum of variance 0 that is no vertex."""
    one, row = {"schema": SCHEMA, "field": {"t": "3"}}, ["t/t", "t/t"]
    notion = {"name": "ldp", "ratio": "t", "delta": "1/10"}
    alone = {"inputs": ["only"], "outputs": ["only"], "mechanism": [["1"]], "value": "0"}
    objective = {"name": "total variance", "prevalences": ["1"]}
    evidence = {"witness": {"inverse": [["1"]], "matrix": [["1"]]}, "prices": {"column": ["1"]}}
    total = {**one, "claim": "optimal", **alone, "notion": {"name": "ldp", "ratio": "t"}, "objective": objective}
    comparison = {"first": [row], "second": [row], "relation": "at least as informative"}
    return {
        "one_output": json.dumps({**one, "claim": "satisfies", "mechanism": [["1", "1"]], "notion": notion}),
        "one_input": json.dumps({**total, **evidence}),
        "inside_a_face": json.dumps(
            {
                **one,
                "claim": "optimal",
                **{key: ["0", "1"] for key in ("inputs", "outputs")},
                "notion": notion,
                "objective": {"name": "variance", "prevalence": "0"},
                "value": "0",
                "mechanism": [["1", "19/20"], ["0", "1/20"]],
            }
        ),
        "one_as_a_quotient": json.dumps({**one, "claim": "compare", **comparison, "forward": {"garbling": [["t/t"]]}}),
    }


def wide() -> dict[str, str]:
    """Quotients of both signs on a wide domain, where the bound takes the denominator's smaller or larger end.

    The mechanisms tell the truth or nothing, so the decision problem that pays g for a right guess shows ±g/2.
    """
    truth, silence = [["1", "0"], ["0", "1"]], [["1/2", "1/2"], ["1/2", "1/2"]]
    same, mixed = truth, silence
    return {
        name: json.dumps(
            {
                "schema": SCHEMA,
                "claim": "deficiency",
                "field": {"from": start, "to": "2", "ends": "[]"},
                "first": P,
                "second": Q,
                "garbling": C,
                "prior": ["1/2", "1/2"],
                "gains": [[gain, "0"], ["0", gain]],
                "lower": low,
                "upper": high,
            }
        )
        for name, start, P, Q, C, gain, low, high in (
            ("gain_above_one", "1/2", truth, truth, same, "1/t", "0", "0"),
            ("quotient_too_high", "1", silence, truth, same, "1/t", "3/8", "1/2"),
            ("quotient_of_its_height", "1", silence, truth, same, "1/t", "1/4", "1/2"),
            ("negative_quotient_too_high", "1", truth, silence, mixed, "1/t", "-3/8", "0"),
            ("negative_quotient_of_its_height", "1", truth, silence, mixed, "1/t", "-1/2", "0"),
            ("negative_bound_too_high", "1", truth, silence, mixed, "3/4", "-1/(2*t)", "0"),
        )
    }


def many() -> dict[str, str]:
    """As many variables and labels as there may be, and one more."""
    one = {"schema": SCHEMA, "field": {"t": "1"}}
    once = {"times": "1", "given": []}
    square = {"claim": "implication", "given": [], "states": "0 <= 1", "multiplier": once, "terms": [once]}
    below = {"claim": "infeasible", "outputs": ["a"], "notion": {"name": "parity", "gamma": "1/2"}}
    return {
        **{f"variables_{n}": json.dumps({**one, **square, "variables": [f"x{i}" for i in range(n)]}) for n in (6, 7)},
        **{
            f"labels_{n}": json.dumps({**one, **below, **one_price(n), "inputs": [str(i) for i in range(n)]})
            for n in (1024, 1025)
        },
    }


def one_price(k: int) -> dict[str, Any]:
    """-1 for the first of so many inputs and 0 for the others."""
    return {"prices": {"column": ["-1", *["0"] * (k - 1)]}}


def pieces() -> dict[str, str]:
    """One question in a single piece, and in two that meet at a point of the first and of the second."""
    whole = {"from": "1", "to": "3", "ends": "[)"}
    split = [{**whole, "to": "2"}, {**whole, "from": "2"}]
    other = [{**whole, "to": "2", "ends": "[]"}, {**whole, "from": "2", "ends": "()"}]
    rows = [["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]]
    part = {"claim": "satisfies", "mechanism": rows, "notion": {"name": "ldp", "ratio": "t"}}
    return {
        name: json.dumps(
            {
                "schema": SCHEMA,
                "claim": "pieces",
                "field": whole,
                "pieces": [{**part, "field": field} for field in fields],
            }
        )
        for name, fields in {"one_piece": [whole], "two_pieces": split, "two_other_pieces": other}.items()
    }


def linear() -> dict[str, str]:
    """The trace with its proof for other sizes, in fields of every kind."""
    found = {}
    for k, field in (
        (2, {"t": "3"}),
        (5, {"t": "exp(1/7)"}),
        (7, {"from": "1", "to": "inf", "ends": "[)"}),
        (16, {"t": "1+1/10^8"}),
    ):
        den, labels = f"(t+{k - 1})", [str(j) for j in range(k)]
        rows = [[f"{'t' if i == j else 1}/{den}" for j in range(k)] for i in range(k)]
        document = {
            "schema": SCHEMA,
            "claim": "optimal",
            "field": field,
            "notion": {"name": "ldp", "ratio": "t"},
            "inputs": labels,
            "outputs": labels,
            "objective": {"name": "trace", "sense": "max"},
            "mechanism": rows,
            "prices": {"column": [f"t/{den}"] * k},
            "value": f"{k}*t/{den}",
        }
        found[f"trace_{k}"] = json.dumps(document)
    return found


def arithmetic() -> dict[str, str]:
    """Sums of unlike fractions, long integers and powers, as identities."""
    sides = {
        "harmonic": ("+".join(f"1/{n}" for n in range(1, 30)), str(sum(F(1, n) for n in range(1, 30)))),
        "telescope": ("+".join(f"1/((t+{n})*(t+{n + 1}))" for n in range(6)), "6/(t*(t+6))"),
        "binomial": ("(t+1)^12", "+".join(f"{math.comb(12, i)}*t^{i}" for i in range(13))),
        "long": (f"(10^250)^20*10^{1}-1", "9" * 5001),
        "nested": ("(" * 30 + "t" + ")" * 30, "t"),
        "precedence": ("-t^2+2*t-3-4/2*2", "-(t*t)+(t+t)-7"),
        "zero_power": ("t^0", "1"),
        "wrong": ("(t+1)^2", "t^2+2*t+2"),
        "degree_511": ("t^255*t^256", "t*(t^255*t^255)"),
        "degree_512": ("t^256*t^256", "t^256*t^256"),
    }
    field = {"from": "1", "to": "inf", "ends": "()"}
    return {name: instance(field, f"{a}-({b})", "x = 0") for name, (a, b) in sides.items()}


def implied(**parts: Any) -> str:
    """That 1 > 0, with parts of it replaced."""
    once: dict[str, Any] = {"times": "1", "given": []}
    body: dict[str, Any] = {"variables": ["x"], "given": [], "states": "1 > 0", "multiplier": once, "terms": [once]}
    return json.dumps({"schema": "rropt.certificate/3", "claim": "implication", "field": {"t": "1"}, **body, **parts})


def premised(hypothesis: str, times: int) -> str:
    """That x > 0 for a polynomial of 512 terms, by a hypothesis stated many times."""
    body = {"at": {"x": "(t+1)^256*(t+1)^255"}, "given": [hypothesis] * times, "states": "x > 0", "verdict": "true"}
    field = {"from": "1", "to": "inf", "ends": "[)"}
    return json.dumps({"schema": "rropt.certificate/3", "claim": "instance", "field": field, **body})


def bombs() -> dict[str, str]:
    """Work that only a budget ends."""
    coefficients = "+".join(f"{7 ** (50 + i * i % 37)}*t^{i}" for i in range(300))
    return {
        "bomb_of_numbers_kept": instance({"t": "2"}, "1", "x > 0")
        .replace('"x":', "".join(f'"x{n}": "{n}/7",' for n in range(200_000)) + '"x":')
        .ljust(5 << 22),
        "bomb_of_powers_of_one": instance({"t": "2"}, "*".join(["1^256"] * 200_000), "x > 0"),
        "bomb_of_tokens": instance({"t": "2"}, "1" + "+1" * 700000, "x > 0"),
        "bomb_of_names": implied(variables=["x"] * 150_000),
        "bomb_of_indices": implied(terms=[{"times": "1", "given": ["0"] * 2_000_000}], given=["1 > 0"]),
        "bomb_of_terms": implied(states="400000 > 0", terms=[{"times": "1", "given": []}] * 400_000),
        "bomb_of_objects": '{"schema": [' + "{}," * 5_000_000 + "{}]}",
        "bomb_of_entries": implied().replace('"x"]', "[" + '"0",' * 4_000_000 + '"0"]]'),
        "bomb_of_weights": json.dumps(
            {
                "schema": "rropt.certificate/3",
                "claim": "infeasible",
                "field": {"t": "1"},
                "notion": {"name": "ldp", "ratio": "1"},
                "inputs": [str(j) for j in range(1024)],
                "outputs": ["a"],
                "prices": {"column": ["0"] * 1024},
                "requirement": {
                    "bound": "1",
                    "objective": {"name": "weighted trace", "sense": "max", "weights": ["1"] * 300_000},
                },
            }
        ),
        "bomb_of_premises": premised("x > 0", 26_000),
        "bomb_of_digits": instance({"t": "2"}, "9" * 1600000, "x > 0"),
        "bomb_of_sturm_chains": instance(
            {"from": "-2", "to": "2", "ends": "()"}, f"({coefficients})-(t^255*t^256)", "x > 0"
        ),
    }


FORMS = {**hard_forms.ACCEPTED, **hard_forms.REJECTED, **hard_forms.MALFORMED}
TEXTS = {**bombs(), **signs(), **small(), **wide(), **many(), **pieces(), **linear(), **arithmetic(), **FORMS}
