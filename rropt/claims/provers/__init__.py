"""Provers: each returns a proof or None; only `rropt.claims.replay.check` decides whether a proof is valid."""
