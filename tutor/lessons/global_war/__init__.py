"""Lessons for Global War: the questions that its rules answer."""
