"""What a type checker says of a user's program."""

import pytest

PROGRAM = """
from rropt import design, frontier, least

found = design("trace", epsilon="ln3", inputs=4)
mechanism = found.mechanism
assert mechanism is not None
print(found.standard_error(100), mechanism.rows, found.certificate.encode())
print(frontier("trace", 3).show(), least("epsilon", "trace", 3, value=2).design.value)
print(found.mechanisms)
found.standard_error("100")
"""


@pytest.mark.slow
def test_a_design_needs_no_narrowing_and_a_slip_is_found(tmp_path):
    api = pytest.importorskip("mypy.api")
    (tmp_path / "program.py").write_text(PROGRAM)
    said, _, code = api.run(["--strict", "--no-error-summary", str(tmp_path / "program.py")])
    assert code == 1
    assert [line.split(":")[1] for line in said.splitlines() if ": error:" in line] == ["9", "10"]
