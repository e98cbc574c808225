"""Raw drafts and queries never meet a mended index unnoticed, nor mended ones a raw one."""

import shlex
from dataclasses import replace

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.embeddings import EmbeddingSet, ModelCard

DAY, NEXT = "centering, 2026-01-10", "centering, 2026-02-10"


def pages(mended=None, n=6, seed=0, **columns):
    rows = np.random.default_rng(seed).normal(size=(2 * n, 4))
    held = EmbeddingSet.from_arrays(
        rows, columns={"key": [*range(n)] * 2, "lang": ["ja"] * n + ["en"] * n, **columns}
    )
    return replace(held, model=ModelCard(mended=mended))


def nearest(queries, documents):
    from monosashi.neighbors import nearest

    nearest(queries, documents, k=1)


def duplicates(queries, documents):
    from monosashi.language.gate import find_duplicates

    find_duplicates(queries, documents, language="lang", threshold=0.9)


def bias(queries, documents):
    from monosashi.language import measure_language_bias

    measure_language_bias(documents, key="key", language="lang", queries=queries)


def search(queries, documents):
    from monosashi.language import measure_language_search

    measure_language_search(documents, key="key", language="lang", queries=queries, gold="key")


def csls(queries, documents):
    from monosashi.language.scored import csls_scores

    csls_scores(queries, documents, k=1)


def retrieval(queries, documents):
    from monosashi.retrieval import measure_retrieval

    measure_retrieval(queries, documents, gold={str(name): [str(name)] for name in queries.ids})


def fit(queries, documents):
    from monosashi.language import LanguageCentering

    LanguageCentering.fit(documents, language="lang", queries=queries, force=True)


DOORS = [nearest, duplicates, bias, search, csls, retrieval, fit]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("marks", [(DAY, None), (None, DAY), (DAY, NEXT)])
def test_no_door_lets_raw_and_mended_vectors_meet(door, marks):
    asked, held = pages(marks[0], seed=1), pages(marks[1])
    with pytest.raises(ValueError, match="do not lie in one space"):
        door(asked, held)


@pytest.mark.parametrize("door", DOORS)
def test_vectors_that_were_mended_alike_meet(door):
    door(pages(DAY, seed=1), pages(DAY))


@pytest.fixture
def folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pages(n=210).save("pages.npz")
    pages(n=60, seed=1).save("asked.npz")
    assert main(shlex.split("repair fit pages.npz --language lang --out fix")) == 0
    assert main(shlex.split("repair apply fix pages.npz --out mended.npz")) == 0
    assert main(shlex.split("repair apply fix pages.npz --out both.npz --beside")) == 0
    (tmp_path / "gold.tsv").write_text("query-id\tcorpus-id\tscore\n1\t1\t1\n", encoding="utf-8")
    capsys.readouterr()


ASKED = "--queries asked.npz --queries-vectors vectors --gold gold.tsv"
SITE = "--language lang --key key"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "line",
    [
        f"duplicates asked.npz --index mended.npz {SITE} --threshold 0.9",
        f"retrieval mended.npz {ASKED}",
        f"retrieval both.npz --vectors vector_mended {ASKED}",
        f"audit mended.npz {ASKED} {SITE}",
        f"language mended.npz {ASKED} {SITE}",
    ],
)
def test_commands_say_which_side_is_raw(capsys, line):
    assert main([*shlex.split(line), "--words", "en"]) == 4
    told = " ".join(capsys.readouterr().err.split())
    assert "mended (" in told
    assert "repair apply" in told


def test_query_centering_marks_vectors_by_its_own_name():
    from monosashi.language import LanguageCentering

    held = pages(n=30)
    kept = {"language": "lang", "force": True, "built_at": "2026-01-10"}
    plain = LanguageCentering.fit(held, **kept)
    asked = LanguageCentering.fit(held, **kept, queries=held)
    assert plain.apply(held).model.mended == f"{DAY}, {plain.digest}"
    assert asked.apply(held).model.mended == f"query-centering, 2026-01-10, {asked.digest}"


@pytest.mark.parametrize("door", DOORS)
def test_fits_of_one_method_and_one_day_are_told_apart(door):
    """Another strength, or other documents: the day alone does not say by what they were mended."""
    from monosashi.language import LanguageCentering

    held, other = pages(n=30), pages(n=30, seed=5)
    kept = {"language": "lang", "force": True, "built_at": "2026-01-10"}
    whole, half, elsewhere = (LanguageCentering.fit(held, **kept),
                              LanguageCentering.fit(held, **kept, strength=0.5),
                              LanguageCentering.fit(other, **kept))  # fmt: skip
    for otherwise in (half, elsewhere):
        with pytest.raises(ValueError, match="do not lie in one space"):
            door(otherwise.apply(held, side="query"), whole.apply(held))


def test_a_saved_repair_and_one_fitted_again_to_the_same_documents_leave_one_mark(tmp_path):
    from monosashi.language import LanguageCentering

    held = pages(n=30)
    kept = {"language": "lang", "force": True}
    one = LanguageCentering.fit(held, **kept, built_at="2026-01-10")
    one.save(tmp_path / "fix")
    assert LanguageCentering.load(tmp_path / "fix").mark == one.mark
    again = LanguageCentering.fit(held, **kept, built_at="2026-02-10")
    duplicates(again.apply(held, side="query"), one.apply(held))


@pytest.mark.parametrize("door", DOORS)
def test_marks_of_older_versions_tell_by_name_and_day(door):
    door(pages(DAY, seed=1), pages(f"{DAY}, 3f2a91bc"))
    with pytest.raises(ValueError, match="do not lie in one space"):
        door(pages(NEXT, seed=1), pages(f"{DAY}, 3f2a91bc"))


@pytest.mark.parametrize("words", ["en", "ja"])
def test_every_report_on_mended_vectors_is_written(tmp_path, monkeypatch, capsys, words):
    monkeypatch.chdir(tmp_path)
    pages(mended=DAY, n=60).save(tmp_path / "mended")
    named = ["--key", "key", "--language", "lang", "--words", words]
    for command in (["audit", "mended"], ["language", "mended", "--repairs", "none"],
                    ["related", "mended"], ["duplicates", "mended", "--index", "mended"],
                    ["shape", "mended", "--groups", "lang"]):  # fmt: skip
        told = named if command[0] != "shape" else named[-2:]
        assert main([*command, *told, "--out", command[0]]) in {0, 3, 4}, capsys.readouterr().err
        page = (tmp_path / command[0] / "report.html").read_text(encoding="utf-8")
        assert DAY[-10:] in page  # the day; words of a page are fenced one by one
