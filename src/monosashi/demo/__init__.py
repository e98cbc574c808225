"""Shipped vectors of real texts, and what they show."""
