"""The text of a certificate, and the checker's answer to it."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["text"]


def text(document: dict[str, Any]) -> str:
    """The certificate's text."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"
