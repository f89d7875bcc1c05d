"""What an answer discloses: the probability of each truth after it, by Bayes' rule, and the truths that it rules out.

Let π be a belief in the inputs, and p_ij the probability of output i under input j. After output i the belief in input j is
π_j·p_ij / Σ_l π_l·p_il. If some input never gives an output, this output proves that the truth is another one, whatever was
believed before. A demand that bounds every ratio of two entries of a row allows no such output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.matrix import total_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism

__all__ = [
    "OutputDisclosure",
    "beliefs_after",
    "disclosing_names",
    "disclosures",
    "name_outputs",
    "percent",
    "said_of_answers",
    "said_of_beliefs",
    "warnings_of_proof",
]

MOST_TRUTHS = 8
MOST_APART = 3
"""The most answers of a kind (proofs, or disproofs) that have a warning each; more of them share one."""


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
        if not any(row):
            continue
        likely = [w * p for w, p in zip(belief, row, strict=True)]
        whole = total_of(likely)
        after = tuple(x / whole for x in likely) if whole else None
        ruled_out = tuple(name for name, p in zip(mechanism.input_labels, row, strict=True) if not p)
        found.append(OutputDisclosure(label, mechanism.input_labels, after, ruled_out))
    return tuple(found)


def beliefs_after(mechanism: Mechanism, belief: Sequence[Number]) -> list[tuple[Number, ...]]:
    """The probabilities of the inputs after each output, given their probabilities before; outputs that never occur are left
    out."""
    return [found.after for found in disclosures(mechanism, belief) if found.after is not None]


def said_of_answers(mechanism: Mechanism, prevalence: Number, *, positive: int = 1) -> str:
    """Say, for two inputs, how probable the input `positive` is after each answer; `prevalence` is its probability before."""
    belief = (1 - prevalence, prevalence) if positive == 1 else (prevalence, 1 - prevalence)
    truth = mechanism.input_labels[positive]
    parts = [
        f'after "{found.output}" it is {percent(found.after[positive])}'
        for found in disclosures(mechanism, belief)
        if found.after is not None
    ]
    return f'A chance of {percent(prevalence)} that the truth is "{truth}" changes with the answer: {", ".join(parts)}.'


def said_of_beliefs(mechanism: Mechanism, shares: Sequence[Number] | None) -> str:
    """Say in a sentence how answers change the probabilities of the truths. `shares` has the probabilities before any answer.

    With two truths, the sentence gives the probability of the second truth after each answer. With more truths, it gives for each
    truth the probability after the answer that raises it most. The sentence is empty if there are no shares, only one truth or more
    than `MOST_TRUTHS` truths, or if ε is free.
    """
    if shares is None or mechanism.is_free or not 2 <= mechanism.k <= MOST_TRUTHS:
        return ""
    if mechanism.k == 2:
        return said_of_answers(mechanism, shares[1])
    after = beliefs_after(mechanism, shares)
    parts = [
        f'"{truth}" from {percent(share)} to {percent(max((x[j] for x in after), key=float))}'
        for j, (truth, share) in enumerate(zip(mechanism.input_labels, shares, strict=True))
    ]
    return f"The answer that speaks most for a truth raises its chance: {', '.join(parts)}."


def warnings_of_proof(mechanism: Mechanism) -> tuple[str, ...]:
    """Write a sentence for each output that proves something. Such an output proves which input is the truth, or that some inputs
    are not the truth.

    If more than `MOST_APART` outputs are of one of these kinds, a single sentence is written for all outputs of that kind.
    """
    k = mechanism.k
    known = disclosures(mechanism, (Fraction(1, k),) * k)
    proofs = [(one.output, f'"{one.proves}"') for one in known if one.proves is not None]
    wrong = [(one.output, _some_of(one.ruled_out)) for one in known if one.proves is None and one.ruled_out]
    if len(proofs) > MOST_APART:
        confessed = [_several(proofs, "answers are confessions, which prove what the truth is", "it is")]
    else:
        confessed = [f'The answer "{x}" is a confession: it proves that the truth is {truth}.' for x, truth in proofs]
    if len(wrong) > MOST_APART:
        return (*confessed, _several(wrong, "answers prove what the truth is not", "it is not"))
    return (*confessed, *(f'The answer "{x}" proves that the truth is not {names}.' for x, names in wrong))


def _some_of(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names[:6]) + (", …" if len(names) > 6 else "")


def _several(found: Sequence[tuple[str, str]], what: str, it_is: str) -> str:
    """Write one sentence on answers that prove something: their number, and what the first few of them prove.

    `found` pairs each answer with the truth, or the truths, that the proof is about. `what` says what all the answers prove, such
    as "answers prove what the truth is not". `it_is` stands before the truths: "it is" or "it is not".
    """
    said = "; ".join(f'"{output}" that {it_is} {proved}' for output, proved in found[:MOST_APART])
    return f"{len(found)} {what}: {said}; and {len(found) - MOST_APART} more."


def disclosing_names(mechanism: Mechanism) -> tuple[str, ...]:
    """Name every output of a mechanism on two inputs by what it discloses: "surely no", "perhaps yes" or "either".

    "surely no" marks an output that is possible only if the truth is "no". "perhaps yes" marks an output that is likelier if the
    truth is "yes" than if it is "no". Outputs with the same name are numbered by decreasing evidence; the strongest has no number.
    """
    no, yes = mechanism.input_labels
    kinds: list[tuple[str, int]] = []
    for a, b in mechanism.rows:
        if not a or not b:
            kinds.append((f"surely {no}", 0) if a else (f"surely {yes}", 1))
        else:
            kinds.append(("either", 1) if a == b else (f"perhaps {no}", 0) if a > b else (f"perhaps {yes}", 1))
    names = [stem for stem, _ in kinds]
    for stem, side in dict.fromkeys(kinds):
        places = [i for i, x in enumerate(kinds) if x == (stem, side)]
        if len(places) > 1 and mechanism.is_free:
            raise Undecided(
                f"{len(places)} outputs share the name '{stem}', and rropt cannot order them by their evidence while epsilon or "
                "delta is free; fix it with mechanism.at(…)"
            )
        if len(places) > 1:
            places.sort(key=lambda i, side=side: -_weight(mechanism.rows[i], side))  # type: ignore[misc]
        for n, i in enumerate(places[1:], start=2):
            names[i] = f"{stem} ({n})"
    return tuple(names)


def _weight(row: Sequence[Number], side: int) -> Fraction:
    """The entry of the input `side` (0 or 1) as a fraction of the row's sum, rounded down."""
    return enclose(row[side] / total_of(row))[0]


def name_outputs(mechanism: Mechanism) -> Mechanism:
    """Label the outputs of a mechanism on two inputs by what they disclose, as `disclosing_names` does.

    The mechanism is returned unchanged if it has more or fewer than two inputs, if it has just two outputs, if its outputs have
    labels already, or if some output never occurs. It is also unchanged if ε is free and some name depends on ε or fits several
    outputs.
    """
    silent = any(not any(row) for row in mechanism.rows)
    if silent or mechanism.outputs is not None or mechanism.k != 2 or mechanism.m == 2:
        return mechanism
    try:
        return mechanism.relabel(outputs=disclosing_names(mechanism))
    except Undecided:
        return mechanism


def percent(x: Number) -> str:
    """Write a probability in percent.

    Below 1 % it has one significant digit, and up to 99 % two. Above 99 % it has so many digits that it differs from 100 %. Only
    exact zeros and ones are written as 0 % and 100 %.
    """
    if x in (0, 1):
        return f"{int(x == 1) * 100} %"
    if x < Fraction(1, 100):
        return f"{decimal(100 * x, digits=1)} %"
    if x > Fraction(99, 100):
        return f"{decimal(100 * x, digits=2 + _nines(x), direction='lower')} %"
    return f"{decimal(100 * x, digits=2)} %"


def _nines(x: Number) -> int:
    """The least number n ≥ 1 of decimals at which x in percent can be told from 100, that is 100·x ≤ 100 − 10⁻ⁿ."""
    n = 0
    while 1 - x < Fraction(1, 10 ** (n + 3)):
        n += 1
    return n + 1
