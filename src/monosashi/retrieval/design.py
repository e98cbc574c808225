"""What to say about the design: how many units there are, and whether they are independent."""

from __future__ import annotations

from monosashi.embeddings import Fault, fault
from monosashi.retrieval.query_table import QueryTable

FEW_UNITS = 20
SHARED = 0.5


def design_notices(table: QueryTable, n_units: int, *, grouped: bool) -> tuple[Fault, ...]:
    """Few units, and queries that ask for the same documents as if they were independent."""
    notices = []
    if n_units < FEW_UNITS:
        notices.append(fault("retrieval.notices.few_units", units=n_units, least=FEW_UNITS))
    if grouped and (alone := _alone(table)):
        notices.append(fault("retrieval.notices.missing_alone", missing=alone))
    golds = {name for held in table.golds for name, _ in held}
    if not grouped and len(golds) < SHARED * table.n:
        notices.append(fault("retrieval.notices.shared_golds", queries=table.n, golds=len(golds)))
    return tuple(notices)


def _alone(table: QueryTable) -> int:
    """Missing queries that no group names: nothing tells where they belong."""
    named = zip(table.ids, table.groups, table.missing, strict=True)
    return sum(missing and name == group for name, group, missing in named)
