"""The line of an embedder without what may be a secret, for reports and settings files."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from monosashi.models.addresses import is_secret_name
from monosashi.models.keys import without_keys

MASK = "…"
HARMLESS = frozenset(("api-version", "api_version", "version", "model", "dimensions"))
ADDRESS = re.compile(r"(?i)https?://[^\s'\"]+")
QUESTION = re.compile(r"(?i)\?|%3f")
AND = re.compile(r"(?i)(&|%26)")
EQUALS = re.compile(r"(?i)=|%3d")
VALUE = r"""(?:'[^']*'|"[^"]*"|[^\s'",]+)"""
NAMED = re.compile(
    rf"""(?P<name>-{{0,2}}[A-Za-z][\w.-]*)(?P<between>\s*[=:]\s*|\s+)(?P<value>{VALUE})"""
)
HEADER = re.compile(r"""(?i)(?P<name>[\w-]+)(?P<between>:\s+)(?P<value>[^'"]+)""")
USER = re.compile(rf"(?<!\S)(-u|--user|--proxy-user)(\s+|=)({VALUE})")
USERINFO = re.compile(r"(?i)(https?://)[^\s/'\"@]+@")


def masked_spec(line: str) -> str:
    """One embedder, or several with commas, with ``…`` in the place of what may be a secret.

    Of addresses it keeps no value of the query but those that are known to be harmless; of a
    command it leaves out the values of options, headers and variables whose name speaks of a key,
    a token, a password and the like, and whatever looks like a key. A line that was masked does
    not repeat the run until the values are put back.

    >>> masked_spec("openai:m?url=https://example.org/v1?auth=abc%26api-version=2&batch=4")
    'openai:m?url=https://example.org/v1?auth=…%26api-version=2&batch=4'
    >>> masked_spec("command:embed --api-key abc --tokenizer t.json")
    'command:embed --api-key … --tokenizer t.json'
    """
    from monosashi.models.registry import split_specs

    if line.strip(", ") != line.strip() or not line.strip():
        return without_keys(line, None)
    return ",".join(_masked(one) for one in split_specs(line))


def _masked(spec: str) -> str:
    line = without_keys(USERINFO.sub(rf"\1{MASK}@", spec), None)
    if spec.lstrip().startswith("command:"):
        head, _, command = line.partition(":")
        return f"{head}:{masked_command(command)}"
    head, mark, options = line.partition("?")
    pieces = [ADDRESS.sub(_masked_address, piece) for piece in options.split("&")]
    return head + mark + "&".join(pieces)


def masked_command(command: object) -> str:
    """A command line without values that may be secret.

    >>> masked_command("curl -H 'Authorization: Bearer abc' -u me:pw x")
    "curl -H 'Authorization: …' -u … x"
    """
    command = USERINFO.sub(rf"\1{MASK}@", without_keys(str(command), None))
    command = ADDRESS.sub(_masked_address, command)
    command = HEADER.sub(_masked_value, command)
    command = USER.sub(rf"\1\2{MASK}", command)
    return _masked_names(command)


def _masked_names(command: str) -> str:
    """Every name is looked at, also one that could be the value of the name before it."""
    made, place = [], 0
    while found := NAMED.search(command, place):
        secret = _is_secret(found)
        end = found.end() if secret else found.start("between")
        made.append(command[place : found.start()])
        made.append(_masked_value(found) if secret else found["name"])
        place = end
    return "".join(made) + command[place:]


def _is_secret(found: re.Match[str]) -> bool:
    """After a blank only an option has a value; ``python token.py`` has none."""
    named = found["between"].strip() or found["name"].startswith("-")
    return bool(named) and is_secret_name(found["name"])


def _masked_value(found: re.Match[str]) -> str:
    if not is_secret_name(found["name"]):
        return found[0]
    return f"{found['name']}{found['between']}{MASK}"


def _masked_address(found: re.Match[str]) -> str:
    address = found[0]
    mark = QUESTION.search(address)
    if mark is None or not urlsplit(address[: mark.start()]).hostname:
        return address
    pieces = AND.split(address[mark.end() :])
    return address[: mark.end()] + "".join(_masked_pair(piece) for piece in pieces)


def _masked_pair(piece: str) -> str:
    equals = EQUALS.search(piece)
    if equals is None:
        return piece if AND.fullmatch(piece) or not piece else MASK
    harmless = piece[: equals.start()].lower() in HARMLESS
    return piece if harmless else piece[: equals.end()] + MASK
