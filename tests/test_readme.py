"""What is written into a page is what its commands and its Python print; what fits, dots among it, stays."""

import os
import sys
from pathlib import Path

from tests.readme import python_program, run_page, write_page

BEFORE = """# A page

```console
$ rropt one
one
…
three
$ rropt other words
old
```

```python
x = 2
x + 1
# 3
x * "ab"
# 'old'
```
"""
COMMAND = [sys.executable, "-c", "import sys; print(*sys.argv[1:], 'two', 'three', sep='\\n')"]


def test_a_page_is_written_anew(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(BEFORE, encoding="utf-8")
    write_page(page, tmp_path, COMMAND, environment=dict(os.environ))
    written = page.read_text(encoding="utf-8")
    assert written == BEFORE.replace("old\n```", "other\nwords\ntwo\nthree\n```").replace("'old'", "'abab'")
    run_page(page, tmp_path, COMMAND, only_shown=True)
    assert "assert repr((x + 1)) == '3'" in python_program(page)
    write_page(page, tmp_path, COMMAND, environment=dict(os.environ))
    assert page.read_text(encoding="utf-8") == written
