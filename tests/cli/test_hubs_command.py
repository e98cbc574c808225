"""`monosashi hubs`: one set, several, corrections, queries with answers, both languages."""

import base64
import json
import re
import shlex
from itertools import pairwise

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.layout import cells
from monosashi.cli.thumbnails import pictures
from monosashi.hubs import ICDM, load_reduction
from monosashi.report.sections.hubs import _picture
from monosashi.report.sentences import finding_sentences
from monosashi.stores import read
from monosashi.words import say


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    for name, d in (("a", 12), ("b", 40)):
        x = rng.normal(size=(260, d)).astype(np.float32) + 0.6
        np.savez(f"{name}.npz", vectors=x, ids=[f"d{i}" for i in range(260)])
        asked = x[:90] + rng.normal(size=(90, d)).astype(np.float32)
        np.savez(f"{name}-q.npz", vectors=asked, ids=[f"q{i}" for i in range(90)])
    (tmp_path / "gold.tsv").write_text(
        "query\tdocument\n" + "".join(f"q{i}\td{i}\n" for i in range(90))
    )
    return tmp_path


def run(capsys, *words):
    assert main(["hubs", *words, "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def screen(capsys, *words):
    assert main(["hubs", *words]) == 0, capsys.readouterr().err
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) <= 24
    return shown


def test_one_set(folder, capsys):
    del folder
    found = run(capsys, "a.npz")
    assert set(found["results"]) == {"hubs", "unrelated_hubs"}
    assert found["results"]["hubs"]["n"] == 260
    assert found["verdict"]["code"] == "advice.verdicts.hubs_within"
    share = found["results"]["hubs"]["antihub_share"]
    told = f"({share['value']:.1%} [{share['low']:.1%}, {share['high']:.1%}])"
    assert told in " ".join(line.strip() for line in screen(capsys, "a.npz")[:3])
    assert screen(capsys, "a.npz")[-1].endswith("monosashi hubs a.npz --compare")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_several_sets_in_one_table(folder, capsys, language):
    del folder
    found = run(capsys, "a.npz", "b.npz")
    rows = found["results"]["hub_sets"]["rows"]
    assert [(row["set"], row["method"]) for row in rows] == [("a", "none"), ("b", "none")]
    assert rows[1]["antihub_share"] > rows[0]["antihub_share"]
    shown = "\n".join(screen(capsys, "a.npz", "b.npz", "--words", language))
    assert "260" in shown
    for row in rows:  # the share of items in no list has its interval, 0 of n its upper bound
        line = next(line for line in shown.splitlines() if line.split()[:1] == [row["set"]])
        assert "[" in line


def test_no_correction_is_named_in_the_language_of_the_screen(folder, capsys):
    del folder
    more = ("--compare", "--methods", "sphere", "--words", "ja")
    shown = screen(capsys, "a.npz", "b.npz", *more)
    assert [line.split()[1] for line in shown if line.split()[:1] == ["a"]] == ["なし", "sphere"]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("asked", [(), ("--queries", "a-q.npz,b-q.npz", "--gold", "gold.tsv")])
def test_corrections_of_several_sets_show_the_interval_of_every_number(
    folder, capsys, language, asked
):
    del folder
    words = ("a.npz", "b.npz", "--compare", *asked, "--words", language)
    rows = run(capsys, *words)["results"]["hub_sets"]["rows"]
    shown = screen(capsys, *words)
    assert max(map(cells, shown)) <= 80
    blocks = [(line.split(), below.split("  ")) for line, below in pairwise(shown)
              if line.split()[:1] in (["a"], ["b"])]  # fmt: skip
    assert {first[0] for first, _ in blocks} == {"a", "b"}  # each set, however many lines there are
    statistics = ["antihub_share", "top_share_ratio", "robin_hood", *(["recall"] if asked else [])]
    for row in rows:
        for name in statistics:
            low, high = row[f"{name}_low"], row[f"{name}_high"]
            assert low <= row[name] <= high
    for first, below in blocks:
        assert len(first) == len(statistics) + 2  # skewness too
        assert sum(cell.strip().startswith("[") for cell in below) == len(statistics)


def test_the_table_of_one_set_shows_intervals_and_what_is_kept(folder, capsys):
    del folder
    words = ("b.npz", "--queries", "b-q.npz", "--gold", "gold.tsv", "--methods", "icdm,sphere")
    shown = screen(capsys, *words, "--words", "en")
    level = run(capsys, *words)["results"]["reductions"]["effects"]["icdm"]["levels"]["robin_hood"]
    (below,) = [below for line, below in pairwise(shown) if line.split()[:1] == ["icdm"]]
    assert below.split()[0] == "kept"
    assert f"[{level['low']:.2f}, {level['high']:.2f}]" in below
    assert below.count("[") == 4


def test_the_next_command_keeps_the_correction_again(folder, capsys):
    del folder
    shown = screen(capsys, "a.npz", "--reduce", "icdm", "--save", "mend", "--correction-k", "15")
    start = next(place for place, line in enumerate(shown) if line.startswith("next: "))
    following = shlex.split("".join(line.rstrip("\\") for line in shown[start:]))[1:]
    for option, value in (("--save", "mend"), ("--reduce", "icdm"), ("--correction-k", "15")):
        assert following[following.index(option) + 1] == value
    assert main(following[1:]) == 0, capsys.readouterr().err


def test_methods_are_compared_without_being_told_so_again(folder, capsys):
    del folder
    assert "--compare" not in screen(capsys, "a.npz", "--methods", "sphere")[-1]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_column_for_texts_that_nobody_has(folder, capsys, language):
    rows = [{"id": f"d{i}", "v": v.tolist(), "text": f"text {i}"}
            for i, v in enumerate(np.random.default_rng(0).normal(size=(250, 8)))]  # fmt: skip
    np.savez("bare.npz", vectors=[row["v"] for row in rows], ids=[row["id"] for row in rows])
    (folder / "told.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    head = {"en": ("<th", ">text</th>"), "ja": ("<th", ">テキスト</th>")}[language][1]
    for name, expected in (("bare.npz", 0), ("told.jsonl", 3)):
        more = ("--vectors", "v", "--id", "id") if name.endswith("jsonl") else ()
        words = ("hubs", name, *more, "--methods", "sphere", "--out", name[:4], "--words", language)
        assert main([*words]) == 0, capsys.readouterr().err
        page = (folder / name[:4] / "report.html").read_text(encoding="utf-8")
        page = page[: page.index('id="part-1-tables"')]
        assert page.count(head) == expected


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("asked", [(), ("--queries", "a-q.npz")])
def test_limits_that_do_not_apply_are_not_named(folder, capsys, asked, language):
    del folder
    (finding, *_) = [one for one in run(capsys, "a.npz", *asked)["findings"]
                     if one["code"].startswith(("hubs.hubness", "hubs.undecided"))]  # fmt: skip
    told = finding_sentences(finding, language)
    assert ("10%" in told.usual) == (not asked)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_of_several_sets_names_their_models(folder, capsys, language):
    words = ["hubs", "a.npz", "b.npz", "--model", "use,e5", "--out", "two", "--words", language]
    assert main(words) == 0, capsys.readouterr().err
    page = (folder / "two" / "report.html").read_text(encoding="utf-8")
    assert say("report.trust_model.unknown", language) not in page


def test_corrections_with_answers(folder, capsys):
    del folder
    words = ["b.npz", "--queries", "b-q.npz", "--gold", "gold.tsv", "--compare", "--k", "5"]
    found = run(capsys, *words)["results"]["reductions"]
    assert {"icdm", "nicdm", "csls", "sphere"} <= set(found["effects"])
    assert found["recall_before"]["n"] == 90
    shown = screen(capsys, *words)
    evenest = min(found["effects"], key=lambda name: found["effects"][name]["change"]
                  ["robin_hood"]["after"])  # fmt: skip
    assert any(line.split()[:1] == [evenest] for line in shown)


def test_corrections_of_several_sets(folder, capsys):
    del folder
    found = run(capsys, "a.npz", "b.npz", "--methods", "icdm,sphere")
    rows = found["results"]["hub_sets"]["rows"]
    assert sorted((row["set"], row["method"]) for row in rows) == [
        ("a", "icdm"), ("a", "none"), ("a", "sphere"),
        ("b", "icdm"), ("b", "none"), ("b", "sphere"),
    ]  # fmt: skip


def test_a_correction_is_kept_for_new_queries(folder, capsys):
    found = run(capsys, "a.npz", "--reduce", "icdm", "--save", "mend")
    assert list(found["results"]["reductions"]["effects"]) == ["icdm"]
    kept = load_reduction(folder / "mend", read("a.npz"))
    again = ICDM.fit(read("a.npz"), k=20, metric="cosine")
    assert np.array_equal(kept.factors, again.factors)


def test_the_screen_says_where_a_correction_was_kept(folder, capsys):
    del folder
    shown = screen(capsys, "a.npz", "--reduce", "icdm", "--save", "mend")
    assert "correction saved: mend" in shown
    assert shown[-1].startswith("next: ")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_report_holds_all_parts(folder, capsys, language):
    words = ["b.npz", "--queries", "b-q.npz", "--gold", "gold.tsv", "--compare", "--out", "run"]
    assert main(["hubs", *words, "--words", language]) == 0, capsys.readouterr().err
    page = (folder / "run" / "report.html").read_text(encoding="utf-8")
    for anchor in ("reductions", "unrelated_hubs", "hubs"):
        assert f'id="part-1-{anchor}"' in page
    assert (folder / "run" / "tables" / "reductions.csv").is_file()
    assert main(["hubs", "a.npz", "b.npz", "--compare", "--methods", "icdm", "--out", "sets"]) == 0
    assert 'id="part-1-hub_sets"' in (folder / "sets" / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "at least one file"),
        (["a.npz", "--methods", "nothing"], "unknown correction"),
        (["a.npz", "--save", "mend"], "--reduce"),
        (["a.npz", "--gold", "gold.tsv"], "--compare"),
        (["a.npz", "a.npz"], "a, a"),
    ],
)
def test_wrong_usage(folder, capsys, words, told):
    del folder
    assert main(["hubs", *words]) == 2
    assert told in capsys.readouterr().err


def test_small_sets_say_what_is_left_out(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    np.savez("s.npz", vectors=np.random.default_rng(0).normal(size=(40, 5)))
    found = run(capsys, "s.npz")
    assert [one["section"] for one in found["skipped"]] == ["unrelated_hubs"]


DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg=="
)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pictures_of_the_worst_hubs(folder, capsys, language):
    (folder / "img").mkdir()
    for i in range(260):
        (folder / "img" / f"d{i}").write_bytes(DOT)
    worst = [row["id"] for row in run(capsys, "a.npz")["results"]["hubs"]["hubs"]]
    (folder / "img" / worst[0]).write_bytes(b"<svg onload=alert(1)>")
    (folder / "img" / worst[1]).write_bytes(DOT + b"0" * 300_000)
    shown = screen(capsys, "a.npz", "--pictures", "img", "--out", "out", "--words", language)
    page = (folder / "out" / "report.html").read_text("utf-8")
    assert page.count('<img class="thumb" src="data:image/png;base64,') == 6  # 8 are listed
    assert "onload" not in page
    document = json.loads((folder / "out" / "result.json").read_text("utf-8"))
    assert set(document["results"]["hubs"]["thumbnails"]) == set(worst[2:])
    assert document["data"]["notices"][-1]["code"] == "cli.notices.pictures"
    assert any("img" in line for line in shown)
    assert "--pictures img" in document["command"]


def test_pictures_stay_inside_their_folder(folder):
    (folder / "img").mkdir()
    (folder / "secret.png").write_bytes(DOT)
    assert pictures(["../secret.png", "none", ""], folder / "img") == {}


def test_no_folder_of_pictures(folder, capsys):
    del folder
    assert main(["hubs", "a.npz", "--pictures", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_a_page_shows_no_other_addresses_as_pictures():
    found = {"thumbnails": {"a": "https://example.org/x.png", "b": "data:text/html;base64,AAAA",
                            "c": "data:image/png;base64,AAAA"}}  # fmt: skip
    assert [_picture(found, name) for name in "abcd"] == ["", "", "data:image/png;base64,AAAA", ""]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_has_no_interval_and_what_a_symbol_means_stands_below_the_table(
    folder, capsys, language
):
    run(capsys, "a.npz", "--compare", "--methods", "nicdm", "--out", "noted", "--words", language)
    page = (folder / "noted" / "report.html").read_text("utf-8")
    bare = "".join(re.sub(r"<[^>]+>", "", page).split())
    for name in ("hubs.statistics_note", "reductions.note"):
        said = say(f"report.{name}", language)
        assert "N_k" in said
        assert "".join(said.split()) in bare
