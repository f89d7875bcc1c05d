"""The evidence for Lemma 6.1 that does not use the paper's proof: a strictly sublinear function of rows."""

from __future__ import annotations
