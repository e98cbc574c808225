"""Effects of repairs as long rows."""

from __future__ import annotations

from monosashi.language.bias_tables import estimate_row
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
    return {"repairs": rows}
