"""Texts as single lines for programs that read lines, and back into texts of the same form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

BREAKS = re.compile("(\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])")


@dataclass(frozen=True)
class TextLines:
    """The lines of texts that hold something, and the frames that they came from.

    Attributes
    ----------
    lines : list of str
        Without line breaks and without blanks at their ends; none is empty.
    frames : one for every text, of its pieces: a number is a line, a text stays as it is
    """

    lines: list[str]
    frames: list[list[int | str]]

    @classmethod
    def of(cls, texts: Sequence[str]) -> TextLines:
        r"""Take texts apart at every kind of line break.

        >>> TextLines.of(["One.\n\nTwo.\u2028", "  Three "]).lines
        ['One.', 'Two.', 'Three']
        """
        lines: list[str] = []
        frames: list[list[int | str]] = []
        for text in texts:
            frame: list[int | str] = []
            for piece in BREAKS.split(text):
                inner = piece.strip()
                if not inner:
                    frame.append(piece)
                    continue
                start = piece.index(inner)
                frame += [piece[:start], len(lines), piece[start + len(inner) :]]
                lines.append(inner)
            frames.append(frame)
        return cls(lines, frames)

    def filled(self, lines: Sequence[str]) -> list[str]:
        r"""The texts again, with other lines in the places of the first.

        >>> TextLines.of(["One.\n\nTwo."]).filled(["Uno.", "Dos."])
        ['Uno.\n\nDos.']
        """
        return ["".join(lines[piece] if isinstance(piece, int) else piece for piece in frame)
                for frame in self.frames]  # fmt: skip
