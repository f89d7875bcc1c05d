"""Which claims have a file for Coq: what the kernel has refused has none, until the file changes."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from rropt.claims.coq import share
from rropt.claims.library import home
from rropt.cli import app
from rropt.exact.errors import InputError

CLAIM = "holohan.lemma_1"


@pytest.fixture
def refused(monkeypatch):
    """The file of a claim, as the kernel had refused it."""
    text = share.exports(home(), CLAIM).texts[CLAIM]
    entry = {"file": share.digest_export(text), "why": "coqc took more than 180 seconds"}
    monkeypatch.setattr(share, "recorded_refusals", lambda: {CLAIM: entry})
    return text


def test_what_the_kernel_refused_counts_as_no_export_with_its_reason(refused):
    found = share.exports(home(), CLAIM)
    assert found.texts == {}
    assert found.reasons == {CLAIM: "has a file that the kernel does not accept: coqc took more than 180 seconds"}
    assert found.sentence == "0 of 1 claims that are proved or refuted have an export to Coq, 0%"


def test_a_reason_does_not_name_its_claim_again():
    found = share.exports(home(), "holohan.example_1_1_optimum")
    assert found.reasons == {"holohan.example_1_1_optimum": "the claim is decided by items of evidence"}


def test_a_file_that_changed_since_counts(refused):
    share.require_not_refused(CLAIM, f"{refused}\n")
    with pytest.raises(InputError, match="does not accept"):
        share.require_not_refused(CLAIM, refused)


def test_the_share_names_what_is_not_recorded_yet(monkeypatch):
    monkeypatch.setattr(share, "recorded_exports", dict)
    said = " ".join(CliRunner().invoke(app, ["audit", CLAIM, "--coq-share"]).output.split())
    assert (
        f"the kernel has accepted 0 of these files (exports.json); not yet, as they now stand, those of {CLAIM}" in said
    )
