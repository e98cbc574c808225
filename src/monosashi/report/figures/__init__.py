"""Figures as SVG with real text: dots with intervals, shares, histograms, curves."""

from monosashi.report.figures.ascent import MOST_CURVES, Ascent, ascent, start_below
from monosashi.report.figures.courses import Course, courses
from monosashi.report.figures.curve import Curve, rank_curve
from monosashi.report.figures.drawing import Drawing, Entry, both
from monosashi.report.figures.histogram import Bars, histogram
from monosashi.report.figures.matrix import matrix
from monosashi.report.figures.rows import DotRow, dot_rows
from monosashi.report.figures.scatter import Point, scatter
from monosashi.report.figures.shares import ShareRow, share_bars

__all__ = [
    "MOST_CURVES",
    "Ascent",
    "Bars",
    "Course",
    "Curve",
    "DotRow",
    "Drawing",
    "Entry",
    "Point",
    "ShareRow",
    "ascent",
    "both",
    "courses",
    "dot_rows",
    "histogram",
    "matrix",
    "rank_curve",
    "scatter",
    "share_bars",
    "start_below",
]
