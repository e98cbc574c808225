"""Files, links, and what may be given."""

import numpy as np
import pytest
from report.documents import audit, demo, document, facts, finding

import monosashi as ms
from monosashi.report import Report
from monosashi.report.documents import collect
from monosashi.results import Provenance, Result


class Facts(Result):
    """A live result with what the report needs of it."""

    kind = "facts"

    def to_dict(self):
        return {**facts(), **super().to_dict(), "reasons": facts()["reasons"]}


class Shape(Facts):
    kind = "shape"


def live(made=Facts, mark="1f", n=4):
    return made(provenance=Provenance(n=n, dimension=2, fingerprint=mark, settings={"k": n}))


def test_one_language_one_file(tmp_path):
    (page,) = Report(audit()).save(tmp_path / "report.html", words="ja")
    assert page == tmp_path / "report.html"
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.html"]
    text = page.read_text(encoding="utf-8")
    assert '<html lang="ja">' in text
    assert "hreflang" not in text


def test_two_languages_link_to_each_other(tmp_path):
    first, second = Report(audit()).save(tmp_path / "deep" / "report.html")
    assert (first.name, second.name) == ("report.html", "report.ja.html")
    assert 'hreflang="ja" href="report.ja.html"' in first.read_text(encoding="utf-8")
    assert 'hreflang="en" href="report.html"' in second.read_text(encoding="utf-8")


def test_first_language_owns_the_plain_name(tmp_path):
    first, second = Report(audit()).save(tmp_path / "r.html", words=("ja", "en"))
    assert (first.name, second.name) == ("r.html", "r.en.html")
    assert '<html lang="ja">' in first.read_text(encoding="utf-8")


def test_folder_gets_report_html(tmp_path):
    assert Report(audit()).save(tmp_path / "out", words="en")[0] == tmp_path / "out/report.html"


@pytest.mark.parametrize("words", ["fr", ("en", "fr"), ()])
def test_unknown_language_writes_nothing(tmp_path, words):
    with pytest.raises(ValueError, match="words must be of en, ja"):
        Report(audit()).save(tmp_path / "report.html", words=words)
    assert list(tmp_path.iterdir()) == []


def test_a_fault_in_one_language_leaves_old_files_alone(tmp_path, monkeypatch):
    path = tmp_path / "report.html"
    path.write_text("old", encoding="utf-8")
    render = Report.render

    def fail(self, language, links=()):
        if language == "ja":
            raise RuntimeError("no words")
        return render(self, language, links)

    monkeypatch.setattr(Report, "render", fail)
    with pytest.raises(RuntimeError):
        Report(audit()).save(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.html"]


def test_title_given_wins():
    assert "<h1>Mine &amp; yours</h1>" in Report(audit(), title="Mine & yours").render("en")
    assert collect(audit(), None).title == audit()["title"]


def test_list_of_documents_becomes_parts():
    found = collect([audit(), document(facts=facts())], "Both")
    assert [part["title"] for part in found.parts] == [f"{audit()['title']} ({i})" for i in (1, 2)]
    assert found.verdict is None


def test_findings_of_parts_come_worst_first():
    parts = [{**document(facts=facts()), "findings": [finding("advice.norms", level)]}
             for level in ("good", "problem", "note")]  # fmt: skip
    merged = {**demo(), "findings": [], "parts": parts}
    assert [f["level"] for f in collect(merged, None).findings] == ["problem", "note", "good"]


def test_live_results_of_the_same_vectors_share_a_part():
    found = collect([live(), live(Shape)], "Two")
    assert len(found.parts) == 1
    assert set(found.parts[0]["results"]) == {"facts", "shape"}
    assert found.parts[0]["data"]["fingerprint"] == "1f"


def test_live_results_of_other_vectors_do_not():
    assert len(collect([live(), live(Shape, mark="2e")], "Two").parts) == 2
    assert len(collect([live(), live()], "Two").parts) == 2


def test_a_live_result_renders():
    assert 'id="part-1-facts"' in Report(live(), title="Four").render("en")


def test_unknown_kind_is_refused():
    with pytest.raises(KeyError, match="poem"):
        collect({"kind": "poem"}, None)


def test_findings_of_merged_results_say_whose_they_are():
    rng = np.random.default_rng(0)
    titles = ("First model", "Second model")
    parts = [ms.audit(rng.normal(size=(40, 6)), title=title) for title in titles]
    html = ms.Report(parts).render("en")
    assert all(f'<span class="whose">{title}</span>' in html for title in titles)
    assert 'class="whose"' not in ms.Report(parts[:1]).render("en")
