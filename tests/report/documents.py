"""Documents written by hand: real-looking numbers, Japanese texts, hostile names, gaps."""

HOSTILE = "</script><script>alert(1)</script>"
AUDIT_TITLE = "手引き <b>& guides</b>"


def estimate(value, low=None, high=None, n=676):
    return {"value": value, "low": low, "high": high, "standard_error": 0.01, "n": n,
            "method": "bootstrap over keys, 2000 resamples, percentile", "bias_corrected": None,
            "clipped": False}  # fmt: skip


def why(code, **values):
    return {"code": code, "text": "in English", "values": values}


def permutation(p, *, exact=False):
    return {"statistic": 11.9, "p_value": p, "exceedances": 0, "permutations": 999,
            "smallest_p": 0.001, "exact": exact, "scheme": "free"}  # fmt: skip


def facts():
    return {
        "kind": "facts", "n": 1352, "dimension": 384, "zero_vectors": 3, "norm_mean": 1.0,
        "norm_low": 0.9996, "norm_high": 1.0004, "unit_norm": True, "v": 0.17,
        "mean_resultant_length": 0.911, "v_unbiased": None, "top_dimension_share": 0.061,
        "dominant_dimensions": [{"dimension": 308, "share": 0.061, "centred_share": None}],
        "near_duplicate_pairs": 2, "identical_vectors": 0, "identical_with_other_text": [],
        "near_duplicates": [{"id_a": HOSTILE, "id_b": "b\x00\u202e", "cosine": 0.99991,
                             "text_a": "同じ文。", "text_b": "<img src=x onerror=alert(1)>"}],
        "reasons": {"v_unbiased": why("shape.reasons.one_object"),
                    "centred_share": why("shape.reasons.not_unit")},
    }  # fmt: skip


def pool(*recalls, n=676):
    return {"recall": dict(zip(("1", "5", "10"), recalls, strict=True)), "ties": 0,
            "mrr": estimate(0.8, 0.78, 0.82), "map": estimate(0.8, 0.78, 0.82),
            "optimistic_recall": {"1": 0.74}, "n_queries": n, "n_candidates": 2 * n}  # fmt: skip


def direction(source, target, alone, mixed, share):
    return {
        "source": source, "target": target, "n": 676, "n_keys": 676,
        "target_only": pool(estimate(alone, alone - 0.01, 1.0), estimate(1.0), estimate(1.0)),
        "mixed": pool(estimate(mixed, mixed - 0.03, mixed + 0.03), estimate(0.9), estimate(0.95)),
        "drop": estimate(alone - mixed, alone - mixed - 0.03, alone - mixed + 0.03),
        "drops": {"1": estimate(alone - mixed)}, "mrr_drop": estimate(0.1, 0.08, 0.12),
        "guards": {"same_language_share": estimate(share, share - 0.02, share + 0.02),
                   "neutral_share": 0.5, "known_item": None, "cosine_translation": estimate(0.88),
                   "nearest_wrong_closer": estimate(0.2, 0.17, 0.23)},
        "partner_ranks": {"from": [1, 2, 3, 6, 11], "to": [1, 2, 5, 10, 20],
                          "mixed": [495, 80, 60, 31, 10], "target_only": [673, 2, 1, 0, 0]},
        "examples": [{"query_id": "q1", "query_text": "設定ファイルを編集します。",
                      "gold_id": "g1", "gold_text": HOSTILE, "first_id": "f1",
                      "first_text": None, "first_language": source, "rank_mixed": 291,
                      "rank_target_only": 1}],
    }  # fmt: skip


def language():
    return {
        "kind": "language", "query_role": "query vectors", "languages": ["en", "ja"],
        "documents": {"en": 676, "ja": 676}, "ks": [1, 5, 10], "confidence": 0.95,
        "directions": {"en->ja": direction("en", "ja", 0.994, 0.942, 0.31),
                       "ja->en": direction("ja", "en", 0.996, 0.732, 0.83)},
        "geometry": {"rows": {"en": 676, "ja": 676}, "language_share": 0.15},
        "reasons": {f"directions.{name}.guards.known_item":
                    why("language.reasons.no_independent_queries")
                    for name in ("en->ja", "ja->en")},
    }  # fmt: skip


def repaired(source, target, name, after, recovery):
    return {
        "source": source, "target": target, "repair": name, "before": estimate(0.732),
        "after": estimate(after, after - 0.01, after + 0.01), "target_only": estimate(0.996),
        "gain": estimate(after - 0.732, 0.2, 0.28), "recovery": recovery,
        "held_out": estimate(after - 0.01, 0.94, 0.98), "gained": 170, "lost": 5,
        "mcnemar_p": 1e-30, "same_language_share_before": estimate(0.83, 0.82, 0.84),
        "same_language_share_after": estimate(0.53, 0.52, 0.54),
        "overlap": estimate(0.7, 0.68, 0.72),
    }  # fmt: skip


def repairs():
    names = {"centring per language (document centroid)": "centering", f"own {HOSTILE}": "other"}
    return {
        "kind": "repair", "repairs": names, "query_role": "query vectors", "confidence": 0.95,
        "directions": {
            f"{a}->{b}": {name: repaired(a, b, name, 0.973 - 0.1 * i, None if i else
                                         estimate(0.91, 0.86, 0.95))
                          for i, name in enumerate(names)}
            for a, b in (("en", "ja"), ("ja", "en"))
        },
        "reasons": {f"directions.{a}.own {HOSTILE}.recovery": why("language.reasons.no_drop")
                    for a in ("en->ja", "ja->en")},
    }  # fmt: skip


def hub_numbers(scale):
    return {
        "antihub_share": estimate(0.1 * scale, 0.08 * scale, 0.12 * scale),
        "top_share_ratio": estimate(4.2 * scale, 3.9 * scale, 4.5 * scale),
        "robin_hood": estimate(0.3), "hub_occurrence": estimate(0.2), "gini": estimate(0.4),
        "skewness": None, "antihubs": 135, "max_occurrence": 82,
        "curve": [{"occurrence": o, "share": s} for o, s in
                  ((0, 1.0), (1, 0.9), (5, 0.6), (10, 0.35), (30, 0.05), (82, 0.00074))],
    }  # fmt: skip


def hubs():
    return {
        "kind": "hubs", "n": 1352, "n_queries": 1352, "k": 10, "metric": "cosine", "unit": True,
        "source": "self", **hub_numbers(1.0), "ties": 0,
        "hubs": [{"index": 3, "id": HOSTILE, "occurrence": 82, "share": 0.06, "text": "目次"},
                 {"index": 9, "id": "toc", "occurrence": 70, "share": 0.05}],
        "references": {name: hub_numbers(scale) for name, scale in
                       (("random_directions", 0.4), ("shuffled_coordinates", 1.5))},
        "reasons": {"skewness": why("hubs.reasons.skewness", count=10)},
    }  # fmt: skip


def group(name, n, w, *, known=True):
    tilde = round(n / (n - 1) * w, 3) if n > 1 else None
    ends = (round(tilde * 0.8, 3), round(tilde * 1.2, 3)) if known and n > 2 else (None, None)
    return {"group": name, "n": n, "w": w, "w_tilde": tilde, "low": ends[0], "high": ends[1]}


def shape(groups=30):
    names = [HOSTILE, "ok", "言語と設定についての長い名前のグループ" * 3, "$x^2$ `code`"]
    rows = [group(names[i] if i < len(names) else f"topic {i}", 1 + i % 40, 0.2 + 0.01 * i)
            for i in range(groups)]  # fmt: skip
    return {
        "kind": "shape", "n": 1352, "n_groups": groups, "n_singletons": 1, "v": 0.83,
        "v_unbiased": 0.831, "mean_resultant_length": 0.41, "mean_squared_pair_distance": 1.66,
        "ss_total": 1122.0, "ss_within": 235.0, "ss_between": 887.0,
        "r_squared": estimate(0.79, 0.74, 0.83, groups),
        "epsilon_squared": estimate(0.78, 0.73, 0.82, groups),
        "omega_squared": estimate(0.779, 0.729, 0.819, groups),
        "f": None, "f2": 11.9, "welch": 12.4,
        "icc": estimate(0.77, 0.71, 0.82, groups), "n0": 67.6, "w_bar": estimate(0.17, 0.15, 0.2),
        "ms_within": 0.176, "expected_r_squared": 0.014, "standardised_effect": 88.2,
        "permutation": permutation(0.001) | {"statistic": None}, "welch_permutation":
        permutation(0.001), "dispersion": permutation(0.031, exact=True),
        "location_dispersion": "both", "null": {"low": 0.011, "high": 0.019, "counts": [3, 5, 2]},
        "groups": rows,
        "reasons": {"f": why("shape.reasons.infinite_f"),
                    "permutation": why("shape.reasons.infinite_f"),
                    "w_tilde": why("shape.reasons.one_object"),
                    "low": why("shape.reasons.one_object"),
                    "high": why("shape.reasons.one_object")},
    }  # fmt: skip


def comparison():
    models = ["USE multilingual", f"e5 {HOSTILE}", "third"]
    rows = [{"model_a": a, "model_b": b, "statistic": "r_squared", "difference": 0.014,
             "bias_corrected": 0.012, "standard_error": 0.006, "low": 0.0, "high": 0.025,
             "p_value": 0.049, "p_adjusted": 0.147}
            for a, b in ((models[0], models[1]), (models[0], models[2]))]  # fmt: skip
    rows.append({**rows[0], "model_a": models[1], "model_b": models[2], "difference": 0.0,
                 "bias_corrected": 0.0, "low": 0.0, "high": 0.0, "standard_error": 0.0,
                 "p_value": None, "p_adjusted": None})  # fmt: skip
    levels = {m: {"r_squared": estimate(0.37 - 0.01 * i, 0.3, 0.42)} for i, m in enumerate(models)}
    return {
        "kind": "comparison", "models": models, "n": 300, "n_groups": 10, "levels": levels,
        "statistics": ["r_squared"], "differences": rows, "best": models[0], "adjust": "holm",
        "tied_with_best": models[:2], "method": "jackknife", "confidence": 0.95, "reasons": {},
        "agreement": [{"model_a": models[0], "model_b": models[1], "k": 10, "knn_overlap": 0.68,
                       "chance": 0.033, "knn_overlap_adjusted": 0.67}],
    }  # fmt: skip


def finding(code="advice.zero_vectors", level="warning", **numbers):
    return {"code": code, "level": level, "numbers": numbers or {"count": 3, "total": 1355},
            "remedies": []}  # fmt: skip


def data():
    return {"n": 1352, "dimension": 384, "fingerprint": "1f0c9d", "source": f"pages {HOSTILE}",
            "model": {"name": "multilingual-e5-small", "role": "passage", "normalised": True,
                      "aliases": ["me5-small"]},
            "notices": [why("embeddings.notices.dropped_non_finite", count=2, rows="4, 9",
                            ids='"a", "b"')]}  # fmt: skip


def document(kind="audit", **results):
    return {
        "kind": kind, "format": 1, "version": "0.1.0", "created": "2026-11-30T03:00:00+00:00",
        "title": AUDIT_TITLE, "command": f"monosashi audit '{HOSTILE}' --groups topic",
        "settings": {"k": 10, "permutations": 999, "confidence": 0.95, "rng": 0, "key": None},
        "data": data(), "results": results,
        "verdict": {"code": "advice.verdicts.warnings", "numbers": {"problems": 0, "warnings": 1}},
        "findings": [finding(), finding("advice.norms", "note", mean=1.0, low=0.9, high=1.1),
                     finding("advice.near_duplicates", "note", pairs=2, n=1352, example=HOSTILE),
                     finding("hubs.ties", "note", ties=90, n_queries=1352, k=10, ties_share=0.07)],
        "skipped": [{"section": "shape", **why("advice.skipped.shape")}],
    }  # fmt: skip


def audit():
    return document(facts=facts(), language=language(), repairs=repairs(), shape=shape(),
                    hubs=hubs())  # fmt: skip


def demo():
    parts = [audit(), document(facts=facts(), language=language(), repairs=repairs(), hubs=hubs()),
             document(shape=shape(), hubs=hubs()), document(shape=shape(60), hubs=hubs()),
             document("comparison", comparison=comparison())]  # fmt: skip
    return {**document("demo"), "title": "What the vectors show", "parts": parts, "results": {}}
