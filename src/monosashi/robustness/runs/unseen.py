"""What the models of a run do not see: every text, changed texts, changes of meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from monosashi.results import Finding, Row
from monosashi.robustness.drift import SAME
from monosashi.robustness.runs.result import RobustnessRun
from monosashi.words import filling

BLIND = 0.02  # share of changed texts without effect from which it is said
LETTERS = ("case", "width")  # a model that reads all letters alike is not blind
HARMLESS = "harmless"
UNSEEN = ("order_blind", "blind", "less_than_harmless")
CODES = {"blind": "insensitive"}  # of the sentences about all models


def same_vector(found: RobustnessRun) -> list[Finding]:
    """Models that give all texts of a task one vector: no loss of theirs says anything."""
    told = constant_models(found)
    if not told:
        return []
    return [Finding("robustness_run.same_vector", "problem", {
        "models": ", ".join(told), "count": len(told), "total": len(found.models)})]  # fmt: skip


def constant_models(found: RobustnessRun) -> list[str]:
    """Models under which no two texts of any task differ."""
    wide: dict[str, list[float]] = {}
    for row in found.drift:
        if row.get("random_distance") is not None:
            wide.setdefault(row["model"], []).append(row["random_distance"])
    return [model for model, held in wide.items() if max(held) < SAME]


def blind(found: RobustnessRun) -> list[Finding]:
    """Models that give changed texts the vector of before, each with its share."""
    counted: dict[str, list[int]] = {}
    for row in found.drift:
        if row.get("n_blind") is not None and row["transformation"] not in LETTERS:
            held = counted.setdefault(row["model"], [0, 0])
            held[0] += row["n_blind"]
            held[1] += row["n_changed"]
    constant = constant_models(found)
    shares = {model: count / n for model, (count, n) in counted.items()
              if n and count / n > BLIND and model not in constant}  # fmt: skip
    if not shares:
        return []
    order = sorted(shares, key=lambda model: -shares[model])
    count, n = counted[order[0]]
    return [Finding("robustness_run.blind", "warning", {
        "model": order[0], "count": count, "total": n, "share": shares[order[0]],
        "models": ", ".join(filling.fill("{model} {count}/{n} ({share:.1%})", {
            "model": model, "count": counted[model][0], "n": counted[model][1],
            "share": shares[model]}) for model in order)})]  # fmt: skip


def unseen_changes(found: RobustnessRun) -> list[Finding]:
    """No model for which sensitivity was not looked at is called robust."""
    looked = [row for row in found.sensitivity if row.get("kind", HARMLESS) != HARMLESS
              and (row["movement"] is not None or row.get("says") == "same_vector")]  # fmt: skip
    if not looked:
        return [Finding("robustness_run.no_sensitivity", "note", {"count": len(found.models)})]
    counts = Counter(row["model"] for row in looked)
    harmless = {(row["model"], row["dataset"]): row for row in found.sensitivity
                if row.get("kind") == HARMLESS}  # fmt: skip
    told = []
    for says in UNSEEN:
        rows = [row for row in looked if row.get("says") == says]
        if rows:
            told.append(_unseen(says, rows, counts, harmless))
    return told


def _unseen(says: str, rows: Sequence[Row], looked: Counter[str],
            harmless: dict[tuple[str, str], Row]) -> Finding:  # fmt: skip
    """One for all models: the change that moves least, and of how many that holds."""
    row = min(rows, key=lambda one: float(one["movement"]))
    beside = harmless.get((row["model"], row["dataset"]), {})
    counts = Counter(one["model"] for one in rows)
    return Finding(f"robustness_run.{CODES.get(says, says)}", "warning", {
        "model": row["model"], "kind_word": f"robustness.words.{row['kind']}",
        "dataset": row["dataset"], "movement_text": moved_text(row), "count": len(counts),
        "total": len(looked), "n": row.get("n") or 0, "unmoved_text": _share(row, "share_unmoved"),
        "further_text": _share(row, "separation"), "wording": beside.get("wording") or "–",
        "models": ", ".join(f"{name} {count}/{looked[name]}"
                            for name, count in counts.items())})  # fmt: skip


def moved_text(row: Row) -> str:
    """A movement with its interval."""
    if row["low"] is None:
        return f"{row['movement']:.3f}"
    return f"{row['movement']:.3f} {filling.ends(row['low'], row['high'])}"


def _share(row: Row, name: str) -> str:
    """A share with its interval; a dash where it was not measured."""
    if row.get(name) is None:
        return "–"
    return filling.fill("{value:.0%} [{low:.0%}, {high:.0%}]", {
        "value": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]})  # fmt: skip
