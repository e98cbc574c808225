"""The glossary says in both languages what the terms of reports mean, as the reports write them."""

import re
import tomllib
from collections import defaultdict
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORDS = ROOT / "src" / "monosashi" / "words"
NAMES = {"en": "glossary.md", "ja": "glossary.ja.md"}


def rows(language):
    """(term, meaning, link) of every row of every table, section by section."""
    text = (ROOT / "docs" / NAMES[language]).read_text(encoding="utf-8")
    sections = text.split("\n## ")[1:]
    lines = [re.findall(r"^\| (.+) \| (.+) \| (.+) \|$", one, re.MULTILINE)[2:]
             for one in sections]  # fmt: skip
    assert all(lines)
    return lines


def places(language):
    """Where each term stands: (file, key)."""
    found = defaultdict(set)
    for path in sorted((WORDS / language).glob("*.toml")):
        terms = tomllib.loads(path.read_text(encoding="utf-8")).get("terms", {})
        for key, term in terms.items():
            found[term.replace("{k}", "k")].add((path.stem, key))
    return found


def test_both_languages_explain_the_same_terms_as_reports_write_them():
    english, japanese = rows("en"), rows("ja")
    assert [len(section) for section in english] == [len(section) for section in japanese]
    held = {language: places(language) for language in NAMES}
    for one, other in zip(chain(*english), chain(*japanese), strict=True):
        both = held["en"][one[0]] & held["ja"][other[0]]
        assert both, f"{one[0]} and {other[0]} are no term of one key"


@pytest.mark.parametrize("language", NAMES)
def test_a_section_explains_a_term_once_and_in_one_or_two_sentences(language):
    end = {"en": r"\.( |$)", "ja": "。"}[language]
    for section in rows(language):
        terms = [term for term, _, _ in section]
        assert len(terms) == len(set(terms))
        for term, meaning, link in section:
            assert 1 <= len(re.findall(end, meaning)) <= 2, term
            assert re.fullmatch(r"\[[\w-]+\]\([\w.-]+\.md\)(（英語）)?", link), term


def test_what_every_report_rests_on_is_explained():
    terms = {term for section in rows("en") for term, _, _ in section}
    held = places("en")
    wanted = {("language", "language_drop"), ("hubs", "antihub_share"), ("shape", "r_squared"),
              ("retrieval", "ndcg"), ("fidelity", "clipped_density"), ("robustness", "gap"),
              ("advice", "mean_resultant_length"), ("misses", "layer")}  # fmt: skip
    assert {place for term in terms for place in held[term]} >= wanted
