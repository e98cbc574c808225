"""Section: why queries miss; shares of the layers, mends, and misses side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import (
    DASH,
    ends,
    number,
    percent,
    percent_interval,
    placed,
    value_of,
)
from monosashi.report.sections.misses_words import about, layer_name, mend_name
from monosashi.report.sentences import reason_sentence, sentence
from monosashi.report.tongue import Tongue

SHOWN, LISTS = 20, 3
Found = Mapping[str, Any]


def misses_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Which layer failed how often, what mending it does to all queries, and what came first."""
    found = results.get("misses")
    if not found:
        return None
    tables = [_layers(found, tongue), _mends(found, tongue), _examples(found, tongue),
              *_lists(found, tongue)]  # fmt: skip
    return Section(
        "misses",
        tongue.say("sections.misses"),
        tongue.say("short.misses"),
        _sentence(found, tongue),
        [_figure(found, tongue)] if found["n_missed"] else [],
        [table for table in tables if table.rows],
        notes=_notes(found, tongue),
        limits=tongue.limits("misses.limits"),
    )


def _say(name: str, tongue: Tongue, **numbers: Any) -> str:
    return sentence(f"misses.page.{name}", tongue.language, numbers)


def _sentence(found: Found, tongue: Tongue) -> str:
    numbers = {"n": number(found["n_queries"]), "k": found["k"]}
    if not found["n_missed"]:
        return _say("none", tongue, **numbers)
    most = max(found["layers"], key=lambda one: one["count"])
    return _say("sentence", tongue, **numbers, missed=number(found["n_missed"]),
                layer=layer_name(most["layer"], tongue), count=number(most["count"]),
                share=percent(value_of(most["share"]) or 0.0))  # fmt: skip


def _figure(found: Found, tongue: Tongue) -> Figure:
    """Shares of the layers, the largest first."""
    held = sorted(found["layers"], key=lambda one: -one["count"])
    rows = [DotRow(layer_name(one["layer"], tongue), placed(one["share"]), *ends(one["share"]),
                   _share(one["share"])) for one in held]  # fmt: skip
    order = " → ".join(layer_name(one, tongue) for one in found["order"])
    title = _say("shares", tongue)
    caption, axis = _say("shares_caption", tongue, order=order), _say("share_axis", tongue)
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption, span=(0.0, 1.01),
               whole_labels=True)  # fmt: skip
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    layer = tongue.heading("misses", "layer")
    return Figure(svg, caption, Table(title, [layer, tongue.say("with_interval")], cells))


def _share(share: Any) -> str:
    return f"{percent(value_of(share) or 0.0)} {percent_interval(*ends(share))}".rstrip()


def _layers(found: Found, tongue: Tongue) -> Table:
    names = ("layer", "count", "share", "of_all", "would_mend", "by_chance")
    columns = [tongue.heading("misses", name) for name in names]
    rows = [[Cell(layer_name(one["layer"], tongue)), Cell(number(one["count"]), numeric=True),
             tongue.share(one["share"]), tongue.share(one["of_all"]),
             *(_counted(one, name, tongue) for name in ("would_mend", "by_chance"))]
            for one in found["layers"] if found["n_missed"]]  # fmt: skip
    note = _say("layers_note", tongue, draws=found["draws"])
    return Table(_say("layers", tongue), columns, rows, note)


def _counted(one: Found, name: str, tongue: Tongue) -> Cell:
    """A number, or why there is none; a layer that is not named says why beside what it mends."""
    why = "" if one["reason"] is None else reason_sentence(one["reason"], tongue.language)
    if one[name] is None:
        return Cell(DASH, why, missing=True)
    shown = number(one[name]) if name == "would_mend" else f"{one[name]:.1f}"
    return Cell(shown, why if name == "would_mend" else "", numeric=True)


def _mends(found: Found, tongue: Tongue) -> Table:
    columns = [tongue.heading("misses", name) for name in ("mend", "layer")]
    columns += [_head("page.after", tongue, k=found["k"]), _head("page.change", tongue)]
    columns += [tongue.heading("misses", name) for name in ("gained", "lost", "mended")]
    rows = [[Cell(mend_name(one["mend"], tongue)), Cell(layer_name(one["layer"], tongue)),
             Cell(percent(one["after"]), numeric=True), tongue.cell(one["difference"]),
             *(Cell(number(one[name]), numeric=True) for name in ("gained", "lost", "mended"))]
            for one in found["mends"]]  # fmt: skip
    note = _say("mends_note", tongue, k=found["k"], before=percent(found["found"]))
    return Table(_say("mends", tongue, n=number(found["n_queries"])), columns, rows, note)


def _examples(found: Found, tongue: Tongue) -> Table:
    """Of each layer the deepest misses: query, answer and its rank, what came first."""
    names = ("query", "answer", "rank", "first", "failed", "also")
    held = _of_each(found)
    note = ""
    if found["n_missed"] > len(held):
        note = _say("first_rows", tongue, shown=len(held), total=number(found["n_missed"]))
    rows = [_example(one, tongue) for one in held]
    return Table(_say("examples", tongue), [_head(f"page.{name}", tongue) for name in names], rows,
                 note)  # fmt: skip


def _of_each(found: Found) -> list[Found]:
    """As many of each layer, the largest first, what no layer explains last."""
    largest = sorted(found["layers"], key=lambda one: (one["layer"] == "other", -one["count"]))
    classes = [one["layer"] for one in largest if one["count"]]
    each = max(LISTS, SHOWN // max(1, len(classes)))
    held = {name: [one for one in found["misses"] if one["layer"] == name] for name in classes}
    return [miss for name in classes for miss in held[name][:each]]


def _head(name: str, tongue: Tongue, **numbers: Any) -> str:
    told = sentence(f"misses.{name}", tongue.language, numbers)
    return f"{told[:1].upper()}{told[1:]}"


def _example(one: Found, tongue: Tongue) -> list[Cell]:
    first = next((held for held in one["neighbours"] if not held["is_gold"]), None)
    also = tongue.listing(layer_name(name, tongue) for name in one["also"])
    return [
        Cell(excerpt(one["query_text"] or one["query_id"])),
        Cell(excerpt(one["gold_text"] or one["gold_id"])),
        Cell(number(one["gold_rank"]), numeric=True),
        Cell(DASH) if first is None else Cell(
            excerpt(first["text"] or first["document"]), about(first, tongue)),
        Cell(layer_name(one["layer"], tongue)),
        Cell(also or DASH),
    ]  # fmt: skip


def _lists(found: Found, tongue: Tongue) -> Iterator[Table]:
    """The list of one miss of each of the largest layers, document by document."""
    names = ("place", "document", "to_query", "to_gold", "about")
    columns = [_head(f"screen.{name}", tongue) for name in names]
    shown = {one["layer"]: one for one in reversed(_of_each(found))}
    for one in list(reversed(shown.values()))[:LISTS]:
        title = _say("lists", tongue, query=excerpt(one["query_id"]), rank=one["gold_rank"],
                     gold=excerpt(one["gold_id"]), cosine=number(one["gold_cosine"]))  # fmt: skip
        rows = [[Cell(str(held["place"]), numeric=True),
                 Cell(excerpt(held["text"] or held["document"])),
                 Cell(number(held["cosine"]), numeric=True), tongue.cell(held["to_gold"]),
                 Cell(about(held, tongue) or DASH)] for held in one["neighbours"]]  # fmt: skip
        yield Table(title, columns, rows)


def _notes(found: Found, tongue: Tongue) -> list[str]:
    """What was not tried, and queries that cannot be explained."""
    notes = [_say("missing_mends", tongue, mend=mend_name(name, tongue),
                  reason=reason_sentence(why, tongue.language))
             for name, why in found["missing"].items()]  # fmt: skip
    if found["n_not_here"]:
        notes.append(_say("not_here", tongue, count=number(found["n_not_here"]),
                          ids=tongue.listing(found["not_here"][:3])))  # fmt: skip
    return notes
