"""What a page and a setting are, in a few signs: whatever changes a list changes these."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np

from monosashi.embeddings import EmbeddingSet, Fault, fault
from monosashi.language.gate.pages import SitePages
from monosashi.language.repairs import Repair
from monosashi.models.answers.digests import canonical

SIGNS, PROBES = 16, 8
OF_MODEL = ("model", "revision", "dimension")


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


def settings_of(
    pages: SitePages, repair: Repair | None, settings: Mapping[str, Any]
) -> dict[str, str]:
    """Model, dimension, repair and options that there are, each as a text."""
    known = {
        "model": pages.data.model.name,
        "revision": pages.data.model.revision,
        "dimension": pages.data.dimension,
        "repair": None if repair is None else repair_digest(repair, pages),
        **settings,
    }
    return {name: str(value) for name, value in known.items() if value is not None}


def settings_digest(settings: Mapping[str, str]) -> str:
    """Of everything but the pages."""
    return sha256(canonical(settings).encode("utf-8", "surrogatepass")).hexdigest()[:SIGNS]


def changed_settings(then: Mapping[str, str], now: Mapping[str, str]) -> list[Fault]:
    """What makes all pages new, by name; results of earlier versions do not know.

    >>> [one.code for one in changed_settings({"k": "5", "model": "m"}, {"k": "4", "model": "m"})]
    ['language.notices.related_option_changed']
    """
    if not then:
        return [fault("language.notices.related_settings_changed")]
    found = []
    for name in [name for name in {**then, **now} if then.get(name) != now.get(name)]:
        kind = "model" if name in OF_MODEL else "repair" if name == "repair" else "option"
        found.append(fault(f"language.notices.related_{kind}_changed", name=name,
                           then=then.get(name) or "-", now=now.get(name) or "-"))  # fmt: skip
    return found


def repair_digest(repair: Repair, pages: SitePages) -> str:
    """What a repair does, seen from what it makes of the same few vectors in every language.

    Neither its day nor its folder counts, nor do the pages: the same means, the same lists.
    """
    digest = sha256(type(repair).__name__.encode())
    drawn = np.random.default_rng(0).normal(size=(PROBES, pages.data.dimension))
    probe = EmbeddingSet.from_arrays(drawn, model=pages.data.model)
    for language in pages.languages:
        mended = repair.apply(probe, language=[language] * probe.n, side="document").vectors
        digest.update(np.round(mended.astype("<f8"), 9).tobytes())
    return digest.hexdigest()[:SIGNS]
