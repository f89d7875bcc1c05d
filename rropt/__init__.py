"""rropt: provably optimal randomized-response designs, and published theorems about them decided.

Names are loaded when first used, so that `import rropt` brings in no solver, no sympy and no matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rropt.designs.checkup import checkup as checkup
    from rropt.designs.design import design as design
    from rropt.designs.result import Design as Design
    from rropt.draws import draw as draw
    from rropt.draws import draw_floating as draw_floating
    from rropt.exact.epsilon import Epsilon as Epsilon
    from rropt.exact.epsilon import read_epsilon as read_epsilon
    from rropt.exact.errors import Disagreement as Disagreement
    from rropt.exact.errors import InputError as InputError
    from rropt.exact.errors import Undecided as Undecided
    from rropt.exact.reading import read_number as read_number
    from rropt.families import FAMILIES as FAMILIES
    from rropt.families import from_spec as from_spec
    from rropt.mechanism import Mechanism as Mechanism
    from rropt.objectives import Trace as Trace
    from rropt.objectives import Utility as Utility
    from rropt.objectives import Variance as Variance
    from rropt.privacy import CSIP as CSIP
    from rropt.privacy import LDP as LDP
    from rropt.privacy import SIP as SIP
    from rropt.privacy import BayesFactor as BayesFactor
    from rropt.privacy import BetaFactor as BetaFactor
    from rropt.privacy import Parity as Parity
    from rropt.privacy import RhoBreach as RhoBreach
    from rropt.privacy import profile as profile
    from rropt.problem import Problem as Problem

__version__ = "0.1.0"

_HOMES = {
    "rropt.designs.checkup": ("checkup",),
    "rropt.designs.design": ("design",),
    "rropt.designs.result": ("Design",),
    "rropt.draws": ("draw", "draw_floating"),
    "rropt.exact.epsilon": ("Epsilon", "read_epsilon"),
    "rropt.exact.errors": ("Disagreement", "InputError", "Undecided"),
    "rropt.exact.reading": ("read_number",),
    "rropt.families": ("FAMILIES", "from_spec"),
    "rropt.mechanism": ("Mechanism",),
    "rropt.objectives": ("Trace", "Utility", "Variance"),
    "rropt.privacy": ("BayesFactor", "BetaFactor", "CSIP", "LDP", "Parity", "RhoBreach", "SIP", "profile"),
    "rropt.problem": ("Problem",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'rropt' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
