"""Effects of repairs as long rows."""

from __future__ import annotations

from monosashi.language.bias_tables import estimate_row, hub_rows
from monosashi.language.effect import RepairEffect
from monosashi.results import Row, Tables

QUANTITIES = (
    "target_only", "before", "after", "target_only_after", "gain", "recovery", "held_out",
    "same_language_share_before", "same_language_share_after", "overlap", "known_item_before",
    "known_item_after",
)  # fmt: skip


def effect_tables(effect: RepairEffect) -> Tables:
    """``repairs``: direction, repair, quantity, value, interval; then the paired test."""
    rows: list[Row] = []
    for (source, target), repaired in effect.directions.items():
        for name, row in repaired.items():
            names = {"source": source, "target": target, "repair": name,
                     "query_role": effect.query_role}  # fmt: skip
            rows += [{**names, "quantity": quantity, **estimate_row(getattr(row, quantity))}
                     for quantity in QUANTITIES]  # fmt: skip
            rows.append({**names, "quantity": "mcnemar_p", "value": row.mcnemar_p,
                         "gained": row.gained, "lost": row.lost})  # fmt: skip
    if effect.map_before is not None:
        rows += [{"source": None, "target": None, "repair": name, "quantity": quantity,
                  "query_role": effect.query_role, **estimate_row(held[name])}
                 for quantity, held in (("map", effect.map_after), ("map_gain", effect.map_gain))
                 for name in held]  # fmt: skip
        rows.append({"source": None, "target": None, "repair": None, "quantity": "map_before",
                     "query_role": effect.query_role,
                     **estimate_row(effect.map_before)})  # fmt: skip
    hubs: list[Row] = []
    for name, held in {"": effect.hubs_before, **effect.hubs}.items():
        hubs += [{"repair": name, **row} for row in (hub_rows(held) if held else [])]
    signs: list[Row] = [{"repair": name, "sign": sign}
                        for name, found in effect.signs.items() for sign in found]  # fmt: skip
    beside = {"repair_hubs": hubs, "repair_signs": signs}
    return {"repairs": rows, **{name: held for name, held in beside.items() if held}}
