"""The page for an ethics board, in blocks: what people do, what an answer gives away, how many people are needed, and why no design
is better."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any

from rropt.devices.device import Device
from rropt.devices.script import say_answer
from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import spell_decimals
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import counted, show
from rropt.mechanism import Mechanism
from rropt.plots.curves import device_names, draw_curves
from rropt.plots.mechanism_curves import posterior_by_prior
from rropt.plots.panels import MOST_DRAWN, draw_disclosed, draw_mechanism
from rropt.plots.shares import read_prevalence, share_place
from rropt.privacy import LDP
from rropt.privacy.words import disclosures, percent, promise_in_words, warnings_of_proof
from rropt.problem.every_notion import epsilons_alone, say_alone, tight_notions
from rropt.problem.result import Design
from rropt.problem.tight import tight_in_words
from rropt.problem.verdicts import UNSHOWN, Verdict
from rropt.problem.words import say_what_to_do
from rropt.reports.in_use import InUse
from rropt.reports.page import Block, Code, Grid, Heading, Items, Note, Page, Picture, Text
from rropt.reports.people import MOST_NAMED, Survey, read_difference, say_people
from rropt.reports.scale import people_for_mean, say_mean
from rropt.reports.script import Script, script_of_device
from rropt.reports.survey_result import estimate_blocks
from rropt.reports.why import how_much_better, why_no_better
from rropt.reports.wording import NOTIONS, say_law
from rropt.show import down, up
from rropt.survey.tables import devices_under_promise

__all__ = ["page_of_design"]

MOST_ANSWERS = 40
FORBIDDEN_BY = (
    "A promise that also bounds every ratio allows no such answer: ask for a second one beside this, such as epsilon = 3 with "
    "delta = 0."
)

PLAIN = "A design each answer of which is a truth's name is asked for with `rropt design … --plain` (plain=True)."


def page_of_design(
    subject: Design | InUse,
    *,
    device: Device | None = None,
    question: str = "",
    data: dict[str, Any] | None = None,
    why: str = "",
    prevalence: object = None,
    share_of: str | None = None,
    n: int | None = None,
    difference: object = None,
    deff: object = None,
    deff_truth: object = None,
) -> Page:
    """Make the page for an ethics board about a design, or about a mechanism in use.

    `device` is what respondents use, such as cards. Without a device, `why` says why there is none. For a mechanism in use, give
    neither `device` nor `why`, because it brings its own script. `data` is the JSON of an estimate.

    The survey is planned at the shares `prevalence`. If these are not given, the design's planned shares are taken, and if it has
    none, equal shares. `share_of` names the input whose share is to be estimated. `n` is a number of people, and its margin is
    shown beside the usual margins. `difference` is a difference between two groups, shown beside the usual differences. `deff` is
    the design effect of clusters or weights on the answers. `deff_truth` is the design effect of clusters on the truth.
    """
    used = subject if isinstance(subject, InUse) else None
    found = subject.optimum if isinstance(subject, InUse) else subject
    p = device.mechanism if device is not None else found.mechanism or found.sets
    script = None if device is None else script_of_device(device)
    if used is not None:
        p, script, why = used.mechanism, used.script, used.why
    if p is None:
        raise InputError("a page needs a design with one mechanism; ask for one epsilon and one prevalence")
    if device is not None:
        _require_made_for(found, device)
    own = found.problem.objective.planned_shares(found.mechanism or p)
    belief = own or (Fraction(1, p.k),) * p.k if prevalence is None else read_prevalence(prevalence, p.k)
    own_difference = read_difference(difference, p, belief[share_place(p, share_of)])
    assumed = prevalence is None and (used is not None or own is None)
    effects = {"deff": deff, "deff_truth": deff_truth}
    survey = Survey(p, belief, share_of, n, own_difference, effects, is_assumed=assumed)
    parts: list[Block] = []
    for section in (
        _in_short(found, device, survey, script, used),
        _result(data, found, survey),
        _script(script, survey, why, is_known=used is None or used.is_known),
        _disclosure_by_sets(p, belief) if isinstance(p, SetMechanism) else _disclosure(p, belief),
        _promise(found, p.pair, is_own=used is not None),
        say_people(survey, scores=found.problem.objective.scores),
        people_for_mean(found, p, belief, survey.effects),
        _comparison(found, survey),
        why_no_better(found, device) if used is None else how_much_better(used),
        _limits(found, p.pair),
    ):
        parts += section
    which = _quote(p.input_labels) if p.k <= MOST_NAMED else f"one of {p.k}"
    asked = question or f"Which is true of you: {which}?"
    return Page("A protected way to ask", f"The question: {asked}", tuple(parts))


def _require_made_for(found: Design, device: Device) -> None:
    """Refuse a device that was made for another design: for another demand or objective, or for other inputs."""
    problem = found.problem
    asked = str(problem.demand), str(problem.objective), problem.input_labels
    if (device.demand, device.objective, device.mechanism.input_labels) != asked:
        raise InputError(
            f"the device was made for another design ({device.demand}, {device.objective}); make one by this design's `device`"
        )


def _quote(labels: tuple[str, ...]) -> str:
    named = [f'"{x}"' for x in labels]
    return f"{', '.join(named[:-1])} or {named[-1]}"


def _in_short(
    found: Design, device: Device | None, survey: Survey, script: Script | None, used: InUse | None
) -> Iterator[Block]:
    yield Heading("In short")
    warnings = warnings_of_proof(survey.p.pair)
    for warning in warnings:
        yield Note(f"Attention: {warning}")
    if warnings and used is None:
        yield Note(FORBIDDEN_BY)
    if script is not None and script.too_many_rules:
        advice = (device.said_of_simpler, PLAIN) if device is not None else ()
        yield Note(f"Attention: {' '.join(filter(None, (script.too_many_rules, *advice)))}")
    lines = []
    if script is not None:
        held = "With" if used is None or used.is_known else "The chances in use are also those of this device, with"
        lines.append(f"{held} {script.needed}: {script.told}")
    if survey.is_assumed:
        lines.append("No shares were given: where shares count, every truth is supposed to have the same.")
    lines.append(spell_decimals(_say_promise(found)) + ("" if script is None else script.if_even))
    people = survey.n or 1000
    if survey.tells_shares:
        lines.append(
            f"From {counted(people, 'answer', spec=',')}{survey.alone} the estimated share of {survey.wanted} "
            f"has a standard error of at most {survey.error(people)} percentage points {survey.planned}{survey.say_worst(people)}."
        )
    else:
        lines.append(_say_unidentified(found))
    lines += say_mean(found, survey.p, survey.belief, people, survey.effects)
    if used is not None:
        lines.append(f"{used.cost}{_of_whom(survey) if used.needs_more_people else ''}")
    elif device is not None:
        lines.append(f"{device.cost}{_of_whom(survey) if device.needs_more_people else ''}")
    lines.append(_say_proof(found))
    yield Items(tuple(lines))


def _say_unidentified(found: Design) -> str:
    """Say what can still be estimated if the answers do not determine the shares. It is the mean of the scores if the objective has
    scores, else nothing."""
    if found.problem.objective.scores is not None:
        return "Of the shares the answers tell the mean of the scores; the shares themselves cannot be estimated."
    return "The shares cannot be estimated: different shares can give the same distribution of answers."


def _of_whom(survey: Survey) -> str:
    """Return a sentence to be put after a comparison with the optimum. If the page assumes a design effect, the sentence says that
    the comparison holds for people drawn one by one. Otherwise the text is empty."""
    if not any(survey.effects.values()):
        return ""
    # clusters add the same to the variances of both, whose ratio is then nearer to 1
    return f" That is for people drawn alone{'' if survey.effects['deff_truth'] is None else '; in clusters it is nearer to 1'}."


def _say_proof(found: Design) -> str:
    """Say what is proved about the design, and what is not."""
    if found.is_bounded:
        return f"That the promise is kept is proved, with whole numbers alone; how near it is to the optimum was {UNSHOWN}."
    what = "The optimum is proved" if found.verdict is Verdict.OPTIMAL else "How near it is to the optimum is proved"
    return f"{what}, and the proof was checked with whole numbers alone."


def _result(data: dict[str, Any] | None, found: Design, survey: Survey) -> Iterator[Block]:
    yield from estimate_blocks(data, survey.p, found.problem.objective.scores)
    if data is not None and survey.effect:
        yield Text(
            "These errors are those of the estimate's own sampling: the design effect that is planned with is not in them."
        )


def _script(script: Script | None, survey: Survey, why: str, *, is_known: bool) -> Iterator[Block]:
    p = survey.p
    yield Heading("What people do")
    if script is None:
        yield Text(f"No device is shown: {why}." if why else "The answers are drawn by a computer with these chances.")
        if isinstance(p, Mechanism):
            yield Text(f"Respondents {say_what_to_do(p)}")
    else:
        if not is_known:
            yield Text(
                "What people hold at present was not told to this page, which knows the chances of their answers alone. A device "
                "with exactly these chances is the following; with it, everything below holds unchanged."
            )
        yield Text(f"The respondent, with {script.needed}:")
        yield Items(script.respondent, is_numbered=True)
        yield script.picture
        yield Text("The interviewer:")
        yield Items(script.interviewer, is_numbered=True)
        if p.k == 2 and survey.share_of == p.input_labels[0]:
            yield Text(f"The share of {survey.wanted}, which is wanted here, is 1 minus the other.")
        yield Text(script.assumed)
        if script.code:
            yield Code(script.code)
    if isinstance(p, SetMechanism):
        yield Text(f"Respondents {p.say()}")
        header, rows = p.as_table()
        yield Grid("How many sets there are, and the weight of all together", list(header), list(map(list, rows)))
        return
    if max(p.k, p.m) > MOST_DRAWN:
        return
    yield Picture(
        partial(draw_mechanism, mechanism=p),
        f"Heat map: {say_law(p)}",
        height=max(2.6, min(7.0, 0.3 * p.m + 1.5)),
    )


def _disclosure_by_sets(p: SetMechanism, belief: tuple[Number, ...]) -> Iterator[Block]:
    yield Heading("What an answer gives away")
    yield Text(
        "Whoever learns an answer may change what they believe of the person who gave it. "
        + (
            p.say_beliefs(belief)
            or f"No answer changes the odds of two truths by a factor of more than {p.ratio_said}."
        )
    )


def _disclosure(p: Mechanism, belief: tuple[Number, ...]) -> Iterator[Block]:
    yield Heading("What an answer gives away")
    j = p.k - 1
    before = percent(belief[j])
    found = [x for x in disclosures(p, belief) if x.after is not None]
    shares = ", ".join(f"{x}: {percent(b)}" for x, b in zip(p.input_labels, belief, strict=True))
    yield Text(
        "Whoever learns an answer may change what they believe of the person who gave it. If beforehand the chance of each "
        f"truth was its share in the population ({shares}), this is what is left afterwards:"
    )
    rows = [[f'"{say_answer(x.output)}"', *(percent(y) for y in x.after or ())] for x in found[:MOST_ANSWERS]]
    more = f"; the first {MOST_ANSWERS} of {len(found)} answers" if len(found) > MOST_ANSWERS else ""
    yield Grid(f"Chance of each truth after an answer{more}", ["answer", *p.input_labels], rows)
    if len(found) <= MOST_ANSWERS:
        after = "; ".join(f'after "{say_answer(x.output)}" {percent(x.after[j])}' for x in found if x.after is not None)
        yield Picture(
            partial(draw_disclosed, mechanism=p, belief=belief),
            f'Bars: the chance that the truth is "{p.input_labels[j]}", {before} before, is {after}.',
            height=max(2.8, min(8.0, 0.38 * len(found) + 2.0)),
        )
    if p.m <= 6:
        yield Picture(
            partial(draw_curves, data=posterior_by_prior(p)),
            "Curves: the chance after each answer against the chance before; the farther from the diagonal, the more is told.",
        )


def _say_promise(found: Design) -> str:
    return promise_in_words(found.problem.demand, found.problem.k, found.problem.inputs)


def _promise(found: Design, p: Mechanism, *, is_own: bool) -> Iterator[Block]:
    yield Heading("What is promised")
    yield Text(spell_decimals(_say_promise(found)))
    if is_own and is_infinite(LDP.tightest_epsilon(p).t):
        yield Text(
            "No one number protects here, because some answer proves something. So the promise is told of each truth against each "
            'other: how much likelier an answer can be that both may give and, after "plus", how often an answer rules the other '
            "truth out."
        )
    told = tight_notions(p)
    gamma = LDP.tightest_epsilon(p).t
    rows = [[NOTIONS.get(name, name), tight_in_words(name, numbers, gamma)] for name, numbers in told.items()]
    if alone := epsilons_alone(p):
        rows.insert(0, ["each truth alone", say_alone(alone)])
    yield Grid("The same protection under every notion, as tight as it holds", ["notion", "what holds"], rows)
    delta = getattr(found.problem.demand, "delta", Fraction(0))
    if delta and not is_infinite(gamma):
        yield Text(
            f"The promise allows delta = {spell_decimals(show(delta))}, a chance up to which an answer may tell the truth without "
            "any protection. This way of asking has no such answer: it keeps epsilon = "
            f"{Epsilon(gamma).shown(direction='upper')} without any delta."
        )
    elif delta:
        yield Text(
            f"The number delta = {spell_decimals(show(delta))} is the share of trust given away outright: up to that chance, a "
            "respondent's answer may tell the truth without any protection. A board that does not want this asks for delta = 0."
        )


def _comparison(found: Design, survey: Survey) -> Iterator[Block]:
    yield Heading("Compared with the usual devices")
    if (p := survey.p.matrix) is None or p.k != 2:
        if not survey.tells_shares:
            yield Text("None is compared: those are for estimating shares.")
            return
        yield Text(
            f"The usual devices ask about two truths, and this one is about {survey.p.k}. The known ways of asking about so many "
            "are compared, with the people that each needs, by `rropt plan` of its file, and at any epsilon by "
            f"`rropt rank --inputs {survey.p.k}`."
        )
        return
    share, truth = survey.belief[1], survey.effects["deff_truth"]
    try:
        table = devices_under_promise(found.problem.demand, share, mechanism=p, deff_truth=truth)
    except InputError as error:
        yield Text(f"None is compared: {error}.")
        return
    if survey.effects["deff"] is not None:
        yield Text(
            f"With a {survey.effect} this way of asking has a standard error of {survey.error(1000)} percentage points from 1,000 "
            f"answers.{survey.left_out} The design effect of clusters on the truth compares them (`rropt report --deff-truth`)."
        )
        return
    if found.problem.demand.say_slack():
        yield Text("They are compared without any delta.")
    names = ["this way of asking", *device_names(table)[1:]]
    rows = [
        [name, of, up(sqrt(variance / 1000)), down(efficiency)]
        for name, (_, of, variance, efficiency) in zip(names, table.rows, strict=True)
    ]
    yield Grid(
        spell_decimals(table.title),
        ["device", "parameters", "standard error at n = 1000", "efficiency"],
        rows,
    )


def _limits(found: Design, p: Mechanism) -> Iterator[Block]:
    gamma = LDP.tightest_epsilon(p).t
    yield Heading("What is not promised")
    yield Items(
        (
            "That everybody follows the instructions: whoever answers otherwise biases the estimate, and no device shows who did.",
            "That a second answer costs nothing: asked twice about the same thing with fresh chance, a person is protected "
            + ("less." if is_infinite(gamma) else "half as well (the epsilons add up)."),
            "That other questions cost nothing: each further randomized question to the same person adds its own epsilon, also if "
            "it is about something else, as the answers together tell more than each.",
            "That nothing is learnt about groups: the purpose is to learn their shares, and a person's group may be known.",
            "That nothing is known from elsewhere: the promise is about what this answer adds.",
            "That the sample stands for the population: who was asked is a matter of the sampling, not of the device.",
            *(
                ("That the truth is never told: see delta above.",)
                if getattr(found.problem.demand, "delta", Fraction(0)) and is_infinite(gamma)
                else ()
            ),
        )
    )
