"""The classical devices by name, each as a physical script, with its certified efficiency.

There are two kinds of protection. One-sided protection covers the truth "yes" alone: Pr(a | yes) ≤ e^ε·Pr(a | no) for every answer
a. Symmetric protection also asks Pr(a | no) ≤ e^ε·Pr(a | yes). For each kind, the tight ε of a device is the least ε for which it
has that protection. The efficiency compares the device with the certified optimum under the same protection and ε. A device whose
tight ε is infinite has no efficiency.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from rropt.designs.objectives.variance import Variance
from rropt.devices.classical_outcomes import QUARTER, Outcome, outcomes_of, parts_of
from rropt.devices.instrument import Instrument, instrument
from rropt.devices.report import Table as Report
from rropt.devices.script import Part
from rropt.exact.decimal import decimal, spell_decimals
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.families import christofides, forced_response, kuk, mangat, simmons, warner
from rropt.mechanism import Mechanism
from rropt.privacy import LDP, Notion, PairwiseLDP
from rropt.privacy.ratios import ratio
from rropt.privacy.words import warnings_of_proof
from rropt.problem.design import design
from rropt.results import Result, Table, fact_table
from rropt.surface.screen import say_warning

__all__ = ["CLASSICAL", "CLASSICAL_OF", "Classical", "classical", "classical_table", "every_classical"]

QUESTION = 'Answer the question in your head: "yes" or "no". Do not say it.'
SILENT = "Tell nobody what you threw, drew or thought of: only your answer is written down."
NOT_CERTIFIED = "Efficiencies left empty are not certified"
SPRING = 2
"""The last month of the harmless question's birthdays, counted from 0: March."""


@dataclass(frozen=True, slots=True, repr=False)
class Classical(Result):
    """A classical device: what people hold, the script that they follow, the mechanism, and the first publication."""

    name: str
    needed: str
    steps: tuple[str, ...]
    mechanism: Mechanism
    source: str
    assumption: str = ""
    proviso: str = ""
    """What the stated chances assume of birthdays, worded to follow "that holds if"; empty if they assume nothing."""
    prevalence: str = "1/10"
    outcomes: tuple[Outcome, ...] = ()

    def asking(self, question: str) -> Classical:
        """Return the same device with the question worded for the script."""
        first, *others = self.steps
        return replace(self, steps=(f"The question: {question} {first}" if question else first, *others))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The outcomes of the device for a picture: the probability of each, and what the respondent does if it comes up."""
        return parts_of(self.outcomes)

    def tight_epsilon(self, *, one_sided: bool = False) -> Epsilon:
        """Return the least ε with which the device protects both truths. If `one_sided` is True, only the truth "yes" must be
        protected."""
        if not one_sided:
            return LDP.tightest_epsilon(self.mechanism)
        return Epsilon(max(ratio(b, a) for a, b in self.mechanism.rows))

    def efficiency(self, prevalence: object, *, one_sided: bool = False) -> Number | None:
        """Return the certified least variance divided by the device's variance.

        The least variance is taken over all designs with the least ε that the device satisfies. Over a range of prevalences, each
        of the two variances is that at its own worst prevalence. With more than two answers a lower bound of the quotient is
        returned. If the device's variance is 0, the efficiency is 1, because no variance is smaller. None if the ε is 0 or
        infinite, or if one of the two variances is not finite.
        """
        epsilon = self.tight_epsilon(one_sided=one_sided)
        if is_infinite(epsilon.t) or epsilon.t == 1:
            return None
        demand: Notion = PairwiseLDP({("yes", "no"): epsilon}) if one_sided else LDP(epsilon)
        objective = Variance(prevalence)
        best = design(objective, demand, inputs=("no", "yes"), outputs=None if self.mechanism.m == 2 else "free")
        value = objective.value_bounds(self.mechanism)[1]
        if best.lower is None or is_infinite(value):
            return None
        return best.lower / value if value else Fraction(1)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warn about answers that prove something about their respondent."""
        return warnings_of_proof(self.mechanism)

    def explain(self) -> str:
        """Describe the device: warnings, the respondent's script, the mechanism, the privacy, the efficiency and the source."""
        lines = [
            *map(say_warning, self.warnings),
            f"Respondents follow this script for {self.name.replace('_', ' ')}, with {self.needed}; {self._protection()}",
            *(f"{n}. {step}" for n, step in enumerate(self.steps, start=1)),
            repr(self.mechanism),
            f"epsilon = {self.tight_epsilon().shown()}; for the truth yes alone {self.tight_epsilon(one_sided=True).shown()}.",
            *self._efficiencies(),
            f"Source: {self.source}",
            *([self.assumption] if self.assumption else []),
        ]
        return "\n".join(lines)

    def _efficiencies(self) -> list[str]:
        """State the device's efficiency twice: if both truths must be protected, and if only yes must be.

        The efficiency is the certified least variance at the device's least ε, divided by the device's variance. If it cannot be
        certified, a note gives the reason.
        """
        notes: list[str] = []
        found = (_efficiency(self, self.prevalence, x, notes) for x in (False, True))
        both, alone = (_say_efficiency(x) or "none" for x in found)
        return [
            f"Efficiency at prevalence {spell_decimals(self.prevalence)}, the least variance at its epsilon divided by its own: "
            f"{both}; for the truth yes alone {alone}.",
            *notes,
        ]

    def _protection(self) -> str:
        """Write how much an answer can change the odds of anything, as the end of a sentence."""
        epsilon = self.tight_epsilon()
        if is_infinite(epsilon.t):
            return "some answer is a proof."
        told = decimal(epsilon.t, direction="upper")
        return f"no answer changes the odds of anything by a factor of more than {told}."

    def to_dict(self) -> dict[str, object]:
        """Return a plain dictionary."""
        return {
            "name": self.name,
            "needed": self.needed,
            "steps": list(self.steps),
            "mechanism": self.mechanism.to_dict(),
            "epsilon": str(self.tight_epsilon()),
            "epsilon_one_sided": str(self.tight_epsilon(one_sided=True)),
            "source": self.source,
            "assumption": self.assumption or None,
        }

    def as_table(self) -> Table:
        """Return a table with the steps of the script."""
        return fact_table({f"step {n}": step for n, step in enumerate(self.steps, start=1)})


def _device(
    name: str,
    needed: str,
    steps: tuple[str, ...],
    p: Mechanism,
    source: str,
    birthdays: Instrument | None = None,
    early: Fraction = QUARTER,
) -> Classical:
    named, found = Mechanism(p.rows, ("no", "yes"), p.outputs or ("no", "yes")), outcomes_of(name, early)
    assumed = ("", "") if birthdays is None else (birthdays.assumption, birthdays.proviso)
    return Classical(name, needed, (QUESTION, *steps, SILENT), named, source, *assumed, outcomes=found)


def _of_birthdays(birthdays: Instrument) -> list[Classical]:
    """Make the devices that ask whether a birthday is in the first three months."""
    early = birthdays.chance(0, SPRING if birthdays.outcomes == 12 else 89)
    mother = (
        "Think of your mother's birthday (or another one that the interviewer does not know): "
        "is it in January, February or March?"
    )
    both = Mechanism([[1 - early, early], [early, 1 - early]], outputs=("same", "different"))
    neither = Mechanism([[1 - early, Fraction(0)], [early, Fraction(1)]], outputs=("neither", "at least one"))
    return [
        _device(
            "crosswise",
            "nothing but this page",
            (
                mother,
                'If both answers are yes, or both are no, say "same". If one is yes and one is no, say "different".',
            ),
            both,
            "Yu, Tian and Tang (2008), Metrika 67, 251-263; the matrix is Warner's.",
            birthdays,
            early,
        ),
        _device(
            "triangular",
            "nothing but this page",
            (mother, 'If both answers are no, say "neither". If one or both are yes, say "at least one".'),
            neither,
            "Yu, Tian and Tang (2008), Metrika 67, 251-263; the matrix is Mangat's.",
            birthdays,
            early,
        ),
        _device(
            "unrelated_question",
            "a die, and something to throw it behind",
            (
                "Throw the die where only you can see it.",
                "1 to 4: answer the question.",
                f"5 or 6: answer another question instead. {mother}",
            ),
            simmons(unrelated=early, p="2/3"),
            "Greenberg, Abul-Ela, Simmons and Horvitz (1969), JASA 64, 520-539.",
            birthdays,
            early,
        ),
    ]


def _of_cards_and_dice() -> list[Classical]:
    """Make the devices whose probabilities come from cards and dice."""
    return [
        _device(
            "warner",
            "a full pack of 52 cards",
            (
                "Draw a card, look at it alone, and put it back.",
                "If it is a spade, say the opposite of the truth; else say the truth.",
            ),
            warner(p="3/4"),
            "Warner (1965), JASA 60, 63-69.",
        ),
        _device(
            "forced_response",
            "two dice, and something to throw them behind",
            (
                "Throw two dice where only you can see them, and add their eyes.",
                "2, 3 or 4: say yes, whatever is true.",
                "11 or 12: say no, whatever is true.",
                "5 to 10: tell the truth.",
            ),
            forced_response(yes="1/6", no="1/12"),
            "Boruch (1971), Am. Sociologist 6, 308-311; Fox and Tracy (1986).",
        ),
        _device(
            "mangat",
            "a die, and something to throw it behind",
            (
                "Throw the die where only you can see it, whatever is true.",
                "If the truth is yes, say yes.",
                "If the truth is no: at 1 to 4 say no, at 5 or 6 say yes.",
            ),
            mangat(p="2/3"),
            "Mangat (1994), JRSS B 56, 93-95.",
        ),
        _device(
            "kuk",
            "a left pack of 30 red and 10 black cards, and a right pack of 10 red and 30 black ones",
            (
                "Draw one card from each pack, look at both alone, and put them back.",
                "If the truth is yes, say the colour of the left one; if it is no, say the colour of the right one.",
            ),
            kuk(p="3/4", q="1/4").relabel(outputs=("black", "red")),
            "Kuk (1990), Biometrika 77, 436-438.",
        ),
        _device(
            "christofides",
            "ten cards: two with a 1, two with a 2, six with a 3",
            (
                "Draw a card, look at it alone, and put it back.",
                "If the truth is no, say its number. If it is yes, say 4 minus its number.",
            ),
            christofides(cards="1/5:1/5:3/5"),
            "Christofides (2003), Metrika 57, 195-200.",
        ),
    ]


def _all(birthdays: Instrument) -> list[Classical]:
    """Return all classical devices, in the order in which they are listed."""
    found = {x.name: x for x in (*_of_birthdays(birthdays), *_of_cards_and_dice())}
    return [found[name] for name in CLASSICAL]


CLASSICAL: Mapping[str, str] = MappingProxyType(
    {
        "warner": "cards: the opposite at a spade",
        "crosswise": "a birthday, both or one",
        "triangular": "a birthday, neither or some",
        "forced_response": "the sum of two dice",
        "unrelated_question": "a die and a birthday",
        "mangat": "a die for those who say no",
        "kuk": "two packs of cards",
        "christofides": "numbered cards",
    }
)
"""The names of the classical devices, each with its instrument in a few words."""
CLASSICAL_OF: Mapping[str, str] = MappingProxyType(
    {name: name for name in ("warner", "mangat", "kuk", "christofides")} | {"simmons": "unrelated_question"}
)
"""The families whose classical script is not worded as `device_for` would word it, each with the script's name."""


def classical(name: str, *, birthdays: object = "months", prevalence: object = "1/10") -> Classical:
    """Make the classical device with this name.

    `birthdays` is "months" or "days" (all equally likely), or a list with the shares of the twelve months. `prevalence` is the
    prevalence at which the device's efficiency is computed.
    """
    wanted = name.strip().lower().replace("-", "_")
    Variance(prevalence)  # refuse what is no prevalence
    found = {x.name: x for x in _all(instrument("birthdays", birthdays))}
    if wanted not in found:
        raise InputError(f"'{name[:40]}' is not a classical device; the devices are {', '.join(found)}")
    return replace(found[wanted], prevalence=str(prevalence))


def every_classical(birthdays: object = None) -> list[Classical]:
    """Return all classical devices, in the order of `CLASSICAL`; if `birthdays` is not given, all months are equally likely."""
    return _all(instrument("birthdays", birthdays or "months"))


def classical_table(prevalence: object = "1/10", *, birthdays: object = "months") -> Report:
    """Make a table of all classical devices: what people hold, the variance, the least ε, and the certified efficiency.

    The least ε and the efficiency are given twice: if both truths must be protected, and if only the truth "yes" must be. The
    variance and the efficiency are those at `prevalence`.
    """
    rows, warnings, notes = [], list[str](), list[str]()
    best: tuple[list[str], list[str]] = ([], [])
    for x in _all(instrument("birthdays", birthdays)):
        cells: list[str] = []
        for one_sided in (False, True):
            epsilon = x.tight_epsilon(one_sided=one_sided)
            infinite = is_infinite(epsilon.t)
            cells.append("infinite" if infinite else decimal(epsilon.bounds()[1], digits=4, direction="upper"))
            found = _efficiency(x, prevalence, one_sided, notes)
            cells.append(_say_efficiency(found))
            if found == 1:
                best[one_sided].append(x.name)
        n_var = Variance(prevalence).value_bounds(x.mechanism)[1]
        rows.append((x.name, CLASSICAL[x.name], decimal(n_var), *cells))
        warnings += [f"{x.name}: {said}" for said in warnings_of_proof(x.mechanism)]
    header = ("device", "held", "n·Var", "epsilon", "efficiency", "epsilon, yes alone", "efficiency, yes alone")
    both, alone = (", ".join(names) or "none" for names in best)
    at = spell_decimals(str(prevalence)).replace("..", " to ")
    title = (
        f"At prevalence {at} these devices are the certified optimum at their own tight epsilon: {both}; if yes alone "
        f"is protected: {alone}."
    )
    return Report(
        "classical",
        title,
        header,
        tuple(rows),
        (*notes, instrument("birthdays", birthdays).assumption),
        warnings=tuple(warnings),
    )


def _efficiency(x: Classical, prevalence: object, one_sided: bool, notes: list[str]) -> Number | None:
    """Return the device's efficiency as `Classical.efficiency` computes it, which may be None.

    If the efficiency cannot be certified, return None, and add the reason to `notes` if `notes` is empty.
    """
    try:
        found = x.efficiency(prevalence, one_sided=one_sided)
    except InputError as error:
        if not notes:
            notes.append(f"{NOT_CERTIFIED}: {error}")
        return None
    return found


def _say_efficiency(found: Number | None) -> str:
    """Write the efficiency with four digits, rounded down; the text is empty if there is no certified efficiency."""
    return "" if found is None else decimal(found, digits=4, direction="lower")
