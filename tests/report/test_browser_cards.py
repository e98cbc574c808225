"""Cards on a narrow screen: two numbers beside each other begin at one height."""

import numpy as np
import pytest
from report.devtools import CHROMIUM, Browser

import monosashi as ms
from monosashi.advice.fidelity_document import FidelityDocument
from monosashi.report import Report

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
# how far the first two cells of a card are from one height, and whether labels differ in lines
TOPS = """Math.max(...[...document.querySelectorAll('.beside tbody tr')].map(row => {
  const [a, b] = [...row.querySelectorAll('td')].map(one => one.getBoundingClientRect());
  return %s;
}))"""


def test_a_pair_of_a_card_begins_at_one_height(tmp_path):
    draw = np.random.default_rng(0).normal
    part = ms.measure_fidelity(draw(size=(60, 4)), draw(size=(60, 4)) / 2, correct=None,
                               metrics=("clipped_density", "memorisation"))  # fmt: skip
    document = FidelityDocument(provenance=part.provenance, part=part, title="t").to_dict()
    pages = Report(document, title="t").save(tmp_path / "report.html")
    browser = Browser(tmp_path / "profile")
    try:
        browser.look(width=400)
        browser.open(pages[1].as_uri())
        assert browser.value(TOPS % "Math.abs(a.height - b.height)") > 10
        assert browser.value(TOPS % "Math.abs(a.top - b.top)") < 1
    finally:
        browser.close()
