"""Knobs that people turn before they mend anything, each tried and measured."""

from monosashi.language.experiments.knob import Knob, TriedKnob
from monosashi.language.experiments.results import LanguageExperiments
from monosashi.language.experiments.thresholds import ThresholdPoint
from monosashi.language.experiments.tries import try_knobs

__all__ = ["Knob", "LanguageExperiments", "ThresholdPoint", "TriedKnob", "try_knobs"]
