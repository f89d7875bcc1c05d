"""What the checker says of each accepted certificate of the corpus is what it said when the certificate came."""

from pathlib import Path

from rropt.checker import check

HERE = Path(__file__).resolve().parent


def test_the_sentence_of_each_accepted_certificate_is_unchanged() -> None:
    found = []
    for path in sorted((HERE / "accepted").iterdir()):
        verdict = check(path.read_text(encoding="utf-8"))
        found.append(f"{path.name}: {verdict.status}: {verdict.sentence}")
    assert found == (HERE / "sentences.txt").read_text(encoding="utf-8").splitlines()
