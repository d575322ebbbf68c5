"""The sequence of play as data: a tree of phases and steps, and the place of a game in it.

The tree is written once. The session walks it, the panels draw it, lessons point at it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from .decisions import Action, Decision
from .errors import UnknownName

if TYPE_CHECKING:
    from .table import Table

Asking = Generator[Decision, Action, None]
Test = Callable[[Any], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What a phase and a step have in common.

    ``when`` is asked once, on entry. ``loop`` is asked before every pass and repeats the node while it
    holds. ``each`` gives the values of one pass each; the value is put in the state's field ``bind``.
    A node without ``each`` may name a field too, to be shown with its title (the number of a turn).
    """

    id: str
    title: str
    section: str
    who: str = ""
    summary: str = ""
    when: Test | None = None
    loop: Test | None = None
    each: Callable[[Any], Sequence[Any]] | None = None
    bind: str = ""

    @property
    def repeats(self) -> bool:
        return self.loop is not None or self.each is not None

    @property
    def at_times(self) -> bool:
        return self.when is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Node):
    """A leaf: a plain function, or a generator that yields decisions and receives actions.

    ``rolls``: it takes its outcome from chance before it asks anything, so that play can pause before it.
    """

    run: Callable[[Any], Asking | None]
    rolls: bool = False

    @property
    def parts(self) -> tuple[Phase | Step, ...]:
        """A leaf has none; so a tree can be walked without asking what a node is."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Node):
    """``combat``: all of it is one combat, whose story is told as a whole; without it a combat is the innermost phase
    that rolls dice."""

    parts: tuple[Phase | Step, ...]
    combat: bool = False

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Phase | Step]]:
        """Every node below, in order, with its depth."""
        yield depth, self
        for part in self.parts:
            if isinstance(part, Phase):
                yield from part.walk(depth + 1)
            else:
                yield depth + 1, part


class Frame(msgspec.Struct, array_like=True):
    """One level of the place in the tree: which part runs, and the values of an ``each`` still to come."""

    part: int
    values: list[Any]


class Place(msgspec.Struct, frozen=True):
    """One line of ``session.where``."""

    id: str
    title: str
    section: str
    who: str = ""
    value: Any = None

    def __str__(self) -> str:
        value = "" if self.value is None else f" {self.value}"
        return f"{self.title}{value} [{self.section}]"


class Cursor:
    """The place of a game in its sequence. ``frames`` is all of it, and plain data."""

    def __init__(self, root: Phase, frames: list[Frame] | None = None) -> None:
        self.root = root
        self.frames = frames or []
        self.step: Step | None = self._leaf() if self.frames else None

    def _nodes(self) -> Iterator[Phase | Step]:
        node: Phase | Step = self.root
        yield node
        for frame in self.frames[:-1]:
            assert isinstance(node, Phase)
            node = node.parts[frame.part]
            yield node

    def _leaf(self) -> Step | None:
        *_, last = self._nodes()
        return last if isinstance(last, Step) else None

    def where(self, g: Table[Any]) -> tuple[Place, ...]:
        """The path from the root to the current step, each node with the value it is bound to."""
        return tuple(
            Place(node.id, node.title, node.section, node.who, getattr(g.state, node.bind) if node.bind else None)
            for node in self._nodes()
        )

    def start(self, g: Table[Any], at: Sequence[str] = ()) -> Step | None:
        """Go to the first step; ``at`` names a node below the root to start from (ids, from the top)."""
        self.frames = []
        self.step = None
        self._enter(g, self.root, list(at))
        return self.step

    def advance(self, g: Table[Any]) -> Step | None:
        """Leave the step that has just ended for the next one, or for the end of the sequence."""
        self.step = None
        nodes = list(self._nodes())
        while nodes:
            node, frame = nodes[-1], self.frames[-1]
            if self._again(g, node, frame):
                if isinstance(node, Step):
                    self.step = node
                    return node
                if self._children(g, node, 0, []):
                    return self.step
                continue
            nodes.pop()
            self.frames.pop()
            if nodes:
                parent, above = nodes[-1], self.frames[-1]
                assert isinstance(parent, Phase)
                if self._children(g, parent, above.part + 1, []):
                    return self.step
        return None

    def _again(self, g: Table[Any], node: Phase | Step, frame: Frame) -> bool:
        if len(frame.values) > 1:
            frame.values.pop(0)
            self._bind(g, node, frame)
            return True
        return node.loop is not None and node.loop(g)

    def _enter(self, g: Table[Any], node: Phase | Step, at: list[str]) -> bool:
        if (node.when is not None and not node.when(g)) or (node.loop is not None and not node.loop(g)):
            return False
        values = list(node.each(g)) if node.each is not None else []
        if node.each is not None and not values:
            return False
        frame = Frame(0, values)
        self.frames.append(frame)
        self._bind(g, node, frame)
        if isinstance(node, Step):
            self.step = node
            return True
        first = 0
        if at:
            names = [part.id for part in node.parts]
            if at[0] not in names:
                raise UnknownName("phase", at[0], names)
            first = names.index(at[0])
        while True:
            if self._children(g, node, first, at[1:]):
                return True
            if not self._again(g, node, frame):
                self.frames.pop()
                return False
            first, at = 0, []

    def _children(self, g: Table[Any], node: Phase, first: int, at: list[str]) -> bool:
        frame = self.frames[-1]
        for i in range(first, len(node.parts)):
            frame.part = i
            if self._enter(g, node.parts[i], at):
                return True
            at = []
        return False

    @staticmethod
    def _bind(g: Table[Any], node: Phase | Step, frame: Frame) -> None:
        if node.bind and frame.values:
            setattr(g.state, node.bind, frame.values[0])
