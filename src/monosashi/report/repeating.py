"""How to get the same numbers again: the lines of that list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.report.blocks import Fact
from monosashi.report.card_entries import moment
from monosashi.report.sentences import has_sentence
from monosashi.report.tongue import Tongue

Document = Mapping[str, Any]
# settings that the command line calls otherwise than the functions of Python
OPTIONS = {"rng": "seed"}
WORDED = ("query_role",)  # what a measure found out, no value of an option


def repeat(document: Document, tongue: Tongue) -> list[Fact]:
    """Command, settings, version, fingerprint, date: what it takes to get the same bytes."""
    return list(_repeat(document, tongue))


def _repeat(document: Document, tongue: Tongue) -> Iterator[Fact]:
    if document.get("command"):
        yield Fact(tongue.say("repeat_command"), [document["command"]], code=True)
    held = document.get("settings", {})
    names = OPTIONS if document.get("command") else {}
    # what an option makes by itself, as the start of one generator of --seed, is no setting beside
    made = {after for before, after in names.items() if before in held}
    settings = [
        f"{_name(names.get(name, name), tongue)} = {_setting(value, tongue, name)}"
        for name, value in held.items()
        if _is_setting(value) and name not in made
    ]
    if settings:
        yield Fact(tongue.say("repeat_settings"), ["\n".join(settings)], code=True)
    for name, value in (
        ("version", document.get("version")),
        ("fingerprint", document.get("data", {}).get("fingerprint")),
        ("created", moment(document.get("created") or "")),
    ):
        if value:
            yield Fact(tongue.say(f"repeat_{name}"), [str(value)])


def _is_setting(value: Any) -> bool:
    """Plain values and lists of them; what is not set and what is nested stays away."""
    if isinstance(value, list):
        return all(_is_setting(item) for item in value)
    return isinstance(value, str | int | float)


def _name(name: str, tongue: Tongue) -> str:
    """An option by its name; what is no option of anything in words."""
    key = f"report.settings.{name}"
    return tongue.say(f"settings.{name}") if has_sentence(key, tongue.language) else name


def _setting(value: Any, tongue: Tongue, name: str = "") -> str:
    if name in WORDED and isinstance(value, str):
        return tongue.plain(value)
    if isinstance(value, list):
        return f"[{', '.join(_setting(one, tongue) for one in value)}]"
    return tongue.say("yes" if value else "no") if isinstance(value, bool) else str(value)
