"""The name under which rooms beside knew `rropt.engine.sets`; it goes with them."""

from __future__ import annotations

from rropt.engine.sets import SetMechanism, answers_of

__all__ = ["SetMechanism", "answers_of"]
