"""Describe a mechanism that is already in use, beside the certified optimum with the same protection.

The protection is the mechanism's smallest ε. If this ε is infinite and the mechanism has a matrix, the protection is instead the
strictest demand that the mechanism meets (`own_demand`). That demand has a ratio and a slack for each ordered pair of truths. The
ratio is about the answers that are possible under both truths. It is the largest quotient of such an answer's probability under the
first truth by its probability under the second, but at least 1. The slack is about the answers that are possible under the first
truth only. It is the sum of their probabilities under the first truth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rropt.certificate.judge import accept
from rropt.certificate.statements import emit_satisfies
from rropt.certificate.writing import dumps
from rropt.devices.choose import device_of_exactly
from rropt.devices.classical import Classical
from rropt.devices.device import OF_TWO, Device, say_cost
from rropt.devices.target import OPTIMUM, own_demand, usual_objective
from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import spell_decimals
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.mechanism import Mechanism
from rropt.plots.shares import read_prevalence
from rropt.privacy import LDP
from rropt.privacy.words import promise_in_words
from rropt.problem.efficiency import Efficiency, efficiency_of
from rropt.problem.result import Design
from rropt.reports.script import Script, script_of_classical, script_of_device

__all__ = ["InUse", "in_use"]


@dataclass(frozen=True, slots=True)
class InUse:
    """A mechanism in use, compared with the optimum of the same protection. `efficiency` says how near the mechanism is to this
    optimum. `certificate` proves that the mechanism has the protection, and `sentence` is what the checker says when it accepts
    `certificate`.

    `script` tells how to use a device with exactly the mechanism's probabilities. If no instrument has these, `script` is None and
    `why` gives the reason; otherwise `why` is empty. `is_known` says whether the device of `script` is known to be the one in use.
    """

    mechanism: Mechanism | SetMechanism
    optimum: Design
    efficiency: Efficiency
    script: Script | None
    is_known: bool
    why: str
    sentence: str
    certificate: str

    @property
    def is_best(self) -> bool:
        """Whether no design of the same protection is noticeably better."""
        return self.efficiency.ratio == 1 or self.efficiency.is_next_to_one

    @property
    def needs_more_people(self) -> bool:
        """Whether `cost` states a loss as a number of people."""
        bounds = self.efficiency.bounds
        return self.optimum.problem.objective.is_paid_in_people and bounds is not None and 0 < bounds[0] < 1

    @property
    def cost(self) -> str:
        """Say how many more people the mechanism takes than the optimum. If more people cannot make up for a worse value of the
        objective, say instead which part of the optimum's value the mechanism reaches. If neither is known, give the reason."""
        if self.efficiency.bounds is None or self.efficiency.bounds[0] <= 0:
            return f"How it compares with the {OPTIMUM} of the same protection is not known: {self.efficiency.reason}."
        objective = self.optimum.problem.objective
        optimum = f"{OPTIMUM} of the same protection"
        if not objective.is_paid_in_people:
            optimum += f", measured by {spell_decimals(str(objective))}"
        return say_cost(self.efficiency.bounds[0], optimum, is_paid_in_people=objective.is_paid_in_people)


def in_use(
    subject: Mechanism | SetMechanism | Classical,
    *,
    prevalence: object = None,
    question: str = "",
    device: Device | None = None,
    asked: Mapping[str, object] | None = None,
) -> InUse:
    """Compare a mechanism in use with the certified optimum under the same protection. The comparison is made at the shares
    `prevalence`, or at equal shares if these are not given.

    The result has a script for respondent and interviewer. The script is for the first of these that is given: the classical device
    `subject`, then `device`, then the instrument named by `asked`. If none of them is given, the script is for the simplest
    instrument with exactly the mechanism's probabilities, if there is one. A `device` with other probabilities is refused, because
    it cannot be the one in use.
    """
    p = subject.mechanism if isinstance(subject, Classical) else subject
    if p.pair.is_free:
        raise InputError("a page needs one epsilon; fix it, as in mechanism.at('ln3')")
    epsilon = LDP.tightest_epsilon(p.pair)
    if all(sum(x > 0 for x in row) <= 1 for row in p.pair.rows):
        raise InputError(
            "every answer of this mechanism tells the truth outright, so a page for a board has nothing to promise"
        )
    if epsilon.t == 1:
        raise InputError(
            "each answer is equally likely whatever is true, so a page of this mechanism has nothing to tell"
        )
    own = None if isinstance(p, SetMechanism) or not is_infinite(epsilon.t) else own_demand(p)
    demand = own or LDP(epsilon)
    shares = None if prevalence is None else read_prevalence(prevalence, p.k)
    planned = shares[1] if shares is not None and p.k == 2 else shares
    found = efficiency_of(p, own, epsilon, usual_objective(p, planned), breached=False)
    if found.better is None:
        raise InputError(f"there is no optimum to compare this mechanism with: {found.reason}")
    if device is not None and device.mechanism.digest != p.digest:
        raise InputError(
            "the device's probabilities are not those of the mechanism in use; make the page of `device.mechanism`, or leave the "
            "device out"
        )
    promise, script, why = promise_in_words(demand, p.k, p.inputs), None, ""
    if isinstance(subject, Classical):
        script = script_of_classical(subject.asking(question), promise)
    else:
        held, why = (device, "") if device is not None else device_of_exactly(p, planned, asked or {})
        # the interviewer says what the page promises
        script = None if held is None else script_of_device(replace(held, promise=promise).asking(question))
    is_known = isinstance(subject, Classical) or device is not None or bool(asked)
    certificate = dumps(dict(emit_satisfies(p.pair, demand).data))
    sentence = accept(certificate, "the protection of the mechanism in use")
    return InUse(p, found.better, found, script, is_known, why, sentence + ("" if p.matrix else OF_TWO), certificate)
