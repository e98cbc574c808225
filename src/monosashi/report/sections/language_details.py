"""Tables of the language section below its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.numerals import number
from monosashi.report.sections.repairs import repair_name
from monosashi.report.tongue import Tongue

SHOWN_MISSES = 5
Directions = Sequence[tuple[str, Mapping[str, Any]]]


def metrics_table(directions: Directions, tongue: Tongue) -> Table:
    """Recall at every cut-off, MRR and mAP: only the other language, and mixed."""
    rows = [[Cell(tongue.titled(_arrow(key), tongue.term("language", pool))),
             *(tongue.cell(found) for found in _metrics(direction[pool]).values())]
            for key, direction in directions for pool in ("target_only", "mixed")]  # fmt: skip
    names = list(_metrics(directions[0][1]["mixed"]))
    return Table(tongue.say("language.metrics"), [tongue.say("language.pool"), *names], rows)


def _metrics(pool: Mapping[str, Any]) -> dict[str, Any]:
    recalls = {f"recall@{k}": pool["recall"][k] for k in sorted(pool["recall"], key=int)}
    return {**recalls, "MRR": pool["mrr"], "mAP": pool["map"]}


def kinds_table(key: str, direction: Mapping[str, Any], tongue: Tongue) -> Table:
    """Why translations did not come first, with the share of the misses."""
    rows = [[Cell(tongue.term("language", f"miss_{one['kind']}")),
             Cell(number(one["count"]), numeric=True), tongue.share(one["share"])]
            for one in direction.get("miss_kinds", ())]  # fmt: skip
    columns = [tongue.say(f"language.kind_{name}") for name in ("why", "count", "share")]
    caption = tongue.say("language.kinds", direction=_arrow(key))
    return Table(caption, columns, rows, tongue.say("language.kinds_note"))


def misses_table(key: str, direction: Mapping[str, Any], tongue: Tongue) -> Table:
    """Query, translation and what came first side by side."""
    rows = [
        [Cell(_text(miss, "query")), Cell(_text(miss, "gold")), Cell(_text(miss, "first")),
         *(Cell(number(miss[rank]), numeric=True) for rank in ("rank_mixed", "rank_target_only")),
         Cell(tongue.listing(tongue.term("language", f"miss_{kind}")
                             for kind in miss.get("kinds", ())))]
        for miss in direction.get("examples", ())[:SHOWN_MISSES]
    ]  # fmt: skip
    names = ("query_id", "gold_id", "first_id", "rank_mixed", "rank_target_only")
    caption = tongue.say("language.misses", direction=_arrow(key))
    columns = [*(tongue.term("language", name) for name in names), tongue.say("language.kind_why")]
    return Table(caption, columns, rows, about=key)


def _text(miss: Mapping[str, Any], who: str) -> str:
    return excerpt(miss[f"{who}_text"] or miss[f"{who}_id"])


def hubs_table(language: Mapping[str, Any], effect: Any, tongue: Tongue) -> Table:
    """Hubs of the mixed pool, before and after every repair."""
    rows = [[Cell(name), *(tongue.cell(found[part]) for part in ("skewness", "top_share_ratio")),
             tongue.share(found["antihub_share"])]
            for name, found in _hubs(language, effect, tongue) if found]  # fmt: skip
    names = ("skewness", "top_share_ratio", "antihub_share")
    columns = [tongue.say("language.vectors"), *(tongue.term("hubs", name) for name in names)]
    return Table(tongue.say("language.hubs"), columns, rows, tongue.say("language.hubs_note"))


def _hubs(language: Mapping[str, Any], effect: Any, tongue: Tongue) -> Iterator[tuple[str, Any]]:
    yield tongue.term("language", "before"), language.get("hubs")
    for one in [effect] if isinstance(effect, Mapping) else effect or []:
        for name, found in (one.get("hubs") or {}).items():
            yield repair_name(name, one, tongue), found


def precision_table(effect: Any, tongue: Tongue) -> Table:
    """MAP over all languages' answers before and after every repair, and what speaks of gaming."""
    rows = []
    for one in [effect] if isinstance(effect, Mapping) else effect or []:
        if one.get("map_before"):
            rows.append([Cell(tongue.term("language", "before")), tongue.cell(one["map_before"]),
                         Cell(""), Cell("")])  # fmt: skip
        for name, found in (one.get("map_after") or {}).items():
            signs = one.get("signs", {}).get(name) or ()
            said = tongue.listing(tongue.say(f"language.sign_{sign}") for sign in signs)
            rows.append([Cell(repair_name(name, one, tongue)), tongue.cell(found),
                         tongue.cell(one["map_gain"][name]), Cell(said)])  # fmt: skip
    columns = [tongue.say("language.vectors"), "mAP", tongue.term("language", "gain"),
               tongue.say("language.signs")]  # fmt: skip
    return Table(tongue.say("language.precision"), columns, rows)


def changes_table(effect: Any, tongue: Tongue) -> Table:
    """Items found at rank 1 only after, and only before, a repair, with McNemar's exact p."""
    from monosashi.report.sections.p_values import p_cell

    rows = [[Cell(tongue.titled(_arrow(key), repair_name(name, one, tongue))),
             *(Cell(number(found[side]), numeric=True) for side in ("gained", "lost")),
             p_cell(found["mcnemar_p"], tongue)]
            for one in ([effect] if isinstance(effect, Mapping) else effect or [])
            for key, repairs in one["directions"].items()
            for name, found in repairs.items()]  # fmt: skip
    columns = [tongue.say("repairs.repair"), tongue.say("columns.gained"),
               tongue.say("columns.lost"), tongue.term("language", "mcnemar_p")]  # fmt: skip
    return Table(tongue.say("language.changes"), columns, rows)


def _arrow(key: str) -> str:
    return key.replace("->", " → ")
