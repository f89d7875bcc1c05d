"""Give a mechanism the labels that a survey's file has, as --inputs and --outputs list them."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.cli.together import tell_beside
from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism

__all__ = ["name_inputs", "relabel"]

YES = {"1", "ja", "oui", "si", "sim", "sí", "true", "y", "yes"}


def relabel(
    p: Mechanism, inputs: Sequence[str] | None, outputs: Sequence[str] | None, said: str = "--outputs"
) -> Mechanism:
    """Label a mechanism by --inputs and --outputs. Inputs without labels get those of --outputs, if there are as many."""
    if outputs and len(outputs) != p.m:
        raise InputError(
            f"--outputs {','.join(outputs)} has {counted(len(outputs), 'label')} for {counted(p.m, 'output')} of the "
            "mechanism; give one for each"
        )
    if outputs and len(set(outputs)) < len(outputs):
        raise InputError(f"--outputs {','.join(outputs)} names one output twice; give each its own label")
    _refuse_exchanged(p.outputs, outputs, "--outputs")
    if outputs and p.outputs is None and (p.k, p.m) == (2, 2) and outputs[0].casefold() in YES and p[0][0] != p[1][1]:
        right = ",".join(reversed(outputs))
        text = f'{said} {",".join(outputs)} calls output 0 "{outputs[0]}", but in a named family the yes is output 1: '
        tell_beside(f"Warning: {text}{said} {right}")
    _refuse_exchanged(p.inputs, inputs, "--inputs")
    truths = inputs or (outputs if outputs and p.k == p.m and p.inputs is None else None)
    return p.relabel(inputs=truths, outputs=outputs or None)


def name_inputs(p: Mechanism | SetMechanism, inputs: Sequence[str] | None) -> Mechanism | SetMechanism:
    """Label the inputs of any mechanism by --inputs; an answer that reports an input gets that input's label."""
    if (matrix := p.matrix) is None:
        return p.relabel(inputs=inputs or None)
    are_answers = inputs and matrix.outputs is None and matrix.k == matrix.m == len(set(inputs))
    return relabel(matrix, inputs, inputs if are_answers else None, said="--inputs")


def _refuse_exchanged(own: Sequence[str] | None, names: Sequence[str] | None, option: str) -> None:
    """Refuse to rename a mechanism's labels if a new name is already the label at another index; case is ignored."""
    if own is None or names is None:
        return
    folded = [mine.casefold() for mine in own]
    for name, mine in zip(names, own, strict=False):
        if name.casefold() != mine.casefold() and name.casefold() in folded:
            raise InputError(
                f'{option} {",".join(names)} would rename the mechanism\'s "{mine}" to "{name}", but the mechanism has a "{name}" '
                f"elsewhere; drop {option}, or keep the mechanism's order {','.join(own)}"
            )
