"""Attacks by a reader whose only task was to have something false accepted, or to make the checker run without end.

Most of them once succeeded; the others are as near as one came. `build_rejected.py` and `build_malformed.py`
write them beside their own, as `hostile_*`.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from math import isqrt
from typing import Any

SCHEMA = {"schema": "rropt.certificate/2"}
Q: dict[str, Any] = {"t": "1"}
WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]
HUGE = "((2^256)^255)^4"
LONG = "((3^256)^256)^40/((2^256)^256)^64"


def instance(states: str, field: dict[str, Any], **at: str) -> dict[str, Any]:
    return {**SCHEMA, "claim": "instance", "field": field, "at": at, "given": [], "states": states, "verdict": "true"}


def between(low: str, high: str, ends: str = "()") -> dict[str, Any]:
    return {"from": low, "to": high, "ends": ends}


def satisfies(field: Any = Q, rows: Any = WARNER, ratio: str = "3") -> dict[str, Any]:
    return {
        **SCHEMA,
        "claim": "satisfies",
        "field": field,
        "mechanism": rows,
        "notion": {"name": "ldp", "ratio": ratio},
    }


def bounded_trace(field: Any, rows: Any) -> dict[str, Any]:
    """A trace between 0 and 2, of which pieces may have different mechanisms."""
    return {
        **satisfies(field, rows),
        "claim": "within",
        "inputs": ["0", "1"],
        "outputs": ["0", "1"],
        "objective": {"name": "trace", "sense": "max"},
        "lower": "0",
        "upper": "2",
        "multipliers": {"column[0]": "1", "column[1]": "1"},
    }


def root(polynomial: str, low: str, high: str) -> dict[str, Any]:
    return {"t": {"root": polynomial, "between": [low, high]}}


def face(value: str, prevalence: str, field: Any) -> dict[str, Any]:
    return {
        **SCHEMA,
        "claim": "optimal",
        "field": field,
        "inputs": ["no", "yes"],
        "outputs": ["0", "1"],
        "value": value,
        "notion": {"name": "ldp", "ratio": "3", "delta": "1/10"},
        "minimisers": [[["1", "9/10"], ["0", "1/10"]]],
        "objective": {"name": "variance", "prevalence": prevalence},
    }


def compare(first: Any, forward: Any, relation: str = "at least as informative") -> dict[str, Any]:
    return {
        **SCHEMA,
        "claim": "compare",
        "field": {"t": "5"},
        "first": first,
        "second": [["1"] * len(first[0])],
        "relation": relation,
        "forward": forward,
    }


def infeasible(k: int, m: int, multipliers: dict[str, str], ratio: str, field: Any = Q) -> dict[str, Any]:
    return {
        **SCHEMA,
        "claim": "infeasible",
        "field": field,
        "notion": {"name": "ldp", "ratio": ratio},
        "inputs": [f"x{j}" for j in range(k)],
        "outputs": [f"y{i}" for i in range(m)],
        "multipliers": multipliers,
    }


def alike(n: int) -> str:
    """An integer with the same hash as 1, whatever n is: integers are hashed by their remainder."""
    return str(1 + n * sys.hash_info.modulus)


def brackets(n: int, bits: int) -> dict[str, Any]:
    """Each end is told from its neighbour, and an entry from 0 there, by brackets that a check once left to the next."""

    def cut(r: int) -> dict[str, Any]:
        return {"root": f"t^2-{r}", "between": ["0", str(r)]}

    radicands = [r for r in range(2, 100) if isqrt(r) ** 2 != r][: n + 1]
    parts = []
    for low, high in pairwise(radicands):
        entry = f"(t-{isqrt(low << 2 * bits)}/(2^250)^{bits // 250})/1000"
        field = {"from": cut(low), "to": cut(high), "ends": "[)"}
        parts.append(bounded_trace(field, [[entry] * 2, [f"1-{entry}"] * 2]))
    whole = {"from": cut(radicands[0]), "to": cut(radicands[-1]), "ends": "[)"}
    return {**SCHEMA, "claim": "pieces", "field": whole, "pieces": [part for part in parts if part.pop("schema")]}


def monomials() -> dict[str, Any]:
    """With 16 bits an exponent, 2^64 = 8 for the hash: x^8 of the first variable and the fifth variable have one."""

    def power(x: str, y: str, n: int) -> str:
        return f"({x}^8+{y})^{n}"

    product = f"(({power('a', 'e', 10)}*{power('b', 'f', 11)})*({power('c', 'g', 11)}*{power('d', 'h', 11)}))"
    return {**implication(), "variables": [*"abcdefgh"], "states": "+".join([product] * 30) + ">=0", "terms": []}


def page(states: str, times: str, *given: str) -> dict[str, Any]:
    """The statement for x >= 0 by one term, to see which denominators a sum has."""
    return {
        **implication("x>=0"),
        "variables": ["x"],
        "states": states,
        "terms": [{"times": times, "given": list(given)}],
    }


def greedy() -> dict[str, dict[str, Any]]:
    """Small files that once took gigabytes or minutes, since what they ask for was not counted as work."""
    n, long = 3000, "((2^256)^256)^30"
    minimised = {"name": "utility", "sense": "min", "prior": ["1"], "utility": [[long]] * 1024}
    return {
        "hostile_column_times_a_row": compare([["t/t"] + ["1"] * (n - 1)], {"garbling": [["1"]] + [["0"]] * (n - 1)}),
        "hostile_rational_column_times_a_row": compare([["1"] * n], {"garbling": [[f"1/{n}"]] * n}),
        "hostile_pairs_of_a_profile": {
            **SCHEMA,
            "claim": "profile",
            "field": Q,
            "mechanism": [["1"] * 2 * n],
            "breakpoints": ["1"],
            "deltas": ["0"],
        },
        "hostile_long_gains": compare(
            [["1", "1"]],
            {"prior": ["2/3", "1/3"], "gains": [[long, "0"]] * 5000},
            "not at least as informative",
        ),
        "hostile_long_weights_negated": {
            **infeasible(1, 1024, {}, "1"),
            "requirement": {"objective": minimised, "bound": "1"},
        },
    }


def rejected() -> dict[str, tuple[str, str, Any]]:
    return {
        "hostile_infinity_from_below_zero": (
            "a root at 50 beyond a bound on the roots that was measured from t = -100",
            "states",
            instance("x < 50", between("-100", "inf"), x="t"),
        ),
        "hostile_reciprocal_of_a_reciprocal": (
            "1/(1/x) defined where x = 0",
            "side-defined",
            instance("1/(1/x) = x", between("4", "6"), x="t-5"),
        ),
        "hostile_value_zero_at_an_end": (
            "at prevalence t = 0 one point of the face of variance 0 is called the only minimiser",
            "value-zero",
            face("(10-t)*t", "t", between("0", "1/20", "[)")),
        ),
        "hostile_power_zero_of_a_pole": (
            "a denominator that is 0 at t, out of sight in a power of 0",
            "side-defined",
            instance("(1/(x-5))^0 = 1", {"t": "5"}, x="t"),
        ),
        "hostile_root_to_300_digits": (
            "a rational less than 10^-300 below the root of 2 called larger",
            "states",
            instance(f"x < {isqrt(2 * 10**600)}/(10^150)^2", root("t^2-2", "1", "2"), x="t"),
        ),
        "hostile_ratio_short_at_a_closed_end": (
            "a demand that fails within 10^-300 of a closed end only, far inside one step of the filter",
            "ratio",
            satisfies(between("3", "4", "[]"), ratio="t-1/(10^150)^2"),
        ),
        "hostile_ratio_of_one_at_a_closed_end": (
            "a ratio below 1 everywhere but at the closed end, where the demand can be met",
            "row-bound",
            infeasible(2, 2, {"column[0]": "-1"}, "t", between("1/2", "1", "[]")),
        ),
        "hostile_delta_of_zero_at_a_closed_end": (
            "a demand with delta = t - 2 that only t = 2 breaks",
            "slack",
            {
                **satisfies(between("2", "3", "[]")),
                "notion": {"name": "ldp", "ratio": "3-1/10^40", "delta": "t-2"},
            },
        ),
        "hostile_inner_point_of_a_face": (
            "a point inside the face of variance 0 called one of its extreme points",
            "minimiser-vertex",
            {
                **face("0", "0", {"t": "exp(1/2)"}),
                "notion": {"name": "ldp", "ratio": "t", "delta": "1/10"},
                "minimisers": [[["1", "9/10"], ["0", "1/10"]], [["1", "19/20"], ["0", "1/20"]]],
            },
        ),
        "hostile_mixture_of_a_face": (
            "a mixture of two other mechanisms of the face of variance 0 called an extreme point",
            "minimiser-vertex",
            {
                **face("0", "1", between("4", "inf", "[)")),
                "notion": {"name": "ldp", "ratio": "t", "delta": "1"},
                "minimisers": [[[x, "0"], [y, "1"]] for x, y in (("1", "0"), ("1/3", "2/3"), ("1/2", "1/2"))],
            },
        ),
        "hostile_equal_hashes_of_coefficients": (
            "many polynomials with one hash, looked up among those whose signs are known",
            "column-sum",
            satisfies(between("1", "inf"), [[f"1/t/{alike(i)}" for i in range(3001, 6001)]]),
        ),
        "hostile_excesses_that_are_absent": (
            "multipliers of all pairs and none of their shares",
            "contradiction",
            infeasible(60, 1024, {f"pair[{i},{j}]": "1" for i in range(60) for j in range(60) if i != j}, "1"),
        ),
        "hostile_sum_not_divided_by_its_content": (
            "x/2 + x/4 as 6x/8, where a sum divides by the common divisor of its coefficients",
            "identity",
            page("x/2+x/4>=0", "48", "0"),
        ),
        "hostile_equal_denominators_multiplied": (
            "1/x + 1/x as 2x/x^2, where a sum keeps equal denominators",
            "identity",
            page("1/x+1/x>=0", "2", "0", "0", "0"),
        ),
    }


def accepted() -> dict[str, Any]:
    """What was once refused since a number that is 0 at t was not written "0"."""
    objective = {"name": "asymptotic variance", "prevalence": "1/2"}
    return {
        "unattained_with_a_delta_that_is_zero_at_t": {
            **SCHEMA,
            "claim": "unattained",
            "field": Q,
            "notion": {"name": "ldp", "ratio": "t", "delta": "t-1"},
        },
        "negations_that_come_to_nothing": instance(
            f"({'(-' * 90}x{')' * 90})^0 = 1", between("1", "inf"), x=f"{HUGE}*({powers('t', 9)})"
        ),
        "asymptotic_with_a_row_that_is_zero_at_t": {
            **asymptotic(objective, "1", ["1/2", "1/2"]),
            "outputs": ["a", "b", "c"],
            "mechanism": [*WARNER, ["t-3", "t-3"]],
        },
    }


def powers(variable: str, n: int) -> str:
    """All powers below 2^n, as a product."""
    return "*".join(f"(1+{variable}^{2**i})" for i in range(n))


def worst(value: str, prevalence: str, interval: list[str]) -> dict[str, Any]:
    """The optimum at a prevalence under 3-parity, of the prevalences of an interval."""
    return asymptotic({"name": "asymptotic variance", "prevalence": prevalence, "worst": interval}, value, ["4/3", "0"])


def asymptotic(objective: dict[str, Any], value: str, column: list[str]) -> dict[str, Any]:
    return {
        **SCHEMA,
        "claim": "optimal",
        "field": {"t": "3"},
        "inputs": ["no", "yes"],
        "outputs": ["0", "1"],
        "notion": {"name": "ldp", "ratio": "t"},
        "mechanism": WARNER,
        "objective": objective,
        "dual": {"column": column, "pair": ["0", "0"]},
        "value": value,
    }


def implication(*given: str) -> dict[str, Any]:
    return {
        **SCHEMA,
        "claim": "implication",
        "field": Q,
        "variables": ["x", "y"],
        "given": list(given),
        "multiplier": {"times": "1", "given": []},
        "terms": [{"times": "1", "given": []}],
        "states": "1 > 0",
    }


def random_polynomial(degree: int) -> str:
    """Coefficients of ten digits without a pattern."""
    return "+".join(f"{pow(7, 1000 + n, 10**10 + 19)}*t^{n // 2}*t^{n - n // 2}" for n in range(degree + 1))


def malformed() -> dict[str, tuple[Any, str]]:
    work, long = "more work than", "too long numbers"
    terms = "(1+x)^14*(1+y)^14*(1+z)^14"
    best = face("0", "0", Q)
    return {
        **{name: (document, long if "_long_" in name else work) for name, document in greedy().items()},
        "hostile_number_to_the_power_zero": (
            satisfies({"t": "5"}, [["3/4*(1/(t-5))^0", "1/4"], ["1/4", "3/4"]]),
            "a division by a number that is 0 somewhere on the domain",
        ),
        "hostile_t_at_two_values": (instance("x < t", between("1", "2"), t="5", x="t"), "a variable t that is not t"),
        "hostile_minus_after_a_plus": (
            satisfies(rows=[["(1+-1/4)", "1/4"], ["1/4", "3/4"]]),
            "no number stands where one is needed in '(1+-1/4)'",
        ),
        "hostile_signs_read_as_a_number": (
            instance("y > 0", between("1", "inf"), y="1/t", x="1:1"),
            "characters that no number has in '1:1'",
        ),
        "hostile_null_for_a_restriction": (
            {**best, "objective": {**best["objective"], "restriction": None}},
            "/objective/restriction should be a string",
        ),
        "hostile_zero_over_zero_added": (
            satisfies({"t": "5"}, [["3/4+0/(t-5)", "1/4"], ["1/4", "3/4"]]),
            "a division by a number that is 0 somewhere on the domain",
        ),
        "hostile_zero_over_zero_subtracted": (
            satisfies({"t": "5"}, [["3/4-0/(t-5)", "1/4"], ["1/4", "3/4"]]),
            "a division by a number that is 0 somewhere on the domain",
        ),
        "hostile_equal_hashes_of_monomials": (monomials(), "too many variables: more than 6"),
        "hostile_equal_hashes_of_denominators": (
            compare(
                [["1"] * 5000],
                {"prior": ["1"] + ["0"] * 4999, "gains": [[f"1/{alike(i)}" for i in range(1, 5001)]]},
                "not at least as informative",
            ),
            work,
        ),
        "hostile_brackets_kept_from_another_check": (brackets(6, 5000), work),
        "hostile_parentheses": (
            satisfies({"t": "3"}, [["(" * 100 + "1" + ")" * 100]]),
            "too many parentheses in one another: more than 99",
        ),
        "hostile_long_rational": (satisfies({"t": LONG}), long),
        "hostile_long_common_divisor": (satisfies(rows=[[f"{LONG}+1/((3^256)^256)^40", "1/4"], ["1/4", "3/4"]]), long),
        "hostile_exp_of_a_long_rational": (satisfies({"t": "exp(1+1/((3^256)^256)^8)"}, ratio="t"), long),
        "hostile_root_in_a_long_interval": (satisfies(root("t^2-2", "0", "((2^256)^256)^64"), ratio="t"), long),
        "hostile_root_of_high_degree": (satisfies(root("t^256*t^255-2", "0", "((2^256)^256)^16"), ratio="t"), long),
        "hostile_sturm_chain": (
            instance("x > 0", between("1", "inf"), x=f"({random_polynomial(200)})-3*t*({random_polynomial(199)})"),
            work,
        ),
        "hostile_powers_of_a_long_point": (
            instance("x > 0", {"t": "(2^256)^256"}, x=f"({random_polynomial(200)})-3*t*({random_polynomial(199)})"),
            "too long numbers",
        ),
        "hostile_terms_in_six_variables": (
            {
                **SCHEMA,
                "claim": "implication",
                "field": Q,
                "variables": list("xyzuvw"),
                "given": [],
                "multiplier": {"times": "1", "given": []},
                "terms": [],
                "states": f"({terms})*({terms.translate(str.maketrans('xyz', 'uvw'))}) >= 0",
            },
            work,
        ),
        "hostile_long_number_times_short_ones": (
            instance(
                "+".join(["x*y"] * 100) + " > 0", {"t": "exp(1)"}, x=f"{HUGE}*({powers('t', 8)})", y=powers("t", 8)
            ),
            work,
        ),
        "hostile_square_of_a_long_number": (instance("x*x > 0", {"t": "2"}, x=HUGE), long),
        "hostile_long_numbers_added": (
            instance("+".join(["x"] * 10_000) + " > 0", {"t": "exp(1)"}, x=f"{HUGE}*({powers('t', 9)})"),
            work,
        ),
        "hostile_terms_of_two_gigabytes": (implication(f"{HUGE}*({powers('x', 8)})*({powers('y', 8)}) >= 0"), work),
        "hostile_many_polynomials_kept": (
            implication(*(f"{n}+{HUGE}*({powers('x', 7)})*({powers('y', 7)}) >= 0" for n in range(4))),
            work,
        ),
        "hostile_long_numbers_negated": (
            instance("*(".join(["(-x)"] * 50) + ")" * 49 + " > 0", between("1", "inf"), x=f"{HUGE}*({powers('t', 9)})"),
            "more memory than",
        ),
        "hostile_interval_without_ends": (worst("3/4", "1", []), "/objective/worst should hold two numbers"),
        "hostile_t_beside_another_t": (
            {**implication("t = 3"), "variables": ["t"], "field": {"t": "2"}},
            "the field of an implication should be t = 1",
        ),
        "hostile_spaces_and_no_end": (
            satisfies(rows=[["3/4" + " " * 60000 + "?", "1/4"], ["1/4", "3/4"]]),
            "characters that no number has in '3/4                                                         '",
        ),
    }
