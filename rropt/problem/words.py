"""A design in words, for a terminal: what a respondent does, what that protects and costs, then the table or the proof."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rropt.designs.said import said_of_beliefs
from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import EXACT, decimal, is_long, show_with_decimal, spell_decimals
from rropt.exact.element import is_free
from rropt.exact.enclosure import sqrt_bounds
from rropt.exact.errors import Either
from rropt.exact.fields import DELTA
from rropt.exact.sign import enclose
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.privacy.words import promise_in_words
from rropt.problem.contract import Objective, OfPrevalences
from rropt.problem.pieces.piece import Between
from rropt.problem.plain import say_best_plain, say_bound_of_all, say_price_of_plain
from rropt.problem.verdicts import BOUNDED, Verdict
from rropt.results import text_table
from rropt.surface.screen import fit_table, say_warning

if TYPE_CHECKING:
    from rropt.problem.pieces.piece import Piece
    from rropt.problem.problem import Problem
    from rropt.problem.result import Design

__all__ = [
    "conditions_in_words",
    "decimals_table",
    "explain",
    "lower_first",
    "mechanism_table",
    "say_beliefs",
    "say_error",
    "say_objective",
    "say_what_to_do",
    "warning_lines",
]

MOST_SHOWN = 12
MOST_SAID = 12
MOST_COLUMNS, MOST_ROWS = 24, 64
MARGIN = Fraction(1, 20)
NORMAL_SQUARE = Fraction(3841459, 10**6)
"""The square of the 97.5 % quantile of the standard normal distribution, rounded up."""
FACE = (
    "Each is the end of a face of optimal designs that leads towards the constant answer, which is excluded: the mixtures "
    "of the two."
)

TURNED = " with p00 + p11 > 1"
ENCLOSED = "no design that keeps this promise at the upper end of a part is better than its bounds say"


def explain(found: Design, *, proof: bool = False) -> str:
    """Explain a design: what a respondent does, what that protects and costs, and the table.

    With `proof`, the table is replaced. In its place stand the exact question, mechanism and value, the answers of the independent
    methods, and the checker's sentence.
    """
    lines = [*warning_lines(found.warnings), *_first_lines(found)]
    if found.mechanism is not None and not proof:
        lines += ["", mechanism_table(found.mechanism)]
    if found.mechanism is not None and (beliefs := _beliefs(found)):
        lines += ["", beliefs]
    elif (sets := found.sets) is not None and (beliefs := say_beliefs(sets)):
        lines += ["", mechanism_table(sets), "", beliefs]
    if proof:
        lines += ["", *_proof_lines(found)]
    else:
        lines += _other_lines(found) + _all_pieces(found)
    notes = [f"Note: {note}." for note in (*found.all_notes, *_say_orders(found))]
    return "\n".join([*lines, "", *notes] if notes else lines)


def _say_orders(found: Design) -> list[str]:
    """Say what a label such as a>b,c means, if rropt chose it (`label_orders`)."""
    chosen = () if found.mechanism is None or found.problem.output_labels else found.mechanism.outputs or ()
    said = 'the answer "{}" is likelier under each truth left of a > than under those right of it'
    return [said.format(label) for label in chosen if ">" in label][:1]


def _first_lines(found: Design) -> list[str]:
    """Write the answer in lines: what a respondent does, what that protects and costs, and whether it is certified."""
    problem = found.problem
    price = say_price_of_plain(found) if found.problem.plain else ""
    lines = [*([price] if price else []), _answer_of(found)]
    promise = promise_in_words(problem.demand, problem.k, problem.inputs)
    protects = f"Protection: {lower_first(spell_decimals(promise))}"
    slack = problem.demand.say_slack()
    if slack and found.mechanism is not None and not found.warnings:
        where = " at any delta below 1" if problem.free == DELTA else ""
        slack += f" This design gives no such answer{where}."
    lines += [protects if not slack else f"{protects} {slack}"]
    lines += [f"Cost: {cost}" for cost in [_cost(found)] if cost]
    return [
        *lines,
        f"{'Not certified' if found.is_bounded else 'Certified'}: {_say_verdict(found)}",
        *([f"Read: {found.demand_said}."] if found.demand_said else []),
    ]


def _answer_of(found: Design) -> str:
    """Say what a respondent does, or that no such design exists. If respondents do different things in different pieces, refer to
    the pieces printed below."""
    if found.mechanism is not None:
        return f"Respondents: {say_what_to_do(found.mechanism)}"
    if (sets := found.sets) is not None:
        return f"Respondents: {sets.say()}"
    if found.verdict is Verdict.INFEASIBLE:
        return f"No {_none_that(found)}"
    if found.verdict is Verdict.UNATTAINED:
        return f"No design that keeps this promise has a finite {_objective(found)}."
    if len(found.pieces) == 1:
        return "Respondents: answer with the chances below."
    if found.verdict is Verdict.WITHIN:
        return (
            f"Respondents: what they do changes with {found.problem.free}; {Either('`pieces`', '--json')} has a mechanism for "
            "each part below."
        )
    where = "the prevalence" if found.pieces[0].variable == "prevalence" else found.problem.free
    return f"Respondents: what they do changes with {where}, in {len(found.pieces)} pieces; each is below."


def _none_that(found: Design) -> str:
    """Describe the design that an infeasible question asks for. The caller puts "No" in front of the text, so that together they
    say that no such design exists."""
    problem = found.problem
    answers = problem.say_many("answer")
    none = f"design for {counted(problem.k, 'truth')} and {answers} keeps this promise{conditions_in_words(problem)}"
    if found.requirement is None:
        return f"{none}."
    size = "small" if problem.objective.sense == "min" else "large"
    return f"{none} and has a {_objective(found)} as {size} as {decimal(found.requirement)}."


def _cost(found: Design) -> str:
    """Say the value, and what it means for a survey, such as the standard error; empty if there is no value, or if it is a function
    of ε or δ."""
    if found.lower is None or found.upper is None or is_free(found.lower):
        return ""
    if not found.problem.objective.is_variance_per_answer:
        made = found.mechanism or found.sets
        said = "" if made is None else found.problem.objective.say_cost(made)
        return f"the {_objective(found)} is {_between(found)}{f'; {said}' if said else ''}."
    more = ""
    if getattr(found.problem.demand, "delta", 0) and found.problem.outputs == 2:
        free = Either('outputs="free"', "--outputs free")
        more = f" With delta above 0 more than two answers tell at least as much: see {free}."
    return f"{say_error(found.variance_bound(), 'standard error {} from 1,000 people')}.{more}"


def say_error(variance: Fraction, error: str) -> str:
    """Say the standard error from 1,000 people, and how many people a margin of 0.05 needs; both rounded up.

    `variance` is n times the variance of the estimate from n people. `error` is the text to print, in which `{}` stands for the
    standard error.
    """
    said = error.format(decimal(sqrt_bounds(variance / 1000)[1], direction="upper"))
    people = math.ceil(NORMAL_SQUARE * variance / MARGIN**2)
    return f"{said}; for a margin of 0.05 (at 95 %, normal) about {people:,} people (plan says exactly)"


def lower_first(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _between(found: Design) -> str:
    assert found.lower is not None and found.upper is not None
    if found.lower == found.upper:
        return decimal(found.lower)
    if found.problem.plain:
        return say_bound_of_all(found)
    low, high = decimal(found.lower, direction="lower"), decimal(found.upper, direction="upper")
    if is_free(found.upper - found.lower):
        return f"between {low} and {high}"
    near = decimal(found.lower)
    said = near if near == decimal(found.upper) else f"between {low} and {high}"
    return f"{said} (known to {decimal(found.upper - found.lower, digits=2, direction='upper')})"


@runtime_checkable
class OfInputs(Protocol):
    """An objective that refers to inputs, and that can name them by labels."""

    def labelled(self, labels: tuple[str, ...]) -> Objective:
        """The same objective with its inputs named by these labels."""


def say_objective(problem: Problem) -> str:
    """The objective in words, with inputs by the labels that the problem has for them."""
    objective = problem.objective
    return str(objective.labelled(problem.input_labels) if isinstance(objective, OfInputs) else objective)


def _objective(found: Design) -> str:
    return spell_decimals(say_objective(found.problem))


def conditions_in_words(problem: Problem) -> str:
    """The problem's conditions, as a phrase to append to "keeps this promise". Empty if there are no conditions. If there are some
    and the objective is a variance, the phrase adds p00 + p11 > 1."""
    if not problem.conditions:
        return ""
    turned = TURNED if problem.objective.is_variance_per_answer else ""
    return f", under the conditions {'; '.join(map(str, problem.conditions))}{turned}"


def _say_verdict(found: Design) -> str:
    """Say the verdict and what it means: among which designs none is better, or between which bounds the optimum lies."""
    problem = found.problem
    of = counted(problem.k, "truth")
    answers = problem.say_many("answer")
    also = conditions_in_words(problem)
    among = f"no design for {of} and {answers} that keeps this promise{also}"
    better = "smaller" if problem.objective.sense == "min" else "larger"
    if found.pieces and found.verdict is Verdict.WITHIN:
        return f"within bounds, in {counted(len(found.pieces), 'part')} of the interval of {found.problem.free}; {ENCLOSED}."
    if found.pieces and found.lower is None:
        return f"optimal, in {counted(len(found.pieces), 'piece')}; {among} has a {better} {_objective(found)}."
    if found.verdict is Verdict.OPTIMAL:
        return f"optimal; {among} has a {better} {_objective(found)}."
    if found.verdict is Verdict.WITHIN and problem.plain:
        by = f", {BOUNDED}" if found.is_bounded else ""
        best = f"By a proof in the manual {say_best_plain(problem)}"
        return f"within bounds{by}; the {_objective(found)} is {_between(found)}. {best}."
    if found.verdict is Verdict.WITHIN:
        least = "smallest" if problem.objective.sense == "min" else "largest"
        such = f"designs that keep this promise{also}" if also else "such designs"
        by = f", {BOUNDED}" if found.is_bounded else ""
        return f"within bounds{by}; the {least} {_objective(found)} of {such} is {_between(found)}."
    return f"{found.verdict.value}; the checker accepted the proof."


def say_what_to_do(p: Mechanism | SetMechanism) -> str:
    """Say what a respondent with each truth answers, and with what probability."""
    if isinstance(p, SetMechanism):
        return p.say()
    if p.is_free:
        return "answer with the chances of the table."
    truth = _say_truthful(p)
    if truth:
        return truth
    if p.k * p.m > MOST_SAID:
        return "draw an answer with the chances that the table has in the column of their truth."
    return "; ".join(f'if the truth is "{name}", {_say_column(p, j)}' for j, name in enumerate(p.input_labels)) + "."


def _say_truthful(p: Mechanism) -> str:
    """Say the rule of a mechanism in which a respondent tells the truth with a fixed probability, and else gives one of the other
    answers, each equally likely, and less likely than the truth. Return an empty text for a mechanism of another kind."""
    if p.m != p.k or p.k < 2 or (p.outputs is not None and p.output_labels != p.input_labels):
        return ""
    stays, leaves = p.rows[0][0], p.rows[0][1]
    if stays <= leaves or any(
        x != (stays if i == j else leaves) for i, row in enumerate(p.rows) for j, x in enumerate(row)
    ):
        return ""
    if leaves == 0:
        return "tell the truth."
    chance = decimal(stays)
    if p.k == 2:
        return f"tell the truth with probability {chance}, else the opposite."
    return f"tell the truth with probability {chance}, else one of the other {p.k - 1} answers, each as likely."


def _say_column(p: Mechanism, j: int) -> str:
    given = [(row[j], name) for row, name in zip(p.rows, p.output_labels, strict=True) if row[j]]
    if len(given) == 1:
        return f'always answer "{given[0][1]}"'
    parts = [f'"{name}" with probability {decimal(x)}' for x, name in given]
    return f"answer {', '.join(parts[:-1])} and {parts[-1]}"


def decimals_table(p: Mechanism) -> str:
    """Write the mechanism's table in decimals; rows and columns beyond a screen or two are left out, and a line says so."""
    head, *rows = [["output \\ input", *p.input_labels[:MOST_COLUMNS]]] + [
        [name, *(decimal(x) for x in row[:MOST_COLUMNS])]
        for name, row in zip(p.output_labels[:MOST_ROWS], p.rows, strict=False)
    ]
    cut = p.k > MOST_COLUMNS or p.m > MOST_ROWS
    whole = Either("`rows`", "--json")
    return f"Pr(output | input)\n{fit_table(head, rows)}" + (f"\n… ({whole} has all)" if cut else "")


def _beliefs(found: Design) -> str:
    """Say what answers reveal of a respondent at the shares of the inputs that the objective states; empty if it states none."""
    objective = found.problem.objective
    assert found.mechanism is not None
    if isinstance(objective, OfPrevalences):
        return objective.say_beliefs(found.mechanism)
    return said_of_beliefs(found.mechanism, objective.planned_shares(found.mechanism))


def say_beliefs(p: Mechanism | SetMechanism) -> str:
    """Say what answers reveal of a respondent at the shares of the inputs that the mechanism was designed for; empty if there are
    none."""
    return p.say_beliefs(p.planned) if isinstance(p, SetMechanism) else said_of_beliefs(p, p.planned)


def mechanism_table(p: Mechanism | SetMechanism) -> str:
    """Write the mechanism's table for a reader: in decimals, or in functions of t if t is free. If answers are sets, write how many
    there are of each kind."""
    if isinstance(p, SetMechanism):
        return text_table(*p.as_table())
    return str(p) if p.is_free else decimals_table(p)


def _proof_lines(found: Design) -> list[str]:
    """Return lines with the exact question, the verdict, the optimal mechanisms and the value.

    Further lines say what each method found (theorem, solver, checker, sympy and cvxpy). The last line is the checker's sentence.
    """
    lines = [f"Problem: {found.problem}.", f"Verdict: {found.verdict.value}."]
    if found.mechanism is not None:
        lines += ["", str(found.mechanism)]
    lines += ["", *_value_lines(found), *_other_lines(found, exact=True), *_all_pieces(found)]
    return [*lines, "", "Legs:", *(f"  {leg}" for leg in found.legs), f"Certified: {found.sentence}"]


def _all_pieces(found: Design) -> list[str]:
    lines = [FACE] if any(m.towards is not None for m in found.minimisers) else []
    for n, piece in enumerate(found.pieces):
        lines += [] if n and isinstance(piece.value, Between) else [""]
        lines += _piece_lines(piece, found)
        if piece.towards:
            lines.append(FACE)
    return lines


def warning_lines(warnings: Sequence[str]) -> list[str]:
    """Write the lines to print first. They say what some answers would prove about a respondent, and how to change the demand so
    that it allows no such answers. The list is empty if there are no warnings."""
    if not warnings:
        return []
    shown, more = warnings[:MOST_SHOWN], len(warnings) - MOST_SHOWN
    rest = [say_warning(f"{more} more answer{'s prove' if more > 1 else ' proves'} something.")] if more > 0 else []
    way = Either("join, say, & LDP('ln20') to the demand", "add, say, `--and ldp:epsilon=ln20` to `rropt design`")
    advice = f"A demand that also bounds every ratio allows no such answer, but costs more: {way}."
    return [*map(say_warning, shown), *rest, advice, ""]


def _other_lines(found: Design, *, exact: bool = False) -> list[str]:
    """Write the tables of the other optimal designs, as many as fit on a screen or two, in lines; none if there are no others."""
    others = [m.mechanism for m in found.minimisers if m.mechanism != found.mechanism]
    if not others:
        return []
    # the stated design may be a mixture of the listed ones, and then it is none of them
    every, those = ("the others",) * 2 if len(others) < len(found.minimisers) else ("all of them", "them")
    whole = Either("`minimisers`", "--json")
    told = every if len(others) <= MOST_SHOWN else f"{MOST_SHOWN} of {those} ({whole} has them all)"
    what = f"designs{TURNED}" if found.problem.objective.is_variance_per_answer else "vertices"
    head = f"There are {len(found.minimisers)} optimal {what}; {told}:"
    return ["", head, *(str(p) if exact else mechanism_table(p) for p in others[:MOST_SHOWN])]


def _value_lines(found: Design) -> list[str]:
    if found.lower is None or found.upper is None:
        return []
    name = say_objective(found.problem)
    if found.verdict is Verdict.WITHIN:
        low = decimal(found.lower, digits=15, direction="lower")
        high = decimal(found.upper, digits=15, direction="upper")
        gap = decimal(found.upper - found.lower, digits=2, direction="upper")
        if found.problem.plain:
            return [
                f"Value: the {name} of the plain design and the optimal one lie in [{low}, {high}], at most {gap} apart."
            ]
        return [f"Value: the optimal {name} lies in [{low}, {high}], gap at most {gap}."]
    value = show_with_decimal(found.lower, digits=10)
    is_rounded = EXACT.get() and is_long(found.lower)
    lines = [f"Value: {name} {value}." if is_rounded else f"Value: {name} = {value}."]
    if found.problem.objective.is_variance_per_answer and not is_free(found.lower):
        error = decimal(sqrt_bounds(enclose(found.lower)[1] / 1000)[1], direction="upper")
        lines.append(f"That is n times the variance; the standard error at n = 1000 is {error}.")
    return lines


def _piece_lines(piece: Piece, found: Design) -> list[str]:
    """Write where the piece holds, its value and its mechanisms, except the one printed for all pieces together. If the value is
    known only within bounds, write no mechanism."""
    is_enclosed = isinstance(piece.value, Between)  # its mechanisms have many digits; --json has them
    tables = [f"{p}\n" for p in piece.mechanisms if p != found.mechanism and not is_enclosed]
    return [f"{_where(piece, is_only=len(found.pieces) == 1)}: {piece.value_said}", *tables]


def _where(piece: Piece, *, is_only: bool) -> str:
    """Say on which part of the range a piece holds; a single piece holds on the whole range asked about."""
    if piece.variable == "prevalence":
        relation = "=" if piece.is_point else "in"
        return f"At {piece.interval}" if is_only else f"Piece prevalence {relation} {piece.interval}"
    if is_only:
        return "Throughout"
    return f"Piece {piece.interval}" if piece.is_point else f"Piece {piece.variable} in {piece.interval}"
