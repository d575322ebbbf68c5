"""Spaces and the links between them: neighbours, distances, areas that can be reached."""

from .spaces import Board, read_board

__all__ = ["Board", "read_board"]
