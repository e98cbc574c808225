"""A printed page: nothing is cut at its edge, and captions are no larger than the text."""

import base64

import pytest
from report.devtools import CHROMIUM, Browser
from report.kinds import KINDS

from monosashi.report import Report

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
PAPER = 680  # CSS pixels between the margins of A4
WIDER = f"""[...document.querySelectorAll('table, svg, pre')].filter(one =>
    one.getBoundingClientRect().width > {PAPER} + 1).map(one => one.textContent.slice(0, 60))"""
SIZES = """Object.fromEntries(['dd', 'figcaption', '.lead', 'td', '.tight td'].map(name => [name,
    parseFloat(getComputedStyle(document.querySelector(`main ${name}`) ||
                                document.body).fontSize)]))"""
HEADS = "getComputedStyle(document.querySelector('thead')).breakInside"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    page = Browser(tmp_path_factory.mktemp("profile"))
    yield page
    page.close()


def printed(browser, page):
    browser.look(width=PAPER)
    browser.call("Emulation.setEmulatedMedia", media="print", features=[])
    browser.open(page.as_uri(), settle=0.05)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_wider_than_the_paper(browser, kind, tmp_path):
    for page in Report(KINDS[kind](), title="題").save(tmp_path / "report.html"):
        printed(browser, page)
        assert browser.value(WIDER) == []
        assert browser.value("document.documentElement.scrollWidth") <= PAPER


def test_sizes_follow_the_text_and_heads_are_repeated(browser, tmp_path):
    page, _ = Report(KINDS["audit"](), title="t").save(tmp_path / "report.html")
    printed(browser, page)
    sizes = browser.value(SIZES)
    assert sizes["figcaption"] < sizes["dd"] < sizes[".lead"]
    assert sizes[".tight td"] < sizes["td"] < sizes["dd"]
    assert browser.value(HEADS) == "avoid"


def test_a_page_can_be_printed(browser, tmp_path):
    page, _ = Report(KINDS["audit"](), title="t").save(tmp_path / "report.html")
    browser.open(page.as_uri(), settle=0.05)
    made = browser.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"]
    assert base64.b64decode(made).startswith(b"%PDF-")
