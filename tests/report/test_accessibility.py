"""Every kind of page keeps the rules of axe-core: both languages; light, dark, paper, narrow."""

import pytest
from report.accessibility import axe_core, violations
from report.devtools import CHROMIUM, Browser
from report.kinds import KINDS

from monosashi.report import Report

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
    pytest.mark.skipif(axe_core() is None, reason="axe-core is not there: see CONTRIBUTING.md"),
]
LOOKS = {
    "light": {},
    "dark": {"dark": True},
    "paper": {"paper": True},
    "narrow": {"width": 360},
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    page = Browser(tmp_path_factory.mktemp("profile"))
    yield page
    page.close()


@pytest.mark.parametrize("kind", KINDS)
def test_no_rule_is_broken(browser, kind, tmp_path):
    pages = Report(KINDS[kind](), title="題").save(tmp_path / "report.html")
    assert {page.name: violations(browser, page.as_uri(), LOOKS) for page in pages} == {
        page.name: {} for page in pages}  # fmt: skip


def test_axe_would_have_spoken(browser, tmp_path):
    """Images without names, pale text and a page without language are heard of."""
    bad = tmp_path / "bad.html"
    bad.write_text(
        "<title>t</title><main><h1>h</h1><img src='data:,'>"
        "<p style='color:#aaa;background:#fff'>pale</p></main>",
        encoding="utf-8",
    )
    named = {rule for rule, *_ in violations(browser, bad.as_uri(), {"light": {}})["light"]}
    assert {"image-alt", "color-contrast", "html-has-lang"} <= named


def test_letters_of_figures_are_readable_in_the_dark(browser, tmp_path):
    """axe does not look inside drawings: letters take the colours of the page's theme."""
    (page, *_) = Report(KINDS["audit"](), title="t").save(tmp_path / "report.html")
    browser.look(width=1000, dark=True)
    browser.open(page.as_uri(), settle=0.05)
    fills = browser.value("""[...new Set([...document.querySelectorAll('svg text')].map(
        one => getComputedStyle(one).fill))].join(' ')""")
    light = [sum(map(int, fill.split(", "))) / 3 for fill in
             fills.replace("rgb(", "").replace(")", "").replace(" rgb", "\n").split("\n")
             if fill.count(",") == 2]  # fmt: skip
    assert fills.count("rgb") >= 2
    assert all(one > 120 for one in light)
