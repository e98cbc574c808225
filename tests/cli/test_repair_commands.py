"""`monosashi repair fit|apply|check|refresh`: exit codes, files, the next command, hard ends."""

import json
import os
import shlex
import signal
import subprocess
import sys

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.repair_check_screen import check_lines
from monosashi.embeddings import EmbeddingSet, ModelCard
from monosashi.language import load_repair
from monosashi.report import Report
from monosashi.stores import read
from monosashi.words import choose_language

CARD = ModelCard(name="m", role="passage", prefix="passage: ")


def pages(n=220, *, seed=0, shift=0.0, card=CARD, languages=("ja", "en"), key=None):
    rng = np.random.default_rng(seed)
    tongues = np.repeat(3.0 * np.eye(12)[: len(languages)], n, axis=0)
    rows = rng.normal(size=(n * len(languages), 12)) + tongues + shift
    columns = {"lang": np.repeat(np.array(languages, dtype=object), n)}
    if key:
        columns["page"] = [str(row // key) for row in range(n)] * len(languages)
    ids = [f"{seed}-{row}" for row in range(n * len(languages))]
    return EmbeddingSet.from_arrays(rows.astype(np.float32), ids=ids, columns=columns, model=card)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pages().save("pages.npz")
    pages(seed=1).save("fresh.parquet")
    yield tmp_path
    choose_language(None)


def run(line):
    return main(["repair", *shlex.split(line)])


@pytest.fixture
def fix(folder, capsys):
    assert run("fit pages.npz --language lang --out fix --words en") == 0
    capsys.readouterr()
    return folder / "fix"


def test_fit_says_what_and_how_well(folder, capsys):
    assert run("fit pages.npz --method lir:2 --language lang --out fix --json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["settings"] == {"method": "lir", "rank": 2}
    assert found["languages"]["ja"]["documents"] == 220
    own = load_repair("fix").documents.means["ja"]
    assert found["languages"]["ja"]["error"] == pytest.approx(((1 - own @ own) / 219) ** 0.5)
    assert found["next"].startswith("monosashi repair apply fix pages.npz")
    assert main(shlex.split(found["next"])[1:]) == 0, "the next command works as it stands"
    assert read(folder / "mended").n == 440


@pytest.mark.parametrize(
    ("line", "code"),
    [("fit pages.npz --language lang --method nonsense --out f", 2),
     ("fit pages.npz --language lang --method z-norm --out f", 2),
     ("fit pages.npz --language lang --method centering:9 --out f", 2),
     ("fit pages.npz --language lang --method shift:xx --out f", 4),
     ("fit pages.npz --language nowhere --out f", 4), ("fit gone.npz --language lang --out f", 4),
     ("fit pages.npz --language lang", 2), ("apply fix pages.npz", 2),
     ("apply fix pages.npz --out a.npz --to b.npz", 2), ("apply fix pages.npz --out pages.npz", 2),
     ("apply fix pages.npz --out a.jsonl --beside", 2), ("apply nowhere pages.npz --out a.npz", 4),
     ("apply fix pages.npz --out a.csv", 4), ("check fix pages.npz --index gone.json", 4),
     ("check fix gone.npz", 4), ("refresh nowhere pages.npz", 4)],
)  # fmt: skip
def test_what_cannot_work_says_so_and_writes_nothing(fix, capsys, line, code):
    before = sorted(one.name for one in fix.parent.iterdir())
    assert run(f"{line} --words en") == code
    out, err = capsys.readouterr()
    assert (out, err.strip() != "") == ("", True)
    assert "Traceback" not in err
    assert sorted(one.name for one in fix.parent.iterdir()) == before


@pytest.mark.parametrize("name", ["mended.npz", "mended.parquet", "mended.jsonl", "mended"])
def test_apply_writes_what_the_library_gives(fix, capsys, name):
    assert run(f"apply fix fresh.parquet --out {name} --words en") == 0
    mended, expected = read(name), load_repair(fix).apply(read("fresh.parquet"))
    np.testing.assert_array_equal(mended.vectors, expected.vectors)
    assert list(mended.ids) == list(expected.ids)
    assert "repair check fix fresh.parquet" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["both.npz", "both.parquet"])
def test_beside_keeps_the_raw_ones_and_can_be_run_again(fix, capsys, name):
    for already in (0, 440):
        assert run(f"apply fix fresh.parquet --out {name} --beside --json") == 0
        assert json.loads(capsys.readouterr().out)["beside"]["already"] == already
    raw = read("fresh.parquet")
    first = "vectors"
    np.testing.assert_array_equal(read(name, vectors=first).vectors, raw.vectors)
    mended = read(name, vectors="vector_mended")
    np.testing.assert_array_equal(mended.vectors, load_repair(fix).apply(raw).vectors)


def saved(name, data):
    data.save(name)
    return name


@pytest.mark.usefixtures("fix")
@pytest.mark.parametrize(
    ("made", "states"),
    [(lambda: pages(seed=2), ["ok"]),
     (lambda: pages(seed=2, card=ModelCard(name="other")), ["model_mismatch"]),
     (lambda: pages(seed=2, card=ModelCard(name="m", prefix="query: ")), ["role_mismatch"]),
     (lambda: pages(seed=2, shift=0.5), ["drifted"]),
     (lambda: pages(seed=2, languages=("ja", "en", "fr")), ["unknown_language"])],
    ids=["fresh", "model", "prefix", "foreign", "language"],
)  # fmt: skip
def test_exit_code_three_unless_harmless(capsys, made, states):
    saved("now.npz", made())
    assert run("check fix now.npz --json") == (0 if states == ["ok"] else 3)
    found = json.loads(capsys.readouterr().out)
    assert found["results"]["repair_check"]["states"] == states
    assert found["verdict"]["numbers"]["states"] == states[0]


def test_a_corpus_that_grew_away_fails_and_one_that_only_grew_warns(fix, capsys):
    (fix.parent / "card.json").write_text('{"n_docs": 900}', encoding="utf-8")
    assert run("check fix fresh.parquet --index card.json --words en") == 0
    assert "grown" in capsys.readouterr().out
    old, new = pages(), pages(seed=3, shift=0.6)
    grown = EmbeddingSet.from_arrays(
        np.vstack([old.vectors, new.vectors]), ids=[*old.ids, *new.ids],
        columns={"lang": [*old.columns["lang"], *new.columns["lang"]]}, model=CARD,
    )  # fmt: skip
    grown.save("grown.npz")
    assert run("check fix grown.npz --index grown.npz --words en") == 3
    shown = capsys.readouterr().out
    assert "drifted, index grown or shrunk" in shown.splitlines()[0]
    following = shown.partition("next: ")[2].replace("\\\n", "")
    assert following.split()[1:5] == ["repair", "refresh", "fix", "grown.npz"]
    assert run("refresh fix grown.npz --words en") == 0
    assert "repair apply" in capsys.readouterr().out
    assert run("check fix grown.npz --index grown.npz") == 0


@pytest.mark.parametrize("name", ["mended.txt", "mended.json", "mended.XLSX"])
def test_apply_knows_no_format_by_that_ending(fix, capsys, name):
    assert run(f"apply fix pages.npz --out {name} --words en") == 2
    told = " ".join(capsys.readouterr().err.split())
    assert ".npz, .parquet" in told
    assert not (fix.parent / name).exists()
    assert run("apply fix pages.npz --out mended.v2") == 0
    assert (fix.parent / "mended.v2").is_dir()


@pytest.mark.parametrize("words", ["en", "ja"])
def test_screen_and_folder(fix, capsys, words):
    saved("now.npz", pages(seed=2, shift=0.5))
    assert run(f"check fix now.npz --index now.npz --out seen --words {words}") == 3
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 24
    seen = fix.parent / "seen"
    assert {"result.json", "report.html", "settings.toml"} <= {one.name for one in seen.iterdir()}
    page = (seen / "report.html").read_text(encoding="utf-8")
    document = json.loads((seen / "result.json").read_text(encoding="utf-8"))
    assert {"en": "noise band", "ja": "偶然の幅"}[words] in page
    assert "<svg" in page
    assert len(check_lines(document, 10)) == 3
    drift = (seen / "tables" / "drift.csv").read_text(encoding="utf-8")
    assert drift.count("\n") == 3


@pytest.mark.usefixtures("fix")
def test_the_settings_of_a_check_repeat_it(capsys):
    assert run("check fix fresh.parquet --language lang --out seen --json") == 0
    first = json.loads(capsys.readouterr().out)
    assert main([*shlex.split(first["command"])[1:], "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["results"] == first["results"]


def test_key_counts_pages_not_chunks(capsys):
    saved("chunks.npz", pages(key=4))
    assert run("fit chunks.npz --language lang --key page --out fix --json") == 0
    assert {one.units for one in load_repair("fix").spread.values()} == {55}
    assert run("check fix chunks.npz --key page --json") == 0
    out = capsys.readouterr().out.splitlines()[-1]
    assert json.loads(out)["results"]["repair_check"]["drift"][0]["sample_units"] == 55


def test_fixed_texts_are_embedded_again(folder, capsys):
    rows = [{"id": f"{lang}{i}", "lang": lang, "text": f"{lang} word{i} and word{i % 7}"}
            for lang in ("ja", "en") for i in range(60)]  # fmt: skip
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "texts.jsonl").write_text(lines, encoding="utf-8")
    assert main(["embed", "texts.jsonl", "--embedder", "hashing", "--out", "v"]) == 0
    assert run("fit v --language lang --out fix") == 0
    capsys.readouterr()
    assert run("check fix texts.jsonl --embedder hashing --json") == 0
    first = json.loads(capsys.readouterr().out)["results"]["repair_check"]
    assert (first["states"], first["canary"]["source"]) == (["too_few"], "embedder")
    assert run("check fix v --embedder hashing --model renamed --json") == 0
    told = json.loads(capsys.readouterr().out)["data"]["notices"]
    assert "language.notices.renamed_model" in [one["code"] for one in told]
    assert run("check fix v --embedder hashing?dimension=128 --json") == 3
    assert "canary_changed" in capsys.readouterr().out


@pytest.mark.parametrize("harm", ["head", "means", "no means", "list"])
def test_a_damaged_folder_is_told_in_words(fix, capsys, harm):
    if harm == "head":
        text = (fix / "repair.json").read_text(encoding="utf-8")
        (fix / "repair.json").write_text(text[: len(text) // 2], encoding="utf-8")
    elif harm == "means":
        np.save(fix / "documents.npy", np.full((2, 12), np.nan))
    elif harm == "no means":
        (fix / "documents.npy").unlink()
    else:
        (fix / "repair.json").write_text("[]", encoding="utf-8")
    for line in ("apply fix pages.npz --out m.npz", "check fix pages.npz", "refresh fix pages.npz"):
        assert run(f"{line} --words en") == 4
        assert "not a saved repair" in capsys.readouterr().err


def test_an_empty_or_tiny_sample_is_refused(fix, capsys):
    (fix.parent / "none.jsonl").write_text("", encoding="utf-8")
    assert run("check fix none.jsonl --vectors vectors --words en") == 4
    saved("few.npz", pages(15, seed=4))
    assert run("check fix few.npz --words en") == 4
    assert "20 documents" in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to_is_told_before_the_work(fix, capsys):
    place = fix.parent / "locked"
    place.mkdir(mode=0o555)
    assert run("apply fix pages.npz --out locked/m.npz --words en") == 4
    assert "no right" in capsys.readouterr().err


@pytest.mark.usefixtures("fix")
def test_no_right_to_write_is_told_before_anything_is_read(capsys, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    for line in ("apply fix gone.npz --out m.npz", "refresh fix gone.npz",
                 "fit gone.npz --out other"):  # fmt: skip
        assert run(f"{line} --words en") == 4
        assert "no right to read or write" in capsys.readouterr().err


KILLED = """
import os, signal, sys
import numpy as np
from monosashi.cli import main
from monosashi.language.freshness import mending
mending.IN_MEMORY, mending.ROWS = 0, 50
whole, calls = mending._part, []
def part(*given):
    calls.append(given)
    if len(calls) == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return whole(*given)
mending._part = part
main(["repair", "apply", "fix", "pages.npz", "--out", "mended.npz"])
"""


def test_killed_in_the_middle_of_apply(fix):
    assert run("apply fix fresh.parquet --out mended.npz") == 0
    before = (fix.parent / "mended.npz").read_bytes()
    ended = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, "-c", KILLED], check=False, capture_output=True
    )
    assert ended.returncode == -signal.SIGKILL
    assert (fix.parent / "mended.npz").read_bytes() == before
    assert run("apply fix pages.npz --out mended.npz") == 0
    assert list(read("mended.npz").ids) == list(read("pages.npz").ids)


def test_to_a_file_puts_them_beside_and_says_what_it_cannot(fix, capsys):
    assert run("apply fix pages.npz --to both.npz --json") == 0
    assert json.loads(capsys.readouterr().out)["beside"]["name"] == "vector_mended"
    expected = load_repair(fix).apply(read("pages.npz")).vectors
    np.testing.assert_array_equal(read("both.npz", vectors="vector_mended").vectors, expected)
    assert run("apply fix pages.npz --to x.jsonl --words en") == 4


@pytest.mark.usefixtures("fix")
def test_languages_are_chosen_by_the_column_of_the_repair():
    saved("three.npz", pages(seed=2, languages=("ja", "en", "fr")))
    assert run("check fix three.npz --json") == 3
    assert run("check fix three.npz --languages ja,en --json") == 0
    assert run("apply fix three.npz --languages ja,en --out m.npz") == 0
    assert set(read("m.npz").columns["lang"]) == {"ja", "en"}


@pytest.mark.parametrize("words", ["en", "ja"])
def test_a_page_explains_what_is_missing(fix, words):
    whole = pages(seed=2)
    samples = [whole, whole.take(np.arange(220)), pages(seed=2, card=ModelCard(name="other"))]
    for sample in samples:
        for index in (None, whole):
            page = Report(load_repair(fix).check(sample, index), title="x").render(words)
            assert "no reason was recorded" not in page
            assert "理由は記録されていません" not in page
