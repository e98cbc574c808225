"""What casts doubt on systems that are compared, said once for all that share it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from monosashi.results import Finding
from monosashi.results.plain import plain
from monosashi.retrieval.findings import doubt_findings
from monosashi.retrieval.results import Retrieval


def shared_doubts(results: Mapping[str, Retrieval]) -> tuple[Finding, ...]:
    """Ties, missing queries and absent gold of every system; equal ones name all whose they are."""
    whose: dict[str, list[str]] = {}
    held: dict[str, Finding] = {}
    for system, found in results.items():
        for doubt in doubt_findings(found):
            rest = {name: value for name, value in doubt.numbers.items() if name != "name"}
            mark = json.dumps([doubt.code, plain(rest)])
            held.setdefault(mark, doubt)
            whose.setdefault(mark, []).append(system)
    return tuple(replace(doubt, numbers={**doubt.numbers, "name": ", ".join(whose[mark])})
                 for mark, doubt in held.items())  # fmt: skip
