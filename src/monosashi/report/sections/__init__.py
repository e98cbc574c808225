"""One section for each capability; those without data are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from monosashi.report.blocks import Section
from monosashi.report.sections.advice import advice
from monosashi.report.sections.agreement import agreement_section
from monosashi.report.sections.benchmark import benchmark_section
from monosashi.report.sections.comparison import comparison_section
from monosashi.report.sections.compression import compression_section
from monosashi.report.sections.dose import dose_section
from monosashi.report.sections.drift import drift_section
from monosashi.report.sections.duplicates import duplicates_section
from monosashi.report.sections.facts import facts_section
from monosashi.report.sections.fidelity import fidelity_section
from monosashi.report.sections.generators import generators_section
from monosashi.report.sections.hub_reductions import (
    hub_sets_section,
    reductions_section,
    unrelated_hubs_section,
)
from monosashi.report.sections.hubs import hubs_section
from monosashi.report.sections.input_output import input_output_section
from monosashi.report.sections.language import language_section
from monosashi.report.sections.language_choice import language_choice_section
from monosashi.report.sections.language_equal_pools import equal_pools_section
from monosashi.report.sections.language_experiments import experiments_section
from monosashi.report.sections.language_search import language_search_section
from monosashi.report.sections.layers import layers_section
from monosashi.report.sections.map import map_section
from monosashi.report.sections.misses import misses_section
from monosashi.report.sections.models import models_section
from monosashi.report.sections.pairs import pairs_section
from monosashi.report.sections.partition import partition_section
from monosashi.report.sections.power import power_section
from monosashi.report.sections.probe import probe_section
from monosashi.report.sections.ratings import ratings_section
from monosashi.report.sections.related import related_section
from monosashi.report.sections.repair_check import repair_check_section
from monosashi.report.sections.retrieval import retrieval_section
from monosashi.report.sections.rewrite_choice import (
    rewrite_plan_section,
    rewrite_selection_section,
)
from monosashi.report.sections.rewrites import rewrites_section
from monosashi.report.sections.robustness import robustness_section
from monosashi.report.sections.robustness_run import robustness_run_section
from monosashi.report.sections.sensitivity import sensitivity_section
from monosashi.report.sections.shape import shape_section
from monosashi.report.sections.spread_correlation import spread_correlation_section
from monosashi.report.sections.spread_ratio import spread_ratio_section
from monosashi.report.sections.switch import switch_section
from monosashi.report.tongue import Tongue

MAKERS = (
    models_section,
    retrieval_section,
    switch_section,
    misses_section,
    layers_section,
    compression_section,
    facts_section,
    shape_section,
    partition_section,
    pairs_section,
    agreement_section,
    probe_section,
    dose_section,
    spread_correlation_section,
    input_output_section,
    spread_ratio_section,
    power_section,
    language_section,
    language_search_section,
    equal_pools_section,
    experiments_section,
    repair_check_section,
    language_choice_section,
    duplicates_section,
    related_section,
    fidelity_section,
    generators_section,
    benchmark_section,
    hub_sets_section,
    hubs_section,
    reductions_section,
    unrelated_hubs_section,
    rewrites_section,
    rewrite_plan_section,
    rewrite_selection_section,
    robustness_run_section,
    drift_section,
    robustness_section,
    sensitivity_section,
    ratings_section,
    comparison_section,
    map_section,
)


def sections(document: Mapping[str, Any], tongue: Tongue) -> list[Section]:
    """Sections in reading order, each with what its findings advise."""
    made = [section for make in MAKERS if (section := make(document["results"], tongue))]
    return [replace(s, next=advice(s.name, document, tongue)) for s in made]
