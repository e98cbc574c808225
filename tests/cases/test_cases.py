"""Real failures of users of such tools, each run as it was reported.

The rooms' own tests cover their whole kinds; here every case that the present parts meet is run
on the reported input, and every other one is named with the part it waits for.
"""

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import numpy as np
import pytest

import monosashi as ms
from monosashi.hubs import measure_hubs
from monosashi.language import LanguageCentering, measure_language_bias, measure_repair_effect
from monosashi.models.openai_compatible import OpenAICompatible
from monosashi.neighbors import nearest
from monosashi.results.plain import plain
from monosashi.results.writing import strict_json

CASES = [json.loads(line) for line in
         (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").split("\n")
         if line]  # fmt: skip

WAITS_FOR = {
}  # fmt: skip
LATER = {name for names in WAITS_FOR.values() for name in names}


def array(given):
    if isinstance(given, dict) and "expr" in given:
        return eval(given["expr"], {"np": np})  # noqa: S307 - our own file of expressions
    return [[float(x) if isinstance(x, str) else x for x in row] if isinstance(row, list) else row
            for row in given]  # fmt: skip


def value(case):
    return case["expected"]["value"]


def load_parquet(case, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    ids, vectors = zip(*case["input"]["rows"], strict=True)
    for kind in (pa.list_(pa.float32()), pa.list_(pa.float64()), pa.list_(pa.float32(), 2)):
        table = pa.table({"id": ids, "emb": pa.array(vectors, kind)})
        pq.write_table(table, tmp_path / "v.parquet")
        data = ms.read(tmp_path / "v.parquet", vectors="emb", id="id")
        assert np.allclose(data.vectors, value(case), atol=case["expected"]["tol"])


def save_then_load(case, tmp_path):
    ms.EmbeddingSet.from_arrays(array(case["input"]["X"])).save(tmp_path / "set")
    assert ms.read(tmp_path / "set").vectors.tolist() == value(case)


def load_npy(case, tmp_path):
    np.save(tmp_path / "v.npy", array(case["input"]["X"]), allow_pickle=True)
    with pytest.raises(ms.DataError, match=r"(?s)object.*float32"):
        ms.read(tmp_path / "v.npy")


def unit(given):
    return ms.EmbeddingSet.from_arrays(given).unit().vectors.astype(float)


def cosine(case, tmp_path):
    x = np.asarray(array(case["input"]["X"]))[:, : case["input"].get("truncate_to")]
    a, b = unit(x)
    tolerance = max(case["expected"]["tol"], 1e-6)  # float32 input stays float32
    assert a @ b == pytest.approx(value(case), abs=tolerance)


def normalise(case, tmp_path):
    assert np.allclose(unit(array(case["input"]["X"])), value(case), atol=1e-6)


def squared_distance(case, tmp_path):
    found = nearest(array(case["input"]["X"]), k=1)
    assert found.distances[0, 0] ** 2 == value(case)


def euclidean_distance(case, tmp_path):
    found = nearest(array(case["input"]["X"]), k=1)
    assert found.distances[0, 0] == pytest.approx(value(case), abs=case["expected"]["tol"])


def rank_by_cosine(case, tmp_path):
    docs = case["input"]["docs"]
    names = list(docs)
    matrix = np.array([array(vector) for vector in docs.values()])
    base = ms.EmbeddingSet.from_arrays(matrix, ids=names)
    query = ms.EmbeddingSet.from_arrays([array(case["input"]["query"])], ids=["q"])
    if base.zero_rows:
        with pytest.raises(ms.DataError, match='"z"'):
            nearest(query, base, k=1, metric="cosine")
        base = base.unit(invalid="drop")
        assert '"z"' in str(base.notices[0])
    found = nearest(query, base, k=base.n, metric="cosine")
    order = [base.ids[i] for i in found.indices[0]]
    assert order == case["expected"].get("value", ["near", "far"])
    if "scores" in case["expected"]:
        assert np.allclose(1 - found.distances[0], case["expected"]["scores"], atol=1e-6)


def validate(case, tmp_path):
    named = {"B017": r'2.*"c"|"c".*2', "B116": r'"a".*0, 2|0, 2.*"a"'}[case["id"]]
    with pytest.raises(ms.DataError, match=named):
        ms.EmbeddingSet.from_arrays(array(case["input"]["X"]), ids=case["input"]["ids"])


def k_neighbours(case, tmp_path):
    found = nearest(case["input"]["X"], k=1)
    assert found.indices[:2, 0].tolist() == [1, 0]
    assert (found.indices[:, 0] != np.arange(3)).all()


def r2(case, tmp_path):
    given = case["input"]
    matrix = array(given["X"])
    before = np.array(matrix)
    labels = given.get("labels_by_id", given.get("labels"))
    data = ms.EmbeddingSet.from_arrays(matrix, ids=given.get("ids"))
    if case["id"] == "B036":
        with pytest.raises(ms.DataError, match='"b"'):
            ms.measure_shape(data, labels)
        return
    shape = ms.measure_shape(data, labels)
    assert shape.r_squared.value == pytest.approx(value(case), abs=1e-12)
    assert shape.f == pytest.approx(9.0, abs=1e-9)
    assert (np.array(matrix) == before).all()


def r2_from_distances(case, tmp_path):
    table, labels = np.array(case["input"]["D"]), case["input"]["labels"]
    shape = ms.measure_shape_from_distances(table, labels)
    assert shape.provenance.notices
    exact = (table + table.T) / 2
    again = ms.measure_shape_from_distances(exact, labels)
    assert shape.r_squared.value == again.r_squared.value
    assert not again.provenance.notices
    table[1, 2] += 1e-5
    with pytest.raises(ms.DataError, match=r'"1", "2".*2\.20001'):
        ms.measure_shape_from_distances(table, labels)


def permanova(case, tmp_path):
    given = case["input"]
    draws = {"permutations": given["permutations"]} if "permutations" in given else {}
    x, labels = array(given["X"]), array(given["labels"])
    if case["id"] in {"B034", "B045"}:
        named = {"B034": "identical|no variation|same", "B045": "group"}[case["id"]]
        with pytest.raises(ms.DataError, match=named):
            ms.measure_shape(x, labels, **draws)
        return
    shape = ms.measure_shape(x, labels, **draws)
    if case["id"] == "B037":
        assert shape.permutation.p_value == pytest.approx(0.01, abs=1e-12)
    elif case["id"] == "B038":
        assert shape.permutation.exact
        assert shape.permutation.p_value == pytest.approx(1 / 3, abs=1e-9)
    else:
        spreads_are_shown_and_warned_of(case, shape)


def spreads_are_shown_and_warned_of(case, shape):
    for row in shape.groups:
        assert row["w"] == pytest.approx(case["expected"]["W"][row["group"]], abs=1e-9)
        corrected = case["expected"]["W_corrected"][row["group"]]
        assert row["w_tilde"] == pytest.approx(corrected, abs=1e-9)
    codes = {finding.code: finding.level for finding in shape.findings()}
    assert "warning" in {codes.get("shape.dispersion_only"),
                         codes.get("shape.location_and_dispersion")}  # fmt: skip


def icc1(case, tmp_path):
    y = np.array(case["input"]["y"], float)[:, None]
    shape = ms.measure_shape(y, case["input"]["groups"], normalise=False)
    assert shape.icc.value == pytest.approx(value(case), abs=1e-9)
    assert shape.n0 == case["expected"]["n0"]
    assert shape.r_squared.value == pytest.approx(case["expected"]["R2"], abs=1e-9)


def retrieve(case, tmp_path):
    with pytest.raises(ms.DataError, match=r"(?s)3.*2"):
        nearest(case["input"]["queries"], case["input"]["docs"], k=1)


def compute(case, tmp_path):
    data = ms.EmbeddingSet.from_arrays(case["input"]["X"])
    panel = ms.Panel.of(data, data, names=["a", "b"])
    with pytest.raises(ms.DataError, match=r"(?s)ICC2.*r_squared"):
        ms.compare_shapes(panel, case["input"]["labels"], statistics=("ICC2",))


def cluster_jackknife_se(case, tmp_path):
    shape = ms.measure_shape(case["input"]["X"], case["input"]["labels"], permutations=99)
    assert shape.r_squared.standard_error == pytest.approx(value(case), abs=1e-9)
    assert shape.r_squared.value == pytest.approx(case["expected"]["R2"], abs=1e-12)


def compare_models(case, tmp_path):
    data = ms.EmbeddingSet.from_arrays(np.random.default_rng(0).normal(size=(30, 4)))
    panel = ms.Panel.of(data, data, names=["A", "B"])
    found = ms.compare_shapes(panel, ["a", "b", "c", "d", "e"] * 6)
    assert found.differences[0]["difference"] == 0
    assert set(found.tied_with_best) == {"A", "B"}
    assert "NaN" not in strict_json(found.to_dict())
    ms.Report(found).save(tmp_path / "r.html")
    assert "NaN" not in (tmp_path / "r.html").read_text(encoding="utf-8")


def two_languages(ja, en):
    n = len(ja)
    columns = {"key": [f"s{i}" for i in range(n)] * 2, "language": ["ja"] * n + ["en"] * n}
    return ms.EmbeddingSet.from_arrays([*ja, *en], columns=columns)


def paired_recall(case, tmp_path):
    pages = two_languages(case["input"]["ja"], case["input"]["en"])
    found = measure_language_bias(pages, key="key", language="language")
    assert found.directions["ja", "en"].mixed.recall[1].value == value(case)["recall@1"]


def language_report(case, tmp_path):
    pages = two_languages(case["input"]["ja"], case["input"]["en"])
    columns = {"key": "key", "language": "language"}
    centring = LanguageCentering.fit(pages, language="language", force=True)
    found = measure_language_bias(pages, **columns).directions["ja", "en"]
    effect = measure_repair_effect(pages, **columns, repairs={"c": centring})
    expected = value(case)
    assert found.target_only.recall[1].value == expected["target_only_recall@1"]
    assert found.mixed.recall[1].value == expected["mixed_recall@1"]
    after = effect.directions["ja", "en"]["c"].after.value
    assert after == expected["centred_mixed_recall@1"]


def rank_metrics(case, tmp_path):
    """All scores equal: recall@1 is not 1, whichever document is gold; the optimistic value too."""
    pages = two_languages([[1.0, 0.0]] * 3, [[1.0, 0.0]] * 3)
    found = measure_language_bias(pages, key="key", language="language").directions["ja", "en"]
    assert found.target_only.recall[1].value == 0.0
    assert found.target_only.optimistic_recall[1] == 1.0
    assert found.target_only.ties == 3


def centre_languages(case, tmp_path):
    vectors = case["input"]["vectors"]
    labels = [language for language, rows in vectors.items() for _ in rows]
    pages = ms.EmbeddingSet.from_arrays([row for rows in vectors.values() for row in rows])
    with pytest.raises(ms.DataError, match="'fr' has 1 document"):
        LanguageCentering.fit(pages, language=labels, force=True)


def apply_centroids(case, tmp_path):
    rng = np.random.default_rng(0)

    def pages(meta):
        card = ms.ModelCard(name=meta["model"], dimension=4)
        return ms.EmbeddingSet.from_arrays(rng.normal(size=(60, 4)), model=card)

    centring = LanguageCentering.fit(pages(case["input"]["centroid_meta"]), language=["ja"] * 60)
    ours, theirs = (case["input"][side]["model"] for side in ("centroid_meta", "vector_meta"))
    with pytest.raises(ms.DataError, match=r"(?s)aliases") as caught:
        centring.apply(pages(case["input"]["vector_meta"]), language=["ja"] * 60)
    assert f'"{ours}"' in str(caught.value)
    assert f'"{theirs}"' in str(caught.value)


def compressed(z, share):
    z = np.asarray(z, float)
    return np.hstack([np.sqrt(share) * z, np.full((len(z), 1), np.sqrt(1 - share))])


def compress(case, tmp_path):
    a, b = unit(compressed(case["input"]["z"], case["input"]["lam"]))
    assert a @ b == pytest.approx(value(case)["cos_after"], abs=1e-12)


def v_and_r2(case, tmp_path):
    x, labels, expected = case["input"]["X"], case["input"]["labels"], value(case)
    before = ms.measure_shape(x, labels)
    after = ms.measure_shape(compressed(x, case["input"]["compress_lam"]), labels)
    for shape, when in ((before, "before"), (after, "after")):
        assert shape.v == pytest.approx(expected[f"V_{when}"], abs=1e-12)
        assert shape.r_squared.value == pytest.approx(expected[f"R2_{when}"], abs=1e-12)


def hub_stats(case, tmp_path):
    table = array(case["input"]["precomputed"])
    named = {"B093": r"(?s)not symmetric.*diagonal", "B094": r"(?s)\(3, 2\).*neighbours"}
    with pytest.raises(ms.DataError, match=named[case["id"]]):
        measure_hubs(distances=table, k=case["input"]["k"])
    if case["id"] == "B094":
        assert measure_hubs(neighbours=table, n_indexed=3).occurrence.tolist() == [2, 2, 2]


def k_occurrence(case, tmp_path):
    x, k = array(case["input"]["X"]), case["input"]["k"]
    counts = measure_hubs(x, k=k, references=False).occurrence
    assert counts.sum() == len(x) * k
    for size in case["input"]["chunk_sizes"]:
        lists = [nearest(x[i : i + size], x, k=k + 1).indices[:, 1:] for i in range(0, 3000, size)]
        assert (np.bincount(np.concatenate(lists).ravel(), minlength=3000) == counts).all()


def hub_stats_from_lists(case, tmp_path):
    hubs = measure_hubs(neighbours=case["input"]["lists"], n_indexed=case["input"]["n_indexed"])
    assert hubs.occurrence.tolist() == value(case)["k_occurrence"]
    assert hubs.antihub_share.value == value(case)["antihub_share"]


def prdc(case, tmp_path):
    """Real first; degenerate reals are named, and no bare 0 is given."""
    real, fake, k = (np.asarray(array(case["input"]["real"])),
                     np.asarray(array(case["input"]["fake"])), case["input"]["k"])  # fmt: skip
    names = ("precision", "recall", "density", "coverage")
    if case["id"] == "B102":
        with pytest.raises(ms.DataError, match=r"k = 5 .*there are 4.*at most 3"):
            ms.measure_fidelity(real, fake, k=k, metrics=names)
        return
    found = ms.measure_fidelity(real, fake, k=k, metrics=names, correct=None)
    if case["id"] == "B097":
        assert {found.scores[name].value for name in names if name != "density"} == {1.0}
        (told,) = (one for one in found.findings() if one.code == "fidelity.zero_radius")
        assert told.level == "warning"
        assert told.say("en").startswith("50 of 50 reals (100%) have a ball of radius 0")
        return
    for name, expected in value(case).items():
        assert found.scores[name].value == pytest.approx(expected, abs=case["expected"]["tol"])


def frechet_distance(case, tmp_path):
    """0 and real, and the few rows are warned of."""
    a, b = array(case["input"]["A"]), array(case["input"]["B"])
    found = ms.measure_fidelity(a, b, metrics=("frechet",), correct=None)
    assert 0 <= found.scores["frechet"].value <= case["expected"]["tol"]
    (told,) = (one for one in found.findings() if one.code == "fidelity.frechet_biased")
    assert "10 reals" in told.say("en")
    assert "64 dimensions" in told.say("en")


def all_public_functions(case, tmp_path):
    x = np.array(case["input"]["X"])
    labels = [*case["input"]["labels"]]
    data = ms.EmbeddingSet.from_arrays(x, columns={"g": labels})
    calls = {
        "shape": lambda: ms.measure_shape(data, "g"),
        "facts": lambda: ms.measure_facts(data),
        "hubs": lambda: ms.measure_hubs(data, k=2, metric="cosine"),
        "audit": lambda: ms.audit(data, groups="g"),
    }
    for call in calls.values():
        first, second = plain(call().to_dict()), plain(call().to_dict())
        assert first == second
        assert (x == case["input"]["X"]).all()
        assert labels == case["input"]["labels"]
        assert list(data.columns) == ["g"]


def load_csv_ids(case, tmp_path):
    file = tmp_path / "v.csv"
    file.write_text(case["input"]["text"], encoding="utf-8")
    with pytest.raises(ms.DataError, match="3"):
        ms.read(file, id="id", vectors="x")


def join_on_id(case, tmp_path):
    left, right = case["input"]["left"], case["input"]["right"]
    (tmp_path / "t.jsonl").write_text(json.dumps({"id": left[0]}) + "\n", encoding="utf-8")
    np.savez(tmp_path / "v.npz", vectors=np.ones((1, 2)), ids=np.array(right))
    with pytest.raises(ms.DataError, match=r"U\+"):
        ms.read(tmp_path / "t.jsonl", id="id", vectors=tmp_path / "v.npz")


def load_jsonl(case, tmp_path):
    file = tmp_path / "v.jsonl"
    file.write_bytes(bytes.fromhex(case["input"]["bytes_hex"]))
    data = ms.read(file, id="id", vectors="v")
    assert [*data.ids] == value(case)["ids"]
    assert data.vectors.tolist() == value(case)["X"]


def load_lines(case, tmp_path):
    texts = value(case)
    rows = [{"id": str(i), "text": text, "v": [1, i]} for i, text in enumerate(texts)]
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (tmp_path / "v.jsonl").write_text(lines, encoding="utf-8")
    data = ms.read(tmp_path / "v.jsonl", id="id", vectors="v")
    assert [*data.columns["text"]] == texts


def load_parallel_lines(case, tmp_path):
    """The blank line is named; left out, it takes nothing along."""
    files = {language: tmp_path / f"{language}.txt" for language in ("ja", "en")}
    for language, path in files.items():
        path.write_text(case["input"][f"{language}_bytes"], encoding="utf-8")
    with pytest.raises(ms.DataError, match=r"ja\.txt: blank lines: 1 \(lines 2\)"):
        ms.read_parallel(files)
    found = ms.read_parallel(files, invalid="drop")
    pairs = dict(zip(found.ids.tolist(), found.texts.tolist(), strict=True))
    assert pairs == {"1/ja": "あ", "1/en": "a", "2/en": "b", "3/ja": "う", "3/en": "c"}
    assert any("lines 2" in str(note) for note in found.notices)


def collect_embeddings(case, tmp_path):
    """A server that answers out of order, over the loopback."""
    body = json.dumps({"data": case["input"]["response"]}).encode("utf-8")

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments):
            """Say nothing on standard error."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/v1"
        model = OpenAICompatible("m", url=url, key_env="", attempts=1, timeout=10)
        assert np.asarray(model.embed(case["input"]["inputs"])).tolist() == value(case)


def mean_mrr(case, tmp_path):
    found = ms.measure_rankings(case["input"]["run"], case["input"]["qrels"])
    assert found.mrr.value == pytest.approx(value(case), abs=case["expected"]["tol"])
    assert found.n_queries == case["expected"]["n"]


def cli_under_locale(case, tmp_path):
    rows = [{"id": f"記事{i}", "t": "本文", "v": [1.0, float(i), 2.0]} for i in range(20)]
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (tmp_path / "v.jsonl").write_text(lines, encoding="utf-8")
    code = "from monosashi.cli import main; raise SystemExit(main())"
    documents = []
    for name, extra in (("plain", {}), ("cp932", case["input"]["env"])):
        command = [sys.executable, "-c", code, "audit", "v.jsonl", "--vectors", "v", "--id", "id",
                   "--out", name]  # fmt: skip
        done = subprocess.run(  # noqa: S603 - our own command
            command, cwd=tmp_path, env={**os.environ, **extra}, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
        documents.append(json.loads((tmp_path / name / "result.json").read_text("utf-8")))
    assert documents[0]["results"] == documents[1]["results"]
    assert documents[0]["results"]["hubs"]["hubs"][0]["id"].startswith("記事")


def write_json(case, tmp_path):
    note = case["input"]["result"]["note"]
    x = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]
    document = json.loads(strict_json(ms.measure_shape(x, ["a", "a", "b", "b"]).to_dict()))
    assert document["f"] is None
    assert document["reasons"]["f"]["text"]
    assert plain({"note": note}) == {"note": note}
    with pytest.raises(ArithmeticError):
        plain({"F": float(case["input"]["result"]["F"])})


def write_html(case, tmp_path):
    x = np.random.default_rng(0).normal(size=(40, 6))
    pages = {}
    for name, labels in (("hostile", case["input"]["labels"]), ("tame", ["x", "ok"])):
        data = ms.EmbeddingSet.from_arrays(x, columns={"g": labels * 20, "text": labels * 20})
        pages[name] = ms.Report(ms.audit(data, groups="g", permutations=99)).render("en")
    assert pages["hostile"].count("<script") == pages["tame"].count("<script")
    assert "&lt;/script&gt;" in pages["hostile"]


def rrf(case, tmp_path):
    lists, k = [{"q": one} for one in case["input"]["lists"]], case["input"]["k"]
    if case["id"] == "B077":
        try:
            fused = ms.reciprocal_rank_fusion(lists, k=k)
        except ms.DataError as error:
            assert "4" in str(error)  # noqa: PT017 - either answer is right
            lists = [{"q": [str(name) for name in one["q"]]} for one in lists]
            fused = ms.reciprocal_rank_fusion(lists, k=k)
        scores = dict(zip(fused.documents["q"], fused.scores["q"], strict=True))
        assert scores["4"] == pytest.approx(2 / 61)
        return
    runs = [ms.reciprocal_rank_fusion(lists, k=k) for _ in range(case["input"].get("repeat", 1))]
    assert all(run.documents == runs[0].documents for run in runs)
    if case["id"] == "B074":
        fused = runs[0]
        assert fused.documents["q"][0] == case["expected"]["first"]
        scores = dict(zip(fused.documents["q"], fused.scores["q"], strict=True))
        assert scores == pytest.approx(value(case), abs=case["expected"]["tol"])


def detect_language(case, tmp_path):
    """Kana make it Japanese; without them it is nobody's to say, and a label that is given wins."""
    from monosashi.cli.detected_languages import with_detected

    text = case["input"]["text"]
    kanji = text.replace("は", "")
    assert ms.detect_language(text) == value(case)
    assert ms.detect_language(kanji) == "und"
    given = ms.TextSet.from_lists([text, kanji, kanji], ids=["a", "b", "c"],
                                  columns={"language": [None, "zh", None]})  # fmt: skip
    with pytest.raises(ms.DataError, match='"c"'):
        with_detected(given, "auto", ["ja", "zh"])
    found = with_detected(given, "auto", ["ja", "zh"], invalid="drop")
    assert dict(zip(found.ids, found.columns["auto"], strict=True)) == {"a": "ja", "b": "zh"}
    assert '"c"' in found.notices[-1].say("en")


def wilcoxon_hl(case, tmp_path):
    x = case["input"]["diffs"]
    tested, centre = ms.wilcoxon_signed_rank(x), ms.hodges_lehmann(x)
    if case["id"] == "B049":
        assert (tested.p_value, tested.n, centre.value) == (1.0, 0, 0.0)
        assert (centre.low, centre.high) == (0.0, 0.0)
        return
    assert tested.p_value == pytest.approx(value(case)["p_exact"], abs=1e-9)
    assert centre.value == pytest.approx(value(case)["hl"], abs=1e-9)


def holm(case, tmp_path):
    found = ms.holm(case["input"]["p"])
    assert [p is None for p in found] == [p is None for p in value(case)]
    known = [(p, q) for p, q in zip(found, value(case), strict=True) if p is not None]
    assert all(p == pytest.approx(q, abs=1e-12) for p, q in known)


def gwet_ac2(case, tmp_path):
    given = case["input"]
    for weights, wanted in ((given["weights"], value(case)),
                            ("linear", case["expected"]["linear"])):  # fmt: skip
        found = ms.gwet_ac2(given["ratings"], scale=given["categories"], weights=weights)
        assert found.value == pytest.approx(wanted, abs=case["expected"]["tol"])


def drift(case, tmp_path):
    found = ms.measure_drift(case["input"]["orig"], case["input"]["trans"]).per_text
    assert found == pytest.approx(value(case), abs=case["expected"]["tol"])
    assert (found >= 0).all()


RUN = {
    name.lower(): function for name, function in globals().items()
    if callable(function) and getattr(function, "__module__", None) == __name__
}  # fmt: skip


# robustness: those of rewriting have tests of their kind beside its parts
STATISTICS = {"B049", "B051", "B054", "B055", "B060", "B131"}
MET = [case for case in CASES if case["id"] not in LATER
       and (case["area"] != "robustness" or case["id"] in STATISTICS)]  # fmt: skip


@pytest.mark.parametrize("case", MET, ids=[case["id"] for case in MET])
def test_case(case, tmp_path):
    RUN[case["input"]["op"].lower()](case, tmp_path)


def test_every_case_of_shape_and_statistics_runs():
    """None of them waits for a part, and each has its function."""
    ours = [case for case in CASES if case["area"] in {"shape", "stats"}]
    assert len(ours) == 15
    assert {case["id"] for case in ours} <= {case["id"] for case in MET}
    assert all(case["input"]["op"].lower() in RUN for case in ours)
