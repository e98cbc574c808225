"""Everything that can be wrong with filled sheets, told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.robustness.rating.same_texts import other_texts
from monosashi.robustness.rating.sheets import ALL, CRITERIA, in_lines

Sheet = Sequence[Mapping[str, Any]]


def check_sheets(
    items: Mapping[str, Any], sheets: Mapping[str, Sheet], scale: Sequence[float]
) -> None:
    """Everything that is wrong with the sheets, at once."""
    faults = [one for rater, rows in sheets.items() for one in _faults(rater, rows, items, scale)]
    faults += other_texts(sheets)
    if any(row.get("transformation") == ALL for row in items.values()):
        faults.append(fault("robustness.errors.rating_all", name=ALL))
    if len(sheets) < 2:
        faults.append(fault("robustness.errors.rating_raters", given=len(sheets)))
    if faults:
        raise DataError(*faults)


def _faults(
    rater: str, rows: Sheet, items: Mapping[str, Any], scale: Sequence[float]
) -> Iterator[Fault]:
    names = [str(row["item"]) for row in rows]
    places = {
        "unknown": [i for i, name in enumerate(names) if name not in items],
        "twice": [i for i, name in enumerate(names) if name in items and name in names[:i]],
    }
    for code, found in places.items():
        if found:
            yield in_lines(fault(f"robustness.errors.rating_{code}", found, source=rater), rows)
    odd = {i: str(row[c]) for i, row in enumerate(rows) for c in CRITERIA
           if row.get(c) not in (None, "") and number_of(row[c]) not in scale}  # fmt: skip
    if odd:
        listed = ", ".join(f"{one:g}" for one in scale)
        told = ", ".join(dict.fromkeys(odd.values()))
        yield in_lines(fault("robustness.errors.rating_numbers", list(odd), scale=listed,
                              source=rater, given=told[:60]), rows)  # fmt: skip


def number_of(value: Any) -> float | None:
    """A rating as a number; None where it is none."""
    try:
        return float(str(value).strip())
    except ValueError:
        return None
