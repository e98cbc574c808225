"""How an interval was found and vectors were made smaller, in words.

Results name both by fixed English terms, which stay as they are in result.json.
"""

from __future__ import annotations

import re
from collections.abc import Callable

# fixed terms of results, to keys of report.methods
TERMS = {
    "Clopper-Pearson": "clopper_pearson",
    "Clopper-Pearson of gains and losses": "gains_and_losses",
    "beta interval over units (Korn-Graubard)": "beta",
    "beta intervals above and below the commonest value, combined (MOVER)": "around",
    "exact bound, a single unit": "single_unit",
    "exact bound, all units alike": "alike",
}
BOOTSTRAP = re.compile(r"bootstrap over (\w+)( of a ratio)?, (\d+) resamples, percentile")
JACKKNIFE = re.compile(r"jackknife over (\w+)")
CUT = re.compile(r"(?:cut (\d+))?(?:, | )?(int8|binary)?")
UNITS = ("units", "keys", "anchors", "groups", "queries")
Say = Callable[..., str]


def method_words(text: str, say: Say) -> str:
    """``bootstrap over units, 2000 resamples, percentile`` in the reader's language.

    What is not known stays as it is.
    """
    if text in TERMS:
        return say(f"methods.{TERMS[text]}")
    if (found := BOOTSTRAP.fullmatch(text)) and found[1] in UNITS:
        kind = "bootstrap_ratio" if found[2] else "bootstrap"
        return say(f"methods.{kind}", units=say(f"methods.{found[1]}"), resamples=int(found[3]))
    if (found := JACKKNIFE.fullmatch(text)) and found[1] in UNITS:
        return say("methods.jackknife", units=say(f"methods.{found[1]}"))
    return text


def compression_words(text: str, say: Say) -> list[str]:
    """``cut 128, int8`` as its steps in words; what is not known as the one step it is."""
    found = CUT.fullmatch(text)
    if not text or found is None or not any(found.groups()):
        return [text]
    cut = [say("compression.cut", dimension=f"{int(found[1]):,}")] if found[1] else []
    return [*cut, *([say(f"compression.{found[2]}")] if found[2] else [])]
