"""Demands and what answers disclose, in words: the reader of a demand's spec, the promise to a respondent, beliefs, warnings.

A spec is a name and its numbers, as in `ldp:ln3,delta=1/100`; several are joined by `&`:

    ldp:EPSILON,DELTA             parity:GAMMA        rho:RHO1,RHO2         beta:BETA         bayes:FACTOR
    csip:H                        sip:H_L..H_U        with boundaries such as odds:3 or 0=1/5,8/9=1,1=1
    metric:line,EPSILON           metric:a/b=1,b/c=2,epsilon=EPSILON        pairs:a/b=EPSILON,b/a=EPSILON,delta=DELTA
    sensitive:yes+maybe,EPSILON,DELTA                 vulnerability:AT_MOST,prior=1/2,1/4,1/4

Let π be a belief in the inputs, and p_ij the probability of output i under input j. After output i the belief in input j is
π_j·p_ij / Σ_l π_l·p_il. If some input never gives an output, this output proves that the truth is another one, whatever was
believed before. A demand that bounds every ratio of two entries of a row allows no such output.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from rropt import privacy
from rropt.exact.decimal import Direction, decimal, spell_decimals, spell_plainly
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.matrix import total_of
from rropt.exact.spelling import show
from rropt.mechanism import Answers, Mechanism
from rropt.privacy.bounds import spell_factor
from rropt.privacy.ldp import LDP, Parity
from rropt.privacy.notion import All, Notion
from rropt.specs import Word

__all__ = [
    "NEARLY",
    "OutputDisclosure",
    "beliefs_after",
    "demand_in_words",
    "disclosures",
    "percent",
    "read_demand",
    "read_demand_name",
    "warnings_of_proof",
]

LONGEST = 10_000
MOST_PAIRS = 3
# The most answers of a kind (proofs, near ones, or disproofs) that have a warning each; more of them share one.
MOST_APART = 3
# An answer nearly proves an input that it makes likelier than this, where all inputs were equally likely before it.
NEARLY = Fraction(99, 100)
NAMED = (
    "Answers that name one truth are nearly confessions: if all truths were equally likely before such an answer, the one that it "
    "names is {} likely after it."
)


# ---- Specs -----------------------------------------------------------------------------------------------------------------------


def _ldp(epsilon: str, delta: str = "0") -> Notion:
    return LDP(epsilon, delta=delta)


def _metric(distances: str = "", epsilon: str = "", **pairs: str) -> Notion:
    if (distances == "line") == bool(pairs) or not epsilon:
        raise InputError("metric needs distances and an epsilon, as in metric:line,ln2 or metric:a/b=1,epsilon=ln2")
    return privacy.Metric(_by_pair(pairs) or "line", epsilon)


def _pairwise(delta: str = "0", **pairs: str) -> Notion:
    if not pairs:
        raise InputError("pairs needs an epsilon for some pair of inputs, as in pairs:a/b=1,b/a=2")
    budgets = _by_pair(pairs)
    return privacy.PairwiseLDP(budgets, deltas=dict.fromkeys(budgets, delta))


def _by_pair(told: Mapping[str, str]) -> dict[tuple[str | int, str | int], object]:
    pairs = ((name.partition("/"), x) for name, x in told.items())
    return {(first.strip(), second.strip()): x for (first, _, second), x in pairs}


def _sensitive(inputs: str, epsilon: str, delta: str = "0") -> Notion:
    return privacy.Sensitive(inputs.split("+"), epsilon, delta=delta)


LISTED = (
    Word("ldp", _ldp, "ldp:ln3,delta=1/100"),
    Word("parity", Parity, "parity:3"),
    Word("rho", "rropt.privacy:RhoBreach", "rho:1/5,1/2"),
    Word("beta", "rropt.privacy:BetaFactor", "beta:2"),
    Word("bayes", "rropt.privacy:BayesFactor", "bayes:3"),
    Word("metric", _metric, "metric:line,ln2"),
    Word("pairs", _pairwise, "pairs:a/b=1,b/a=2"),
    Word("sensitive", _sensitive, "sensitive:yes,ln3"),
    Word("vulnerability", "rropt.privacy:Vulnerability", "vulnerability:3/4,prior=1/2,1/2"),
)
# Every kind of demand by its word.
WORDS = {x.name: x for x in LISTED}


def read_demand(text: str) -> Notion:
    """Read a demand from its spec; several are joined by `&`.

    Args:
        text: A name and its numbers, such as `ldp:1`, `ldp:ln3,delta=1/100`, `rho:1/5,1/2` or `metric:line,ln2`.

    Returns:
        The demand.

    Raises:
        InputError: The text names no kind of demand, or does not state its numbers.

    Examples:
        >>> from rropt.privacy import read_demand
        >>> read_demand("rho:1/5,1/2"), read_demand("ldp:1/2,delta=1/10 & ldp:3")
        (RhoBreach('1/5', '1/2'), LDP('1/2', delta='1/10') & LDP('3'))

    Reference: "Several together" (docs/demands.md).
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise InputError(
            f"{str(text)[:60]!r} is no demand; give one such as LDP('1/2'), or its spec, a text such as ldp:1/2"
        )
    found = [_read_one(part.strip()) for part in text.split("&")]
    return found[0] if len(found) == 1 else All(*found)


def _read_one(text: str) -> Notion:
    typed, _, rest = text.partition(":")
    name, rest = typed.strip().lower(), rest.strip()
    # boundaries have a grammar of their own
    if name == "csip" and rest:
        return privacy.CSIP(rest)
    if name == "sip" and (".." in rest or rest.count(",") == 1):
        return privacy.SIP(*rest.split(".." if ".." in rest else ",", 1))
    if name not in WORDS:
        near = get_close_matches(name, WORDS, n=1) or [*WORDS]
        raise InputError(f"{text[:60]!r} is no demand; give one such as {', '.join(WORDS[x].example for x in near)}")
    found: Notion = WORDS[name].make(**WORDS[name].read(rest))
    return found


def read_demand_name(text: str) -> Notion | None:
    """Read a demand from its `repr`, such as "RhoBreach('1/5', '1/2')", or several joined by `&`. None for any other text."""
    try:
        found = _build(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return None
    return found if isinstance(found, Notion) else None


def _build(node: ast.expr) -> Any:
    """Build what an expression states: a demand, demands joined by `&`, or a literal, such as a number or a list."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        return _build(node.left) & _build(node.right)
    if not isinstance(node, ast.Call):
        return ast.literal_eval(node)
    make = getattr(privacy, node.func.id, None) if isinstance(node.func, ast.Name) else None
    if not isinstance(make, type) or not issubclass(make, Notion):
        raise ValueError("no demand has this name")
    return make(*map(_build, node.args), **{str(x.arg): _build(x.value) for x in node.keywords})


# ---- Promises --------------------------------------------------------------------------------------------------------------------

PHRASES = {
    "parity": "a largest ratio (parity) of {}",
    "beta": "a beta factor of {}",
    "bayes": "a Bayes factor of {}",
    "sip": "strict information privacy (SIP), {}",
    "csip": "canonical strict information privacy (CSIP), {}",
}


def demand_in_words(demand: Notion) -> str:
    """The demand with its numbers as a noun phrase."""
    match demand:
        case privacy.Vulnerability():
            return demand.in_words()
        case All(demands):
            return ", and ".join(map(demand_in_words, demands))
        case privacy.PairwiseLDP(budgets):
            said = [
                f"epsilon = {spell_decimals(str(epsilon))}{_slack_in_words(delta)} for {pair[0]} against {pair[1]}"
                for pair, (epsilon, delta) in budgets[:MOST_PAIRS]
            ]
            more = f", and {len(budgets) - MOST_PAIRS} more" if len(budgets) > MOST_PAIRS else ""
            return f"a budget for pairs of truths with {', '.join(said)}{more}"
        case privacy.Metric():
            return f"metric privacy with epsilon = {spell_decimals(str(demand.epsilon))} a unit of distance"
        case privacy.Sensitive() | LDP():
            names = " or ".join(map(str, demand.inputs)) if isinstance(demand, privacy.Sensitive) else ""
            kind = f"protection of {names} alone" if names else "local differential privacy"
            return f"{kind} with epsilon = {spell_decimals(str(demand.epsilon))}{_slack_in_words(demand.delta)}"
        case privacy.RhoBreach(low, high):
            return f"protection from breaches from {spell_plainly(low)} to {spell_plainly(high)}"
        case privacy.SIP() | privacy.CSIP():
            return PHRASES[demand.name].format(str(demand).partition("(")[2].removesuffix(")"))
    return PHRASES[demand.name].format(spell_factor(demand.parity())) if demand.name in PHRASES else str(demand)


def _slack_in_words(delta: Number) -> str:
    """δ in words: a number, a function of t, or every δ of a range; empty if it is 0."""
    if not delta:
        return ""
    if isinstance(delta, Element) and isinstance(delta.field, Free):
        return f" and every {delta.field}" if delta.field.is_delta else f" and delta = {show(delta)}"
    return f" and delta = {spell_plainly(delta)}"


# ---- Beliefs after an answer -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OutputDisclosure:
    """What one output discloses: in `after` the probability of each input given the output, in `ruled_out` the inputs it excludes.

    `after` is None if, under the belief before the output, the output never occurs.
    """

    output: str
    inputs: tuple[str, ...]
    after: tuple[Number, ...] | None
    ruled_out: tuple[str, ...]

    @property
    def proves(self) -> str | None:
        """The name of the only input that is possible after the output; None if several are possible."""
        left = [name for name in self.inputs if name not in self.ruled_out]
        return left[0] if len(left) == 1 and self.ruled_out else None


def disclosures(mechanism: Mechanism, belief: Sequence[Number]) -> tuple[OutputDisclosure, ...]:
    """List what each possible output discloses, for a given belief before it."""
    if len(belief) != mechanism.k or total_of(belief) != 1:
        raise InputError(
            f"the belief has {len(belief)} probabilities with sum {show(total_of(belief))}; give {mechanism.k} probabilities, one "
            "per input, with sum 1"
        )
    found = []
    for label, row in zip(mechanism.output_labels, mechanism.rows, strict=True):
        likely = [w * p for w, p in zip(belief, row, strict=True)]
        whole = total_of(likely)
        after = tuple(x / whole for x in likely) if whole else None
        ruled_out = tuple(name for name, p in zip(mechanism.input_labels, row, strict=True) if not p)
        if any(row):
            found.append(OutputDisclosure(label, mechanism.input_labels, after, ruled_out))
    return tuple(found)


def beliefs_after(mechanism: Mechanism, belief: Sequence[Number]) -> list[tuple[Number, ...]]:
    """The probabilities of the inputs after each output, given those before; outputs that never occur are left out."""
    return [found.after for found in disclosures(mechanism, belief) if found.after is not None]


def warnings_of_proof(mechanism: Answers) -> tuple[str, ...]:
    """A sentence for each output that proves which input is the truth, nearly proves it, or proves that some inputs are not; one
    for many of a kind, and for all that are sets. Of functions of a number that is free, only proofs are told."""
    pair = mechanism.pair
    known = disclosures(pair, (Fraction(1, pair.k),) * pair.k)
    spell = show if pair.is_free else percent
    proofs = [
        # an answer that proves an input is given by those with this input alone
        (one.output, f'the truth is "{one.proves}" (of those whose truth it is {spell(x)} give it)')
        for one, x in zip(known, map(total_of, filter(any, pair.rows)), strict=True)
        if one.proves is not None
    ]
    likely = [
        (one.output, *max(zip(one.after or (), one.inputs, strict=False)))
        for one in known
        if one.proves is None and mechanism.matrix is not None and not pair.is_free
    ]
    nearly = [(output, f'"{name}" is {percent(x)} likely') for output, x, name in likely if x > NEARLY]
    wrong = [
        (one.output, f"the truth is not {_some_of(one.ruled_out)}")
        for one in known
        if one.proves is None and one.ruled_out
    ]
    return (
        *_each_or_several(
            proofs, "is a confession: it proves that", "answers are confessions, which prove what the truth is"
        ),
        *_each_or_several(
            nearly,
            "is nearly a confession: if all truths were equally likely before it, after it",
            "answers are nearly confessions if all truths were equally likely before",
        ),
        *_each_or_several(wrong, "proves that", "answers prove what the truth is not"),
        *(NAMED.format(percent(x)) for x in [mechanism.likeliest] if x is not None and x > NEARLY),
    )


def _some_of(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names[:6]) + (", …" if len(names) > 6 else "")


def _each_or_several(found: Sequence[tuple[str, str]], one: str, many: str) -> list[str]:
    """A sentence on each answer that proves something; one on many of them, with what the first few of them prove."""
    if len(found) <= MOST_APART:
        return [f'The answer "{output}" {one} {proved}.' for output, proved in found]
    said = "; ".join(f'"{output}" that {proved}' for output, proved in found[:MOST_APART])
    return [f"{len(found)} {many}: {said}; and {len(found) - MOST_APART} more."]


def percent(x: Number, *, digits: int | None = None, direction: Direction = "nearest") -> str:
    """Write a probability in percent, with as many digits as tell it from 0 % and 100 %, which are exact zeros and ones alone.

    Up to 99 % it has `digits`, 2 unless given (1 below 1 %), and is rounded in the stated direction; above it is rounded down.
    """
    if x in (0, 1):
        return f"{int(x == 1) * 100} %"
    if x <= Fraction(99, 100):
        return f"{decimal(100 * x, digits=digits or (1 if x < Fraction(1, 100) else 2), direction=direction)} %"
    nines = 1
    while 1 - x < Fraction(1, 10 ** (nines + 2)):
        nines += 1
    return f"{decimal(100 * x, digits=2 + nines, direction='lower')} %"
