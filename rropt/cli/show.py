"""`rropt show`: a mechanism, what respondents do, and what their answers protect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rropt.cli.readers import read_given
from rropt.cli.shown import Told
from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.decimal import EXACT, show_with_decimal
from rropt.exact.element import Bound, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import is_infinite
from rropt.families import FAMILIES, Family, find_family
from rropt.files import is_file
from rropt.mechanism import Mechanism
from rropt.plots.mechanism import MOST_DRAWN, draw_mechanism
from rropt.privacy import Parity, Sensitive
from rropt.privacy.bounds import spell_factor
from rropt.privacy.words import warnings_of_proof
from rropt.problem.words import say_what_to_do
from rropt.show import Block, Col, Fact, Figure, Say, Table, Warn

__all__ = ["show"]

# Of more inputs words do not tell the epsilon of each alone.
MOST_INPUTS = 6
ADVICE = (
    "A demand that bounds every ratio by a small factor allows no such answer, but costs more: add, say, --demand ldp:ln20 to "
    "rropt design."
)


def _tell_mechanism(p: Mechanism | SetMechanism) -> Iterator[Block]:
    """Yield what respondents do, what an answer discloses at most, and the matrix."""
    parity = Parity(1).tightest(p.pair)
    warned = warnings_of_proof(p)
    yield from map(Warn, warned)
    yield from [Say(ADVICE)] if warned else []
    yield Say(f"Respondents: {say_what_to_do(p)}", key="")
    yield Say(f"Protection: {_say_protection(p, parity)}", key="")
    yield Fact("epsilon", "epsilon", Epsilon(parity), shown=False)
    yield Fact("factor", "largest factor of odds", parity, shown=False)
    yield from (x for x in p.show() if isinstance(p, Mechanism) or not isinstance(x, Say))
    if isinstance(p, Mechanism) and max(p.k, p.m) <= MOST_DRAWN:
        yield Figure("heat_map", partial(draw_mechanism, mechanism=p), "Pr(output | input)")


def _say_protection(p: Mechanism | SetMechanism, parity: Bound) -> str:
    """Say the least epsilon that a mechanism satisfies and, if one input's answers have another, those of single inputs."""
    if is_free(parity):
        return f"no answer changes the odds of anything by a factor of more than {parity}, with t = e^epsilon free."
    if is_infinite(parity):
        said = "none at any epsilon, because some answer tells two truths apart for certain."
    else:
        exact = EXACT.get() and show_with_decimal(parity, direction="upper")
        factor = exact or spell_factor(parity, digits=None)
        epsilon = Epsilon(parity).shown(direction="upper")
        said = f"epsilon = {epsilon}: no answer changes the odds of anything by a factor of more than {factor}."
    # the epsilon of each input alone, as the demand `Sensitive` bounds it
    alone = Sensitive.tightest_epsilons(p) if isinstance(p, Mechanism) and p.k <= MOST_INPUTS else ()
    if len({x.t for x in alone}) < 2:
        return said
    each = ", ".join(f"{x.shown(direction='upper')} for {name}" for x, name in zip(alone, p.input_labels, strict=True))
    return f"{said} An answer is at most e^epsilon times as likely under one truth as under any other, with epsilon = {each}."


def _tell_families(families: Sequence[Family]) -> Iterator[Block]:
    """Yield the spec of a member of each family with a sentence, or one family's definition and parameters."""
    is_one = len(families) == 1
    for family in families if is_one else ():
        yield from (Say(" ".join(part.split()), key="") for part in family.definition.split("\n\n"))
        needed = f", of which {', '.join(family.required)} must be given" if family.required else ""
        yield Say(f"Parameters: {', '.join(family.parameters)}{needed}. Example: {family.example}", key="")
    if not is_one:
        yield Say("Named mechanisms, each by the spec of a member; rropt show FAMILY defines one.", key="")
    cols = [Col("example", ""), Col("sentence", "")]
    cols += [Col(key, key, shown=False) for key in ("name", "parameters", "required", "definition")]
    yield Table("families", cols, [[getattr(x, col.key) for col in cols] for x in families], shown=not is_one)


def show(mechanism: str | None = None) -> Told:
    """Print a mechanism, what respondents do, and what answers protect. Alone, it lists the named mechanisms.

    Args:
        mechanism: A file with a mechanism, a design or a device, a spec such as warner:p=3/4, or a family's name such as krr.
    """
    is_family = mechanism is not None and mechanism.replace("-", "_") in FAMILIES and not is_file(mechanism)
    if mechanism is None or is_family:
        return Told(
            "rropt/families/2",
            partial(_tell_families, [*FAMILIES.values()] if mechanism is None else [find_family(mechanism)]),
        )
    return Told(Mechanism.schema, partial(_tell_mechanism, answers_of(read_given(mechanism))))
