"""`rropt audit` of an installed copy, where the papers' claims are the package `rropt_proofs` and there is no checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLAIMS = "from rropt.claims import Claim\nCLAIMS = [\n"
CLAIMS += (
    "".join(f'    Claim("mine.claim_{n}", "x^2 + {n} >= 2*x", given={{"x": "real"}}),\n' for n in range(1, 5)) + "]\n"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder such as site-packages, with rropt and one small paper in it."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "rropt", folder / "rropt")
    (folder / "rropt_proofs" / "mine").mkdir(parents=True)
    (folder / "rropt_proofs" / "mine" / "claims.py").write_text(CLAIMS, encoding="utf-8")
    assert audit(folder, "--write").returncode == 0
    return folder


def audit(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rropt", "audit", *arguments],
        cwd=site.parent,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize("asked", [["mine"], ["mine.claim_1"], ["mine", "--workers", "1"], ["mine", "--workers", "2"]])
@pytest.mark.full_at("asked0", "asked2", "asked3")
@pytest.mark.slow
def test_claims_are_decided(site: Path, asked: list[str]) -> None:
    done = audit(site, *asked)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert "mine.claim_1  proved" in done.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mine.claim1", "no claim or paper is called 'mine.claim1'; did you mean mine.claim_1 or "),
        ("", "no claim or paper is called ' '; there are mine"),
        ("mina", "no claim or paper is called 'mina'; there are mine"),
        ("mina.claim_1", "no claim or paper is called 'mina.claim_1'; there are mine"),
    ],
)
@pytest.mark.slow_at("mine.claim1-no claim or paper is called 'mine.claim1'; did you mean mine.claim_1 or ")
def test_a_misspelt_name_is_one_sentence(site: Path, name: str, said: str) -> None:
    done = audit(site, name)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"rropt: {said}") and done.stderr.count("\n") == 1
