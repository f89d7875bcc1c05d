"""Where Coq is installed, its kernel accepts what is recorded of the two sums that end at a letter."""

import shutil
import subprocess
from pathlib import Path

import pytest

from rropt.claims import home, theorems


@pytest.mark.skipif(not theorems.is_installed(), reason="coqc or make is not installed")
def test_the_kernel_accepts_the_sums(tmp_path: Path) -> None:
    for name in ("Sums.v", "VinterboSums.v"):
        shutil.copy(home() / "kernel" / name, tmp_path)
        subprocess.run(["coqc", "-Q", ".", "Rropt", name], cwd=tmp_path, check=True, timeout=300)
    for name in ("vinterbo_geometric_sum", "vinterbo_recursion"):
        assert theorems.recorded(f"VinterboSums.{name}") is not None
