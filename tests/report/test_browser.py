"""The page in headless Chromium: silent, alone, and never wider than the window."""

import pytest
from report.devtools import CHROMIUM, Browser
from report.documents import audit, demo

from monosashi.report import Report

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
SPOKEN = {"Runtime.consoleAPICalled", "Log.entryAdded", "Runtime.exceptionThrown"}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    page = Browser(tmp_path_factory.mktemp("profile"))
    yield page
    page.close()


@pytest.fixture(scope="module", params=[audit, demo], ids=["audit", "demo"])
def pages(request, tmp_path_factory):
    return Report(request.param()).save(tmp_path_factory.mktemp("report") / "report.html")


@pytest.mark.parametrize("place", [0, 1], ids=["en", "ja"])
def test_silent_and_alone(browser, pages, place):
    address = pages[place].as_uri()
    events = browser.open(address)
    asked = [e["params"]["request"]["url"] for e in events
             if e.get("method") == "Network.requestWillBeSent"]  # fmt: skip
    assert asked == [address]
    assert [event for event in events if event.get("method") in SPOKEN] == []


@pytest.mark.parametrize("place", [0, 1], ids=["en", "ja"])
@pytest.mark.parametrize("width", [360, 1000])
def test_fits_the_window(browser, pages, place, width):
    browser.look(width=width)
    browser.open(pages[place].as_uri())
    assert browser.value("document.documentElement.scrollWidth") <= width


def test_the_other_language_is_one_click_away(browser, pages):
    browser.open(pages[0].as_uri())
    assert browser.value("document.querySelector('a[hreflang=ja]').href") == pages[1].as_uri()


def test_nothing_hostile_ran(browser, pages):
    browser.open(pages[0].as_uri())
    assert browser.value("document.scripts.length") == 0
    assert browser.value("document.body.textContent.includes('<script>alert(1)')") is True


def test_figures_follow_the_dark_theme(browser, pages):
    look = "getComputedStyle(document.querySelector('svg text')).fill"
    browser.look(width=1000, dark=False)
    browser.open(pages[0].as_uri())
    light = browser.value(look)
    browser.look(width=1000, dark=True)
    assert browser.value(look) != light


def test_a_browser_would_have_spoken(browser, tmp_path):
    """The listeners hear what they are there for."""
    loud = tmp_path / "loud.html"
    loud.write_text("<script>console.log('x')</script><img src='other.png'>", encoding="utf-8")
    events = browser.open(loud.as_uri())
    assert any(event.get("method") == "Runtime.consoleAPICalled" for event in events)
    assert sum(event.get("method") == "Network.requestWillBeSent" for event in events) == 2
