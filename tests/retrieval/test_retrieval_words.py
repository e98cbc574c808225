"""Every sentence about retrieval can be filled from the numbers, in both languages."""

import pytest

from monosashi.retrieval import (
    compare_lists,
    compare_retrieval,
    measure_rankings,
    measure_retrieval,
)
from monosashi.retrieval.compression import measure_compression
from monosashi.retrieval.compression_finding import compression_finding
from monosashi.retrieval.left_out import with_left_out
from monosashi.words import LANGUAGES, catalogue
from monosashi.words.filling import fill


def some_findings():
    axes = [[1, 0], [1, 0], [0, 1]]
    doubtful = measure_retrieval(axes, axes, gold={"0": ["0", "z"], "1": "0", "gone": "1"})
    gold = {f"q{i}": {"a": 1, "c": 0} for i in range(30)}
    old = measure_rankings({q: ["a", "b"] for q in gold}, gold, name="old")
    new = measure_rankings({q: ["b", "c"] for q in gold}, gold, name="new")
    near = measure_rankings({q: ["a"] for q in gold}, gold, name="near")
    few = [
        measure_rankings(
            {q: [first, "c"] for q in list(gold)[:3]},
            {q: gold[q] for q in list(gold)[:3]},
            name=first,
        )
        for first in "ab"
    ]
    mixed = [measure_rankings({q: ["a"] if (i + shift) % 9 else ["b"]
                               for i, q in enumerate(gold)}, gold, name=str(shift),
                              documents=["a"]) for shift in (0, 1)]  # fmt: skip
    left = with_left_out(compare_retrieval(mixed), ["0", "1"], {"1": ["q99"]})
    compared = [mixed[0], left, compare_retrieval([old, new]), compare_retrieval([old, near]),
                compare_retrieval([new, old]), compare_retrieval(few),
                compare_lists({"q": ["a", "b"]}, {"q": ["b"]})]  # fmt: skip
    smaller = measure_compression([[1, 2], [2, 1], [1, 3]], quantise="int8", k=1, rng=0)
    found = [finding for result in (doubtful, old, *compared) for finding in result.findings()]
    return [*found, compression_finding(smaller, "int8", 2)]


FINDINGS = some_findings()


def test_every_finding_of_the_room_is_reached():
    reached = {finding.code for finding in FINDINGS}
    known = {".".join(key.split(".")[::2][:2]) for key in catalogue("en")
             if key.startswith("retrieval.findings.")}  # fmt: skip
    assert reached == known


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding.code)
def test_sentences(finding, language):
    name = finding.code.split(".")[1]
    known = {key: text for key, text in catalogue(language).items()
             if key.startswith(f"retrieval.findings.{name}.")}  # fmt: skip
    assert len(known) >= 4  # what loses nothing has nothing to try
    for text in known.values():
        said = fill(text, finding.numbers)
        assert "{" not in said
        assert "None" not in said
        assert "nan" not in said
