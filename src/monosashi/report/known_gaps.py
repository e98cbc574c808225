"""Gaps that rows have by their nature, so that results record no reason for each."""

from __future__ import annotations

# section and column, to a sentence of report.toml
KNOWN_GAPS = {
    **{
        ("models", name): "models_gaps.counted"
        for name in ("low", "high", "points_low", "points_high", "p_value", "p_adjusted")
    },
    ("sensitivity", "harmless"): "sensitivity.no_harmless",
    ("sensitivity", "cut_at"): "sensitivity.not_cut",
    ("sensitivity", "last"): "sensitivity.to_end",
    ("robustness_run", "preset"): "robustness_run.no_preset",
    **{
        ("robustness_run", name): "robustness_run.not_known"
        for name in (
            "prompt",
            "task",
            "normalised",
            "token_limit",
            "text_cut",
            "family",
            "parameters",
            "revision",
            "dimension",
            "identity",
            "n_truncated",
        )
    },
    ("robustness_run", "unused_prompt"): "robustness_run.none_missed",
    ("robustness_run", "rho_loss"): "robustness_run.no_rho",
    ("robustness_run", "loss"): "robustness_run.no_text_loss",
    **{
        ("robustness_run", name): "robustness_run.is_first"
        for name in ("behind_low", "behind_high")
    },
    **{("robustness_run", name): "robustness_run.no_interval" for name in ("low", "high")},
    ("robustness", "relative"): "robustness.no_chance",
    ("robustness", "seed_sd"): "robustness.one_seed",
    ("robustness", "beside_own_mean"): "robustness.one_axis",
    **{
        ("robustness", name): "robustness.no_counts"
        for name in ("share_failed", "share_unchanged", "share_truncated", "n_texts")
    },
    ("repair_check", "language"): "repair_check.all",
    ("duplicates", "bridge"): "duplicates.no_bridge",
    ("repair_check", "worth"): "repair_check.no_drift",
    **{
        ("repair_check", name): "repair_check.few"
        for name in ("distance", "band", "expected", "cosine")
    },
    ("facts", "centred_share"): "facts.nothing_varies",
    ("map", "column"): "map.no_column",
    ("shape", "statistic"): "test.infinite",
    ("shape", "w_tilde"): "shape.alone",
    ("shape", "low"): "shape.no_interval",
    ("shape", "high"): "shape.no_interval",
    ("partition", "low"): "partition.no_interval",
    ("partition", "high"): "partition.no_interval",
    ("partition", "bias_corrected"): "partition.no_interval",
    ("partition", "partial_bias_corrected"): "partition.no_interval",
    ("partition", "partial_low"): "partition.no_interval",
    ("partition", "adjusted_low"): "partition.no_interval",
    ("partition", "adjusted_high"): "partition.no_interval",
    ("partition", "adjusted_bias_corrected"): "partition.no_interval",
    ("partition", "partial_high"): "partition.no_interval",
    **{
        ("partition", name): "partition.no_test"
        for name in (
            "r_squared",
            "partial_r_squared",
            "expected_r_squared",
            "adjusted_r_squared",
            "f",
            "p_value",
            "smallest_p",
            "permutations",
            "exact",
        )
    },
    ("power", "low"): "power.no_interval",
    ("power", "high"): "power.no_interval",
    ("pairwise", "f"): "test.infinite",
    ("pairwise", "welch"): "pairwise.no_welch",
    ("pairwise", "distance_low"): "pairwise.no_interval",
    ("pairwise", "distance_high"): "pairwise.no_interval",
    ("pairwise", "distance_squared"): "pairwise.no_interval",
    ("probe", "expected_v"): "probe.no_theory",
    ("probe", "expected_r_squared"): "probe.no_theory",
    ("probe", "share_along"): "probe.nothing_along",
    ("probe", "direction"): "probe.no_direction",
    ("probe", "share_along_direction"): "probe.no_direction",
    ("partition", "clusters"): "partition.no_clusters",
    ("spread_correlation", "held_fixed"): "spread_correlation.nothing_fixed",
    ("dose", "low"): "dose.one_question",
    ("dose", "high"): "dose.one_question",
    ("dose", "kendall_tau"): "dose.level",
    ("comparison", "p_value"): "comparison.identical",
    ("comparison", "p_adjusted"): "comparison.identical",
    ("comparison", "equivalence_p"): "comparison.no_margin",
    ("comparison", "equivalence_p_adjusted"): "comparison.no_margin",
    ("comparison", "beyond_p"): "comparison.no_margin",
    ("comparison", "beyond_p_adjusted"): "comparison.no_margin",
    ("comparison", "equivalent"): "comparison.no_margin",
    ("comparison", "beyond"): "comparison.no_margin",
    ("compression", "quantise"): "compression.not_quantised",
    ("compression", "distance_spearman"): "compression.equal_distances",
    ("language", "query_text"): "language.no_text",
    ("language", "gold_text"): "language.no_text",
    ("language", "first_text"): "language.no_text",
    ("language_choice", "method"): "language_choice.no_method",
    ("language_choice", "per_day"): "language_choice.no_price",
    ("language_choice", "extra_ms"): "language_choice.no_time",
    ("language_choice", "memory_bytes"): "language_choice.no_memory",
    **{("language_choice", name): "language_choice.not_compared" for name in ("behind", "wins")},
    ("language_choice", "queries_to_decide"): "language_choice.nothing_open",
    **{
        ("language_choice", name): "language_choice.not_given"
        for name in (
            "calls_per_day",
            "latency_ms",
            "embedding",
            "translation",
            "search_ms",
            "translation_ms",
        )
    },
    **{("misses", name): "misses_not_undone" for name in ("would_mend", "by_chance")},
    ("retrieval", "query_text"): "language.no_text",
    ("retrieval", "gold_text"): "language.no_text",
    ("retrieval", "first_text"): "language.no_text",
    ("retrieval", "gold_id"): "retrieval.nowhere",
    ("retrieval", "gold_rank"): "retrieval.nowhere",
    ("retrieval", "first_id"): "retrieval.nothing_listed",
    **{
        (section, f"top_share_ratio_{end}"): "hub_sets.few_busiest"
        for section in ("hub_sets", "reductions")
        for end in ("low", "high")
    },
    ("hub_sets", "skewness"): "hub_sets.all_equal",
    ("retrieval", "score_gap"): "retrieval.no_gap",
    ("switch", "query_text"): "language.no_text",
    ("switch", "gold_text"): "language.no_text",
    ("switch", "first_old_text"): "language.no_text",
    ("switch", "first_new_text"): "language.no_text",
    ("switch", "rank_old"): "switch.nowhere",
    ("switch", "rank_new"): "switch.nowhere",
    ("switch", "first_old"): "switch.no_list",
    ("switch", "first_new"): "switch.no_list",
    **{("fidelity", name): "fidelity.few_generated" for name in ("value", "low", "high")},
    **{
        ("fidelity", name): "fidelity.empty_class"
        for name in (
            "coverage",
            "coverage_low",
            "coverage_high",
            "precision",
            "precision_low",
            "precision_high",
            "held",
            "fidelity",
        )
    },
    **{
        ("generators", name): "generators.not_defined"
        for name in ("value", "attainable", "filtered", "corrected")
    },
    **{
        ("generators", name): "generators.no_interval" for name in ("low", "high", "standard_error")
    },
    **{
        ("generators", name): "generators.level"
        for name in ("spearman", "spearman_low", "spearman_high")
    },
}
