"""A site in two languages from audit to related pages, by nothing but what each command names."""

import json
import shlex

import pytest

from monosashi.cli import main
from monosashi.cli.next_lines import next_lines
from monosashi.words import choose_language

PAGES, SHOWN = 60, 12
READING = "--embedder hashing?dimension=256 --key key --language language"
AUDIT = "monosashi audit site --embedder hashing?dimension=256"
FIT = f"monosashi repair fit site --method centering {READING} --out repair"
# each language writes its own filler words, so that pages stand by their language
FILLER = {"en": "the page about this and how that is done with it",
          "ja": "この ページ では それ を どの よう に する か を 説明 します"}  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Translations share a few words (names of commands), as technical pages do."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONOSASHI_STORE", str(tmp_path / "answers.sqlite"))
    for language, filler in FILLER.items():
        for i in range(PAGES):
            place = tmp_path / "site" / language / f"p{i:02}.md"
            place.parent.mkdir(parents=True, exist_ok=True)
            names = f"cmd{i * 7} opt{i * 11} file{i * 13}"
            place.write_text(f"---\ntitle: {names}\n---\n\n{filler} {names}\n", encoding="utf-8")
    yield tmp_path
    choose_language(None)


def shell(lines):
    """Words as a shell makes them of lines that end in a backslash."""
    return shlex.split("\n".join(lines).replace("\\\n", ""))


def following(capsys, code_of, words):
    code = main([*words[1:], "--words", "en"])
    shown, err = capsys.readouterr()
    assert code in code_of, f"{shlex.join(words)}\n{err}"
    lines = shown.rstrip("\n").split("\n")
    last = max(i for i, line in enumerate(lines) if line.startswith("next: "))
    return shell([lines[last].removeprefix("next: "), *lines[last + 1 :]])


def test_every_command_names_the_next_and_that_runs_as_printed(capsys, folder):
    words, seen = shlex.split(AUDIT), []
    for _ in range(SHOWN):
        name = words[1] if words[1] != "repair" else f"repair {words[2]}"
        if "QUERIES" in words:  # nobody has them here: mend all the same
            words, name = shlex.split(FIT), "repair fit"
        if "DRAFTS" in words:
            break
        seen.append(name)
        words = following(capsys, (0, 3, 4) if name == "duplicates" else (0,), words)
    assert seen == ["audit", "repair compare", "repair fit", "repair apply",
                    "repair check", "duplicates", "related"]  # fmt: skip
    assert words[1:5] == ["duplicates", "DRAFTS", "--index", "site"]
    held = json.loads((folder / "related" / "result.json").read_text(encoding="utf-8"))
    assert held["results"]["related"]["method"] == "repair"
    assert {"repair", "mended", "repair-compare"} <= {one.name for one in folder.iterdir()}


def test_a_repair_that_no_longer_fits_leads_back_through_refresh(capsys, folder):
    reading = "--embedder hashing?dimension=256 --key key"
    first = f"monosashi repair fit site {reading} --out repair"
    following(capsys, (0,), shlex.split(first))
    for place in sorted((folder / "site" / "en").glob("*.md")):
        place.write_text("cooking with rain " + place.read_text(encoding="utf-8")[-30:] * 3,
                         encoding="utf-8")  # fmt: skip
    words = following(capsys, (3,), shlex.split(f"monosashi repair check repair site {reading}"))
    assert words[1:5] == ["repair", "refresh", "repair", "site"]
    words = following(capsys, (0,), words)
    assert words[1:3] == ["repair", "apply"]
    words = following(capsys, (0,), words)
    assert words[1:3] == ["repair", "check"]
    assert following(capsys, (0,), words)[1] == "duplicates"


def test_wide_rows_keep_their_options_all_the_way(capsys, folder):
    rows = []
    for i in range(PAGES):
        texts = {name: f"{filler} cmd{i * 7} opt{i * 11}" for name, filler in FILLER.items()}
        rows.append(json.dumps({"slug": f"p{i:02}", "text": texts}, ensure_ascii=False))
    (folder / "pages.jsonl").write_text("\n".join(rows), encoding="utf-8")
    line = ("monosashi repair fit pages.jsonl --wide text --id slug --embedder hashing "
            "--key key --out repair")  # fmt: skip
    words, seen = shlex.split(line), []
    while words[1] != "related":
        seen.append(words[1:3])
        # 60 pairs promise nothing across languages: 4 where nothing is found inside one
        words = following(capsys, (0, 3, 4), words)
    assert [one[1] for one in seen] == ["fit", "apply", "check", "pages.jsonl"]
    following(capsys, (0,), words)


def test_queries_have_columns_of_their_own(capsys, folder):
    reading = "--wide text --id slug --embedder hashing"
    rows = [json.dumps({"slug": f"p{i:02}", "text": {n: f"{f} cmd{i}" for n, f in FILLER.items()}})
            for i in range(PAGES)]  # fmt: skip
    (folder / "pages.jsonl").write_text("\n".join(rows), encoding="utf-8")
    asked = [json.dumps({"id": f"q{n}{i}", "language": n, "title": f"{f} cmd{i}?"})
             for i in range(PAGES) for n, f in FILLER.items()]  # fmt: skip
    (folder / "titles.jsonl").write_text("\n".join(asked), encoding="utf-8")
    line = (f"monosashi repair fit pages.jsonl {reading} --method query-centering "
            "--queries titles.jsonl --query-text title --out repair")  # fmt: skip
    assert following(capsys, (0,), shlex.split(line))[1:3] == ["repair", "apply"]
    head = json.loads((folder / "repair" / "repair.json").read_text(encoding="utf-8"))
    assert head["queries"]


@pytest.mark.parametrize("words", [
    ["monosashi", "retrieval", "--run", ",".join(f"system-{i}.run" for i in range(20))],
    ["monosashi", "audit", "ページ " * 30, "--key", "slug", "--language", "lang", "--out", "a b"],
    ["monosashi", "audit", "it's here", "--embedder", "command:x -y 'z z'", "--model", "m" * 90],
])  # fmt: skip
def test_a_long_command_can_be_copied(words):
    lines = next_lines(shlex.join(words))
    lines[0] = lines[0].removeprefix("next: ")
    assert shell(lines) == [" ".join(word.split()) if word.isascii() else word for word in words]
