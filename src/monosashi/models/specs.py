"""How an embedder is written in one line: ``NAME?option=value&option=value``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from monosashi.embeddings.errors import Fault, fault

COMMAND = "command"
QUESTION = re.compile(r"(?i)%(25)?3f")
QUOTED = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^'"\\]|['"\\]""", re.DOTALL)


@dataclass(frozen=True)
class Spec:
    """The parts of one line.

    Attributes
    ----------
    kind : str
        A plain name, or what stands before the first colon.
    target : str or None
        What stands between the colon and the options; None without a colon.
    options : mapping
        Option to text, ``%20`` and the like decoded (``+`` stays a plus sign).
    faults : tuple of Fault
        Options that are no ``name=value``, or stand twice.
    """

    kind: str
    target: str | None
    options: Mapping[str, str]
    faults: tuple[Fault, ...] = ()


def read_spec(text: str) -> Spec:
    """Take a line apart.

    Options begin at the first ``?``; in a command line, which may hold some itself, at the last
    (a command with a ``?`` and without options ends in one more ``?``, or holds it as ``%3F``;
    ``%253F`` is ``%3F`` itself).

    >>> read_spec("openai:bge-m3?dimensions=256&query_prefix=query:%20").options
    {'dimensions': '256', 'query_prefix': 'query: '}
    >>> read_spec("command:embed 'a%3F.txt'?batch=8").target
    "embed 'a?.txt'"
    """
    line = text.strip()
    is_command = line.startswith(f"{COMMAND}:")
    head, mark, tail = line.rpartition("?") if is_command else line.partition("?")
    if not mark:
        head, tail = line, ""
    kind, colon, target = head.partition(":")
    if is_command:
        target = QUESTION.sub(lambda found: "%3F" if found[1] else "?", target)
    options, faults = _options(tail)
    return Spec(kind.strip(), target.strip() if colon else None, options, faults)


def _options(tail: str) -> tuple[dict[str, str], tuple[Fault, ...]]:
    options: dict[str, str] = {}
    faults: list[Fault] = []
    for piece in filter(None, tail.split("&")):
        name, equals, value = piece.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            faults.append(fault("models.errors.option_form", name=name))
        elif name in options:
            faults.append(fault("models.errors.option_twice", name=name))
        else:
            options[name] = unquote(value)
    return options, tuple(faults)


def split_list(text: str, begins: Callable[[str], bool]) -> list[str]:
    """The lines in a list with commas; ``begins`` says whether a text begins a line.

    A comma in quotes divides nothing. In a command a comma divides only if a name or prefix that
    exists comes after it.
    """
    parts = [""]
    rest = text
    while found := QUOTED.match(rest):
        piece, rest = found.group(), rest[found.end() :]
        in_command = parts[-1].lstrip().startswith(f"{COMMAND}:")
        if piece == "," and not (in_command and not begins(rest.lstrip())):
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts]
