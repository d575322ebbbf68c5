"""Global War 1936-1945. One module a chapter, in the words of its rulebook."""

from .game import GAME

__all__ = ["GAME"]
