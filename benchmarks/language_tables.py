"""Known values of language bias and its repairs, measured again.

    python benchmarks/language_tables.py DATA [--tables vector-repairs,reference,…] [--store FILE]

DATA is a folder with parallel/ (texts as gzipped JSON lines) and vectors/ (float16 npz). Prints
every value beside the expected one and its tolerance; the exit code is 1 when one differs.
reference-embedded and short-queries run models (some minutes), so they must be asked for; --store
keeps answers.

A table is a generator function of (data, store) that yields rows; add it to TABLES of its file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from language_repairs import TABLES as REPAIRS
from language_score_rows import TABLES as SCORES

TABLES = {**REPAIRS, **SCORES}
ASKED_FOR = {"reference-embedded", "short-queries"}


def main() -> int:
    usual = [name for name in TABLES if name not in ASKED_FOR]
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--tables", default=",".join(usual), help=", ".join(TABLES))
    parser.add_argument("--store", type=Path)
    given = parser.parse_args()
    rows = []
    for name in given.tables.split(","):
        print(f"\n{name}: {TABLES[name].__doc__}", flush=True)
        for row in TABLES[name](given.data, given.store):
            print(row, flush=True)
            rows.append(row)
    wrong = [row for row in rows if not row.fits]
    print(f"\n{len(rows) - len(wrong)} of {len(rows)} values as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
