"""What would silently ruin an index or a repair is refused, kept, or said."""

import json
import shlex
from dataclasses import replace

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.language import LanguageCentering, load_repair
from monosashi.language.freshness import refresh_repair
from monosashi.report import finding_sentences, verdict_sentence
from monosashi.stores import read
from monosashi.words import choose_language

CARD = ModelCard(name="m", role="passage", canaries={"a fixed text": (1.0, 0.0)})


def pages(n=220, *, seed=0, shift=0.0, card=CARD, queries=False):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(2 * n, 12)) + np.repeat(3.0 * np.eye(12)[:2], n, axis=0) + shift
    asked = (rows + 0.3).astype(np.float32) if queries else None
    return EmbeddingSet.from_arrays(
        rows.astype(np.float32), ids=[f"{seed}-{row}" for row in range(2 * n)], model=card,
        columns={"lang": np.repeat(np.array(["ja", "en"], dtype=object), n)}, query_vectors=asked,
    )  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pages().save("pages.npz")
    assert run("fit pages.npz --language lang --out fix --words en") == 0
    capsys.readouterr()
    yield tmp_path
    choose_language(None)


def run(line):
    return main(["repair", *shlex.split(line)])


def following(capsys):
    return capsys.readouterr().out.partition("next: ")[2].replace("\\\n", "").split()


@pytest.mark.parametrize(("words", "index"), [("en", "INDEX"), ("ja", "索引")])
def test_a_sample_is_never_named_as_the_index(capsys, words, index):
    pages(60, seed=1, shift=0.6).save("sample.npz")
    assert run(f"check fix sample.npz --words {words}") == 3
    shown = capsys.readouterr().out.replace("\\\n", "")
    assert f"repair refresh fix {index} " in " ".join(shown.split())
    assert "refresh fix sample.npz" not in shown


@pytest.mark.parametrize(
    ("made", "told"),
    [(lambda: pages(60, seed=1), "120"), (lambda: pages(seed=1, card=replace(CARD, name="n",
     canaries={})), "another index"),
     (lambda: pages(seed=1, card=replace(CARD, canaries={"a fixed text": (0.0, 1.0)})), "cosine")],
    ids=["sample", "name", "texts"],
)  # fmt: skip
def test_refresh_refuses_what_is_no_index_of_this_repair(folder, capsys, made, told):
    before = load_repair("fix").fingerprint
    made().save("other.npz")
    assert run("refresh fix other.npz --words en") == 4
    assert told in capsys.readouterr().err
    assert load_repair("fix").fingerprint == before
    assert run("refresh fix other.npz --force --words en") == 0
    assert load_repair("fix").fingerprint != before
    assert [one for one in folder.iterdir() if one.name.startswith("fix.before-")]


def test_refresh_says_when_a_mean_has_gone_far(capsys):
    pages(seed=1, shift=2.0).save("now.npz")
    assert run("refresh fix now.npz --words en") == 0
    assert "times as far as chance explains" in capsys.readouterr().out
    pages(seed=2, shift=2.0).save("now.npz")
    assert run("refresh fix now.npz --json") == 0
    assert json.loads(capsys.readouterr().out)["notices"] == []


def test_a_fixed_text_that_moved_stops_apply_under_the_same_name(capsys):
    pages(seed=1, card=replace(CARD, canaries={"a fixed text": (0.0, 1.0)})).save("now.npz")
    assert run("apply fix now.npz --out mended.npz --words en") == 4
    assert "fixed text" in capsys.readouterr().err


def test_queries_in_another_role_have_other_fixed_texts():
    card = replace(CARD, role="query", canaries={"a fixed text": (0.0, 1.0)})
    assert load_repair("fix").apply(pages(seed=1, card=card), side="query").n == 440


@pytest.mark.parametrize("place", ["mended.npz", "mended.parquet", "mended.jsonl", "mended"])
@pytest.mark.parametrize(
    "line",
    [
        "apply fix {} --out twice.npz",
        "check fix {}",
        "refresh fix {}",
        "fit {} --language lang --out f",
    ],
)
def test_mended_vectors_are_mended_once(capsys, place, line):
    assert run(f"apply fix pages.npz --out {place}") == 0
    assert read(place).model.mended.startswith("centering, ")
    assert run(f"{line.format(place)} --words en") == 4
    assert "mended before" in capsys.readouterr().err


def test_mended_vectors_beside_raw_ones_are_known_by_their_name(capsys):
    assert run("apply fix pages.npz --out both.npz --beside") == 0
    assert run("apply fix both.npz --vectors vector_mended --out twice.npz --words en") == 4
    assert "mended before" in capsys.readouterr().err
    assert run("apply fix both.npz --vectors vectors --out once.npz") == 0


def test_what_was_fitted_to_mended_vectors_mends_those():
    mended = load_repair("fix").apply(pages())
    again = LanguageCentering.fit(mended, language="lang")
    assert again.apply(mended).n == mended.n
    with pytest.raises(DataError, match="mended before"):
        refresh_repair(load_repair("fix"), mended)


@pytest.mark.parametrize("name", ["both.npz", "both.parquet"])
def test_mended_documents_meet_mended_queries(capsys, name):
    pages(queries=True).save("asked.npz")
    for _ in range(2):
        assert run(f"apply fix asked.npz --out {name} --beside --words en") == 0
        assert "query_vectors_mended" in capsys.readouterr().out
    expected = load_repair("fix").apply(pages(queries=True))
    found = read(name, vectors="vector_mended")
    np.testing.assert_array_equal(found.query_vectors, expected.query_vectors)
    np.testing.assert_array_equal(read(name).query_vectors, pages(queries=True).query_vectors)
    with pytest.raises(DataError, match="raw queries"):
        read(name, vectors="vector_mended", query_vectors="query_vectors")


def test_fit_keeps_the_repair_that_stood_there(folder, capsys):
    before = load_repair("fix").fingerprint
    pages(seed=3).save("other.npz")
    assert run("fit other.npz --language lang --out fix --words en") == 0
    (kept,) = folder.glob("fix.before-*")
    assert kept.name in capsys.readouterr().out.replace("\n  ", "")
    assert load_repair(kept).fingerprint == before
    assert load_repair("fix").fingerprint != before


def test_after_queries_the_check_is_of_documents(capsys):
    assert run("apply fix pages.npz --side query --out asked.npz --words en") == 0
    assert following(capsys)[:5] == ["monosashi", "repair", "check", "fix", "INDEX"]


@pytest.mark.usefixtures("folder")
def test_query_centering_is_called_so(capsys):
    pages(queries=True).save("asked.npz")
    line = "fit asked.npz --language lang --method query-centering --out q"
    assert run(f"{line} --words en") == 0
    assert capsys.readouterr().out.startswith("query-centering")
    assert run(f"{line} --json") == 0
    assert json.loads(capsys.readouterr().out)["method"] == "query-centering"


def test_agreement_with_its_own_documents_is_no_news(capsys):
    assert run("check fix pages.npz --json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"]["code"] == "language.verdicts.check_own"
    assert [one["code"] for one in found["findings"]] == ["language.check_own"]


def checked(capsys, data, line="check fix now.npz --json"):
    data.save("now.npz")
    run(line)
    return json.loads(capsys.readouterr().out)


def test_states_and_cards_are_told_in_words(capsys):
    found = checked(capsys, pages(seed=1, card=replace(CARD, role="query")))
    told = verdict_sentence(found["verdict"], "ja")
    assert "role_mismatch" not in told
    assert "役割か接頭辞が違う" in told
    finding = found["findings"][0]
    assert "役割 passage → query（標本）" in finding_sentences(finding, "ja").headline
    assert "role passage → query (sample)" in finding_sentences(finding, "en").headline


@pytest.mark.parametrize(("texts", "advised"), [(CARD.canaries, True), ({}, False)])
def test_an_embedder_is_advised_where_there_are_texts_to_embed(capsys, texts, advised):
    pages(card=replace(CARD, canaries=texts)).save("pages.npz")
    assert run("fit pages.npz --language lang --out fix") == 0
    capsys.readouterr()
    found = checked(capsys, pages(seed=1, card=ModelCard(name="n", role="passage")))
    told = finding_sentences(found["findings"][0], "en")
    assert ("--embedder" in told.next) == advised


@pytest.mark.parametrize("line", ["check nowhere pages.npz", "check fix pages.npz --index no.json"])
def test_what_is_not_there_is_said_without_system_errors(capsys, line):
    assert run(f"{line} --words ja") == 4
    assert "Errno" not in capsys.readouterr().err


@pytest.mark.parametrize(("side", "told"), [("document", "as documents"), ("query", "as queries")])
def test_apply_says_which_side_it_mended(capsys, side, told):
    assert run(f"apply fix pages.npz --side {side} --out m.npz --words en") == 0
    assert told in capsys.readouterr().out


def test_another_name_says_which_option_settles_it(capsys):
    pages(seed=1, card=ModelCard(name="n", role="passage")).save("now.npz")
    assert run("apply fix now.npz --out m.npz --words en") == 4
    assert '--model "m"' in capsys.readouterr().err
    assert run("apply fix now.npz --model m --out m.npz") == 0


def test_the_page_of_a_check_names_its_numbers_in_japanese(folder):
    pages(seed=1).save("now.npz")
    assert run("check fix now.npz --out seen --words ja") == 0
    page = (folder / "seen" / "report.html").read_text(encoding="utf-8")
    assert "区間の求め方" not in page
    for said in ("修復の方法", "最も動いた固定文", "今のベクトルの出どころ"):
        assert said in page


def broken(name, *rows):
    """Pages of which some have no vector."""
    held = pages()
    vectors = held.vectors.copy()
    vectors[list(rows)] = np.nan
    np.savez(name, vectors=vectors, ids=held.ids.astype(str),
             lang=held.columns["lang"].astype(str))  # fmt: skip


@pytest.mark.parametrize(
    "line",
    ["fit gaps.npz --language lang --out other", "apply fix gaps.npz --out m.npz",
     "apply fix gaps.npz --out both.npz --beside"],
)  # fmt: skip
def test_documents_that_are_left_out_are_counted(capsys, line):
    broken("gaps.npz", 3, 7)
    assert run(f"{line} --words en") == 4
    capsys.readouterr()
    assert run(f"{line} --invalid drop --words en") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "left out: 2, rows 3, 7" in told
    assert run(f"{line} --invalid drop --words en --json") == 0
    notices = json.loads(capsys.readouterr().out)["notices"]
    assert "embeddings.notices.dropped_non_finite" in [one["code"] for one in notices]


@pytest.mark.parametrize("ending", [".npz", ".parquet"])
@pytest.mark.parametrize("named", ["", " --vectors emb"])
def test_raw_vectors_keep_their_name_beside_mended_ones(ending, named):
    import pyarrow as pa
    from pyarrow import parquet

    held = pages()
    if ending == ".npz":
        np.savez("own.npz", emb=held.vectors, ids=held.ids.astype(str),
                 lang=held.columns["lang"].astype(str))  # fmt: skip
    else:
        parquet.write_table(pa.table({
            "id": list(held.ids), "lang": list(held.columns["lang"]), "emb": list(held.vectors),
        }), "own.parquet")  # fmt: skip
    assert run(f"apply fix own{ending}{named} --out both{ending} --beside") == 0
    assert run(f"apply fix own{ending}{named} --out both{ending} --beside") == 0
    again = read(f"both{ending}", vectors="emb")
    np.testing.assert_array_equal(again.vectors, held.vectors)
    assert read(f"both{ending}").n == held.n
    with pytest.raises(DataError):
        read(f"both{ending}", vectors="vectors")


def test_a_file_of_an_older_version_keeps_the_name_that_it_has():
    pages().save("both.npz")
    held = pages()
    np.savez("own.npz", emb=held.vectors, ids=held.ids.astype(str),
             lang=held.columns["lang"].astype(str))  # fmt: skip
    assert run("apply fix own.npz --vectors emb --out both.npz --beside") == 0
    assert read("both.npz", vectors="vectors").n == held.n


@pytest.mark.parametrize("ending", [".npz", ".parquet"])
def test_vectors_beside_raw_ones_say_by_which_fit_they_were_mended(capsys, ending):
    assert run("fit pages.npz --language lang --method centering:0.5 --out half") == 0
    assert run(f"apply fix pages.npz --out a{ending} --beside") == 0
    assert run(f"apply half pages.npz --out b{ending} --beside") == 0
    marks = [read(f"{name}{ending}", vectors="vector_mended").model.mended for name in "ab"]
    assert marks == [load_repair("fix").mark, load_repair("half").mark]
    assert read(f"a{ending}").model.mended is None
    line = (f"duplicates a{ending} --index b{ending} --vectors vector_mended --language lang "
            "--threshold 0.9 --words en")  # fmt: skip
    capsys.readouterr()
    assert main(shlex.split(line)) == 4
    assert "different fits" in " ".join(capsys.readouterr().err.split())
    assert run(f"apply half pages.npz --out a{ending} --beside") == 0
    assert read(f"a{ending}", vectors="vector_mended").model.mended == load_repair("half").mark


def test_all_that_is_wrong_with_a_file_comes_in_one_run(capsys):
    """A vector without numbers, gaps in both columns and a zero vector: mended in one go."""
    held = pages()
    vectors = held.vectors.copy()
    vectors[3], vectors[5] = np.nan, 0.0
    lang, page = held.columns["lang"].copy(), [str(i % 220) for i in range(440)]
    lang[8], page[9] = "", ""
    np.savez("odd.npz", vectors=vectors, ids=held.ids.astype(str), lang=lang.astype(str),
             page=np.array(page))  # fmt: skip
    named = "odd.npz --language lang --key page"
    for extra, wanted in (("", (3, 8, 9, 5)), ("--invalid drop", (8, 9, 5))):
        for line in (f"language {named}", f"repair fit {named} --out other",
                     f"related {named} --out there"):  # fmt: skip
            assert main(shlex.split(f"{line} {extra} --words en")) == 4
            told = capsys.readouterr().err
            assert all(f"rows {row}" in told for row in wanted), (line, extra, told)
