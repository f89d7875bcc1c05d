"""The counterpart of rows/answer.py for mechanisms given by orbits: reads, checks and spells them.

Two sets of inputs are in one orbit if they have the same number of inputs of each class.
"""

from dataclasses import dataclass

from ..model.demand import read_demand, require_demand
from ..refusals import require
from ..text.part import Part, read_labels
from ..text.spelling import name_by_digest, spell, spell_indices, spell_ratio
from .answer import Claimed, read_bounds, spell_claim
from .orbits import Orbits, read_orbits, require_blocks, require_orbits


@dataclass(frozen=True, slots=True)
class AnswerByOrbits(Claimed):
    """A claim about an optimum, with a mechanism given by orbits (sets of inputs with weights) that shows one bound."""

    orbits: Orbits


def read_answer_by_orbits(parts: dict[str, Part]) -> AnswerByOrbits:
    """Read everything but the objective from a claim whose mechanism is given by orbits; its outputs have no labels."""
    inputs = read_labels(parts["inputs"])
    orbits = read_orbits(parts["orbits"], parts["classes"], len(inputs))
    return AnswerByOrbits(read_demand(parts["notion"]), inputs, *read_bounds(parts), orbits)


def require_feasible_orbits(answer: AnswerByOrbits, of_pairs: bool) -> None:
    """Reject unless the demand and the orbits of the claim are valid.

    The demand must ask one ratio, which is at least 1, of all pairs with delta = 0, and its numbers must be in their ranges. The
    orbits with their weights must make a mechanism. Every such mechanism satisfies the demand, so that this is not checked
    separately.

    An orbit may have blocks, which are some of its sets, used in place of all of them (rows/orbits.py). Reject unless the blocks
    are valid (`require_blocks`). `of_pairs` must be true if the objective uses the information matrix. Then `require_blocks` also
    requires, for each orbit with blocks, that the shifts of its blocks contain all pairs of inputs equally often.
    """
    require_demand(answer.demand)
    require(answer.demand.is_pure(), "delta-zero", "a demand with delta > 0")
    require_orbits(answer.orbits, answer.demand.ratio())
    require_blocks(answer.orbits, of_pairs)


def spell_answer_by_orbits(answer: AnswerByOrbits, aim: str, sense: str, meant: str = "") -> str:
    """State in words the claim about the optimum that `aim` names, and about the mechanism given by orbits (sets of inputs).

    `meant` is a text that follows the claim and explains what `aim` says. At its end the sentence gives the probabilities with
    which this mechanism answers.
    """
    orbits = answer.orbits
    counts, classes = spell_indices(orbits.part.at("counts")), spell_indices(orbits.classes_part)
    mechanism = (
        f"the mechanism by orbits of the classes {classes}, with counts {counts} and weights {spell(orbits.weights)}"
    )
    claimed = spell_claim(answer, aim, sense, "any number of outputs", "", mechanism)
    return f"{claimed}{meant}; {_spell_sets(orbits, spell_ratio(answer.demand.ratio()))}"


def _spell_sets(orbits: Orbits, ratio: str) -> str:
    """Say with which probability the mechanism gives an answer; the answers are sets of inputs.

    `ratio` is the ratio of the demand in words.
    """
    if not orbits.blocks:
        return (
            "this mechanism answers with a set of inputs: Pr(set | input) is the weight of its counts of the classes over the "
            f"number of sets with the same counts, times {ratio} if the set holds the input"
        )
    blocks, k = orbits.part.at("blocks"), orbits.sizes[0]
    return (
        f"this mechanism answers with a shift modulo {k} of one of the blocks {name_by_digest(blocks.data, blocks.place)}: "
        f"Pr(shift | input) is the weight of the block's orbit times the share of the block over {k}, times {ratio} if the "
        "shift holds the input"
    )
