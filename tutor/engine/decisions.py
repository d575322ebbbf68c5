"""What a player may do: actions, and the decisions that ask for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec


def kebab(name: str) -> str:
    """``PlaceArtillery`` -> ``place-artillery``: the name of an action in files and on screen."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Action(msgspec.Struct, frozen=True, tag_field="action", tag=kebab, forbid_unknown_fields=True):
    """One concrete choice. Plain data: it encodes to JSON, compares, hashes and prints as itself."""

    @classmethod
    def kind(cls) -> str:
        """The action's name: the value of ``action`` in its JSON."""
        return kebab(cls.__name__)

    def __str__(self) -> str:
        fields = (getattr(self, f) for f in self.__struct_fields__)
        words = (_word(v) for v in fields if v not in ("", (), None))
        return " ".join([self.kind().replace("-", " "), *words])


def _word(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return " ".join(_word(v) for v in value)
    if isinstance(value, Mapping):
        return " ".join(f"{k} {_word(v)}" for k, v in value.items())
    return str(value)


class Decision:
    """A question to one player: who decides what, under which section, and with which actions.

    ``options`` lists concrete actions (a few hundred at most), at once or when first asked. ``kinds`` are the action types that
    the rules will judge here; by default the kinds found among the options. A ``secret`` decision is
    one half of a simultaneous choice: its answer shows only when every player has answered.
    """

    __slots__ = ("_options", "about", "kinds", "prompt", "screened", "secret", "section", "who")

    def __init__(
        self,
        who: str,
        section: str,
        prompt: str,
        kinds: Iterable[type[Action]],
        options: Callable[[], Iterable[Action]] | Sequence[Action],
        *,
        about: Mapping[str, Any] | None = None,
        secret: bool = False,
        screened: bool = False,
    ) -> None:
        self.who = who
        self.section = section
        self.prompt = prompt
        self.kinds = tuple(kinds)
        self._options = options
        self.about: dict[str, Any] = dict(about or {})
        self.secret = secret
        # `screened`: the options were built with the same rules that judge an action, so the
        # session need not judge each of them again.
        self.screened = screened

    def options(self) -> Iterable[Action]:
        return self._options() if callable(self._options) else self._options

    def __repr__(self) -> str:
        return f"Decision({self.who}, {self.section}: {self.prompt})"

    def to_dict(self) -> dict[str, Any]:
        return {
            "who": self.who,
            "section": self.section,
            "prompt": self.prompt,
            "about": self.about,
            "kinds": [k.kind() for k in self.kinds],
            "secret": self.secret,
        }
