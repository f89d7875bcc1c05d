"""One claim a name, and the sentence it earns."""

from functools import partial
from itertools import pairwise
from typing import Any

from . import algebra, linear, order, variance
from .numbers import ONE, ZERO, Domain, expect, require
from .read import crowd, listed, read_domain, satisfy, shown, take

PROOFS = {
    "asymptotic variance": ("dual", variance.prove_asymptotic),
    "asymptotic variance of three outputs": ("places?", variance.prove_three),
    "total variance": ("inverse matrix dual", variance.prove_total),
    **dict.fromkeys(linear.PARTS, ("multipliers", linear.prove)),
}
SAID = {"value": "is {}, attained by", "lower upper": "lies between {} and {}, one of these bounds shown by"}
EVIDENCE = {
    "field",
    "mechanism",
    "minimisers",
    "value",
    "lower",
    "upper",
    "multipliers",
    "dual",
    "inverse",
    "matrix",
    "forward",
    "backward",
    "garbling",
    "prior",
    "gains",
    "event",
    "terms",
    "multiplier",
}


# An optimum between bounds; with one 'value', equal to it.
def bounded(body: Any, domain: Domain, keys: str = "lower upper") -> str:
    name = body["objective"]["name"]
    if name == "variance" and keys == "value":
        return variance.optimal(body, domain)
    evidence, prove = PROOFS[name]
    wanted, P, inputs, outputs, _, *ends = take(
        body, domain, f"notion mechanism inputs outputs objective {keys} {evidence}"
    )
    expect((len(inputs), len(outputs)) == (len(P[0]), len(P)), "not as many labels as inputs and outputs")
    satisfy(P, wanted)
    low, high, words = prove(P, body, wanted, domain)
    require(ends[0] <= low and high <= ends[len(keys.split()) - 1], "the value is not shown")
    answers = crowd(outputs, "output") if name in linear.PARTS or "three" in name else "any number of outputs"
    return (
        f"among all mechanisms with {crowd(inputs, 'input')} and {answers} satisfying {wanted.words}, the {words} "
        f"{SAID[keys].format(*(shown(body[key]) for key in keys.split()))} the mechanism {shown(body['mechanism'])}"
    )


def infeasible(body: Any, domain: Domain) -> str:
    wanted, inputs, outputs, multipliers, more = take(body, domain, "notion inputs outputs multipliers requirement?")
    W, least, sense, words = [[ZERO] * len(inputs)] * len(outputs), ZERO, ONE, ""
    if more is not None:
        objective, least = take(more, domain, "objective bound")
        W, sense, name = linear.weights_of(objective, domain, len(outputs), len(inputs))
        words = f" with the {name} at {'least' if sense is ONE else 'most'} {shown(more['bound'])}"
    require(
        linear.dual_bound(W, sense, multipliers, wanted, domain) < sense * least,
        "the multipliers give no contradiction",
    )
    return f"no mechanism with {crowd(inputs, 'input')} and {crowd(outputs, 'output')} satisfies {wanted.words}{words}"


def unattained(body: Any, domain: Domain) -> str:
    (wanted,) = take(body, domain, "notion")
    require(wanted.ratio == ONE and not wanted.delta.num, "some mechanism distinguishes inputs")
    return f"every mechanism satisfying {wanted.words} answers alike for all inputs: no least variance is attained"


# The same question on intervals, or points, that follow one another and cover the domain.
def pieces(body: Any, whole: Domain) -> str:
    (parts,) = take(body, whole, "pieces")
    asked = [{key: x for key, x in part.items() if key not in EVIDENCE} for part in listed(parts)]
    spans = [{"from": at.get("t"), "to": at.get("t"), "ends": "[]"} | at for at in (part["field"] for part in parts)]
    covered = {"from": spans[0]["from"], "to": spans[-1]["to"], "ends": spans[0]["ends"][0] + spans[-1]["ends"][1]}
    require(
        covered == whole.data
        and all(x == asked[0] for x in asked)
        and all(one["to"] == two["from"] and one["ends"][1] + two["ends"][0] != ")(" for one, two in pairwise(spans)),
        "the pieces ask different questions, leave a gap, or cover another domain",
    )
    return f"in {len(parts)} pieces: {'; and '.join(map(decide, parts))}"


CLAIMS: dict[str, Any] = {
    "within": bounded,
    "optimal": partial(bounded, keys="value"),
    **{
        f.__name__: f
        for f in (
            algebra.instance,
            algebra.implication,
            infeasible,
            unattained,
            pieces,
            order.satisfies,
            order.violates,
            order.admissible,
            order.compare,
            order.deficiency,
            order.profile,
            order.breach,
            variance.dominant,
        )
    },
}


def told(end: Any) -> str:
    return (
        f"the root of {shown(end['root'])} in {shown(end['between'])}"
        if isinstance(end, dict)
        else shown(end).replace("exp", "e^")
    )


# The sentence of one certificate without its schema.
def decide(document: Any) -> str:
    data, claim = document["field"], CLAIMS[document["claim"]]
    words = (
        ""
        if claim is algebra.implication
        else f"for t = {told(data['t'])}, "
        if "t" in data
        else f"for every t in {data['ends'][0]}{told(data['from'])}, {told(data['to'])}{data['ends'][1]}, "
    )
    return (
        f"{words}{claim({key: x for key, x in document.items() if key not in ('claim', 'field')}, read_domain(data))}"
    )
