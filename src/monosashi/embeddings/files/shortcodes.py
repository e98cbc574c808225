"""Take the shortcodes of site generators out: ``{{< x >}}``, ``{{% x %}}``, ``{% x %}``."""

from __future__ import annotations

import re

OPENER = re.compile(r"\{\{[<%]|\{%")
CLOSERS = {"{{<": re.compile(r"[%>]\}\}"), "{{%": re.compile(r"[%>]\}\}"),
           "{%": re.compile(r"%\}")}  # fmt: skip


def without_shortcodes(source: str) -> str:
    """Leave shortcodes out; what opens one and does not close it stays.

    >>> without_shortcodes("See {{< figure src='a' >}}the text {% raw %}.")
    'See the text .'
    """
    kept: list[str] = []
    place, begin = 0, 0
    unclosed: set[str] = set()  # a closer that is missing here is missing everywhere behind
    while match := OPENER.search(source, place):
        end = None if match[0] in unclosed else CLOSERS[match[0]].search(source, match.end())
        if end is None:
            unclosed.add(match[0])
            place = match.start() + 1
            continue
        kept.append(source[begin : match.start()])
        place = begin = end.end()
    return "".join([*kept, source[begin:]])
