"""Decide whether a mechanism of parity ≤ γ is admissible, that is, whether no mechanism of parity ≤ γ is strictly more informative.

The parity is the largest ratio of two entries of a row. A mechanism is admissible if each row of its minimal form takes exactly two
values, one of them γ times the other (Chai & Nayak, Theorems 4.2 and 4.3). If γ = 1, every mechanism of parity ≤ γ is equivalent to
the constant mechanism. So every such mechanism counts as admissible here, although none has a row with two values. For an
inadmissible mechanism, an admissible mechanism is found that is strictly more informative. A garbling and a decision problem show
this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt import poses
from rropt.errors import Undecided
from rropt.exact.element import Number, is_free
from rropt.exact.fields import Free
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism
from rropt.objectives.information import Information
from rropt.order.certificate import certify, write_admissible
from rropt.order.comparison import Comparison, attempt, compare_halves
from rropt.order.decision import Witness
from rropt.order.dominance import certify_dominance
from rropt.order.le_cam import deficiency
from rropt.order.minimal import MinimalForm
from rropt.order.staircase import read_bounded, row_fault, separating_decision, staircase_above
from rropt.poses.others import OtherAnswer, show_others
from rropt.privacy import Vulnerability
from rropt.show import Block, Col, Fact, Items, Result, Say, Table, down, near

if TYPE_CHECKING:
    from rropt.poses.order import AdmissibilityProblem

__all__ = ["Admissibility", "Fault", "admissibility_problem", "admissible", "faults_of"]

ZERO, HALF = Fraction(0), Fraction(1, 2)
MOST_FAULTS = 8


@dataclass(frozen=True, slots=True)
class Fault:
    """An output that makes a mechanism inadmissible: its row does not take exactly two values, c and γ·c for some number c.

    `reason` says in words why not.
    """

    output: str
    reason: str

    def __str__(self) -> str:
        return f"output {self.output}: {self.reason}"


@dataclass(frozen=True, slots=True, repr=False)
class Admissibility(Result):
    """The verdict on whether `mechanism` is admissible. The truth value of this object is `admissible`.

    The verdict is derived from the minimal form `form.mechanism`, in which outputs with proportional rows are merged. If
    `mechanism` is inadmissible, `dominating` is an admissible mechanism with garbling @ dominating = mechanism, and `comparison`
    shows that it is strictly more informative. `certificates` are those that the checker accepted.
    """

    schema: ClassVar[str] = "rropt/admissible/2"
    mechanism: Mechanism
    gamma: Number
    form: MinimalForm
    faults: tuple[Fault, ...]
    certificates: tuple[str, ...]
    comparison: Comparison | None = None
    others: tuple[OtherAnswer, ...] = ()

    def __bool__(self) -> bool:
        return self.admissible

    @property
    def admissible(self) -> bool:
        """Whether no mechanism of parity at most γ is strictly more informative."""
        return not self.faults

    @property
    def dominating(self) -> Mechanism | None:
        """An admissible mechanism that is strictly more informative; None if this one is admissible."""
        return None if self.comparison is None else self.comparison.first

    @property
    def garbling(self) -> Mechanism | None:
        """The garbling that makes this mechanism from the dominating one."""
        return None if self.comparison is None else self.comparison.garbling

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        if self.admissible:
            most = down(self.gamma)  # rounded up, it would deny more than is proved
            most += "" if most == near(self.gamma, "up") else "…"
            return f"admissible: no mechanism of parity at most {most} is strictly more informative"
        return f"inadmissible at parity {near(self.gamma)}, because of {self.faults[0]}"

    def show(self) -> Iterator[Block]:
        """Yield the verdict, the dominating mechanism and what it gains."""
        yield Say(f"{self.sentence[0].upper()}{self.sentence[1:]}.", key="")
        yield from [Say(f"Judged on the minimal form ({self.form.said}).")] if self.form.said else []
        yield Items("more_faults", [str(x) for x in self.faults[1:MOST_FAULTS]])
        yield Fact("admissible", "admissible", self.admissible, shown=False)
        yield Fact("gamma", "parity", self.gamma, shown=False)
        yield Fact("verdict", "verdict", self.sentence, shown=False)
        cols = (Col("output", "output"), Col("reason", "reason"))
        yield Table("faults", cols, [(x.output, x.reason) for x in self.faults], shown=False)
        if self.comparison is not None:
            yield Say("This admissible mechanism is strictly more informative:", key="")
            yield from self.comparison.first.tell("dominating")
            yield from self._show_gain(self.comparison)
            yield Say("With A for that admissible mechanism and B for the given one:", key="")
            yield from self.comparison.show_witnesses()
        yield from show_others(self.others)
        yield Say("Certified, judged by the checker; --json carries what it accepted.", key="")
        yield Fact("certificates", "", self.certificates, shown=False)

    def _show_gain(self, found: Comparison) -> Iterator[Block]:
        """Yield a table of measures that agree with the order, of this mechanism and of the dominating one."""
        both = (self.mechanism, found.first)
        rows: list[tuple[Any, ...]] = [("Bayes success, uniform prior", *map(Vulnerability(1).tightest, both))]
        if self.mechanism.k == 2:
            rows.append(("n·Var at prevalence 0.5", *map(_least_variance, both)))
        if not any(p.is_free for p in both):
            rows.append(("mutual information, nats", *(float(Information().value_bounds(p)[0]) for p in both)))
        if found.reverse_deficiency is not None:
            rows.append(("deficiency towards the better one", found.reverse_deficiency.told, ZERO))
        yield Table("gained", (Col("measure", "gained"), Col("before", "before"), Col("after", "after")), rows)


def admissible(
    mechanism: MechanismLike, parity: object = None, *, seconds: float | None = 60, proof: bool = False
) -> Admissibility:
    """Say whether a mechanism is admissible. It is if no mechanism of the same parity, or of the one given, is strictly more
    informative.

    If ε is free, the verdict "admissible" holds for every ε. If it is free and a row fails the condition of admissibility as a
    function of t = e^ε, `Undecided` is raised, because the row may still meet the condition at single values of t.

    Args:
        mechanism: A mechanism of parity at most γ.
        parity: The bound γ ≥ 1 on the ratios within a row, such as 3 or "e"; the mechanism's own unless given. For an ε-LDP demand,
            γ is e^ε.
        seconds: The time limit (None for no limit in Python).
        proof: Also ask sympy and cvxpy, and compare their answers with what is certified.

    Returns:
        The verdict, with a better mechanism where there is one.

    Raises:
        InputError: The mechanism's parity is above γ, γ is below 1, or there is one input. Undecided: see above, or no proof found.

    Examples:
        >>> from rropt import admissible, from_spec
        >>> admissible(from_spec("warner:p=3/4"), 3).admissible
        True

    Reference: Chai and Nayak (2018), section 4; Blackwell (1953), Equivalent comparisons of experiments.
    """
    with limit_seconds(read_seconds(seconds)):
        form, gamma = read_bounded(mechanism, parity)
        faults = () if gamma == 1 else faults_of(form.mechanism, gamma)
        if faults:
            found = _inadmissible(form, gamma, faults)
        else:
            text, _ = certify(write_admissible(form.original, gamma))
            found = Admissibility(form.original, gamma, form, (), (text,))
        if not proof:
            return found
        return replace(
            found, others=poses.order.ask_about_admissibility(form.mechanism, gamma, admissible=found.admissible)
        )


def faults_of(p: Mechanism, gamma: Number) -> tuple[Fault, ...]:
    """List the outputs of a minimal form whose rows do not take exactly two values, one of them `gamma` times the other."""
    reasons = [(label, row_fault(row, gamma)) for label, row in zip(p.output_labels, p.rows, strict=True)]
    return tuple(Fault(label, reason) for label, reason in reasons if reason)


def _inadmissible(form: MinimalForm, gamma: Number, faults: tuple[Fault, ...]) -> Admissibility:
    """Find an admissible mechanism that is strictly more informative, and certify both. Refuse a free ε, at some value of which the
    faults may vanish."""
    free = next((x.field for row in ((gamma,), *form.mechanism.rows) for x in row if is_free(x)), None)
    if isinstance(free, Free):
        raise Undecided(
            f"while {free.number} is free, the condition for admissibility fails ({faults[0]}), although it may hold at single "
            f"values of {free.number}; fix {free.number}"
        )
    try:
        better = _better(form.original, gamma)
    except Undecided as why:
        raise type(why)(
            f"by Chai and Nayak (2018), Theorems 4.2 and 4.3, a better mechanism exists ({faults[0]}), but none was "
            f"certified ({why})"
        ) from None
    text, _ = certify(write_admissible(better.first, gamma))
    return Admissibility(form.original, gamma, form, faults, (text, better.certificate), better)


def _better(p: Mechanism, gamma: Number) -> Comparison:
    """Find an admissible mechanism that is strictly more informative than p, which is not admissible, and certify this."""
    above = staircase_above(p, gamma)
    better, decision = above.mechanism, separating_decision(above, gamma)
    forward = certify_dominance(better, p, above.garbling)
    backward = certify_dominance(p, better, Witness.of(decision, p, better))
    gap = attempt(lambda: deficiency(p, better), "the deficiency", [])
    return replace(compare_halves(forward, backward), reverse_deficiency=gap)


def _least_variance(p: Mechanism) -> Number | None:
    """The least n·Var of an unbiased estimator of the prevalence of input 1 at 1/2; None if nothing is identified.

    It is 1/I with Fisher's information I = Σ_i (p_i1 − p_i0)²/((p_i0 + p_i1)/2).
    """
    information = sum(((b - a) ** 2 / ((a + b) * HALF) for a, b in p.rows if a != b), ZERO)
    return 1 / information if information else None


def admissibility_problem(mechanism: object, parity: object) -> AdmissibilityProblem:
    """Pose for cvxpy and sympy whether a mechanism is admissible among the mechanisms of parity at most γ.

    Args:
        mechanism: A mechanism, or a design that has one.
        parity: The bound γ on the ratio of two entries of a row, such as 3.

    Returns:
        The problem, with `as_cvxpy` and `as_sympy`.

    Raises:
        InputError: `mechanism` is not a mechanism, γ is not a number of at least 1, or some ratio in a row is above γ.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import admissibility_problem
        >>> print(f"{admissibility_problem(from_spec('warner:p=2/3'), 3).as_cvxpy().solve():.6f}")
        0.138889

    Reference: Chai and Nayak (2018), section 4.
    """
    form, gamma = read_bounded(mechanism, parity)
    return poses.order.AdmissibilityProblem(form.original, gamma)
