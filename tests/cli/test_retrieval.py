"""`monosashi retrieval`: from files to screen, folder and gate."""

import csv
import json

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.layout import cells

N = 30
DOCS = ["retrieval", "docs.jsonl", "--queries", "asked.jsonl", "--gold", "gold.tsv"]
VECTORS = [*DOCS, "--vectors", "emb"]
BESIDE = [*DOCS, "--vectors", "d-a.npz,d-b.npz", "--queries-vectors", "q-a.npz,q-b.npz"]


def lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def gold(path, pairs):
    rows = "".join(f"{query}\t{document}\t1\n" for query, document in pairs)
    path.write_text(f"query-id\tcorpus-id\tscore\n{rows}", encoding="utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Thirty documents, a query near each, and two models; b is noisier than a."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    rng = np.random.default_rng(0)
    documents = rng.normal(size=(N, 6))
    words = [f"word{i} shared text" for i in range(N)]
    lines(tmp_path / "docs.jsonl", [
        {"id": f"d{i}", "text": words[i], "page": f"p{i // 2}", "key": f"k{i}",
         "emb": documents[i].tolist()} for i in range(N)])  # fmt: skip
    near = documents + 0.5 * rng.normal(size=(N, 6))
    lines(tmp_path / "asked.jsonl", [
        {"id": f"q{i}", "text": f"word{i}?", "topic": f"t{i % 5}", "key": f"k{i}",
         "emb": near[i].tolist()} for i in range(N)])  # fmt: skip
    gold(tmp_path / "gold.tsv", [(f"q{i}", f"d{i}") for i in range(N)])
    for model, noise in (("a", 0.1), ("b", 3.0)):
        np.savez(tmp_path / f"d-{model}.npz", ids=[f"d{i}" for i in range(N)], vectors=documents)
        asked = documents + noise * rng.normal(size=(N, 6))
        np.savez(tmp_path / f"q-{model}.npz", ids=[f"q{i}" for i in range(N)], vectors=asked)
    return tmp_path


def screen(capsys):
    out = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(out) <= 24
    assert all(cells(line) <= 80 for line in out)
    return out


def document(words, capsys):
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def best_ranks(documents, asked):
    """Ranks by brute force, as the reference."""
    unit = [x / np.linalg.norm(x, axis=1, keepdims=True) for x in (asked, documents)]
    scores = unit[0] @ unit[1].T
    return (scores >= np.diag(scores)[:, None]).sum(axis=1)


def vectors_of(path):
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return np.array([row["emb"] for row in rows])


def test_numbers_are_those_of_brute_force(folder, capsys):
    found = document(VECTORS, capsys)["results"]["retrieval"]
    ranks = best_ranks(vectors_of(folder / "docs.jsonl"), vectors_of(folder / "asked.jsonl"))
    assert found["recall"]["5"]["value"] == pytest.approx((ranks <= 5).mean())
    assert found["mrr"]["value"] == pytest.approx((1 / ranks).mean())
    assert found["n_missing"] == 0


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", ["en", "ja"])
def test_one_screen_with_intervals_and_the_next_command(words, capsys):
    assert main([*VECTORS, "--words", words]) == 0
    out = screen(capsys)
    assert any(line.startswith("  recall@1    0.") and "[" in line for line in out)
    assert "30" in out[1]
    assert "docs.jsonl" in out[1]
    assert "--out retrieval" in " ".join(out[-3:])


def test_the_folder_holds_report_per_query_rows_and_settings(folder, capsys):
    assert main([*VECTORS, "--out", "out", "--words", "ja"]) == 0
    assert "monosashi gate out --init gate.toml" in screen(capsys)[-1]
    with (folder / "out" / "tables" / "per_query.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    ranks = best_ranks(vectors_of(folder / "docs.jsonl"), vectors_of(folder / "asked.jsonl"))
    assert [float(row["rank_pessimistic"]) for row in rows] == ranks.tolist()
    assert rows[3]["query"] == "q3"
    assert json.loads(rows[3]["top"])[0].startswith("d")
    assert {"report.html", "report.en.html", "settings.toml"} <= {
        path.name for path in (folder / "out").iterdir()
    }
    assert 'queries = "asked.jsonl"' in (folder / "out" / "settings.toml").read_text()
    assert "正解の文書が" in (folder / "out" / "report.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("folder")
def test_the_printed_command_repeats_the_run(capsys):
    first = document([*VECTORS, "--k", "2,4", "--seed", "7"], capsys)
    words = first["command"].split()[1:]
    assert document(words, capsys)["results"] == first["results"]


@pytest.mark.usefixtures("folder")
def test_two_models_are_compared_query_by_query(capsys):
    found = document(BESIDE, capsys)
    assert list(found["results"]["retrieval"]["systems"]) == ["d-a", "d-b"]
    compared = found["results"]["retrieval_comparison"]
    assert compared["best"]["ndcg@10"] == "d-a"
    assert compared["tied_with_best"]["ndcg@10"] == ["d-a"]
    assert found["verdict"]["code"] == "advice.verdicts.found_ahead"
    assert main([*BESIDE, "--model", "good,bad", "--words", "en"]) == 0
    out = screen(capsys)
    rows = [line.split()[0] for line in out if line.startswith(("  good", "  bad"))]
    assert rows == ["good", "bad"]  # the best first
    assert any("good is ahead of bad" in line for line in out)


@pytest.mark.usefixtures("folder")
def test_the_same_model_twice_is_tied_and_needs_two_names(capsys):
    twice = [*DOCS, "--vectors", "d-a.npz,d-a.npz", "--queries-vectors", "q-a.npz"]
    assert main([*twice, "--words", "en"]) == 2
    assert "two models have the same name: d-a, d-a" in capsys.readouterr().err
    found = document([*twice, "--model", "x,y"], capsys)
    assert found["verdict"]["code"] == "advice.verdicts.found_equal"
    assert found["verdict"]["numbers"]["tied"] == "y"


@pytest.mark.usefixtures("folder")
def test_texts_are_embedded_each_in_its_role(capsys):
    found = document([*DOCS, "--embedder", "hashing", "--store", "none"], capsys)
    retrieval = found["results"]["retrieval"]
    assert retrieval["name"] == "hashing"
    assert retrieval["recall"]["10"]["value"] > 0.9
    assert retrieval["misses"] == [] or retrieval["misses"][0]["query_text"].startswith("word")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("source", "cut"), [(["--embedder", "hashing"], 40),
                                             (["--vectors", "emb"], 3)])  # fmt: skip
def test_both_sides_are_compressed_alike_and_the_result_says_so(source, cut, capsys):
    full = document([*DOCS, *source, "--store", "none"], capsys)["results"]["retrieval"]
    small = document([*DOCS, *source, "--store", "none", "--cut", str(cut), "--quantise",
                      "int8"], capsys)["results"]["retrieval"]  # fmt: skip
    assert small["provenance"]["dimension"] == cut
    assert "int8" in small["provenance"]["model"]["compression"]
    assert small["recall"]["1"]["value"] < full["recall"]["1"]["value"]


def test_a_beir_folder_is_enough(folder, capsys):
    beir = folder / "beir"
    (beir / "qrels").mkdir(parents=True)
    lines(beir / "corpus.jsonl", [{"_id": f"d{i}", "title": f"word{i}", "text": "x"}
                                  for i in range(N)])  # fmt: skip
    lines(beir / "queries.jsonl", [{"_id": f"q{i}", "text": f"word{i}"} for i in range(N)])
    gold(beir / "qrels" / "dev.tsv", [("q1", "d2")])
    gold(beir / "qrels" / "train.tsv", [("q1", "d2")])
    command = ["retrieval", "beir", "--embedder", "hashing", "--store", "none"]
    assert main([*command, "--words", "en"]) == 2
    assert "dev.tsv" in capsys.readouterr().err
    gold(beir / "qrels" / "test.tsv", [(f"q{i}", f"d{i}") for i in range(N)])
    found = document(command, capsys)["results"]["retrieval"]
    assert found["recall"]["1"]["value"] > 0.9  # the title counts
    assert found["n_queries"] == N


def write_run(path, name, best):
    """Three documents a query, the right one at place ``best``; queries 0 and 1 have no list."""
    rows = []
    for i in range(2, N):
        ranked = [f"d{(i + step) % N}" for step in range(1, 4)]
        ranked[best] = f"d{i}"
        rows += [f"q{i} Q0 {one} {place + 1} {3 - place} {name}\n"
                 for place, one in enumerate(ranked)]  # fmt: skip
    path.write_text("".join(rows), encoding="utf-8")


def test_ranked_lists_of_systems_with_missing_queries_named(folder, capsys):
    write_run(folder / "lexical.run", "lexical", 1)
    write_run(folder / "hybrid.run", "hybrid", 0)
    runs = ["retrieval", "docs.jsonl", "--run", "lexical.run,hybrid.run", "--gold", "gold.tsv"]
    found = document([*runs, "--queries", "asked.jsonl", "--query-groups", "topic"], capsys)
    systems = found["results"]["retrieval"]["systems"]
    assert systems["lexical"]["mrr"]["value"] == pytest.approx((N - 2) / N / 2)
    assert systems["hybrid"]["recall"]["1"]["value"] == pytest.approx((N - 2) / N)
    assert systems["hybrid"]["missing"] == ["q0", "q1"]
    assert systems["hybrid"]["n_groups"] == 5
    miss = systems["lexical"]["misses"][0]
    assert (miss["query_text"], miss["first_text"]) == ("word2?", "word3 shared text")
    assert main([*runs, "--words", "en"]) == 0
    out = screen(capsys)
    assert "30 queries, ranked lists: lexical, hybrid · lexical.run, hybrid.run" in out
    assert any("judged queries without a vector or list: 2 of 30" in line for line in out)


def test_listed_documents_that_the_corpus_lacks_are_counted_and_stop_the_gate(folder, capsys):
    write_run(folder / "x.run", "x", 0)
    held = (folder / "x.run").read_text(encoding="utf-8")
    (folder / "x.run").write_text(held.replace(" d9 ", " doc-9 "), encoding="utf-8")
    words = ["retrieval", "--run", "x.run", "--gold", "gold.tsv"]
    assert document(words, capsys)["results"]["retrieval"]["n_unknown"] is None
    found = document([*words, "docs.jsonl", "--out", "out"], capsys)
    assert found["results"]["retrieval"]["n_unknown"] == 1
    assert found["results"]["retrieval"]["unknown"] == ["doc-9"]
    assert "retrieval.unknown_documents" in {one["code"] for one in found["findings"]}
    assert main(["gate", "out", "--init", "gate.toml"]) == 0
    capsys.readouterr()
    assert main(["gate", "out", "gate.toml", "--words", "en"]) == 3
    assert "listed documents that are not in the collection: 1 must be" in capsys.readouterr().out


def test_a_query_and_a_document_of_one_id_each_show_their_own_text(folder, capsys):
    lines(folder / "docs.jsonl", [{"id": "1", "text": "a page"}, {"id": "2", "text": "other"}])
    lines(folder / "asked.jsonl", [{"id": "1", "text": "a question"}])
    gold(folder / "gold.tsv", [("1", "2")])
    (folder / "x.run").write_text("1 Q0 1 1 2.0 x\n1 Q0 2 2 1.0 x\n", encoding="utf-8")
    words = ["retrieval", "docs.jsonl", "--run", "x.run", "--gold", "gold.tsv"]
    (miss,) = document([*words, "--queries", "asked.jsonl"], capsys)["results"]["retrieval"][
        "misses"
    ]
    said = (miss["query_text"], miss["first_text"], miss["gold_text"])
    assert said == ("a question", "a page", "other")


def test_ties_are_shown_as_a_bracket(folder, capsys):
    rows = [f"q{i} Q0 d{j} 1 1.0 flat\n" for i in range(N) for j in {i, (i + 1) % N}]
    (folder / "flat.run").write_text("".join(rows), encoding="utf-8")
    words = ["retrieval", "--run", "flat.run", "--gold", "gold.tsv", "--words", "en"]
    assert main(words) == 0
    out = screen(capsys)
    first = next(line for line in out if line.startswith("  recall@1 "))
    assert "0.000  [0.000," in first
    assert first.endswith("1.000 if ties are won")


@pytest.mark.usefixtures("folder")
def test_chunks_groups_and_exclusion(folder, capsys):
    gold(folder / "pages.tsv", [(f"q{i}", f"p{i // 2}") for i in range(N)])
    chunks = [*VECTORS, "--document", "page", "--gold", "pages.tsv"]
    del chunks[4:6]
    found = document([*chunks, "--query-groups", "topic"], capsys)["results"]["retrieval"]
    assert (found["n_documents"], found["n_groups"]) == (N // 2, 5)
    gold(folder / "other.tsv", [(f"q{i}", f"d{(i + 1) % N}") for i in range(N)])
    others = [*VECTORS, "--gold", "other.tsv", "--exclude", "key"]
    del others[4:6]
    found = document(others, capsys)["results"]["retrieval"]
    assert found["n_excluded"] == N
    assert all(miss["first_id"] != f"d{miss['query_id'][1:]}" for miss in found["misses"])
    assert main([*VECTORS, "--exclude", "key", "--words", "en"]) == 4
    assert "may not see their own gold document" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_a_sample_is_of_queries_and_misses_none(capsys):
    found = document([*VECTORS, "--sample", "10"], capsys)
    retrieval = found["results"]["retrieval"]
    assert (retrieval["n_queries"], retrieval["n_documents"]) == (10, N)
    assert retrieval["missing"] == []
    assert found["data"]["notices"][0]["code"] == "cli.notices.sampled"


@pytest.mark.usefixtures("folder")
def test_markdown_leaves_out_the_row_of_every_query(capsys):
    assert main([*VECTORS, "--format", "markdown", "--words", "en"]) == 0
    out = capsys.readouterr().out
    assert "**retrieval**" in out
    assert "**per_query**" not in out


def test_first_rules_pass_now_and_fail_for_a_worse_system(folder, capsys):
    write_run(folder / "hybrid.run", "one", 0)
    words = ["retrieval", "--run", "hybrid.run", "--gold", "gold.tsv"]
    assert main([*words, "--out", "before"]) == 0
    assert main(["gate", "before", "--init", "gate.toml", "--words", "en"]) == 0
    rules = (folder / "gate.toml").read_text(encoding="utf-8")
    assert 'path = "results.retrieval.recall.10"' in rules
    assert 'path = "results.retrieval.ndcg.10"' in rules
    capsys.readouterr()
    assert main(["gate", "before", "gate.toml"]) == 3  # two queries are missing
    (folder / "gate.toml").write_text(rules.rsplit("[[rule]]", 1)[0], encoding="utf-8")
    assert main(["gate", "before", "gate.toml"]) == 0
    write_run(folder / "hybrid.run", "one", 2)
    assert main([*words, "--out", "after"]) == 0
    capsys.readouterr()
    assert main(["gate", "after", "gate.toml", "--words", "en"]) == 3
    out = capsys.readouterr().out
    assert "[FAIL] recall@1 not surely below 0." in out
    assert "[pass] recall@10 not surely below 0." in out


@pytest.mark.usefixtures("folder")
def test_first_rules_of_several_systems_quote_their_names(folder, capsys):
    assert main([*BESIDE, "--model", "a.v1,b", "--out", "out"]) == 0
    assert main(["gate", "out", "--init", "gate.toml"]) == 0
    rules = (folder / "gate.toml").read_text(encoding="utf-8")
    assert r"results.retrieval.systems.\"a.v1\".recall.10" in rules
    capsys.readouterr()
    assert main(["gate", "out", "gate.toml", "--words", "en"]) == 3  # b loses three in ten
    failed = [line for line in capsys.readouterr().out.split("\n") if line.startswith("[FAIL]")]
    assert [line.split(",")[0] for line in failed[:2]] == ["[FAIL] nDCG@10", "[FAIL] recall@1"]
    assert len(failed) == 3
    assert failed[2].startswith("[FAIL] queries that lose their answer, a.v1 to b: 0.3")


def test_two_runs_show_the_switch_with_texts(folder, capsys):
    write_run(folder / "hybrid.run", "hybrid", 0)
    rows = [f"q{i} Q0 d{(i + 1) % N} 1 1 new\n" for i in range(N)]
    (folder / "new.run").write_text("".join(rows), encoding="utf-8")
    words = ["retrieval", "docs.jsonl", "--run", "hybrid.run,new.run", "--gold", "gold.tsv",
             "--queries", "asked.jsonl"]  # fmt: skip
    found = document(words, capsys)["results"]["switch"]
    assert (found["old"], found["new"], found["k"]) == ("hybrid", "new", 10)
    row = found["lost_queries"][0]
    assert row["query_text"] is not None
    assert row["gold_text"] is not None


WRONG = [
    (["retrieval"], "needs documents, --queries and --gold"),
    (["retrieval", "docs.jsonl", "--gold", "gold.tsv"], "needs documents, --queries and --gold"),
    ([*VECTORS, "--k", "0,5"], "--k cannot be 0,5"),
    ([*VECTORS, "--k", "1.5"], "--k cannot be 1.5"),
    ([*VECTORS, "--metric", "accuracy"], "--metric cannot be accuracy"),
    ([*DOCS, "--vectors", "d-a.npz"], "Name those of asked.jsonl with --queries-vectors"),
    ([*BESIDE, "--model", "a"], "2 models need 2 names"),
    ([*DOCS, "--vectors", "d-a.npz,d-b.npz", "--queries-vectors", "q-a.npz,q-b.npz,q-a.npz"],
     "there are 3 models by one option"),
    ([*VECTORS, "--embedder", "hashing"], "--embedder"),
    (["retrieval", "--run", "x.run", "--gold", "gold.tsv", "--exclude", "id", "--sample", "9"],
     "--sample, --exclude cannot be used with it"),
    (["retrieval", "--run", "x.run", "--gold", "gold.tsv", "--query-groups", "topic"],
     "--query-groups with --run needs --queries"),
]  # fmt: skip


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("words", "said"), WRONG)
def test_wrong_usage_says_what_to_do(words, said, capsys):
    assert main([*words, "--words", "en"]) == 2
    assert said in capsys.readouterr().err


def test_faults_of_all_files_come_together(folder, capsys):
    rows = [json.loads(line) for line in (folder / "docs.jsonl").read_text().splitlines()]
    rows[3]["emb"][0] = None
    lines(folder / "docs.jsonl", rows)
    asked = [json.loads(line) for line in (folder / "asked.jsonl").read_text().splitlines()]
    asked[4]["id"] = "q5"
    lines(folder / "asked.jsonl", asked)
    assert main([*VECTORS, "--words", "en"]) == 4
    err = capsys.readouterr().err
    assert "d3" in err
    assert "q5" in err


@pytest.mark.usefixtures("folder")
def test_settings_file_and_environment_name_the_data(folder, capsys, monkeypatch):
    (folder / "monosashi.toml").write_text(
        '[retrieval]\nqueries = "asked.jsonl"\ngold = "gold.tsv"\nvectors = "emb"\nk = "2,3"\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("MONOSASHI_SEED", "3")
    found = document(["retrieval", "docs.jsonl"], capsys)
    assert found["results"]["retrieval"]["ks"] == [2, 3]
    assert found["settings"]["rng"] == 3


@pytest.mark.parametrize("words", ["en", "ja"])
def test_many_systems_with_long_names_stay_on_one_screen(folder, capsys, words):
    names = [f"とても長いシステムの名前{i}" for i in range(8)]
    for i, name in enumerate(names):
        write_run(folder / f"{i}.run", name, i % 3)
    runs = ",".join(f"{i}.run" for i in range(8))
    command = ["retrieval", "--run", runs, "--gold", "gold.tsv", "--model", ",".join(names)]
    assert main([*command, "--words", words]) == 0
    out = screen(capsys)
    shown = [line for line in out if line.startswith("  とても長い") and "[" in line]
    assert 2 <= len(shown) <= 6
    assert any(str(8 - len(shown)) in line and "…" in line and "[" not in line for line in out)
    best = [line.split()[-3] for line in shown]
    assert best == sorted(best, reverse=True)


@pytest.mark.usefixtures("folder")
def test_many_ks_leave_room_for_the_findings(capsys):
    assert main([*VECTORS, "--k", ",".join(map(str, range(1, 30))), "--words", "ja"]) == 0
    out = screen(capsys)
    assert any(line.startswith("  recall@1 ") for line in out)
    assert any(line.startswith("  recall@29 ") for line in out)
    assert any(line.startswith("[参考]") for line in out)


@pytest.mark.parametrize("embedder", [[], ["--embedder", "no-such-module:function"]])
def test_the_faults_of_a_beir_folder_and_of_its_gold_come_together(folder, capsys, embedder):
    beir = folder / "beir"
    (beir / "qrels").mkdir(parents=True)
    row = {"_id": "d0", "id": "d0", "title": "", "text": "x", "emb": [1, 2]}
    lines(beir / "corpus.jsonl", [row, row])
    lines(beir / "queries.jsonl", [{**row, "_id": "q0", "id": "q0"}] * 2)
    gold(beir / "qrels" / "test.tsv", [("q0", "d0"), ("q0", "d0")])
    searched = ["beir"] if embedder else [
        "beir/corpus.jsonl", "--queries", "beir/queries.jsonl", "--gold", "beir/qrels/test.tsv"
    ]  # fmt: skip
    assert main(["retrieval", *searched, *embedder, "--words", "en"]) == 4
    said = capsys.readouterr().err
    assert "judged before" in said
    assert '"d0"' in said
    assert '"q0"' in said
