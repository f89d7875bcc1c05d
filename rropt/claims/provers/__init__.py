"""Provers: each proposes a proof or nothing; only `rropt.claims.replay.check` accepts one."""
