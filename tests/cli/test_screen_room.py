"""Lines that are free go to what would be cut, and no interval is cut in two."""

import re

import pytest

from monosashi.cli.layout import HEIGHT, WIDTH, cells, shorten, wrap
from monosashi.cli.screen import document_screen
from monosashi.report.sentences import FindingSentences
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
def test_a_full_screen_counts_what_it_has_no_room_for_and_cuts_nothing(monkeypatch):
    monkeypatch.setattr("monosashi.cli.screen.verdict_sentence", lambda _: "fine")
    found = document_screen(document([LONG, LONG, LONG], [LONG] * 17), ["next"])
    assert len(found) <= HEIGHT
    assert all(cells(line) <= WIDTH for line in found)
    assert not any(line.endswith(" …") for line in found)
    assert sum("word0 " in line for line in found) == sum("word19" in line for line in found)
    assert any("14" in line for line in found)  # 17 reasons of 2 lines, 3 of them fit


@pytest.mark.usefixtures("words")
def test_the_advice_of_a_long_notice_is_never_cut_however_much_was_found(monkeypatch):
    monkeypatch.setattr("monosashi.cli.screen.verdict_sentence", lambda _: "fine")
    held = document(["長い" * 100 + "終わり", LONG])
    held["findings"] = [{"code": "a", "level": "note", "numbers": {}}] * 9
    said = FindingSentences("a", "note", "note", LONG, LONG, LONG, (), LONG, LONG)
    monkeypatch.setattr("monosashi.cli.screen.finding_sentences", lambda _: said)
    found = document_screen(held, ["next"])
    assert "終わり" in "".join(line.strip() for line in found)
    assert len(found) <= HEIGHT
    assert any("1" in line and "--json" in line for line in found)  # the other is counted


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

    def made(level, n):
        return FindingSentences("x.y", level, level, f"{n} {LONG}", None, None, (), f"do {n}", None)

    worst, *rest = (made("warning" if n < 2 else "note", n) for n in range(9))
    for room in range(8, 20):
        lines = finding_lines([worst, *rest], room)
        assert len(lines) <= room
        assert any("do 0" in line for line in lines)
    quiet = finding_lines([made("note", n) for n in range(9)], 18)
    assert not any("do 0" in line for line in quiet)
