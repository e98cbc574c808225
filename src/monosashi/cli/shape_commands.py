"""The commands below `monosashi shape`, each loaded when it is called."""

from __future__ import annotations

SHAPE_COMMANDS = {
    "agree": "monosashi.cli.shape_agree:agree_command",
    "correlate": "monosashi.cli.shape_correlate:correlate_command",
    "distances": "monosashi.cli.shape_distances:distances_command",
    "dose": "monosashi.cli.shape_dose:dose_command",
    "inout": "monosashi.cli.shape_inout:inout_command",
    "pairs": "monosashi.cli.shape_pairs:pairs_command",
    "partition": "monosashi.cli.shape_partition:partition_command",
    "power": "monosashi.cli.shape_power:power_command",
    "probe": "monosashi.cli.shape_probe:probe_command",
    "ratio": "monosashi.cli.shape_ratio:ratio_command",
}

# what `monosashi shape --help` says of each without loading it
QUESTIONS = {
    "agree": "Do two models see the same neighbours?",
    "correlate": "Do groups that are spread more do better or worse?",
    "distances": "The shape of what has distances and no vectors.",
    "dose": "Do stronger rewordings move further?",
    "inout": "Do wordings stay together going in, and coming out?",
    "pairs": "Which groups differ from which?",
    "partition": "Whose is the spread, the topic's or the language's?",
    "power": "How many groups does it take?",
    "probe": "What moves when the vectors are changed in a known way?",
    "ratio": "How far do wordings move, on the scale of documents?",
}
