"""Objectives: what a design optimises. Each says what it is in a certificate, its value at a mechanism, and what kind of sum it
is."""

from rropt.lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
