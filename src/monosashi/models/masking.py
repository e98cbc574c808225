"""The line of an embedder without what may be a secret, for reports and settings files."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from monosashi.models.command_showing import MASK, masked_command
from monosashi.models.keys import without_keys
from monosashi.models.query_values import is_harmless

OF_COMMANDS = frozenset(("name", "revision", "roles", "batch", "timeout"))
ADDRESS = re.compile(r"(?i)https?://[^\s'\"]+")
QUESTION = re.compile(r"(?i)\?|%(?:25)*3f")
AND = re.compile(r"(?i)(&|%(?:25)*26)")
EQUALS = re.compile(r"(?i)=|%(?:25)*3d")
NAME = re.compile(r"[\w.-]+")
USERINFO = re.compile(r"(?i)(https?://)[^\s/'\"@]+@")


def masked_spec(line: str) -> str:
    """One embedder, or several with commas, with ``…`` in the place of what may be a secret.

    Of addresses it keeps no value of the query but those that are known to be harmless; of a
    command only the program, the names of options, and files and folders that exist. A line that
    was masked does not repeat the run until the values are put back: ``embedder`` refuses it.

    >>> masked_spec("openai:m?url=https://example.org/v1?auth=abc%26api-version=2&batch=4")
    'openai:m?url=https://example.org/v1?auth=…%26api-version=2&batch=4'
    >>> masked_spec("command:embed -k abc --fast ?batch=8")
    'command:embed -k … --fast ?batch=8'
    """
    from monosashi.models.registry import split_specs

    if line.strip(", ") != line.strip() or not line.strip():
        return without_keys(line, None)
    return ",".join(_masked(one) for one in split_specs(line))


def _masked(spec: str) -> str:
    if spec.lstrip().startswith("command:"):
        return _masked_program(spec)
    line = without_keys(USERINFO.sub(rf"\1{MASK}@", spec), None)
    head, mark, options = line.partition("?")
    pieces = [ADDRESS.sub(_masked_address, piece) for piece in options.split("&")]
    return head + mark + "&".join(pieces)


def _masked_program(spec: str) -> str:
    """The command and the options behind its last ``?``, of which only known ones keep values."""
    prefix, _, line = spec.partition(":")
    command, mark, options = line.rpartition("?") if "?" in line else (line, "", "")
    pieces = [_masked_option(piece) for piece in options.split("&")] if options else []
    blank = " " if command.endswith(" ") else ""
    return f"{prefix}:{masked_command(command)}{blank}{mark}" + "&".join(pieces)


def _masked_option(piece: str) -> str:
    name, equals, _ = piece.partition("=")
    if name.strip() in OF_COMMANDS:
        return piece
    return f"{name}={MASK}" if equals else MASK


def _masked_address(found: re.Match[str]) -> str:
    address = found[0]
    mark = QUESTION.search(address)
    if mark is None or not urlsplit(address[: mark.start()]).hostname:
        return address
    pieces = AND.split(address[mark.end() :])
    return address[: mark.end()] + "".join(
        _masked_pair(piece, written=mark[0] == "?") for piece in pieces
    )


def _masked_pair(piece: str, *, written: bool) -> str:
    """The name alone; its value too if it is harmless and the query was ``written`` as one."""
    equals = EQUALS.search(piece)
    if equals is None:
        return piece if AND.fullmatch(piece) or not piece else MASK
    name, value = piece[: equals.start()], piece[equals.end() :]
    if written and is_harmless(name, value):
        return piece
    return piece[: equals.end()] + MASK if NAME.fullmatch(name) else MASK
