"""Tables of the retrieval section: the shift of all queries, and margins as collections grow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import number, value_of
from monosashi.report.sections.quantities import why
from monosashi.report.tongue import Tongue

NAMES = ("offset", "offset_share", "margin")
Systems = Mapping[str, Mapping[str, Any]]


def alignment_tables(found: Mapping[str, Any] | None, tongue: Tongue) -> Iterator[Table]:
    """One shift common to all queries; M at every number of documents asked for."""
    if not found:
        return
    systems = found.get("systems", {"": found})
    yield _shifts(systems, tongue)
    if any(one["at_pool_sizes"] for one in systems.values()):
        yield _pools(systems, tongue)


def _shifts(systems: Systems, tongue: Tongue) -> Table:
    rows = [[*_whose(name, systems), Cell(tongue.term("advice", quantity)),
             _cell(quantity, one, tongue), Cell(tongue.say(f"layers.says.{quantity}"))]
            for name, one in systems.items() for quantity in NAMES]  # fmt: skip
    columns = [tongue.say(name) for name in ("quantity", "with_interval", "layers.columns.says")]
    return Table(tongue.say("alignment.table"), [*_head(systems, tongue), *columns], rows,
                 tongue.say(f"alignment.note{'_several' if len(systems) > 1 else ''}"))  # fmt: skip


def _cell(name: str, one: Mapping[str, Any], tongue: Tongue) -> Cell:
    reason = why(name, one.get("reasons", {}))
    share = name == "offset_share" and value_of(one[name]) is not None
    return tongue.share(one[name], reason) if share else tongue.cell(one[name], reason)


def _pools(systems: Systems, tongue: Tongue) -> Table:
    rows = [[*_whose(name, systems), Cell(number(size), numeric=True), tongue.cell(held)]
            for name, one in systems.items() for size, held in _sizes(one)]  # fmt: skip
    columns = [tongue.say("alignment.documents"), tongue.say("with_interval")]
    return Table(tongue.say("alignment.pools"), [*_head(systems, tongue), *columns], rows,
                 tongue.say("alignment.pools_note"))  # fmt: skip


def _sizes(one: Mapping[str, Any]) -> list[tuple[int, Any]]:
    held = [(int(size), found) for size, found in one["at_pool_sizes"].items()]
    return sorted([*held, (one["n_documents"], one["margin"])], key=lambda pair: pair[0])


def _whose(name: str, systems: Systems) -> list[Cell]:
    return [Cell(name)] if len(systems) > 1 else []


def _head(systems: Systems, tongue: Tongue) -> list[str]:
    return [tongue.say("retrieval.system")] if len(systems) > 1 else []
