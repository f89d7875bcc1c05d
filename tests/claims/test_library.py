"""Claims of a directory, of a paper, and of the checkout."""

from pathlib import Path

import pytest

from rropt.claims import Claim, decide, home, load, papers, repaired
from rropt.exact.errors import InputError

CLAIM = "from rropt.claims import Claim, Repair\nfrom .words import DEFINE\n"
ONE = (
    CLAIM
    + 'CLAIMS = [Claim("mine.one", "g > 0", given={"t": "t > 0"}, define=DEFINE, repairs=(Repair(adding=("t > 1",)),))]\n'
)


def write(directory: Path, **files: str) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (directory / f"{name}.py").write_text(text, encoding="utf-8")


def test_files_of_a_paper_share_their_words_and_repairs_follow(tmp_path: Path) -> None:
    write(tmp_path / "mine", words='DEFINE = {"g": "t^2"}\n', first=ONE)
    assert papers(tmp_path) == ["mine"]
    assert list(load(tmp_path, "mine")) == ["mine.one", "mine.one.repaired"]


def test_a_directory_of_files_is_a_paper_itself(tmp_path: Path) -> None:
    write(tmp_path, words='DEFINE = {"g": "t^2"}\n', first=ONE)
    assert papers(tmp_path) == ["."]
    assert "mine.one" in load(tmp_path, ".")
    write(tmp_path / "other", claims='from rropt.claims import Claim\nCLAIMS = [Claim("other.x", "1 < 2")]\n')
    assert list(load(tmp_path, "other")) == ["other.x"]


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    write(tmp_path, words='DEFINE = {"g": "t^2"}\n', first=ONE)
    assert load(tmp_path, ".")["mine.one"].states == "g > 0"
    write(tmp_path, first=ONE.replace("g > 0", "g < 0"))
    assert load(tmp_path, ".")["mine.one"].states == "g < 0"
    assert not list(tmp_path.rglob("*.pyc"))


def test_an_id_stands_once(tmp_path: Path) -> None:
    write(tmp_path / "mine", words='DEFINE = {"g": "t^2"}\n', first=ONE, second=ONE)
    with pytest.raises(InputError, match=r"mine\.one"):
        load(tmp_path, "mine")


def test_the_papers_of_the_checkout_have_claims_named_after_them() -> None:
    assert "rropt" in papers(home())
    for paper in papers(home()):
        assert all(x.startswith(f"{paper}.") for x in load(home(), paper))


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        papers(tmp_path / "nowhere")
    with pytest.raises(InputError, match="None is not a directory of claims"):
        papers(None)  # type: ignore[arg-type]
    assert papers(str(home())) == papers(home())


def test_a_paper_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(InputError, match=r"no paper 'nothing' is in .*; there are: .*holohan"):
        load(home(), "nothing")


def test_a_name_that_is_none_is_told_the_nearest() -> None:
    claims = load(home(), "rropt")
    name = next(iter(claims))
    with pytest.raises(InputError, match=f"no claim here is called '{name}x'; did you mean {name}"):
        claims[name + "x"]
    assert claims.get("nothing") is None


def test_what_is_no_claim_is_refused_with_the_way_to_one() -> None:
    with pytest.raises(InputError, match=r"'t>1' is not a claim; give Claim\("):
        decide("t>1")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="'t>1' is not a claim; give a Claim, whose field"):
        repaired("t>1")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="must map variables to conditions"):
        Claim("mine.x", "t > 0", given="t>1")  # type: ignore[arg-type]
