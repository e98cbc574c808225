"""What of a command line may be shown: the program, names of options, and files that exist."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Sequence

from monosashi.models.keys import SHORTEST_SECRET, without_keys

MASK = "…"
OPTION = re.compile(r"--[A-Za-z][\w.-]*|-[A-Za-z]")
BETWEEN = re.compile(r"[\s=:@&?,;'\"]+")
PYTHON = re.compile(r"python[\d.]*")


def masked_command(command: object) -> str:
    """A command line with ``…`` in the place of every argument that may be a secret.

    Which option takes a key is not known (``-k``), so no value is shown; nor is a script.

    >>> masked_command("curl -H 'Authorization: Bearer abc' --user=me:pw -kabc x")
    'curl -H … --user=… -k… …'
    """
    try:
        words = shlex.split(str(command))
    except ValueError:  # a quotation mark without its partner
        words = str(command).split()
        return " ".join([*map(_program, words[:1]), *([MASK] if words[1:] else [])])
    return " ".join(_quoted(word) for word in _shown(words))


def hidden_values(words: Sequence[str]) -> list[str]:
    """The parts of a command that ``masked_command`` leaves out, and their pieces; longest first.

    Pieces of a script that are programs or files are no secrets.
    """
    pairs = zip(words, _shown(words), strict=True)
    whole = [word[len(shown) - len(MASK) :] for word, shown in pairs if shown.endswith(MASK)]
    pieces = {piece for value in whole for piece in BETWEEN.split(value)
              if len(piece) >= SHORTEST_SECRET and not (_exists(piece) or shutil.which(piece))
              and OPTION.fullmatch(piece) is None}  # fmt: skip
    return sorted({*whole, *pieces}, key=lambda value: (-len(value), value))


def without_values(text: str, hidden: Sequence[str]) -> str:
    """A text that a program wrote, with ``…`` where it repeats a hidden value.

    Values of one sign stay; those of two or three are left out only where they stand alone.

    >>> without_values("argv: prog.py -k abc", ["abc"])
    'argv: prog.py -k …'
    """
    for value in hidden:
        if len(value) >= SHORTEST_SECRET:
            text = text.replace(value, MASK)
        elif len(value) > 1:
            text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", MASK, text)
    return without_keys(text, None)


def _shown(words: Sequence[str]) -> list[str]:
    """Every word, or what of it is shown before ``…``."""
    shown = [_program(word) for word in words[:1]]
    module = bool(words) and PYTHON.fullmatch(os.path.basename(words[0])) is not None  # noqa: PTH119
    for place, word in enumerate(words[1:], start=1):
        named = module and words[place - 1] == "-m" and place == 2  # python -m MODULE
        shown.append(word if named or _exists(word) else _name(word))
    return shown


def _program(word: str) -> str:
    return MASK if "=" in word or "://" in word else without_keys(word, None)


def _name(word: str) -> str:
    """The option itself; of what hangs at it, or of any other word, nothing."""
    found = OPTION.match(word)
    if found is None:
        return MASK
    rest = word[found.end() :]
    return found[0] + (f"={MASK}" if rest.startswith("=") else MASK if rest else "")


def is_file(word: str | os.PathLike[str]) -> bool:
    """Whether a word names a file; a script that is longer than names may be does not."""
    return os.path.isfile(word)  # noqa: PTH113 - Path.is_file raises for such a script


def _exists(word: str) -> bool:
    return os.path.exists(word)  # noqa: PTH110 - a script is longer than names may be: no error


def _quoted(shown: str) -> str:
    return shown if shown.endswith(MASK) else shlex.quote(shown)
