"""A wrong language column: few values, how many there are, and which column it should be."""

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language import LanguageCentering
from monosashi.language.freshness import refresh_repair
from monosashi.language.language_columns import language_like

N = 120


def pages(**columns):
    held = {"slug": [f"page-{row // 2}" for row in range(N)], "lang": ["ja", "en"] * (N // 2)}
    rows = np.random.default_rng(0).normal(size=(N, 5))
    return EmbeddingSet.from_arrays(rows, columns={**held, **columns})


def refusal(held, language):
    with pytest.raises(DataError) as refused:
        LanguageCentering.fit(held, language=language)
    return refused.value


def test_ids_as_languages_are_not_listed_one_by_one():
    told = str(refusal(pages(), "slug"))
    assert "holds 60 different values, and 60 of them" in told
    assert told.count("page-") == 5
    assert 'look like languages: "lang"' in told
    assert told.count("\n") == 1


def test_no_column_may_look_like_languages():
    bare = pages(lang=[f"Title {row}" for row in range(N)])
    told = str(refusal(bare, "slug"))
    assert "none of the other columns looks like languages (lang)" in told


def test_values_in_the_place_of_a_column():
    told = str(refusal(pages(), [str(row) for row in range(N)]))
    assert "holds 120 different values" in told


def test_a_few_rare_languages_are_named_one_by_one():
    spoken = ["ja"] * 60 + ["en"] * 55 + ["fr"] * 3 + ["de"] * 2
    error = refusal(pages(lang=spoken), "lang")
    assert [one.values["language"] for one in error.faults] == ["de", "fr"]


def test_refresh_says_it_too():
    old = LanguageCentering.fit(pages(), language="lang")
    with pytest.raises(DataError, match="60 different values"):
        refresh_repair(old, pages(), language="slug")


@pytest.mark.parametrize(
    ("values", "like"),
    [
        (["ja", "en"] * 4, True), (["pt-BR", "zh_Hant"] * 4, True), (["ja", None] * 4, False),
        ([1, 2] * 4, False), (["Japanese", "English"] * 4, False),
        (["ja", "en", "fr", "de"], False),
    ],
)  # fmt: skip
def test_what_looks_like_languages(values, like):
    assert language_like({"it": values}) == (["it"] if like else [])


def test_on_the_command_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pages().save("pages.npz")
    line = ["repair", "fit", "pages.npz", "--out", "fix", "--words", "en", "--language"]
    assert main([*line, "slug"]) == 4
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert main([*line, "lagn"]) == 4
    assert "did you mean 'lang'?" in capsys.readouterr().err
