"""`monosashi duplicates` and `monosashi related` on a folder of pages in two languages."""

import json
import sys
import unicodedata

import pytest

from monosashi.cli import main
from monosashi.embeddings import fault
from monosashi.words import choose_language

SUBJECTS = ("apt", "bash", "cron", "disk", "exim", "fstab", "grub", "host", "init", "jobs")
EMBED = ["--embedder", "hashing?dimension=512"]


def told(i):
    """A page that shares few words with others, in both languages."""
    name = SUBJECTS[i % 10]
    return f"{name}{i} alpha{i * 7} beta{i * 11} gamma{i * 13} {name} setting number{i}"


def page(folder, name, text, head=""):
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"{head}# {text.split()[0]}\n\n{text}\n", encoding="utf-8")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONOSASHI_STORE", str(tmp_path / "answers.sqlite"))
    for i in range(90):
        page(tmp_path, f"site/en/p{i:02}.md", told(i))
        page(tmp_path, f"site/ja/p{i:02}.md", f"{told(i)} 日本語 本文{i}")
    page(tmp_path, "drafts/again.en.md", f"{told(7)} again", "---\ndraft: true\n---\n")
    page(tmp_path, "drafts/other.en.md", "nothing like anything that stood here before", "")
    yield tmp_path
    choose_language(None)


def run(capsys, *words):
    code = main([*words, "--words", "en"])
    return code, *capsys.readouterr()


def test_a_hit_ends_with_3_and_names_the_page(capsys):
    code, out, _ = run(capsys, "duplicates", "drafts", "--index", "site", *EMBED)
    assert code == 3
    assert "1 of 2 drafts have a page above the threshold (180 pages;" in out
    assert "Of drafts without a duplicate, about" in " ".join(out.split())
    assert out.index("CANDIDATE again.en.md") < out.index("none above the threshold")
    assert "p07/en" in out
    lines = out.splitlines()
    following = "next: monosashi related site --embedder hashing?dimension=512 --out related"
    said = out[out.index("next: ") :].replace("\\\n", "").replace("'", "")
    assert " ".join(said.split()) == following
    assert len(lines) <= 24
    assert all(len(line) <= 80 for line in lines)


def test_nothing_found_ends_with_0(capsys):
    code, out, _ = run(capsys, "duplicates", "drafts/other.en.md", "--index", "site", *EMBED)
    assert code == 0
    assert "0 of 1" in out


@pytest.mark.parametrize("options", [["--vectors", "emb"], []])
def test_drafts_with_vectors_and_texts_are_taken_for_vectors(capsys, folder, options):
    import numpy as np

    rng = np.random.default_rng(0)
    topics = rng.normal(size=(120, 12))
    rows = [{"id": f"{name}{i}", "key": f"k{i}", "language": name, "text": f"{name} text {i}",
             "emb": (topics[i] + 0.1 * rng.normal(size=12)).tolist()}
            for name in ("en", "ja") for i in range(120)]  # fmt: skip
    lines = [json.dumps(row) + "\n" for row in rows]
    (folder / "index.jsonl").write_text("".join(lines), encoding="utf-8")
    copy = {**rows[0], "id": "draft", "key": "new"}
    (folder / "draft.jsonl").write_text(json.dumps(copy) + "\n", encoding="utf-8")
    command = ["duplicates", "draft.jsonl", "--index", "index.jsonl", "--json", *options]
    code, out, err = run(capsys, *command)
    assert code == 3, err
    (draft,) = json.loads(out)["results"]["duplicates"]["drafts"]
    assert draft["id"] == "draft"
    assert draft["verdict"] == "duplicate"


def test_texts_beside_vectors_tell_the_language_of_drafts(folder):
    import numpy as np

    from monosashi.cli.duplicates_drafts import read_asked
    from monosashi.cli.options import DataOptions, TextOptions
    from monosashi.embeddings import EmbeddingSet

    index = EmbeddingSet.from_arrays(np.eye(2), columns={"language": ["ja", "en"]})
    row = {"id": "d", "text": "下書きです", "emb": [1.0, 2.0]}
    (folder / "draft.jsonl").write_text(json.dumps(row), encoding="utf-8")
    found = read_asked(folder / "draft.jsonl", index, None, TextOptions(),
                       DataOptions(vectors="emb"), language="auto", column="language")  # fmt: skip
    assert list(found.columns["language"]) == ["ja"]


def test_json_says_everything(capsys, folder):
    code, out, _ = run(capsys, "duplicates", "drafts", "--index", "site", *EMBED, "--json",
                       "--out", "checked")  # fmt: skip
    told_of = json.loads(out)
    assert code == 3
    assert told_of["found"] is True
    gate = told_of["results"]["duplicates"]
    by_id = {draft["id"]: draft for draft in gate["drafts"]}
    assert by_id["again.en.md"]["answers"][0]["nearest"][0]["id"] == "p07/en"
    held = gate["thresholds"]["en->ja"]
    assert held["fitted"]["precision"][0] >= 0.95
    assert held["held_out"]["n_known"] == 90
    kept = json.loads((folder / "checked" / "result.json").read_text(encoding="utf-8"))
    assert kept["results"] == told_of["results"]
    assert {"report.html", "report.ja.html", "settings.toml"} <= {
        one.name for one in (folder / "checked").iterdir()
    }
    assert (folder / "checked" / "tables" / "nearest.csv").is_file()


def test_a_site_too_small_to_promise_anything_ends_with_4(capsys, folder):
    for language in ("en", "ja"):
        for place in sorted((folder / "site" / language).glob("*.md"))[12:]:
            place.unlink()
    code, out, err = run(capsys, "duplicates", "drafts/other.en.md", "--index", "site", *EMBED)
    assert code == 4
    assert "undecided" in out
    assert "72" in out
    assert "Traceback" not in err


def test_a_bridge_by_command(capsys, folder):
    file = folder / "tr.py"
    file.write_text("import sys\nfor line in sys.stdin: print(line.strip(), '日本語')\n",
                    encoding="utf-8")  # fmt: skip
    line = f"command:{sys.executable} {file}?source=en&target=ja"
    code, out, err = run(capsys, "duplicates", "drafts/again.en.md", "--index", "site", *EMBED,
                         "--bridge", line, "--json")  # fmt: skip
    told_of = json.loads(out)["results"]["duplicates"]
    assert code == 3
    assert "up to 90 texts en → ja" in err
    assert told_of["method"] == "bridge"
    assert told_of["bridge"]["translated"] == 91
    code, out, _ = run(capsys, "duplicates", "drafts/again.en.md", "--index", "site", *EMBED,
                       "--bridge", line, "--json")  # fmt: skip
    assert json.loads(out)["results"]["duplicates"]["bridge"]["translated"] == 0
    assert json.loads(out)["results"]["duplicates"]["bridge"]["found"] == 91


@pytest.mark.parametrize(("words", "code", "named"), [
    (["--bridge", "deepl:x", *EMBED], 2, "command:COMMAND LINE"),
    (["--bridge", "recorded:no-such.jsonl", *EMBED], 4, "no-such.jsonl"),
    (["--precision", "1", *EMBED], 2, "endless"),
    (["--duplicate-share", "0.9", *EMBED], 2, "0.9"),
    (["--threshold", "2", *EMBED], 2, "cosine"),
    (["--repair", "nowhere", *EMBED], 4, "nowhere"),
    (["--pairs", "site/en/p00.md", *EMBED], 4, "p00.md"),
    (["--threshold", "high", *EMBED], 2, "--threshold"),
    ([], 4, "site"),
])  # fmt: skip
def test_what_is_wrong_is_said(capsys, words, code, named):
    found, out, err = run(capsys, "duplicates", "drafts", "--index", "site", *words)
    assert found == code
    assert named in err
    assert "Traceback" not in err
    assert out == ""


def test_drafts_need_the_model_of_the_index(capsys):
    assert run(capsys, "embed", "site", *EMBED, "--out", "vectors")[0] == 0
    code, _, err = run(capsys, "duplicates", "drafts", "--index", "vectors")
    assert code == 4
    assert "--embedder" in err
    code, _, err = run(capsys, "duplicates", "drafts", "--index", "vectors", "--embedder",
                       "hashing?dimension=64")  # fmt: skip
    assert code == 4
    assert "dimension" in err
    assert run(capsys, "duplicates", "drafts", "--index", "vectors", *EMBED)[0] == 3


def test_drafts_without_a_language_are_asked_for_one(capsys, folder):
    page(folder, "bare.md", told(7))
    code, _, err = run(capsys, "duplicates", "bare.md", "--index", "site", *EMBED)
    assert code == 4
    assert "--draft-language" in err
    assert run(capsys, "duplicates", "bare.md", "--index", "site", *EMBED, "--draft-language",
               "en")[0] == 3  # fmt: skip


def test_related_writes_a_folder_and_goes_on_from_it(capsys, folder):
    code, out, _ = run(capsys, "related", "site", *EMBED, "--out", "beside")
    assert code == 0
    assert "180 computed, 0 as before" in out
    held = json.loads((folder / "beside" / "result.json").read_text(encoding="utf-8"))
    first = held["results"]["related"]["pages"][0]
    assert first["translations"] == {"ja": "p00/ja"}
    assert set(first["related"]) == {"en", "ja"}
    assert all(len(line) <= 80 for line in out.splitlines())
    code, out, _ = run(capsys, "related", "site", *EMBED, "--out", "beside")
    assert "0 computed, 180 as before" in out
    page(folder, "site/en/p03.md", "quite another page about gardens and rain")
    code, out, _ = run(capsys, "related", "site", *EMBED, "--out", "beside", "--json")
    assert 1 <= json.loads(out)["results"]["related"]["computed"] < 180
    code, out, _ = run(capsys, "related", "site", *EMBED, "--out", "beside", "--anew", "--json")
    assert json.loads(out)["results"]["related"]["computed"] == 180


def test_related_replaces_nothing_that_it_did_not_write(capsys, folder):
    (folder / "other").mkdir()
    of_a_run = '{"kind": "audit", "format": 1, "version": "0.1.0"}'
    for told_of, expected in (('{"kind": "audit"}', 2), (of_a_run, 4)):
        (folder / "other" / "result.json").write_text(told_of, encoding="utf-8")
        code, _, err = run(capsys, "related", "site", *EMBED, "--out", "other")
        assert code == expected
        assert "nothing was replaced" in " ".join(err.split())
        assert (folder / "other" / "result.json").read_text(encoding="utf-8") == told_of


@pytest.mark.parametrize("name", ["report.html", "report.ja.html"])
def test_reports_show_pages_side_by_side(capsys, folder, name):
    assert run(capsys, "duplicates", "drafts", "--index", "site", *EMBED, "--out", "seen")[0] == 3
    assert run(capsys, "related", "site", *EMBED, "--out", "beside")[0] == 0
    for place, shown in (("seen", "again.en.md"), ("beside", "p00/en")):
        page = (folder / place / name).read_text(encoding="utf-8")
        assert shown in page
        assert "<svg" in page
        assert "no reason was recorded" not in page
        assert "理由は記録されていません" not in page
    assert main(["report", "beside", "--out", "again.html"]) == 0


def test_both_speak_japanese(capsys):
    assert main(["duplicates", "drafts", "--index", "site", *EMBED, "--words", "ja"]) == 3
    assert "重複" in capsys.readouterr().out
    assert main(["related", "site", *EMBED, "--out", "beside", "--words", "ja"]) == 0
    assert "関連ページ" in capsys.readouterr().out


def test_a_language_that_was_not_judged_ends_with_4(capsys, folder):
    for place in sorted((folder / "site" / "ja").glob("*.md"))[40:]:
        place.unlink()
    code, out, _ = run(capsys, "duplicates", "drafts/other.en.md", "--index", "site", *EMBED)
    assert code == 4
    assert "undecided other.en.md (no decision for ja)" in out
    code, out, _ = run(capsys, "duplicates", "drafts/other.en.md", "--index", "site", *EMBED,
                       "--json")  # fmt: skip
    told_of = json.loads(out)
    assert told_of["results"]["duplicates"]["drafts"][0]["verdict"] == "partly"
    assert told_of["verdict"]["code"] == "language.verdicts.duplicates_undecided"


def test_related_takes_file_names_that_are_no_utf8(capsys, folder):
    import os

    for language in ("en", "ja"):
        name = os.fsencode(folder / "site" / language) + b"/\x82\xa0.md"
        with open(name, "wb") as file:  # noqa: PTH123 - Path takes no bytes
            file.write(b"# one\n\nwords of its own\n")
    code, _, err = run(capsys, "related", "site", *EMBED, "--out", "beside")
    assert "Traceback" not in err
    assert code == 0


@pytest.mark.parametrize("name", ["言語", "LANGUAGE", "english pages", ""])
def test_a_placeholder_is_no_language(capsys, folder, name):
    page(folder, "bare.md", told(7))
    for option, first in (("--draft-language", "bare.md"), ("--default-language", "drafts")):
        code, _, err = run(capsys, "duplicates", first, "--index", "site", *EMBED, option, name)
        assert code == 4
        assert "no code of a language" in err


def test_a_site_without_a_model_is_told_so(capsys):
    for words in (["duplicates", "drafts", "--index", "site"], ["audit", "site"],
                  ["related", "site", "--out", "beside"]):  # fmt: skip
        code, _, err = run(capsys, *words)
        assert code == 4
        assert "site is a folder of pages" in err
        assert "--embedder hashing" in err
        assert "EmbeddingSet.save" not in err


def test_too_few_pages_inside_a_language_say_how_many_it_takes(capsys, folder):
    for language in ("en", "ja"):
        for place in sorted((folder / "site" / language).glob("*.md"))[12:]:
            place.unlink()
    code, out, _ = run(capsys, "duplicates", "drafts/other.en.md", "--index", "site", *EMBED)
    said = " ".join(out.split())
    assert code == 4
    assert "en → en: too few pages" in said
    assert "59 without a false alarm" in said
    assert "; 0 without an error" not in said


def test_a_recorded_bridge_shows_the_text_it_seeks_and_takes_the_id(capsys, folder):
    page(folder, "drafts2/fresh.en.md", "quite fresh words")
    line = ["duplicates", "drafts2/fresh.en.md", "--index", "site", *EMBED, "--calibrate-on", "2",
            "--untranslated", "error", "--bridge", "recorded:human.jsonl"]  # fmt: skip
    rows = [{"id": f"p{i:02}", "text": {"en": told(i), "ja": f"{told(i)} 訳"}} for i in range(90)]

    def write(*more):
        text = "\n".join(json.dumps(row) for row in [*rows, *more])
        (folder / "human.jsonl").write_text(text, encoding="utf-8")

    write()
    code, _, err = run(capsys, *line)
    assert code == 4
    assert r"quite\n\nquite fresh words" in err
    assert "--untranslated drop" in err
    write({"id": "fresh.en.md", "text": {"en": "something else", "ja": "新しい言葉"}})
    code, _, err = run(capsys, *line)
    assert "no translation" not in err


def test_the_end_of_a_draft_name_is_a_language_of_the_index(capsys, folder):
    page(folder, "mixed/new.ja.md", "words of its own")
    page(folder, "mixed/plain.md", "other words", "---\nlang: en\n---\n")
    code, out, err = run(capsys, "duplicates", "mixed", "--index", "site", *EMBED, "--json")
    assert code in {0, 3, 4}, err
    drafts = json.loads(out)["results"]["duplicates"]["drafts"]
    assert {one["id"]: one["language"] for one in drafts} == {"new.ja.md": "ja", "plain.md": "en"}


def test_few_pairs_of_pages_carry_no_percentile(capsys, folder):
    for language in ("en", "ja"):
        for place in sorted((folder / "site" / language).glob("*.md"))[7:]:
            place.unlink()
    _, out, _ = run(capsys, "related", "site", *EMBED, "--out", "beside", "--json")
    assert "related_few_pairs" in out
    _, out, _ = run(capsys, "related", "site", *EMBED, "--out", "fixed", "--floor", "0.5", "--json")
    assert "related_few_pairs" not in out


def test_an_interval_below_the_promise_is_explained():
    from dataclasses import replace

    from monosashi.cli.duplicates_screen import _reaches_below
    from monosashi.language.gate import Duplicates, Expected, Threshold
    from monosashi.results import Provenance

    told_of = Expected(100, 100, (0.9, 0.8, 1.0), (0.97, 0.94, 0.99), (0.0, 0.0, 0.1))
    held = Threshold(0.7, "precision", fitted=told_of, held_out=told_of)
    made_of = Provenance(1, 2, "f")
    found = Duplicates(provenance=made_of, drafts=(), thresholds={("en", "ja"): held},
                       method="raw", precision=0.95, duplicate_share=0.5)  # fmt: skip
    assert _reaches_below(found)
    assert not _reaches_below(replace(found, precision=0.9))


def level_lines(held, share=0.5):
    from monosashi.cli.duplicates_screen import _level
    from monosashi.language.gate import LanguageAnswer

    return _level(LanguageAnswer("ja", "none", ()), held, share)


def test_a_precision_stands_beside_the_share_of_duplicates_that_it_holds_for():
    from monosashi.language.gate import Expected, Threshold

    told = Expected(200, 100, (0.9, 0.85, 0.94), (0.97, 0.94, 0.99), (0.02, 0.01, 0.04))
    for held in (Threshold(0.8, "precision", held_out=told), Threshold(0.8, "given", held_out=told),
                 Threshold(0.8, "precision", fitted=told)):  # fmt: skip
        for words, premise in (("en", "if 10% of drafts are duplicates"), ("ja", "10% が重複なら")):
            choose_language(words)
            said = level_lines(held, 0.1)
            assert premise in said
            assert "[85%, 94%]" in said
            assert "[0.94, 0.99]" in said


def test_false_alarms_have_their_interval():
    from monosashi.language.gate import Expected, Threshold

    told = Expected(200, 0, None, None, (0.02, 0.01, 0.04))
    for words in ("en", "ja"):
        choose_language(words)
        said = level_lines(Threshold(0.8, "false_alarms", held_out=told))
        assert "2.0% [1.0%, 4.0%]" in said


def test_advice_of_notices_is_never_cut(capsys, folder):
    for language in ("en", "ja"):
        for place in sorted((folder / "site" / language).glob("*.md"))[12:]:
            place.unlink()
    for words in ("en", "ja"):
        command = ["duplicates", "drafts/other.en.md", "--index", "site", *EMBED]
        assert main([*command, "--words", words, "--out", "seen"]) == 4
        out = " ".join(capsys.readouterr().out.split()).replace(" ", "")
        told = json.loads((folder / "seen" / "result.json").read_text(encoding="utf-8"))
        first = told["data"]["notices"][0]
        assert fault(first["code"], **first["values"]).say(words).replace(" ", "") in out


@pytest.mark.parametrize("words", [["--floor", "2"], ["--floor", "-1.5"], ["--percentile", "100"]])
def test_a_floor_that_no_page_could_have_is_a_bad_value(capsys, words):
    code, out, err = run(capsys, "related", "site", *EMBED, "--out", "beside", *words)
    assert (code, out) == (2, "")
    assert words[1].rstrip("0.") in err


def test_a_draft_below_the_thresholds_is_not_called_clear(capsys):
    for words, said, unsaid in (("en", "none above the threshold", "clear"),
                                ("ja", "しきい値を超えるページなし", "重複なし")):  # fmt: skip
        assert main(["duplicates", "drafts/other.en.md", "--index", "site", *EMBED,
                     "--words", words, "--out", "seen"]) == 0  # fmt: skip
        out = capsys.readouterr().out
        page = (folder_of("seen") / "report.html").read_text(encoding="utf-8")
        assert said in out
        assert unsaid not in out
        assert ">below the threshold<" in page or ">しきい値未満<" in page


def folder_of(name):
    from pathlib import Path

    return Path(name)


def test_many_directions_leave_the_screen_readable(capsys, folder):
    for language in ("de", "fr", "it"):
        for i in range(20):
            page(folder, f"site/{language}/p{i:02}.md", f"{told(i)} {language}{i}")
    _, out, _ = run(capsys, "related", "site", *EMBED, "--out", "beside")
    lines = out.splitlines()
    assert sum(" → " in line and "pages have some" in line for line in lines) == 5
    assert "and 20 more directions" in out
    assert len(lines) <= 24


def test_results_print_as_one_line():
    import monosashi as ms

    pages = ms.embed(ms.read_texts("site"), "hashing", store=False)
    lists = repr(ms.related(pages))
    assert lists.startswith("Related(180 pages in en, ja; ")
    found = ms.find_duplicates("a draft", pages, embedder="hashing", draft_language="en",
                               store=False)  # fmt: skip
    assert repr(found).startswith("Duplicates(1 drafts against 180 pages: 1 none;")
    assert max(len(lists), len(repr(found))) < 120


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_draft_of_a_page_is_that_page_in_either_unicode_form(capsys, folder, form):
    """macOS spells names of files in NFD: the page itself is no duplicate of its draft."""
    page(folder, f"site/ja/{unicodedata.normalize('NFC', 'ガイド')}.md", f"{told(200)} 日本語")
    page(folder, f"site/en/{unicodedata.normalize('NFC', 'ガイド')}.md", told(200))
    page(folder, f"new/{unicodedata.normalize(form, 'ガイド')}.ja.md", f"{told(200)} 日本語")
    assert run(capsys, "duplicates", "new", "--index", "site", *EMBED)[0] == 0
