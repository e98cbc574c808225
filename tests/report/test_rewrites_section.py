"""The section about a rewrite set: counts, reasons in words, texts side by side."""

import json

import pytest

from monosashi.advice.rewrite_document import RewriteDocument
from monosashi.models.rewriters import (
    RecordedRewriter,
    plan_rewrites,
    rewrite,
    select_rewriter,
    summarise_set,
)
from monosashi.report import Report
from monosashi.report.sections.rewrites import rewrites_section
from monosashi.report.tongue import Tongue

TEXTS = {"a": "Where is my card?", "b": "My card is lost.", "c": "I paid twice."}


@pytest.fixture
def summary(tmp_path):
    rows = [{"id": "a", "transformation": "paraphrasing", "text": "Where might my card be?"},
            {"id": "b", "transformation": "paraphrasing", "text": "My card is lost."}]  # fmt: skip
    file = tmp_path / "people.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return summarise_set(rewrite(TEXTS, transformations=["paraphrasing"], seeds=[1],
                                 rewriter=RecordedRewriter(file)))  # fmt: skip


@pytest.mark.parametrize(("language", "reason"), [("en", "not offered"), ("ja", "提供なし")])
def test_section(summary, language, reason):
    section = rewrites_section({"rewrites": summary.to_dict()}, Tongue(language))
    counts, reasons, examples = section.tables
    assert [cell.text for cell in counts.rows[0][2:6]] == ["3", "1", "1", "1"]
    assert [cell.text for cell in reasons.rows[0]] == ["paraphrasing", reason, "1"]
    shown = {row[2].text: row[3].text for row in examples.rows}
    assert shown["Where is my card?"] == "Where might my card be?"
    assert "33%" in section.sentence
    assert section.limits


def test_a_set_without_failures_has_no_table_of_reasons():
    found = rewrite(["I can't."], transformations=["contractions"], rewriter="rules", seeds=[1])
    section = rewrites_section({"rewrites": summarise_set(found).to_dict()}, Tongue("en"))
    assert len(section.tables) == 2


def test_nothing_without_a_set():
    assert rewrites_section({}, Tongue("en")) is None


def test_a_bare_summary_and_its_document_make_a_page(summary, tmp_path):
    Report(summary, title="bare").save(tmp_path / "bare.html", words=("en", "ja"))
    document = RewriteDocument(provenance=summary.provenance, rewrites=summary, title="set")
    assert document.verdict["numbers"]["failed_share"] == pytest.approx(1 / 3)
    Report(document).save(tmp_path / "set.html", words=("en", "ja"))
    page = (tmp_path / "set.html").read_text(encoding="utf-8")
    assert "1 of 3 rewritings failed" in page
    assert "not offered" in page
    assert "Without a model card" not in page


def test_a_plan_and_a_choice_have_pages_too(tmp_path):
    plan = plan_rewrites(TEXTS, rewriter="openai:m?url=http://127.0.0.1:9/v1&key_env=", seeds=[1],
                         language="en", store=False, price_in=1.0, price_out=2.0)  # fmt: skip
    choice = select_rewriter(TEXTS, rewriters=["rules"], transformations=["case"], language="en")
    for name, result, said in (
        ("plan", plan, "calls"),
        ("choice", choice, "rules gives the fewest"),
    ):
        Report(result, title=name).save(tmp_path / f"{name}.html", words=("en", "ja"))
        assert said in (tmp_path / f"{name}.html").read_text(encoding="utf-8")
