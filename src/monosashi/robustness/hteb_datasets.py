"""Which datasets of HTEB v1.1 are English.

``semrel2024`` stands in both of its groups although its only definition holds 14 languages; here
it counts as multilingual, so that the English mean is one of English.
"""

from __future__ import annotations

ENGLISH = (
    "AmazonCounterfactualClassification", "banking77", "MassiveIntentClassification",
    "BiorxivClusteringS2S", "MedrxivClusteringS2S", "TwentyNewsgroupsClustering",
    "SprintDuplicateQuestions", "twittersemeval2015-pairclassification", "TwitterURLCorpus",
    "askubuntudupquestions-reranking", "SciDocsRR", "StackOverflowDupQuestions", "arguana",
    "CQADupstackGamingRetrieval", "SciFact", "biosses-sts", "stsbenchmark-sts", "summeval",
)  # fmt: skip
MULTILINGUAL = (
    "IsiZuluNewsClassification.v2", "SentimentAnalysisHindi.v2", "MasakhaNEWSClusteringS2S",
    "PlscClusteringS2S.v2", "rte3", "indonli", "VoyageMMarcoReranking", "NamaaMrTydiReranking",
    "TwitterHjerneRetrieval", "Ko-StrategyQA", "semrel2024", "sts17-crosslingual-sts",
    "IndicCrosslingualSTS",
)  # fmt: skip
