"""One claim a name, and the sentence it earns."""

from collections.abc import Callable
from typing import Any

from . import algebra, linear, order, variance
from .numbers import ONE, ZERO, Domain, expect, require
from .read import crowd, read_domain, shown, take
from .text import listed

PROOFS = {
    **dict.fromkeys(linear.PARTS, ("multipliers", linear.prove)),
    "asymptotic variance": ("dual", variance.prove_asymptotic), "total variance": ("inverse matrix dual", variance.prove_total),
}
EVIDENCE = ("mechanism minimisers value lower upper multipliers dual inverse matrix forward backward garbling prior gains "
            "event terms multiplier field").split()


def optimal(body: Any, domain: Domain) -> str:
    return variance.optimal(body, domain) if body["objective"]["name"] == "variance" else bounded(body, domain, "value")


def bounded(body: Any, domain: Domain, keys: str = "lower upper") -> str:
    """An optimum between bounds; with one 'value', equal to it."""
    name = body["objective"]["name"]
    evidence, prove = PROOFS[name]
    wanted, P, inputs, outputs, _, *ends = take(body, domain, f"notion mechanism inputs outputs objective {keys} {evidence}")
    expect((len(inputs), len(outputs)) == (len(P[0]), len(P)), "not as many labels as inputs and outputs")
    low, high, words = prove(P, body, wanted, domain)
    require(ends[0] <= low and high <= ends[len(keys.split()) - 1], "the value is not shown")
    answers = crowd(outputs, "output") if name in linear.PARTS else "any number of outputs"
    told = "is {}, attained by" if keys == "value" else "lies between {} and {}, one bound by"
    return (f"among all mechanisms with {crowd(inputs, 'input')} and {answers} satisfying {wanted.words}, the {words} "
            f"{told.format(*(shown(body[key]) for key in keys.split()))} {shown(body['mechanism'])}")


def infeasible(body: Any, domain: Domain) -> str:
    wanted, inputs, outputs, multipliers, more = take(body, domain, "notion inputs outputs multipliers requirement?")
    W, least, sense, words = [[ZERO] * len(inputs)] * len(outputs), ZERO, ONE, ""
    if more is not None:
        objective, least = take(more, domain, "objective bound")
        W, sense, name = linear.weights_of(objective, domain, len(outputs), len(inputs))
        words = f" with the {name} at {'least' if sense is ONE else 'most'} {shown(more['bound'])}"
    require(linear.dual_bound(W, sense, multipliers, wanted, domain) < sense * least, "the multipliers give no contradiction")
    return f"no mechanism with {crowd(inputs, 'input')} and {crowd(outputs, 'output')} satisfies {wanted.words}{words}"


def unattained(body: Any, domain: Domain) -> str:
    (wanted,) = take(body, domain, "notion")
    require(wanted.ratio == ONE and wanted.delta == ZERO, "some mechanism distinguishes inputs")
    return f"every mechanism satisfying {wanted.words} answers alike for all inputs: nothing is identified, no least variance attained"


def pieces(body: Any, whole: Domain) -> str:
    """The same question on intervals, or points, that follow one another and cover the domain."""
    (parts,), spans = take(body, whole, "pieces"), []
    sentences = [decide(part) for part in listed(parts)]
    for part in parts:
        spans.append({"from": part["field"].get("t"), "to": part["field"].get("t"), "ends": "[]"} | part["field"])
        asked, first = ({key: x for key, x in p.items() if key not in EVIDENCE} for p in (part, parts[0]))
        require(asked == first, "the pieces answer different questions")
    for one, two in zip(spans, spans[1:], strict=False):
        require(one["to"] == two["from"] and one["ends"][1] + two["ends"][0] != ")(", "the pieces leave a gap")
    covered = {"from": spans[0]["from"], "to": spans[-1]["to"], "ends": spans[0]["ends"][0] + spans[-1]["ends"][1]}
    require(covered == whole.data, "the pieces cover another domain")
    return f"in {len(parts)} pieces: {'; and '.join(sentences)}"


CLAIMS: dict[str, Callable[[Any, Domain], str]] = {
    "optimal": optimal, "within": bounded, "infeasible": infeasible, "unattained": unattained, "satisfies": order.satisfies,
    "violates": order.violates, "admissible": order.admissible, "compare": order.compare, "deficiency": order.deficiency,
    "profile": order.profile, "breach": order.breach, "implication": algebra.implication, "instance": algebra.instance,
    "pieces": pieces,
}


def told(end: Any) -> str:
    return f"the root of {end['root']} in {shown(end['between'])}" if isinstance(end, dict) else end.replace("exp", "e^")


def decide(document: Any) -> str:
    """The sentence of one certificate without its schema."""
    domain, claim = read_domain(document["field"]), CLAIMS[document["claim"]]
    data = domain.data
    words = f"t = {told(data['t'])}" if "t" in data else f"every t in {data['ends'][0]}{told(data['from'])}, {told(data['to'])}{data['ends'][1]}"
    return f"for {words}, {claim({key: x for key, x in document.items() if key not in ('claim', 'field')}, domain)}"


def sentence(document: Any) -> str:
    """The sentence of a whole certificate."""
    expect(document.pop("schema") == "rropt.certificate/1", "the schema is not 'rropt.certificate/1'")
    words = decide(document)
    return f"{words[0].upper()}{words[1:]}."
