"""The guide's code runs as it stands."""

import re
import runpy
from pathlib import Path

import pytest

import rropt.claims


@pytest.mark.slow
def test_every_code_block_of_the_guide_runs(tmp_path: Path) -> None:
    text = (Path(rropt.claims.__file__).parent / "GUIDE.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert len(blocks) >= 2
    for i, block in enumerate(blocks):
        path = tmp_path / f"block_{i}.py"
        path.write_text(block, encoding="utf-8")
        runpy.run_path(str(path))
