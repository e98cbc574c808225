"""Lines that are free go to what would be cut, and no interval is cut in two."""

import re

import pytest

from monosashi.cli.layout import HEIGHT, WIDTH, cells, shorten, wrap
from monosashi.cli.screen import document_screen
from monosashi.words import choose_language

LONG = " ".join(f"word{i}" for i in range(20))


@pytest.fixture(params=["en", "ja"])
def words(request):
    choose_language(request.param)
    yield request.param
    choose_language(None)


def document(notices, skipped=(), source="a.jsonl"):
    data = {"n": 5, "dimension": 3, "model": {"name": "m"}, "source": source,
            "notices": [{"text": note} for note in notices]}  # fmt: skip
    left = [{"text": text} for text in skipped]
    return {"verdict": {}, "data": data, "findings": [], "skipped": left, "results": {}}


@pytest.mark.usefixtures("words")
def test_free_lines_show_notices_headers_and_what_was_not_measured_whole(monkeypatch):
    monkeypatch.setattr("monosashi.cli.screen.verdict_sentence", lambda _: "fine")
    found = document_screen(document([LONG, LONG], [LONG], source=LONG), ["next"])
    assert sum("word19" in line for line in found) == 4
    assert not any("…" in line for line in found)


@pytest.mark.usefixtures("words")
def test_a_full_screen_has_one_line_for_each(monkeypatch):
    monkeypatch.setattr("monosashi.cli.screen.verdict_sentence", lambda _: "fine")
    found = document_screen(document([LONG, LONG, LONG], [LONG] * 17), ["next"])
    assert len(found) == HEIGHT
    assert all(cells(line) <= WIDTH for line in found)


def test_a_japanese_notice_may_take_three_lines(words, monkeypatch):
    monkeypatch.setattr("monosashi.cli.screen.verdict_sentence", lambda _: "fine")
    found = document_screen(document(["長い" * 100]), ["next"])
    assert sum("長い" in line for line in found) == {"en": 2, "ja": 3}[words]


@pytest.mark.parametrize("length", range(40, 90))
def test_no_interval_is_cut_in_two(length):
    text = (
        f"[note] {'x' * (length - 20)} is ahead by +0.060 [+0.027, +0.093] of them and more {LONG}"
    )
    for most in (1, 2):
        kept = "\n".join(shorten(wrap(text), most))
        assert all(cells(line) <= WIDTH for line in kept.split("\n"))
        assert kept.count("[") == kept.count("]")
        assert re.search(r"…$", kept)


@pytest.mark.usefixtures("words")
def test_what_to_try_against_the_worst_comes_before_the_last_of_the_others():
    from monosashi.cli.screen import finding_lines
    from monosashi.report.sentences import FindingSentences

    def made(level, n):
        return FindingSentences("x.y", level, level, f"{n} {LONG}", None, None, (), f"do {n}", None)

    worst, *rest = (made("warning" if n < 2 else "note", n) for n in range(9))
    for room in range(8, 20):
        lines = finding_lines([worst, *rest], room)
        assert len(lines) <= room
        assert any("do 0" in line for line in lines)
    quiet = finding_lines([made("note", n) for n in range(9)], 18)
    assert not any("do 0" in line for line in quiet)
