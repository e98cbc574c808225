"""monosashi (ものさし, a ruler): measures, repairs and explains embedding spaces.

``import monosashi as ms`` costs nothing: each name is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from monosashi.advice import Audit, audit, measure_facts
    from monosashi.advice.choosing import EmbedderFacts, compare_models
    from monosashi.advice.explaining import explain_misses
    from monosashi.embeddings import (
        DataError,
        EmbeddingSet,
        Gold,
        ModelCard,
        Rankings,
        TextSet,
    )
    from monosashi.embeddings.detection import detect_language
    from monosashi.embeddings.pairs import Pairs
    from monosashi.embeddings.panel import Panel
    from monosashi.fidelity import compare_generators, measure_fidelity
    from monosashi.fidelity.benchmark import (
        rescore_fidelity_benchmark,
        run_fidelity_benchmark,
    )
    from monosashi.fidelity.gicdm import GICDM
    from monosashi.hubs import (
        CSLS,
        ICDM,
        NICDM,
        DisSimLocal,
        LocalScaling,
        MutualProximity,
        SphereProjection,
        compare_reductions,
        find_unrelated_hubs,
        load_reduction,
        measure_hubs,
    )
    from monosashi.language import (
        ConceptErasure,
        LanguageCentering,
        LanguageSubspaceRemoval,
        PivotShift,
        measure_language_bias,
        measure_language_search,
        measure_repair_effect,
    )
    from monosashi.language.choosing import compare_language_repairs
    from monosashi.language.gate import find_duplicates
    from monosashi.language.related import related
    from monosashi.language.scored import csls_scores, margin_scores
    from monosashi.models import AnswerStore, embed, embedder
    from monosashi.models.rewriters import plan_rewrites, rewrite
    from monosashi.models.translators import translator
    from monosashi.neighbors import nearest
    from monosashi.ranking.fusion import reciprocal_rank_fusion
    from monosashi.report import Report
    from monosashi.results import Estimate, Finding, PermutationTest
    from monosashi.results.gate import Gate
    from monosashi.retrieval import (
        compare_retrieval,
        measure_margins,
        measure_rankings,
        measure_retrieval,
    )
    from monosashi.retrieval.compression import measure_compression
    from monosashi.robustness import measure_drift, robustness_statistics
    from monosashi.robustness.rating import measure_ratings
    from monosashi.robustness.runs import measure_robustness
    from monosashi.robustness.sensitivity import measure_sensitivity
    from monosashi.robustness.tasks import read_suite, read_task
    from monosashi.shape import (
        compare_shapes,
        correlate_spread,
        count_directions,
        diagnose_input_output,
        group_auc,
        measure_agreement,
        measure_dose,
        measure_mean_direction,
        measure_shape,
        measure_shape_from_distances,
        pairwise_groups,
        partition_variance,
        power,
        probe_invariance,
        spread_ratio,
    )
    from monosashi.statistics.gwet import gwet_ac2
    from monosashi.statistics.hodges_lehmann import hodges_lehmann
    from monosashi.statistics.holm_family import holm
    from monosashi.statistics.krippendorff import krippendorff_alpha
    from monosashi.statistics.signed_rank import wilcoxon_signed_rank
    from monosashi.stores import read, read_gold, read_parallel, read_rankings, read_texts

__version__ = "0.1.0"

_ROOM_OF = {
    "AnswerStore": "models",
    "Audit": "advice",
    "CSLS": "hubs",
    "ConceptErasure": "language",
    "DataError": "embeddings",
    "DisSimLocal": "hubs",
    "EmbedderFacts": "advice.choosing",
    "EmbeddingSet": "embeddings",
    "Estimate": "results",
    "Finding": "results",
    "GICDM": "fidelity.gicdm",
    "Gate": "results.gate",
    "Gold": "embeddings",
    "ICDM": "hubs",
    "LanguageCentering": "language",
    "LanguageSubspaceRemoval": "language",
    "LocalScaling": "hubs",
    "ModelCard": "embeddings",
    "MutualProximity": "hubs",
    "NICDM": "hubs",
    "Pairs": "embeddings.pairs",
    "Panel": "embeddings.panel",
    "PermutationTest": "results",
    "PivotShift": "language",
    "Rankings": "embeddings",
    "Report": "report",
    "SphereProjection": "hubs",
    "TextSet": "embeddings",
    "audit": "advice",
    "compare_generators": "fidelity",
    "compare_language_repairs": "language.choosing",
    "compare_models": "advice.choosing",
    "compare_reductions": "hubs",
    "compare_retrieval": "retrieval",
    "compare_shapes": "shape",
    "correlate_spread": "shape",
    "count_directions": "shape",
    "csls_scores": "language.scored",
    "detect_language": "embeddings.detection",
    "diagnose_input_output": "shape",
    "embed": "models",
    "embedder": "models",
    "explain_misses": "advice.explaining",
    "find_duplicates": "language.gate",
    "find_unrelated_hubs": "hubs",
    "group_auc": "shape",
    "load_reduction": "hubs",
    "gwet_ac2": "statistics.gwet",
    "hodges_lehmann": "statistics.hodges_lehmann",
    "holm": "statistics.holm_family",
    "krippendorff_alpha": "statistics.krippendorff",
    "margin_scores": "language.scored",
    "measure_agreement": "shape",
    "measure_compression": "retrieval.compression",
    "measure_dose": "shape",
    "measure_drift": "robustness",
    "measure_facts": "advice",
    "measure_fidelity": "fidelity",
    "measure_hubs": "hubs",
    "measure_language_bias": "language",
    "measure_language_search": "language",
    "measure_margins": "retrieval",
    "measure_mean_direction": "shape",
    "measure_rankings": "retrieval",
    "measure_ratings": "robustness.rating",
    "measure_repair_effect": "language",
    "measure_retrieval": "retrieval",
    "measure_robustness": "robustness.runs",
    "measure_sensitivity": "robustness.sensitivity",
    "measure_shape": "shape",
    "measure_shape_from_distances": "shape",
    "nearest": "neighbors",
    "pairwise_groups": "shape",
    "partition_variance": "shape",
    "plan_rewrites": "models.rewriters",
    "power": "shape",
    "probe_invariance": "shape",
    "read": "stores",
    "read_gold": "stores",
    "read_parallel": "stores",
    "read_rankings": "stores",
    "read_texts": "stores",
    "read_suite": "robustness.tasks",
    "read_task": "robustness.tasks",
    "reciprocal_rank_fusion": "ranking.fusion",
    "related": "language.related",
    "rescore_fidelity_benchmark": "fidelity.benchmark",
    "run_fidelity_benchmark": "fidelity.benchmark",
    "rewrite": "models.rewriters",
    "robustness_statistics": "robustness",
    "spread_ratio": "shape",
    "translator": "models.translators",
    "wilcoxon_signed_rank": "statistics.signed_rank",
}

__all__ = [
    "CSLS",
    "GICDM",
    "ICDM",
    "NICDM",
    "AnswerStore",
    "Audit",
    "ConceptErasure",
    "DataError",
    "DisSimLocal",
    "EmbedderFacts",
    "EmbeddingSet",
    "Estimate",
    "Finding",
    "Gate",
    "Gold",
    "LanguageCentering",
    "LanguageSubspaceRemoval",
    "LocalScaling",
    "ModelCard",
    "MutualProximity",
    "Pairs",
    "Panel",
    "PermutationTest",
    "PivotShift",
    "Rankings",
    "Report",
    "SphereProjection",
    "TextSet",
    "audit",
    "compare_generators",
    "compare_language_repairs",
    "compare_models",
    "compare_reductions",
    "compare_retrieval",
    "compare_shapes",
    "correlate_spread",
    "count_directions",
    "csls_scores",
    "detect_language",
    "diagnose_input_output",
    "embed",
    "embedder",
    "explain_misses",
    "find_duplicates",
    "find_unrelated_hubs",
    "group_auc",
    "gwet_ac2",
    "hodges_lehmann",
    "holm",
    "krippendorff_alpha",
    "load_reduction",
    "margin_scores",
    "measure_agreement",
    "measure_compression",
    "measure_dose",
    "measure_drift",
    "measure_facts",
    "measure_fidelity",
    "measure_hubs",
    "measure_language_bias",
    "measure_language_search",
    "measure_margins",
    "measure_mean_direction",
    "measure_rankings",
    "measure_ratings",
    "measure_repair_effect",
    "measure_retrieval",
    "measure_robustness",
    "measure_sensitivity",
    "measure_shape",
    "measure_shape_from_distances",
    "nearest",
    "pairwise_groups",
    "partition_variance",
    "plan_rewrites",
    "power",
    "probe_invariance",
    "read",
    "read_gold",
    "read_parallel",
    "read_rankings",
    "read_suite",
    "read_task",
    "read_texts",
    "reciprocal_rank_fusion",
    "related",
    "rescore_fidelity_benchmark",
    "rewrite",
    "robustness_statistics",
    "run_fidelity_benchmark",
    "spread_ratio",
    "translator",
    "wilcoxon_signed_rank",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'monosashi' has no attribute {name!r}")
    return getattr(import_module(f"monosashi.{_ROOM_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOM_OF})
