"""The guide's file, as a reader copies it."""

import re
from pathlib import Path

import rropt.claims
from rropt.claims.audit import audit


def test_the_guides_file_is_decided_as_it_says(tmp_path: Path) -> None:
    guide = (Path(rropt.claims.__file__).parent / "GUIDE.md").read_text("utf-8")
    code = re.search(r"```python\n(.*?)```", guide, re.S)
    assert code and len(guide.splitlines()) <= 80
    (tmp_path / "claims.py").write_text(code[1], encoding="utf-8")
    found = {name.removeprefix("mine."): v.grade.value for name, v in audit(str(tmp_path)).verdicts.items()}
    assert set(found.values()) == {"proved", "refuted", "proved with an added hypothesis", "checked on instances"}
    assert found["false"] == "refuted" and found["variance_falls"] == "proved"
