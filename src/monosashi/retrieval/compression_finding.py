"""What one way to compress costs, as a finding."""

from __future__ import annotations

from monosashi.results import Finding, level_of
from monosashi.retrieval.compression_result import Compression
from monosashi.retrieval.neighbours_kept import OVERSAMPLING


def compression_finding(found: Compression, variant: str | None, others: int) -> Finding:
    """A note on the one variant measured, or a warning where lists surely change much.

    ``variant`` is what the card says was done; ``others`` how many items a list could hold.
    """
    (one,) = found.variants
    numbers = {
        "variant": variant or one.name, "k": found.k, "n": others, "anchors": found.n_anchors,
        "longer": min(OVERSAMPLING * found.k, others), "overlap": one.overlap.value,
        "overlap_text": f"{one.overlap:.1%}", "rescored": one.rescored.value,
        "rescored_text": f"{one.rescored:.1%}", "changed": found.k * (1 - one.overlap.value),
        "times": found.full_bytes / one.bytes_per_vector, "bytes": one.bytes_per_vector,
    }  # fmt: skip
    return Finding("retrieval.compression", level_of("compression_overlap", one.overlap), numbers)
