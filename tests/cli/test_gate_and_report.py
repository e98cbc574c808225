"""gate and report on results of every kind."""

import copy
import json

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.layout import cells
from monosashi.words import say

HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"{x}$\\frac$\u202e'


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """An audit and a comparison as folders."""
    folder = tmp_path_factory.mktemp("stored")
    rng = np.random.default_rng(0)
    columns = {"ids": np.array([f"i{i}" for i in range(60)]),
               "g": np.array([f"g{i % 6}" for i in range(60)]),
               "key": np.array([f"k{i // 2}" for i in range(60)]),
               "lang": np.array(["ja", "en"] * 30)}  # fmt: skip
    for name in ("a", "b"):
        np.savez(folder / f"{name}.npz", vectors=rng.normal(size=(60, 5)), **columns)
    a, b = str(folder / "a.npz"), str(folder / "b.npz")
    assert main(["audit", a, "--groups", "g", "--key", "key", "--language", "lang",
                 "--permutations", "19", "--out", str(folder / "audit")]) == 0  # fmt: skip
    assert main(["compare", a, b, "--groups", "g", "--out", str(folder / "compare")]) == 0
    return folder


def document(stored, name):
    return json.loads((stored / name / "result.json").read_text(encoding="utf-8"))


def report(tmp_path, changed):
    (tmp_path / "r.json").write_text(json.dumps(changed), encoding="utf-8")
    return main(["report", str(tmp_path / "r.json"), "--out", str(tmp_path / "page" / "p.html"),
                 "--words", "en"])  # fmt: skip


def places(value, path=(), depth=4):
    """Every place of a document, some levels down."""
    items = value.items() if isinstance(value, dict) else enumerate(value[:2])
    for key, item in items:
        yield (*path, key)
        if isinstance(item, dict | list) and depth > 1:
            yield from places(item, (*path, key), depth - 1)


def with_value(given, path, value):
    changed = copy.deepcopy(given)
    here = changed
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return changed


@pytest.mark.parametrize("name", ["audit", "compare"])
@pytest.mark.parametrize("value", [None, 3, "x", [], {}, [1]], ids=repr)
def test_an_edited_result_gives_a_page_or_a_plain_refusal(stored, tmp_path, capsys, name, value):
    given = document(stored, name)
    found = list(places(given, depth=3))
    step = max(1, len(found) // 7)
    for path in found[::step]:
        code = report(tmp_path, with_value(given, path, value))
        err = capsys.readouterr().err
        assert code in {0, 4}, path
        if code == 4:
            assert "r.json" in err
            assert (
                not list((tmp_path / "page").glob("*")) or (tmp_path / "page" / "p.html").exists()
            )


def test_several_results_of_all_kinds_become_one_page(stored, tmp_path):
    demo = {"kind": "demo", "format": 1, "title": "two", "findings": [], "skipped": [],
            "parts": [document(stored, "audit"), document(stored, "compare")]}  # fmt: skip
    (tmp_path / "demo.json").write_text(json.dumps(demo), encoding="utf-8")
    given = [str(tmp_path / "demo.json"), str(stored / "audit"), str(stored / "compare")] * 3
    assert main(["report", *given, "--out", str(tmp_path / "all.html")]) == 0
    page = (tmp_path / "all.html").read_text(encoding="utf-8")
    assert 'id="part-12"' in page


def test_hostile_text_everywhere_stays_text(stored, tmp_path):
    def hostile(value):
        if isinstance(value, dict):
            kept = {"code", "kind", "level", "section"}
            return {key: item if key in kept else hostile(item) for key, item in value.items()}
        if isinstance(value, list):
            return [hostile(item) for item in value]
        return HOSTILE if isinstance(value, str) else value

    code = report(tmp_path, hostile(document(stored, "audit")))
    assert code in {0, 4}
    assert main(["report", str(stored / "audit"), "--title", HOSTILE, "--out",
                 str(tmp_path / "t.html")]) == 0  # fmt: skip
    for page in tmp_path.rglob("*.html"):
        text = page.read_text(encoding="utf-8").lower()
        assert "<script" not in text
        assert "<img" not in text


@pytest.mark.parametrize("name", ["p.txt", "p.pdf", "file/p.html", ""])
def test_a_place_that_cannot_be_a_page_is_wrong_usage(stored, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert main(["report", str(stored / "audit"), "--out", name]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_all_results_that_cannot_be_read_are_named(stored, tmp_path, capsys):
    (tmp_path / "x.json").write_text("{", encoding="utf-8")
    given = [tmp_path / "nope", stored / "audit", tmp_path / "x.json"]
    assert main(["report", *map(str, given)]) == 4
    err = capsys.readouterr().err
    assert "nope" in err
    assert "x.json" in err


def test_all_models_that_cannot_be_read_are_named(stored, capsys):
    given = ["no-a.npz", str(stored / "a.npz"), "no-b.npz"]
    assert main(["compare", *given, "--groups", "g"]) == 4
    err = capsys.readouterr().err
    assert "no-a.npz" in err
    assert "no-b.npz" in err


def test_rules_of_a_comparison_are_not_made_up(stored, tmp_path, capsys):
    file = tmp_path / "gate.toml"
    assert main(["gate", str(stored / "compare"), "--init", str(file), "--words", "en"]) == 4
    assert "by hand" in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.parametrize("limit", [0, 10**6])
@pytest.mark.parametrize("words", ["en", "ja"])
def test_many_rules_still_fit_a_screen_failures_first(stored, tmp_path, capsys, limit, words):
    rule = f'[[rule]]\nname = "{"n" * 300}"\npath = "data.n"\noperator = "<"\nlimit = {limit}\n'
    good = '[[rule]]\npath = "kind"\noperator = "=="\nlimit = "audit"\n'
    (tmp_path / "gate.toml").write_text(good + rule * 60, encoding="utf-8")
    code = main(["gate", str(stored / "audit"), str(tmp_path / "gate.toml"), "--words", words])
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert code == (3 if limit == 0 else 0)
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)
    assert "60" in lines[-1] or "61" in lines[-1]
    assert lines[0].startswith(f"[{say('results.gate.fail', words)}]") == (limit == 0)


def test_rules_written_for_odd_language_names_hold_at_once(tmp_path):
    np.savez(
        tmp_path / "v.npz",
        vectors=np.random.default_rng(0).normal(size=(40, 4)),
        key=np.array([f"k{i // 2}" for i in range(40)]),
        lang=np.array(["zh.Hant", 'en "x"'] * 20),
    )
    out, rules = str(tmp_path / "out"), str(tmp_path / "gate.toml")
    assert main(["audit", str(tmp_path / "v.npz"), "--key", "key", "--language", "lang", "--out",
                 out]) == 0  # fmt: skip
    assert main(["gate", out, "--init", rules]) == 0
    assert main(["gate", out, rules]) in {0, 3}


def test_a_report_writes_over_a_file_only_where_it_was_named(stored, tmp_path, monkeypatch, capsys):
    """report.html in a folder may be the report of another run."""
    monkeypatch.chdir(tmp_path)
    given = ["report", str(stored / "audit"), "--words", "en"]
    assert main(given) == 0
    before = (tmp_path / "report.html").read_bytes()
    for more in ([], ["--out", "."], ["--out", str(tmp_path)]):
        assert main([*given, "--title", "Another", *more]) == 2
        assert "report.html is already there" in capsys.readouterr().err
        assert (tmp_path / "report.html").read_bytes() == before
    assert main([*given, "--title", "Another", "--out", "report.html"]) == 0
    assert (tmp_path / "report.html").read_bytes() != before
