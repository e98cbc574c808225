"""Gaps that rows have by their nature, so that results record no reason for each."""

from __future__ import annotations

# section and column, to a sentence of report.toml
KNOWN_GAPS = {
    ("facts", "centred_share"): "facts.nothing_varies",
    ("shape", "statistic"): "test.infinite",
    ("shape", "w_tilde"): "shape.alone",
    ("shape", "low"): "shape.no_interval",
    ("shape", "high"): "shape.no_interval",
    ("comparison", "p_value"): "comparison.identical",
    ("comparison", "p_adjusted"): "comparison.identical",
    ("compression", "quantise"): "compression.not_quantised",
    ("compression", "distance_spearman"): "compression.equal_distances",
    ("language", "query_text"): "language.no_text",
    ("language", "gold_text"): "language.no_text",
    ("language", "first_text"): "language.no_text",
    ("retrieval", "query_text"): "language.no_text",
    ("retrieval", "gold_text"): "language.no_text",
    ("retrieval", "first_text"): "language.no_text",
    ("retrieval", "gold_id"): "retrieval.nowhere",
    ("retrieval", "gold_rank"): "retrieval.nowhere",
    ("retrieval", "first_id"): "retrieval.nothing_listed",
    ("retrieval", "score_gap"): "retrieval.no_gap",
    ("switch", "query_text"): "language.no_text",
    ("switch", "gold_text"): "language.no_text",
    ("switch", "first_old_text"): "language.no_text",
    ("switch", "first_new_text"): "language.no_text",
    ("switch", "rank_old"): "switch.nowhere",
    ("switch", "rank_new"): "switch.nowhere",
    ("switch", "first_old"): "switch.no_list",
    ("switch", "first_new"): "switch.no_list",
}
