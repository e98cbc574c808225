"""axe-core in the page of a browser: rules of accessibility that a program can check.

axe-core (MPL-2.0) is no part of this package: AXE_CORE names its file, or the package
axe-playwright-python brings it.
"""

import json
import os
from importlib.util import find_spec
from pathlib import Path

RUN = """axe.run(document, {resultTypes: ['violations']}).then(found => JSON.stringify(
  found.violations.map(one => [one.id, one.nodes.length, one.nodes[0].html.slice(0, 300),
                               one.nodes[0].failureSummary])))"""
OPENED = (
    "document.querySelectorAll('section:not(.all) > div details').forEach(one => one.open = true)"
)


def axe_core():
    """The file, or None where there is none."""
    if named := os.environ.get("AXE_CORE"):
        return Path(named)
    spec = find_spec("axe_playwright_python")
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) / "axe.min.js" if places else None


def violations(browser, address, looks):
    """Every rule that the page breaks in each look, with its first place.

    The numbers of figures are opened; looks are settings of the window and the paper.
    """
    browser.open(address, settle=0.05)
    browser.call("Runtime.evaluate", expression=axe_core().read_text(encoding="utf-8"))
    browser.value(OPENED)
    found = {name: _broken(browser, **how) for name, how in looks.items()}
    browser.call("Emulation.setEmulatedMedia", media="", features=[])
    return {name: rules for name, rules in found.items() if rules}


def _broken(browser, *, dark=False, paper=False, width=1000):
    browser.look(width=width)
    scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    browser.call("Emulation.setEmulatedMedia", media="print" if paper else "", features=scheme)
    answer = browser.call("Runtime.evaluate", expression=RUN, awaitPromise=True,
                          returnByValue=True)  # fmt: skip
    return json.loads(answer["result"]["value"])
