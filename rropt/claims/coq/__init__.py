"""Claims written as Coq files: the statement in Coq's own real numbers, functions and connectives, with a proof script."""

from rropt.claims.coq.export import export_claim

__all__ = ["export_claim"]
