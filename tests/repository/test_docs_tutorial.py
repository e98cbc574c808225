"""The tutorial in both languages: every command runs as written and prints what the page shows.

``python tests/repository/test_docs_tutorial.py`` writes what the commands print now into the pages.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from monosashi.cli import main
from monosashi.words import choose_language

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "help"
PAGES = {"en": ROOT / "docs" / "tutorial.md", "ja": ROOT / "docs" / "tutorial.ja.md"}
BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", flags=re.MULTILINE | re.DOTALL)
GATE_FAILED = 3
CUT = "…"  # a line of its own: here the page leaves lines out


def steps(block):
    """Each command of a block with the lines that the page shows below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = part.rstrip("\n").split("\n")
        end = next(i for i, line in enumerate(lines) if not line.endswith("\\"))
        yield lines[: end + 1], lines[end + 1 :]


def words_of(lines):
    return shlex.split("\n".join(lines).replace("\\\n", ""))


def printed(lines):
    """What a command prints; only a gate that fails may exit with another code than 0."""
    words, out = words_of(lines), io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(words[1:])
    assert code in ({0, GATE_FAILED} if words[1] == "gate" else {0}), shlex.join(words)
    return out.getvalue().rstrip("\n").split("\n")


def shown(lines, page_lines):
    """The lines printed now, left out where the page leaves lines out."""
    if CUT not in page_lines:
        return lines
    before = page_lines.index(CUT)
    after = len(page_lines) - before - 1
    assert before + after <= len(lines)
    return [*lines[:before], CUT, *lines[len(lines) - after :]]


def rerun(text):
    """The page with what its commands print now."""

    def one(match):
        held = [["$ " + asked[0], *asked[1:], *shown(printed(asked), page_lines)]
                for asked, page_lines in steps(match[0])]  # fmt: skip
        return "".join(line + "\n" for lines in held for line in lines)

    return BLOCK.sub(one, text)


def in_example(folder, language):
    """The example, copied; its module is that of this folder."""
    shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True)
    os.environ |= {"MONOSASHI_WORDS": language, "MONOSASHI_STORE": str(folder / "answers.sqlite")}
    os.chdir(folder)
    sys.modules.pop("shipped", None)


@pytest.fixture(params=PAGES)
def page(request, tmp_path, monkeypatch):
    for name in ("MONOSASHI_WORDS", "MONOSASHI_STORE"):
        monkeypatch.setenv(name, "")  # put back afterwards
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    in_example(tmp_path, request.param)
    yield PAGES[request.param].read_text(encoding="utf-8")
    choose_language(None)


def test_every_command_prints_what_the_page_shows(page):
    now = rerun(page).split("\n")
    for line, held in zip(now, page.split("\n"), strict=True):
        assert line == held


def test_both_languages_run_the_same_commands():
    asked = [
        [words_of(lines) for block in BLOCK.findall(path.read_text(encoding="utf-8"))
         for lines, _ in steps(block)]
        for path in PAGES.values()
    ]  # fmt: skip
    for one, other in zip(*asked, strict=True):
        last = -1 if "--title" in one else len(one)  # the title is in the language of the page
        assert one[:last] == other[:last]
    done = {words[1] for words in asked[0]}
    assert {"embed", "audit", "compare", "repair", "gate", "robustness", "report"} <= done


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    for language, path in PAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            in_example(Path(folder), language)
            path.write_text(rerun(path.read_text(encoding="utf-8")), encoding="utf-8")
        choose_language(None)
