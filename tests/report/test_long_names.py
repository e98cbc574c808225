"""Long names in tables of many columns: they break behind a separator, never inside a word."""

import pytest
from report.devtools import CHROMIUM, Browser
from robustness.wording import bag, made, planted, row, search_task

from monosashi.advice.robustness_document import robustness_document
from monosashi.report import Report
from monosashi.report.marking import parted
from monosashi.report.sections.drift import drift_section
from monosashi.report.sections.robustness_run import robustness_run_section
from monosashi.report.tongue import Tongue
from monosashi.robustness.axes import AXIS_OF
from monosashi.robustness.runs import measure_robustness

GENERATOR = "gemma-3-27b-instruct"
# words that stand in more than one line, digests aside, which have no separator
BROKEN = """[...document.querySelectorAll('tbody :is(td, th), thead th')].flatMap(cell => {
  const found = [], walk = document.createTreeWalker(cell, 4);
  for (let node; (node = walk.nextNode());)
    for (const word of node.data.matchAll(/(?<![A-Za-z0-9])[A-Za-z]{2,}(?![A-Za-z0-9])/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter(box => box.width > 0.5).map(box => box.top);
      if (new Set(tops.map(Math.round)).size > 1) found.push(word[0]);
    }
  return found;
})"""


@pytest.fixture(scope="module")
def found():
    task = search_task(24)
    held = task.fields["query"]
    rows = [row(task, record, " ".join(text.split()[: 3 + place % 3]), name=name, seed=seed,
                axis=AXIS_OF[name], generator=GENERATOR)
            for place, name in enumerate(AXIS_OF) for seed in (1337, 1338)
            for record, text in zip(held.ids, held.texts, strict=True)]  # fmt: skip
    return measure_robustness(task, embedders=[planted("bag", bag), planted("bag-of-words", bag)],
                              rewrites=made(*rows), store=False, draws=20, sensitivity=False,
                              rng=0)  # fmt: skip


@pytest.mark.parametrize(("text", "markup"), [
    ("summarised_expansion", "summarised_<wbr>expansion"),
    ("owner/a_model_of_many_parts:v1.5",
     "owner/<wbr>a_<wbr>model_<wbr>of_<wbr>many_<wbr>parts:<wbr>v1.5"),
    ("n_texts", "n_texts"),
    ("<b>long_long_name</b>", "&lt;b&gt;long_<wbr>long_<wbr>name&lt;/b&gt;"),
    ("0.123_456_789_012", "0.123_456_789_012"),
])  # fmt: skip
def test_a_long_name_may_break_behind_its_separators_alone(text, markup):
    assert str(parted(text)) == markup


def test_long_lists_show_their_largest_rows(found):
    results = {"robustness_run": found.to_dict()}
    tongue = Tongue("en")
    (drift,) = drift_section(results, tongue).tables
    worst = robustness_run_section(results, tongue).tables[-1]
    assert [len(table.rows) for table in (drift, worst)] == [12, 12]
    assert "12 of 32" in drift.note
    assert f"rewritten by {GENERATOR}" in drift.note
    assert "12 of 48" in worst.note
    assert tongue.term("robustness_run", "dataset") not in drift.columns


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
@pytest.mark.parametrize("width", [400, 1000])
def test_no_word_of_a_table_is_broken(found, tmp_path, width):
    document = robustness_document({"robustness_run": found, "robustness": found.statistics},
                                   {"rng": 0}, source="faq", title="faq",
                                   command="monosashi robustness", created="2026-01-01T00:00:00Z"
                                   )  # fmt: skip
    pages = Report(document).save(tmp_path / "report.html")
    browser = Browser(tmp_path / "profile")
    try:
        browser.look(width=width)
        for page in pages:
            browser.open(page.as_uri())
            browser.value("document.querySelectorAll('details').forEach(one => one.open = true)")
            assert browser.value(BROKEN) == []
            assert browser.value("document.documentElement.scrollWidth") <= width
    finally:
        browser.close()
