"""Where the tags and expressions of JSX end, found for all of them in one scan."""

from __future__ import annotations

TAG, BRACE, TEMPLATE = "<", "{", "${"
QUOTES, CLOSERS = "\"'`", "}>"


def ends_from(text: str, start: int) -> dict[int, int | None]:
    """Place after the end of what opens at ``start``, and of what opens inside it; None: no end.

    Quotes hide signs; in a template literal only ``${`` shows. A tag ends at the first ``>``
    outside of braces. Signs that stand in quotes get no entry: they open nothing from here.
    """
    scan = _Scan(text)
    place = scan.read(start)
    while scan.open_now and place < len(text):
        place = scan.read_quoted(place) if scan.quote else scan.read(place)
    return {**dict.fromkeys((opened for _, opened in scan.open_now), None), **scan.ends}


class _Scan:
    """What is open where the scan stands; every step gives the next place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.quote = ""
        self.open_now: list[tuple[str, int]] = []
        self.ends: dict[int, int | None] = {}

    def read_quoted(self, place: int) -> int:
        """One sign inside quotes; a backslash takes the next one along, but not in a tag."""
        sign = self.text[place]
        if sign == "\\" and self.open_now[-1][0] != TAG:
            return place + 2
        if sign == self.quote:
            self.quote = ""
        elif self.quote == "`" and self.text.startswith(TEMPLATE, place):
            self.quote = ""
            self.open_now.append((TEMPLATE, place + 1))
            return place + 2
        return place + 1

    def read(self, place: int) -> int:
        """One sign outside of quotes."""
        sign = self.text[place]
        if sign in QUOTES:
            self.quote = sign
        elif sign in {TAG, BRACE}:
            self.open_now.append((sign, place))
        elif sign in CLOSERS:
            self._close(sign, place + 1)
        return place + 1

    def _close(self, sign: str, end: int) -> None:
        """Tags end with ``>`` and never behind a brace; behind ``${…}`` its template goes on."""
        while self.open_now and self.open_now[-1][0] == TAG:
            self.ends[self.open_now.pop()[1]] = end if sign == ">" else None
        if sign == "}" and self.open_now:
            kind, opened = self.open_now.pop()
            self.ends[opened] = end
            self.quote = "`" if kind == TEMPLATE else ""
