"""`--queries` goes along from fit to refresh, and means of queries stay means of queries."""

import json
import re
import shlex

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.language import load_repair
from monosashi.words import choose_language

FILLER = {"en": "the page about this and how that is done with it",
          "ja": "この ページ では それ を どの よう に する か を 説明 します"}  # fmt: skip
READING = "--embedder hashing?dimension=64 --key key --language language"
ASKED = "--queries titles.jsonl --query-text title"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONOSASHI_STORE", str(tmp_path / "answers.sqlite"))
    grow(tmp_path, 0, 60)
    rows = [json.dumps({"id": f"{n}{i}", "language": n, "title": f"{f[:9]} cmd{i * 7}?"})
            for i in range(30) for n, f in FILLER.items()]  # fmt: skip
    (tmp_path / "titles.jsonl").write_text("\n".join(rows), encoding="utf-8")
    yield tmp_path
    choose_language(None)


def grow(folder, first, last):
    for language, filler in FILLER.items():
        for i in range(first, last):
            place = folder / "site" / language / f"p{i:03}.md"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"{filler} cmd{i * 7} opt{i * 11}\n", encoding="utf-8")


def run(capsys, line, code=0):
    assert main(shlex.split(line)[1:]) == code
    return json.loads(capsys.readouterr().out)


def test_every_next_line_keeps_the_queries(capsys):
    line = f"monosashi repair fit site --method query-centering {READING} {ASKED} --out fix"
    found = run(capsys, f"{line} --json")
    means = load_repair("fix").queries.means
    for name in ("apply", "check"):
        assert found["next"].split()[1:4] == ["repair", name, "fix"]
        assert ASKED in found["next"]
        found = run(capsys, f"{found['next']} --json") if name == "apply" else found
    main([*shlex.split(found["next"])[1:], "--words", "en"])
    shown = capsys.readouterr().out
    assert "en (queries)  30      0.000" in shown
    assert shown.count("fitted to these") == 4
    run(capsys, f"monosashi repair refresh fix site {READING} --json")
    held = load_repair("fix").queries
    assert held.counts == {"en": 30, "ja": 30}
    np.testing.assert_array_equal(held.means["ja"], means["ja"])


def test_a_refresh_without_queries_says_that_their_means_stay(capsys):
    run(capsys, f"monosashi repair fit site --method query-centering {READING} {ASKED} "
                "--out fix --json")  # fmt: skip
    main(shlex.split(f"repair refresh fix site {READING} --words en"))
    shown = " ".join(capsys.readouterr().out.split())
    assert "the means of queries stay as they were" in shown
    assert "60 → 60" in shown
    assert "30 → 60" not in shown
    found = run(capsys, f"monosashi repair refresh fix site {READING} {ASKED} --json")
    assert ASKED in found["next"]


def test_growth_is_seen_with_the_site_alone_and_with_it_as_the_index(capsys, folder):
    run(capsys, f"monosashi repair fit site {READING} --out fix --json")
    grow(folder, 60, 120)
    line = f"monosashi repair check fix site {READING}"
    rows = [json.dumps({"id": str(i), "language": "ja", "text": "a"}) for i in range(50)]
    (folder / "pages.jsonl").write_text("\n".join(rows), encoding="utf-8")
    for more in ("", "--index site", "--index pages.jsonl"):
        main([*shlex.split(f"{line} {more}")[1:], "--json"])
        held = json.loads(capsys.readouterr().out)["results"]["repair_check"]
        assert held["growth"][0]["now"] == (50 if "pages" in more else 240)
        assert "grown" in held["states"]
    main([*shlex.split(f"{line} --index site")[1:], "--words", "en"])
    assert "repair refresh fix site" in capsys.readouterr().out


def test_texts_are_counted_as_the_index_of_a_sample_of_vectors(capsys):
    run(capsys, f"monosashi repair fit site {READING} --out fix --json")
    assert main(shlex.split("embed site --embedder hashing?dimension=64 --out vectors")) == 0
    capsys.readouterr()
    main(shlex.split("repair check fix vectors --language language --key key --index site --json"))
    held = json.loads(capsys.readouterr().out)["results"]["repair_check"]
    assert held["growth"][0]["now"] == 120


@pytest.mark.parametrize(("words", "said"), [
    ("en", "The repair query-centering of"), ("ja", "（query-centering）を"),
])  # fmt: skip
def test_the_report_says_what_the_verdict_says(capsys, folder, words, said):
    run(capsys, f"monosashi repair fit site --method query-centering {READING} {ASKED} "
                "--out fix --json")  # fmt: skip
    main(shlex.split(f"repair check fix site {READING} {ASKED} --out seen --words {words}"))
    page = re.sub("<[^>]*>", "", (folder / "seen" / "report.html").read_text(encoding="utf-8"))
    assert said in page
    still = {"en": "it still fits", "ja": "今も合っています"}[words]
    nothing = {
        "en": "Nothing was said of documents of today",
        "ja": "今の文書については何も言えません",
    }
    assert still not in page
    assert nothing[words] in page
    shown = page.replace("result.json", "")
    assert "query_drift" not in shown
    assert {"en": "was fitted to this sample", "ja": "この標本に当てはめた"}[words] in shown


def test_the_translator_of_the_help_is_one(capsys):
    main(["repair", "compare", "--help"])
    shown = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert '"command:apertium -u eng-spa"' in shown
    assert 'direction: "apertium' not in shown


def test_one_page_is_no_documents(capsys, folder):
    for language in FILLER:
        for place in sorted((folder / "site" / language).glob("*.md"))[1:]:
            place.unlink()
    assert main(["repair", "compare", "site", *READING.split(), "--methods", "centering",
                 "--words", "en"]) == 4  # fmt: skip
    err = capsys.readouterr().err
    assert "has 1 document:" in err
    assert "1 documents" not in err


@pytest.mark.parametrize(
    ("words", "named"), [("en", "of the sample alone"), ("ja", "標本だけの数")]
)
def test_growth_that_only_the_sample_shows_is_named_in_the_report(capsys, folder, words, named):
    run(capsys, f"monosashi repair fit site {READING} --out fix --json")
    grow(folder, 60, 120)
    line = f"repair check fix site {READING} --out seen --words {words}"
    assert main(shlex.split(line)) == 0
    page = re.sub("<[^>]*>", "", (folder / "seen" / "report.html").read_text(encoding="utf-8"))
    assert named in page
    assert "at_least" not in page


@pytest.mark.parametrize(("words", "said"), [("en", "stand for them"), ("ja", "代用")])
def test_fit_says_that_documents_stand_for_queries(capsys, folder, words, said):
    rng = np.random.default_rng(0)
    np.savez(folder / "both.npz", vectors=rng.normal(size=(120, 8)) + 1,
             asked=rng.normal(size=(120, 8)) + 2, language=["ja"] * 60 + ["en"] * 60)  # fmt: skip
    line = f"repair fit both.npz --vectors vectors --query-vectors asked --words {words} --out fix"
    assert main(shlex.split(f"{line} --method query-centering")) == 0
    assert said in capsys.readouterr().out
    assert load_repair("fix").query_source == "documents"
