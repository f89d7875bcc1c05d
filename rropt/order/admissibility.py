"""Decide whether a mechanism of parity ≤ γ is admissible, that is, whether no mechanism of parity ≤ γ is strictly more informative.

The parity is the largest ratio of two entries of a row. In the minimal form of a mechanism, zero rows are dropped, and outputs with
proportional rows are merged.

A mechanism is admissible if each row of its minimal form takes exactly two values, one of them γ times the other (Chai & Nayak,
Theorems 4.2 and 4.3). If γ = 1, every mechanism of parity ≤ γ is equivalent to the constant mechanism. So every such mechanism
counts as admissible here, although none has a row with two values. For an inadmissible mechanism, an admissible mechanism is found
that is strictly more informative. A garbling and a decision problem show this.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import decimal, show_with_decimal
from rropt.exact.element import Number, is_free
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import OutOfTime, Undecided
from rropt.exact.fields import Free
from rropt.exact.patience import not_in_time
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.order import certificate
from rropt.order.comparison import Comparison, strictly_better
from rropt.order.garbling import as_garbling
from rropt.order.informativeness import bayes_success, least_variance, mutual_information
from rropt.order.le_cam import Deficiency
from rropt.order.minimal import MinimalForm
from rropt.order.numeric.program import Oracle
from rropt.order.staircase import gains_lost, read_bounded, row_fault, spell_parity, staircase_above
from rropt.order.words import MOST_SHOWN, mechanism_dict
from rropt.results import FieldResult, InTable, Result, Table, fact_table, number_fields

if TYPE_CHECKING:
    from rropt.problem.leg import Leg

__all__ = ["Admissibility", "Fault", "Gained", "admissible", "faults_of"]

MOST_UNKNOWNS = 1_000
MANY = 5_000  # entries of a garbling from which on gains are slow to find by a program and to check


@dataclass(frozen=True, slots=True, repr=False)
class Fault(FieldResult):
    """An output that makes a mechanism inadmissible: its row does not take exactly two values, c and γ·c for some number c.

    `reason` says in words why not.
    """

    output: str
    reason: str

    def explain(self) -> str:
        """Write the output's label and the reason."""
        return f"output {self.output}: {self.reason}"

    def as_table(self) -> Table:
        """Make a table of the output's label and the reason why this output makes the mechanism inadmissible."""
        return fact_table({"output": self.output, "reason": self.reason})


@dataclass(frozen=True, slots=True, repr=False)
class Gained(InTable, Result):
    """How much more informative the dominating mechanism is than the given one.

    Each measure but `deficiency` is a pair: its value for the given mechanism, and its value for the dominating mechanism. The
    values of mutual information are enclosures in nats.

    `variance` is the pair of values of n·Var, where Var is the variance of the best unbiased estimator at prevalence 1/2. If a
    mechanism has no unbiased estimator, its value in the pair is None. If the number of inputs is not two, `variance` itself is
    None.

    `deficiency` is the deficiency of the given mechanism towards the dominating one. The deficiency in the other direction is 0.
    """

    bayes_success: tuple[Number, Number]
    variance: tuple[Number | None, Number | None] | None
    mutual_information: tuple[Bounds, Bounds]
    deficiency: Deficiency

    def to_dict(self) -> dict[str, Any]:
        """Return each measure as a pair of its value for the given mechanism and its value for the mechanism that dominates it.

        `deficiency` is no pair but a dictionary. `variance` is None if the number of inputs is not two.
        """
        variance = self.variance
        return {
            "bayes_success": [show(x) for x in self.bayes_success],
            "variance": None if variance is None else [None if x is None else show(x) for x in variance],
            "mutual_information": [number_fields(None, *x) for x in self.mutual_information],
            "deficiency": self.deficiency.to_dict_short(),
        }

    def as_table(self) -> Table:
        """Make a table of each measure for the given mechanism and for the mechanism that dominates it.

        The headings of these two columns are "before" and "after".
        """
        rows = [("Bayes success, uniform prior", *map(show_with_decimal, self.bayes_success))]
        if self.variance is not None:
            old, new = ("none (nothing is identified)" if x is None else show_with_decimal(x) for x in self.variance)
            rows.append(("n·Var at prevalence 0.5", old, new))
        low, high = (decimal(x[0], direction="lower") for x in self.mutual_information)
        rows.append(("mutual information, nats, at least", low, high))
        rows.append(("deficiency towards the better one", self.deficiency.said, "0"))
        return ("gained", "before", "after"), rows


@dataclass(frozen=True, slots=True, repr=False)
class Admissibility(Result):
    """The verdict on whether `mechanism` is admissible. The truth value of this object is `admissible`.

    The verdict is derived from the minimal form `form.mechanism`, in which outputs with proportional rows are merged.

    If `mechanism` is inadmissible, `dominating` is an admissible mechanism with garbling @ dominating = mechanism. Then
    `comparison` shows that `dominating` is strictly more informative. `certificates` are the certificates that the checker
    accepted.
    """

    mechanism: Mechanism
    gamma: Number
    admissible: bool
    form: MinimalForm
    faults: tuple[Fault, ...]
    certificates: tuple[str, ...]
    dominating: Mechanism | None = None
    garbling: Mechanism | None = None
    comparison: Comparison | None = None

    def __bool__(self) -> bool:
        return self.admissible

    @property
    def said(self) -> str:
        """Say which of the mechanism's outputs the minimal form drops or merges; empty if it changes nothing."""
        return self.form.said

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        if self.admissible:
            most = spell_parity(self.gamma, direction="lower")  # rounded up, it would deny more than is proved
            most += "" if most == spell_parity(self.gamma) else "…"
            return f"admissible: no mechanism of parity at most {most} is strictly more informative"
        return f"inadmissible at parity {spell_parity(self.gamma)}, because of {self.faults[0]}"

    @property
    def legs(self) -> tuple[Leg, ...]:
        """Return the certified verdict on admissibility, and what sympy and cvxpy answer to the same question.

        If the mechanism is inadmissible, it is also compared with the dominating mechanism. Three answers for each direction of
        this comparison follow. `Disagreement` is raised if sympy or cvxpy contradicts what is certified.
        """
        from rropt.order.legs import legs_of_admissibility

        return legs_of_admissibility(self)

    @property
    def gained(self) -> Gained | None:
        """How much more informative the dominating mechanism is than this one. None if this one is admissible."""
        return None if self.comparison is None else self.gained_with(self.comparison.reverse_deficiency)

    def gained_with(self, deficiency: Deficiency) -> Gained:
        """Measure how much more informative the dominating mechanism is than this one, which must be inadmissible.

        `deficiency` is the known deficiency of this mechanism towards the dominating one.
        """
        assert self.dominating is not None
        before, after = self.mechanism, self.dominating
        half = Fraction(1, 2)
        return Gained(
            (bayes_success(before), bayes_success(after)),
            (least_variance(before, half), least_variance(after, half)) if before.k == 2 else None,
            (mutual_information(before), mutual_information(after)),
            deficiency,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict, the outputs at fault, the dominating mechanism with its garbling, and what it gains."""
        gained, unfinished = self._gained_in_time()
        return {
            **self.to_dict_without_gain(),
            "gained": None if gained is None else gained.to_dict(),
            **({"gained_reason": unfinished} if unfinished else {}),
            "certificates": list(self.certificates),
        }

    def to_dict_without_gain(self) -> dict[str, Any]:
        """Return what `to_dict` says of the mechanism and the dominating one, without their measures and certificates."""
        return {
            "admissible": "yes" if self.admissible else "no",
            "gamma": show(self.gamma),
            "verdict": self.sentence,
            "minimal_form": self.said,
            "faults": [{"output": fault.output, "reason": fault.reason} for fault in self.faults],
            "dominating": None if self.dominating is None else mechanism_dict(self.dominating),
            "garbling": None if self.garbling is None else mechanism_dict(self.garbling),
        }

    def explain(self) -> str:
        """The verdict in words, with the dominating mechanism and what it gains."""
        lines = [f"{self.sentence[0].upper()}{self.sentence[1:]}."]
        if self.said:
            lines.append(f"Judged on the minimal form ({self.said})")
        lines += [f"  {fault}" for fault in self.faults[1:MOST_SHOWN]]
        if self.dominating is None:
            return "\n".join(lines)
        gained, unfinished = self._gained_in_time()
        lines += [
            "",
            "This admissible mechanism is strictly more informative; randomizing its output further gives the design back:",
        ]
        said = f"What is gained: {unfinished}." if gained is None else gained.explain()
        return "\n".join([*lines, repr(self.dominating), "", said])

    def show_better(self) -> list[str]:
        """Describe how the dominating mechanism is better than this one; return the lines of the text.

        The text has the garbling that makes this mechanism from the dominating one, and a decision problem on which the dominating
        mechanism earns more. If this mechanism is admissible, the list of lines is empty.
        """
        if self.comparison is None:
            return []
        witnesses = self.comparison.lines_of_witnesses()
        return ["With A for that admissible mechanism and B for the design:", *witnesses]

    def _gained_in_time(self) -> tuple[Gained | None, str]:
        """Return `gained` and an empty text. If time runs out, return None and a message that says so."""
        try:
            return self.gained, ""
        except OutOfTime:
            return None, not_in_time()

    def as_table(self) -> Table:
        """A table of the verdict, the minimal form and each fault."""
        facts = {"admissible": self.admissible, "parity at most": self.gamma, "minimal form": self.said or "as it is"}
        return fact_table(facts | {f"output {fault.output}": fault.reason for fault in self.faults})


def admissible(mechanism: Mechanism, parity: object) -> Admissibility:
    """Decide whether a mechanism is admissible: no mechanism of parity at most γ = `parity` is strictly more informative.

    If ε is free, the verdict "admissible" holds for every ε. If ε is free and a row fails the condition of admissibility as a
    function of t = e^ε, `Undecided` is raised, because the row may still meet the condition at single values of t.

    Args:
        mechanism: A mechanism of parity at most γ.
        parity: The bound γ ≥ 1 on the ratios within a row, such as 3 or "e". For an ε-LDP demand, γ is e^ε: `LDP("ln3").t`.

    Returns:
        The verdict, with a better mechanism where there is one.

    Raises:
        InputError: The mechanism's parity is above γ, γ is below 1, or there is one input. Undecided: see above, or no proof found.

    Example:
        >>> from rropt import admissible, from_spec
        >>> admissible(from_spec("warner:p=3/4"), 3).admissible
        True

    Reference: Chai and Nayak (2018), section 4; Blackwell (1953), Equivalent comparisons of experiments.
    """
    form, g = read_bounded(mechanism, parity)
    mechanism = form.original
    faults = () if g == 1 else faults_of(form.mechanism, g)
    free = next((x.field for row in ((g,), *form.mechanism.rows) for x in row if is_free(x)), None)
    if faults and isinstance(free, Free):
        raise Undecided(
            f"while {free.number} is free, the condition for admissibility fails ({faults[0]}), although it may hold at single "
            f"values of {free.number}; fix {free.number}"
        )
    if not faults:
        proof, _ = certificate.certify(certificate.write_admissible(mechanism, g))
        return Admissibility(mechanism, g, True, form, (), (proof,))
    try:
        return _inadmissible(mechanism, g, form, faults)
    except Undecided as why:
        said = not_in_time("not found") if isinstance(why, OutOfTime) else str(why)
        raise type(why)(
            f"by Chai and Nayak (2018), Theorems 4.2 and 4.3, a better mechanism exists ({faults[0]}), but rropt could not "
            f"certify one ({said})"
        ) from None


def _inadmissible(p: Mechanism, gamma: Number, form: MinimalForm, faults: tuple[Fault, ...]) -> Admissibility:
    above = staircase_above(p, gamma)
    garbling = as_garbling(above.garbling, above.mechanism, p)
    better = strictly_better(
        above.mechanism,
        form,
        garbling,
        Oracle.STAIRCASE,
        gains=gains_lost(above, gamma) if form.mechanism.m * above.mechanism.m > MANY else None,
        most_unknowns=MOST_UNKNOWNS,
    )
    proof, _ = certificate.certify(certificate.write_admissible(above.mechanism, gamma))
    certificates = (proof, better.certificate)
    return Admissibility(p, gamma, False, form, faults, certificates, above.mechanism, garbling, better)


def faults_of(p: Mechanism, gamma: Number) -> tuple[Fault, ...]:
    """List the outputs of `p` whose rows do not take exactly two values, one of them `gamma` times the other.

    `p` is the minimal form of a mechanism: outputs with proportional rows are merged into one.
    """
    reasons = [(label, row_fault(row, gamma)) for label, row in zip(p.output_labels, p.rows, strict=True)]
    return tuple(Fault(label, reason) for label, reason in reasons if reason)
