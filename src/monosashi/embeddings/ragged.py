"""Vectors of different lengths, as one fault."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from monosashi.embeddings.errors import Fault, fault, name_rows

SHOWN = 5


def ragged_fault(lengths: Mapping[int, int], name: str) -> Fault | None:
    """Rows of another length than the usual one; all rows, by length, where none is usual.

    Usual is the length that more rows have than have any other; that of empty rows never is.
    """
    counts = Counter(lengths.values())
    if len(counts) < 2:
        return None
    (usual, held), *others = Counter(filter(None, lengths.values())).most_common(2)
    if others and others[0][1] == held:
        return fault("embeddings.errors.lengths_differ", [*lengths], name=name,
                     found=_by_length(lengths))  # fmt: skip
    odd = [row for row, length in lengths.items() if length != usual]
    found = sorted({lengths[row] for row in odd})
    shown = ", ".join(map(str, found[:SHOWN])) + (", …" if len(found) > SHOWN else "")
    return fault("embeddings.errors.ragged", odd, name=name, usual=usual, found=shown)


def _by_length(lengths: Mapping[int, int]) -> str:
    rows: defaultdict[int, list[int]] = defaultdict(list)
    for row, length in lengths.items():
        rows[length].append(row)
    named = [f"{length} ({name_rows(rows[length], SHOWN)})" for length in sorted(rows)]
    return "; ".join(named[:SHOWN]) + ("; …" if len(named) > SHOWN else "")
