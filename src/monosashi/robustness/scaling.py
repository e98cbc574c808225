"""Whether larger models of a family are more robust."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.results import Row
from monosashi.robustness.cube import records
from monosashi.statistics.gwet import t_interval

FEWEST_SIZES = 4
QUANTITIES = ("original", "transformed", "gap")


def model_table(given: Any, known: Sequence[str]) -> dict[str, tuple[str, float]]:
    """Family and number of parameters of every model, from rows, a data frame or a file.

    Raises
    ------
    DataError
        Columns that are missing, sizes that are not positive numbers, models that stand twice or
        are not in the cube.
    """
    if isinstance(given, str | Path):
        from monosashi.robustness.reading import in_lines, read_table, records_of

        table = read_table(Path(given))
        with in_lines(table):
            return model_table(records_of(table), known)
    rows = [] if given is None else records(given)
    faults: list[Fault] = []
    found: dict[str, tuple[str, float]] = {}
    for place, row in enumerate(rows):
        lacking = [name for name in ("model", "family", "parameters") if not row.get(name)]
        if lacking:
            faults.append(fault("robustness.errors.model_columns", [place],
                                missing=", ".join(lacking)))  # fmt: skip
            continue
        name, size = str(row["model"]).strip(), _size(row["parameters"])
        if size is None:
            faults.append(fault("robustness.errors.model_size", [place], given=row["parameters"]))
        elif name in found:
            faults.append(fault("robustness.errors.model_twice", [place], name=name))
        else:
            found[name] = (str(row["family"]).strip(), size)
    if rows and not faults and not found.keys() & set(known):
        faults.append(fault("robustness.errors.model_unknown", ids=list(found),
                            known=", ".join(known)))  # fmt: skip
    if faults:
        raise DataError(*faults)
    return found


def _size(value: Any) -> float | None:
    """A number, or one with M or B behind it."""
    text = str(value).strip().replace(",", "").upper()
    factor = {"K": 1e3, "M": 1e6, "B": 1e9}.get(text[-1:], 1.0)
    try:
        size = float(text[:-1] if factor > 1 else text) * factor
    except ValueError:
        return None
    return size if 0 < size < float("inf") else None


def scaling(
    profile: Sequence[Row], table: Mapping[str, tuple[str, float]], confidence: float
) -> tuple[list[Row], list[Row]]:
    """Score, score after rewriting and gap against log10(parameters), within families.

    The slope is what ten times as many parameters bring. With fewer than four sizes the points are
    shown, and neither interval nor p is given. The models of a family are few and share much
    besides their size: the p is of a line through them, not of a cause.

    Returns
    -------
    points, slopes
    """
    points = [
        {"family": table[row["model"]][0], "model": row["model"],
         "parameters": table[row["model"]][1],
         **{name: row[name] for name in ("dataset_group", "axis", "generator", *QUANTITIES)}}
        for row in profile
        if row["model"] in table and row["gap"] is not None and row["comparable"]
    ]  # fmt: skip
    points.sort(key=lambda row: (row["family"], row["parameters"]))
    held: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in points:
        held[row["family"], row["dataset_group"], row["axis"], row["generator"]].append(row)
    slopes = [_slope(key, rows, name, confidence)
              for key, rows in held.items() for name in QUANTITIES]  # fmt: skip
    return points, [row for row in slopes if row is not None]


def _slope(key: tuple[str, ...], rows: Sequence[Row], name: str, confidence: float) -> Row | None:
    x = np.log10([row["parameters"] for row in rows])
    y = np.array([row[name] for row in rows])
    sizes = len(set(x.tolist()))
    if sizes < 2:
        return None
    centred = x - x.mean()
    slope = float((centred * y).sum() / (centred**2).sum())
    family, group, axis, generator = key
    row: Row = {"family": family, "dataset_group": group, "axis": axis, "generator": generator,
                "quantity": name, "n_sizes": sizes, "slope": slope, "low": None, "high": None,
                "p_value": None}  # fmt: skip
    if sizes < FEWEST_SIZES:
        return {**row, "reason": fault("robustness.reasons.few_sizes", n=sizes)}
    rest = y - y.mean() - slope * centred
    df = len(y) - 2
    error = float(np.sqrt((rest**2).sum() / df / (centred**2).sum()))
    row["low"], row["high"] = t_interval(slope, error, df + 1, confidence)
    row["p_value"] = _p(slope, error, df)
    return row


def _p(slope: float, error: float, df: int) -> float:
    from scipy.special import stdtr

    return 2 * float(stdtr(df, -abs(slope) / error)) if error else float(slope == 0)
