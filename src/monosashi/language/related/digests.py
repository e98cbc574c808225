"""What a page and a setting are, in a few signs: whatever changes a list changes these."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np

from monosashi.language.gate.pages import SitePages
from monosashi.language.repairs import Repair
from monosashi.models.answers.digests import canonical

SIGNS = 16


def page_digests(pages: SitePages) -> list[str]:
    """Of texts and vectors of every page (its key and language stand in its id)."""
    ends = [*pages.starts[1:], len(pages.order)]
    found = []
    for page, (start, end) in enumerate(zip(pages.starts, ends, strict=True)):
        digest = sha256(
            f"{pages.keys[page]}\0{pages.spoken[page]}\0".encode("utf-8", "surrogatepass")
        )
        if pages.texts is not None:
            digest.update(pages.texts[page].encode("utf-8", "surrogatepass"))
        rows = np.ascontiguousarray(pages.data.vectors[pages.order[start:end]], dtype="<f8")
        digest.update(rows.tobytes())
        found.append(digest.hexdigest()[:SIGNS])
    return found


def settings_digest(pages: SitePages, repair: Repair | None, settings: Mapping[str, Any]) -> str:
    """Of model, dimension, repair and options."""
    known = {
        "model": pages.data.model.name,
        "revision": pages.data.model.revision,
        "dimension": pages.data.dimension,
        "repair": None if repair is None else repair_digest(repair, pages),
        **settings,
    }
    return sha256(canonical(known).encode("utf-8", "surrogatepass")).hexdigest()[:SIGNS]


def repair_digest(repair: Repair, pages: SitePages) -> str:
    """What a repair does, seen from what it makes of the same few vectors in every language."""
    digest = sha256(type(repair).__name__.encode())
    for name in ("fingerprint", "built_at", "ids_digest"):
        digest.update(str(getattr(repair, name, None)).encode())
    probe = pages.data.take(np.arange(min(4, pages.data.n)))
    for language in pages.languages:
        mended = repair.apply(probe, language=[language] * probe.n, side="document").vectors
        digest.update(np.round(mended.astype("<f8"), 9).tobytes())
    return digest.hexdigest()[:SIGNS]
