"""A small call of every public function, with all that it is given in one mapping."""

import json
from pathlib import Path

import numpy as np

import monosashi as ms
from monosashi.robustness.tasks import Task

X = [[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]]  # the vectors and labels of the case
LABELS = ["A", "A", "B", "B"]
WORDS = ["a red car", "a blue car", "one green tree", "two tall trees", "the sea"]
RATES = [{"item": str(i), "quality": 4 + (i > 1), "fluency": 5} for i in range(4)]
SERVED = "openai:m?url=http://127.0.0.1:8000/v1&key_env="


def bag(texts):
    """A model that counts words."""
    known = sorted({word for text in texts for word in text.split()})
    return [[float(text.split().count(word)) for word in known] for text in texts]


def same_mean(real, generated):
    return float(np.exp(-np.abs(real.mean(axis=0) - generated.mean(axis=0)).max()))


def given(folder):
    """Everything that the calls below are given; none of it may change."""
    rng = np.random.default_rng(0)
    topics, tongue = rng.normal(size=(60, 8)), np.repeat([[3.0, 0.0], [0.0, 3.0]], 60, axis=0)
    pages = ms.EmbeddingSet.from_arrays(
        np.hstack([np.vstack([topics, topics]), tongue]),
        columns={"key": [*range(60)] * 2, "language": ["ja"] * 60 + ["en"] * 60},
    )
    wide = rng.normal(size=(60, 6))
    held = {
        "x": np.array(X, dtype=float), "labels": [*LABELS], "pages": pages, "wide": wide,
        "data": ms.EmbeddingSet.from_arrays(np.array(X, dtype=float), columns={"g": LABELS}),
        "groups": [f"g{i % 6}" for i in range(60)], "outcome": [float(i % 6) for i in range(60)],
        "many": rng.normal(size=(200, 4)), "real": rng.normal(size=(60, 4)),
        "made": rng.normal(size=(60, 4)),
        "documents": np.eye(30)[:21] + 0.1, "gold": {str(i): str(i) for i in range(20)},
        "lists": {"q": ["a", "b", "c"]}, "judged": {"q": {"b": 1.0}},
        "right": [1, 0, 1, 0], "stages": [1, 1, 2, 2] * 2, "asked": [*"aaaabbbb"],
        "p": [0.01, None, 0.2],
        "differences": [1.0, 2.0, -0.5, 3.0], "ratings": [[1, 2, 3, 3], [1, 2, 3, 2]],
        "scale": [1, 2, 3], "texts": {"q1": "I can't log in.", "q2": "Where is my card?"},
        "key": [{"item": str(i), "transformation": "x"} for i in range(4)],
        "sheets": {"a": [dict(row) for row in RATES], "b": [dict(row) for row in RATES]},
        "sentences": ["Paris is far from Rome now", "Rome is near Oslo in winter", "It is cold"],
        "cube": [{"model": m, "dataset": f"d{i}", "transformation": t, "generator": "rules",
                  "axis": "surface", "original": 80 + i, "transformed": 78 + i - k}
                 for k, m in enumerate("AB") for i in range(6) for t in ("typos", "case")],
        "task": Task.of("toy", "sts", {"left": [*WORDS], "right": WORDS[1:] + WORDS[:1]},
                        {"scores": [4, 1, 3, 0, 0]}),
    }  # fmt: skip
    held["found"] = ms.measure_retrieval(held["documents"][:20], held["documents"],
                                         gold=held["gold"])  # fmt: skip
    held["panel"] = ms.Panel.of(*(ms.EmbeddingSet.from_arrays(wide + i) for i in range(2)),
                                names=["a", "b"])  # fmt: skip
    held["rewrites"] = ms.rewrite(held["task"].to_rewrite(), transformations=["typos"], seeds=[1],
                                  rewriter="rules", dataset="toy", language="en")  # fmt: skip
    return held | files(folder, held)


def files(folder, held):
    """What is read: paths, and a correction that was saved."""
    places = {name: folder / name for name in
              ("v.npz", "t.jsonl", "pairs.jsonl", "gold.tsv", "lists.run", "ja.txt", "en.txt",
               "a.csv",
               "suite.toml", "reduction", "bench")}  # fmt: skip
    np.savez(places["v.npz"], vectors=held["x"], ids=np.array(list("abcd")))
    rows = [json.dumps({"id": str(i), "text": text}) for i, text in enumerate(WORDS)]
    for name, text in {
        "t.jsonl": "\n".join(rows),
        "pairs.jsonl": '{"id": "a", "text": {"ja": "猫", "en": "cat"}}\n',
        "gold.tsv": "query-id\tcorpus-id\tscore\nq\tb\t1\n",
        "lists.run": "q Q0 a 1 9 s\nq Q0 b 2 8 s\n", "ja.txt": "猫\n犬\n", "en.txt": "cat\ndog\n",
        "a.csv": "s1,s2,score\nx,y,1\nz,w,2\n",
        "suite.toml": '[[task]]\npath = "a.csv"\nlanguage = "en"\n',
    }.items():  # fmt: skip
        places[name].write_text(text, encoding="utf-8")
    ms.LocalScaling.fit(held["wide"], k=5).save(places["reduction"])
    kept = ["clipped_density:filtered"]
    ms.run_fidelity_benchmark(kept, checks=[6], repeats=1, store=places["bench"])
    return {name: Path(place) for name, place in places.items()}


PAIRED = {"key": "key", "language": "language"}
CALLS = {
    "audit": lambda g: ms.audit(g["data"], groups="g"),
    "compare_generators": lambda g: ms.compare_generators(
        g["real"], g["made"], names=["a"], correct=None),
    "compare_language_repairs": lambda g: ms.compare_language_repairs(
        g["pages"], **PAIRED, methods=["centering", "csls"]),
    "compare_reductions": lambda g: ms.compare_reductions(g["wide"], methods=["csls"], k=5),
    "compare_models": lambda g: ms.compare_models(g["panel"], g["groups"], rng=0),
    "compare_retrieval": lambda g: ms.compare_retrieval({"a": g["found"], "b": g["found"]}),
    "compare_shapes": lambda g: ms.compare_shapes(g["panel"], g["groups"]),
    "correlate_spread": lambda g: ms.correlate_spread(g["wide"], g["groups"], g["outcome"]),
    "count_directions": lambda g: ms.count_directions(g["wide"], g["groups"]),
    "csls_scores": lambda g: ms.csls_scores(g["real"], g["made"]),
    "detect_language": lambda _: ms.detect_language("これは犬です"),
    "diagnose_input_output": lambda g: ms.diagnose_input_output(
        g["x"], g["right"], groups=g["labels"]),
    "embed": lambda g: ms.embed([*g["texts"].values()], "hashing"),
    "embedder": lambda _: ms.embedder("hashing").card("passage"),
    "explain_misses": lambda g: ms.explain_misses(
        g["found"], g["documents"][:20], g["documents"], gold=g["gold"]),
    "find_duplicates": lambda g: ms.find_duplicates(g["pages"].take([0]), g["pages"], key="key"),
    "find_unrelated_hubs": lambda g: ms.find_unrelated_hubs(g["many"], queries=g["made"], k=5),
    "group_auc": lambda g: ms.group_auc(g["x"], g["labels"]),
    "gwet_ac2": lambda g: ms.gwet_ac2(g["ratings"], scale=g["scale"]),
    "hodges_lehmann": lambda g: ms.hodges_lehmann(g["differences"]),
    "holm": lambda g: ms.holm(g["p"]),
    "krippendorff_alpha": lambda g: ms.krippendorff_alpha(g["ratings"], scale=g["scale"]),
    "load_reduction": lambda g: ms.load_reduction(g["reduction"], g["wide"]).neighbours(3),
    "margin_scores": lambda g: ms.margin_scores(g["real"], g["made"]),
    "measure_agreement": lambda g: ms.measure_agreement(g["real"], g["made"], k=5),
    "measure_compression": lambda g: ms.measure_compression(g["wide"], dimension=3, k=5),
    "measure_dose": lambda g: ms.measure_dose(g["wide"][:8], groups=g["asked"], stage=g["stages"]),
    "measure_drift": lambda g: ms.measure_drift(g["real"], g["made"]),
    "measure_facts": lambda g: ms.measure_facts(g["data"]),
    "measure_fidelity": lambda g: ms.measure_fidelity(g["real"], g["made"]),
    "measure_hubs": lambda g: ms.measure_hubs(g["data"], k=2, metric="cosine"),
    "measure_language_bias": lambda g: ms.measure_language_bias(g["pages"], **PAIRED),
    "measure_language_search": lambda g: ms.measure_language_search(
        g["pages"], **PAIRED, queries=g["pages"].take([0, 1, 60]),
        gold={"0": "0", "1": "1", "60": "0"}),
    "measure_margins": lambda g: ms.measure_margins(
        g["documents"][:20], g["documents"], gold=g["gold"]),
    "measure_mean_direction": lambda g: ms.measure_mean_direction(g["wide"], g["groups"]),
    "measure_rankings": lambda g: ms.measure_rankings(g["lists"], g["judged"]),
    "measure_ratings": lambda g: ms.measure_ratings(g["key"], g["sheets"]),
    "measure_repair_effect": lambda g: ms.measure_repair_effect(g["pages"], **PAIRED),
    "measure_retrieval": lambda g: ms.measure_retrieval(
        g["documents"][:20], g["documents"], gold=g["gold"]),
    "measure_robustness": lambda g: ms.measure_robustness(
        g["task"], embedders=["hashing"], rewrites=g["rewrites"], draws=50),
    "measure_sensitivity": lambda g: ms.measure_sensitivity(g["sentences"], embedder=bag),
    "measure_shape": lambda g: ms.measure_shape(g["data"], "g"),
    "measure_shape_from_distances": lambda g: ms.measure_shape_from_distances(
        1 - np.eye(4), g["labels"]),
    "nearest": lambda g: ms.nearest(g["x"], k=2),
    "pairwise_groups": lambda g: ms.pairwise_groups(g["wide"], g["groups"], permutations=99),
    "partition_variance": lambda g: ms.partition_variance(
        g["pages"], ["language"], permutations=99),
    "plan_rewrites": lambda g: ms.plan_rewrites(
        g["texts"], language="en", store=False, seeds=[1], rewriter=SERVED),
    "power.attenuated": lambda _: ms.power.attenuated(0.3, 0.8),
    "power.detectable_correlation": lambda _: ms.power.detectable_correlation(30),
    "power.groups_needed": lambda _: ms.power.groups_needed(0.4),
    "power.power_of": lambda _: ms.power.power_of(0.4, 30),
    "power.simulate": lambda g: ms.power.simulate(
        g["wide"], g["groups"], group_counts=[3], group_sizes=[2], simulations=20,
        permutations=19),
    "probe_invariance": lambda g: ms.probe_invariance(
        g["x"], g["labels"], transform="common_axis", values=[0.1], k=1),
    "read": lambda g: ms.read(g["v.npz"]),
    "read_gold": lambda g: ms.read_gold(g["gold.tsv"]),
    "read_parallel": lambda g: ms.read_parallel({"ja": g["ja.txt"], "en": g["en.txt"]}),
    "read_rankings": lambda g: ms.read_rankings(g["lists.run"]),
    "read_suite": lambda g: ms.read_suite(g["suite.toml"]),
    "read_task": lambda g: ms.read_task(g["a.csv"]),
    "read_texts": lambda g: ms.read_texts(g["t.jsonl"]),
    "reciprocal_rank_fusion": lambda g: ms.reciprocal_rank_fusion([g["lists"], g["lists"]]),
    "related": lambda g: ms.related(g["pages"], floor=0.9),
    "rescore_fidelity_benchmark": lambda g: ms.rescore_fidelity_benchmark(g["bench"]),
    "rewrite": lambda g: ms.rewrite(g["texts"], transformations=["contractions"],
                                    rewriter="rules", language="en", seeds=[1]),
    "robustness_statistics": lambda g: ms.robustness_statistics(g["cube"]),
    "run_fidelity_benchmark": lambda _: ms.run_fidelity_benchmark(
        same_mean, checks=[1], repeats=1),
    "spread_ratio": lambda g: ms.spread_ratio(
        g["wide"], g["wide"], query_groups=g["groups"], document_groups=g["groups"]),
    "translator": lambda g: ms.translator(f"recorded:{g['pairs.jsonl']}").translate(
        ["cat"], "en", "ja"),
    "wilcoxon_signed_rank": lambda g: ms.wilcoxon_signed_rank(g["differences"]),
}  # fmt: skip
