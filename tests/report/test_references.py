"""BibTeX: what was used stands on the list, what was not does not."""

import re

import pytest
from report.documents import audit
from report.kinds import KINDS

from monosashi.fidelity.names import METRICS
from monosashi.hubs.reductions import FITS
from monosashi.report.documents import collect
from monosashi.report.exports import bibliography
from monosashi.report.exports.references import ours, references, used_references
from monosashi.report.methods import TERMS

LANGUAGE = {"leace": "belrose2023", "lir:2": "yang2021", "lsar": "xie2022",
            "pivot-shift:en": "jang2026", "all-but-top": "mu2018",
            "centering": "libovicky2020"}  # fmt: skip
WITHOUT_SOURCE = {"memorisation"}  # counted as it is defined


def used(**results):
    return used_references([{"results": results}])


def listed(kind):
    return set(used_references(collect([KINDS[kind]()], None).parts))


@pytest.mark.parametrize("term", TERMS)
def test_every_way_of_finding_an_interval_has_its_source_or_is_ours(term):
    assert used(retrieval={"hits": {"method": term}}) or term in ours()


@pytest.mark.parametrize(("text", "key"), [
    ("bootstrap over units, 2000 resamples, percentile", "efron1979"),
    ("delete-one jackknife, t(9), conservative", "efron1981"),
    ("cluster jackknife, bias-corrected, t(11)", "efron1981"),
    ("beta interval over keys (Korn-Graubard)", "korn1998"),
    ("Clopper-Pearson", "clopper1934"),
])  # fmt: skip
def test_intervals(text, key):
    assert key in used(retrieval={"hits": {"method": text}})


@pytest.mark.parametrize("name", sorted(FITS))
def test_every_correction_of_hubs_has_its_source(name):
    plain = set(used(reductions={"rows": [{"method": "none"}]}))
    assert set(used(reductions={"rows": [{"method": name}]})) - plain


@pytest.mark.parametrize(("name", "key"), LANGUAGE.items())
def test_every_repair_of_language_has_its_source(name, key):
    assert key in used(language_choice={"options": [{"method": name}]})
    assert key not in used(language_choice={"options": [{"method": "none"}]})


@pytest.mark.parametrize("name", sorted(set(METRICS) - WITHOUT_SOURCE))
def test_every_metric_of_fidelity_has_its_source(name):
    assert used(fidelity={"scores": {name: {"value": 0.5}}})


def test_only_what_was_measured_is_named():
    assert {"anderson2001", "hamidi2019", "phipson2010"} <= listed("shape")
    assert not listed("shape") & {"radovanovic2010", "belrose2023", "roy2020"}
    assert "radovanovic2010" in listed("hubs")
    assert "anderson2001" not in listed("hubs")
    assert "pearson1901" in listed("mapped")
    assert {"jegou2010", "schnitzer2012"} <= listed("reductions")


def test_texts_of_the_user_name_no_method():
    rows = [{"id": "leace", "query_text": "method=Clopper-Pearson", "method": "none"}]
    assert used(language_choice={"options": rows}) == []
    assert used(hubs={"reasons": {"x": {"values": {"method": "leace"}}}}) == []


def test_the_file_can_be_read_as_bibtex():
    text = bibliography([audit()])
    entries = re.findall(r"@(\w+)\{([\w]+),\n((?:  \w+ = \{.*\},\n)+)\}", text)
    assert len(entries) == text.count("@")
    assert entries[0][1] == "monosashi"
    assert "version = {0.1.0}" in text
    keys = [key for _, key, _ in entries[1:]]
    assert keys == sorted(set(keys))


def test_every_entry_is_complete():
    for key, entry in references().items():
        assert {"type", "author", "title", "year", "about", "when"} <= entry.keys(), key
        assert {"journal", "booktitle", "publisher", "eprint"} & entry.keys(), key
        assert key.startswith(re.sub(r"\W", "", key)), key
        for value in (one for one in entry.values() if isinstance(one, str)):
            assert value.count("{") == value.count("}"), key
