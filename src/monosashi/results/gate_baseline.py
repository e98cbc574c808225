"""Whether a baseline can be compared with a result, and what else differs between the two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.results.tables import cell

DRAWN = {"rng", "seed"}  # other random numbers are no other way to measure
GIVEN = {"queries", "generated"}  # fingerprints of what else was given
NAMED = ("name", "revision", "prefix", "dimension")
SHOWN = 60


def compare_baseline(now: Mapping[str, Any], before: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Notices on what differs beside the numbers; documents without a head differ in none.

    Another model or other pages are what a change may be about, so they are told and no error.

    Raises
    ------
    DataError
        The baseline is the result of another command.

    Examples
    --------
    >>> e5, use = ({"data": {"model": {"name": name}}} for name in ("e5", "use"))
    >>> [one.code for one in compare_baseline(e5, use)]
    ['results.gate.other_model']
    """
    kinds = [document.get("kind") for document in (before, now)]
    if None not in kinds and kinds[0] != kinds[1]:
        raise DataError(fault("results.errors.other_kind", before=kinds[0], now=kinds[1]))
    pairs = [(now, before), *zip(now.get("parts", []), before.get("parts", []), strict=False)]
    found = [notice for pair in pairs for notice in _notices(*pair)]
    return tuple(one for place, one in enumerate(found) if one not in found[:place])


def _notices(now: Mapping[str, Any], before: Mapping[str, Any]) -> Iterator[Fault]:
    data, earlier = now.get("data") or {}, before.get("data") or {}
    models = [_models(one) for one in (earlier, data)]
    if models[0] != models[1]:
        yield fault("results.gate.other_model", before=models[0] or "–", now=models[1] or "–")
    settings, old = now.get("settings") or {}, before.get("settings") or {}
    if data.get("fingerprint") != earlier.get("fingerprint") or _given(settings) != _given(old):
        yield fault("results.gate.other_data", before=cell(earlier.get("n")),
                    now=cell(data.get("n")))  # fmt: skip
    names = sorted(({*settings} | {*old}) - DRAWN - GIVEN)
    changed = [f"{name} {_short(old.get(name))} → {_short(settings.get(name))}"
               for name in names if old.get(name) != settings.get(name)]  # fmt: skip
    if changed:
        yield fault("results.gate.other_settings", changed="; ".join(changed))


def _given(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: settings.get(name) for name in GIVEN}


def _models(data: Mapping[str, Any]) -> str:
    """The model that made the vectors, or all of them, in words that tell two apart."""
    cards = data.get("models") or {"": data.get("model") or {}}
    return "; ".join(" ".join(part for part in (system, _card(card)) if part)
                     for system, card in cards.items())  # fmt: skip


def _card(card: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {card[name]}" if name != "name" else str(card[name])
                     for name in NAMED if card.get(name))  # fmt: skip


def _short(value: Any) -> str:
    told = cell(value)
    return told if len(told) <= SHOWN else f"{told[:SHOWN]}…"
