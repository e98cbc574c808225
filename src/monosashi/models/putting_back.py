"""A line that was masked for a report is no line to run."""

from __future__ import annotations

from monosashi.embeddings.errors import Fault, fault
from monosashi.models.command_showing import MASK
from monosashi.models.keys import HIDDEN
from monosashi.models.specs import COMMAND, Spec


def masked_faults(spec: Spec) -> list[Fault]:
    """Values that ``masked_spec`` left out: a program or a service would get ``…`` as its key.

    Elsewhere than in commands and addresses a ``…`` is a sign like any other (in a prefix).
    """
    address = spec.options.get("url", "")
    if spec.kind == COMMAND:
        places = [spec.target or "", *spec.options, *spec.options.values()]
    else:
        places = [address]
    if any(MASK in place or HIDDEN in place for place in places):
        return [fault("models.errors.masked", kind=spec.kind)]
    return []
