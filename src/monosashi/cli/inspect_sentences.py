"""What an inspection found, in sentences."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from typing import TYPE_CHECKING, Any

from monosashi.words import catalogue, current_language, say
from monosashi.words.filling import fill

if TYPE_CHECKING:
    from monosashi.stores.inspecting import Inspection

LISTED = 8


def _say(sentence: str, /, **values: Any) -> str:
    return fill(catalogue(current_language())[f"cli.inspect.{sentence}"], values)


def head(found: Inspection) -> str:
    """Name, format and number of rows."""
    if found.format == "result" and not found.faults:
        return _say("head_result", source=found.source, command=found.found["command"])
    kind = say(f"cli.inspect.kinds.{found.format}")
    if found.rows is None:
        return _say("head_unread", source=found.source, kind=kind)
    return _say(
        "head_pages" if found.format == "site" else "head",
        source=found.source,
        kind=kind,
        rows=found.rows,
    )


def facts(found: Inspection) -> list[str]:
    """One sentence each: vectors, ids, texts, damage, languages, items, card, judgements, run."""
    lines = [_vectors(row) for row in found.vectors]
    lines += [_ids(found.ids)] if found.ids and found.ids["column"] else []
    lines += [_texts(row) for row in found.texts]
    lines += [_say(f"suspicious.{row['kind']}", **row) for row in found.suspicious]
    lines += [_languages(found.languages)] if found.languages else []
    lines += [_keys(found)] if found.keys else []
    lines += [_say("model", card=_listing(found.model))] if found.model else []
    lines += [_gold(found.gold)] if found.gold else []
    lines += [_run(found.run)] if found.run else []
    return lines


def ending(found: Inspection, following: str | None) -> str:
    """The command to try next, or why there is none."""
    return following or say(f"cli.inspect.{'mend' if found.faults else 'too_few'}")


def judgement(found: Inspection) -> str | None:
    """Nothing is wrong, or what to look at although it can be read; None where there are faults."""
    if found.faults or found.format == "result":
        return None
    zeros = [_say("doubt_zero", count=row["zero_rows"], vectors=row["vectors"])
             for row in found.vectors if row.get("zero_rows")]  # fmt: skip
    damaged: Counter[str] = Counter()
    for row in found.suspicious:
        damaged[row["texts"]] = max(damaged[row["texts"]], row["count"])
    doubts = [*(_say("doubt_damaged", count=n, texts=name) for name, n in damaged.items()), *zeros]
    if not doubts:
        return _say("sound")
    return _say("doubts", what=reduce(lambda a, b: _say("joint", first=a, second=b), doubts))


def _vectors(row: dict[str, Any]) -> str:
    if row["dimension"] is None:
        return _say("vectors_broken", **row)
    odd = [_say(f"odd.{name}", count=row[name])
           for name in ("zero_rows", "non_finite_rows", "repeated_rows") if row[name]]  # fmt: skip
    return _say("vectors", **row, lengths=_lengths(row)) + "".join(odd)


def _lengths(row: dict[str, Any]) -> str:
    if row["shortest"] is None:
        return _say("no_lengths")
    if row["unit_length"]:
        return _say("unit")
    return _say("lengths", low=f"{row['shortest']:.3g}", high=f"{row['longest']:.3g}",
                middle=f"{row['median_length']:.3g}")  # fmt: skip


def _ids(ids: dict[str, Any]) -> str:
    return _say("ids" if ids["unique"] else "ids_not_unique", **ids)


def _texts(row: dict[str, Any]) -> str:
    odd = [_say(f"odd.{name}", count=row[name])
           for name in ("empty", "not_text", "repeated") if row[name]]  # fmt: skip
    if row["shortest"] is None:
        return _say("texts_none", **row) + "".join(odd)
    return _say("texts", **{**row, "median_length": round(row["median_length"])}) + "".join(odd)


def _languages(rows: list[dict[str, Any]]) -> str:
    shown = ", ".join(f"{row['language']} {row['rows']:,}" for row in rows[:LISTED])
    return _say("languages", listing=shown + (", …" if len(rows) > LISTED else ""))


def _keys(found: Inspection) -> str:
    keys = found.keys or {}
    told = _say("keys", **{**keys, "column": found.found.get("key") or "key"})
    if not keys["in_one_language"]:
        return told
    names = ", ".join(keys["without_partner"])
    more = ", …" if keys["in_one_language"] > len(keys["without_partner"]) else ""
    return told + _say("alone", count=keys["in_one_language"], names=names + more)


def _gold(gold: dict[str, Any]) -> str:
    bare = gold["queries_without_relevant"]
    told = _say(
        _alike("gold", gold),
        **{**gold, "grades": _grades(gold["grades"]), "median": f"{gold['median']:g}"},
    )
    return told + (_say("odd.without_relevant", count=bare) if bare else "")


def _alike(name: str, row: dict[str, Any]) -> str:
    """Where every query has the same number, one number says it."""
    return f"{name}_alike" if row["fewest"] == row["most"] else name


def _grades(grades: dict[Any, int]) -> str:
    if len(grades) == 1:
        return _say("grade_alike", grade=str(next(iter(grades))))
    return _say("grades", grades=", ".join(f"{grade}: {n:,}" for grade, n in grades.items()))


def _run(run: dict[str, Any]) -> str:
    tied = run["tied_places"]
    told = _say(_alike("run", run), **{**run, "median": f"{run['median']:g}"})
    return told + (_say("odd.tied", count=tied) if tied else "")


def _listing(card: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in card.items())
