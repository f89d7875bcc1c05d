"""Writes accepted certificates as Coq files that state the claim over the reals and prove it from the rules of `proofs/kernel`."""

from rropt.certificate.coq.export import export

__all__ = ["export"]
