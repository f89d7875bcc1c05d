"""Provers. Each returns a proof or None. Whether a proof is valid is decided only by `rropt.claims.replay.check`."""
