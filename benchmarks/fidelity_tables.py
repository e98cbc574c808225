"""Scores of generators as markdown, and in which order each measure puts them."""

from __future__ import annotations

from itertools import pairwise

FORMS = ("value", "filtered", "corrected")


def print_scores(title: str, found, names) -> None:
    """A row for each metric and form, a column for each generator, with intervals."""
    print(f"| {title} | form | {' | '.join(name.removeprefix(f'{title} ') for name in names)} |")
    print("| " + " | ".join(["---"] * (len(names) + 2)) + " |")
    for metric, form in forms_of(found):
        rows = [row for name in names for row in found.generators
                if (row["metric"], row["generator"]) == (metric, name)]  # fmt: skip
        cells = " | ".join(shown(row, form) for row in rows)
        print(f"| {metric} | {called(form)} | {cells} |")
    print()


def print_steps(found, families) -> None:
    """Each step of a dose: ↓ or ↑ where the paired difference excludes 0, · where it does not."""
    print(f"| metric | form | {' | '.join(families)} |")
    print("| " + " | ".join(["---"] * (len(families) + 2)) + " |")
    known = {(row["metric"], row.get("form", "plain"), row["generator_a"], row["generator_b"]): row
             for row in (*found.differences, *found.corrected_differences)}  # fmt: skip
    for metric, form in forms_of(found):
        cells = ["".join(step(known.get((metric, called(form), *pair))) for pair in pairwise(names))
                 for names in families.values()]  # fmt: skip
        if any(cell.strip("?") for cell in cells):
            print(f"| {metric} | {called(form)} | {' | '.join(cells)} |")
    print()


def forms_of(found):
    return [(metric, form) for metric in found.metrics for form in FORMS
            if any(row.get(form) is not None for row in found.generators
                   if row["metric"] == metric)]  # fmt: skip


def called(form: str) -> str:
    return "plain" if form == "value" else form


def step(row) -> str:
    if row is None:
        return "?"
    if row["low"] is None or row["low"] <= 0 <= row["high"]:
        return "·"
    return "↓" if row["difference"] > 0 else "↑"


def shown(row, form: str) -> str:
    ends = ("low", "high") if form == "value" else (f"{form}_low", f"{form}_high")
    value, low, high = row.get(form), row.get(ends[0]), row.get(ends[1])
    if value is None:
        return "-"
    return f"{value:.2f}" if low is None else f"{value:.2f} [{low:.2f}, {high:.2f}]"
