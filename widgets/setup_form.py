"""A form for the words that a game poses its questions with: sliders, pickers, switches and stocks of counters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets
import traitlets

from tutor.engine.errors import BadInput, UnknownName, short_list
from tutor.engine.questions import Word

from .page import Page, Said, chosen, do

Asks = Callable[[str, Mapping[str, Any]], list[Word]]  # the words of a source, given what was said so far


class Stock(Page):
    """Several of a stock, such as Artillery counters: what was taken can be put back, what is left can be added."""

    value = traitlets.Tuple()

    def __init__(self, word: Word) -> None:
        self.word = word
        super().__init__(word.title, {"add": self._add, "drop": self._drop})
        self.take(word, word.default)

    def take(self, word: Word, value: Any) -> None:
        self.word, self.value = word, tuple(value)
        self.paint()

    def paint(self) -> None:
        word, id = self.word, f"sr-{self.model_id}"
        chips = "".join(
            f'<button class="sr-odds-chip" {do("drop", at=at)} data-key="{at}" aria-label="Remove '
            f'{escape(word.title_of(v))}">{escape(word.title_of(v))} <span aria-hidden="true">×</span></button>'
            for at, v in enumerate(self.value)
        )
        left = list(dict.fromkeys(v for v in word.choices if self.value.count(v) < word.choices.count(v)))
        options = "".join(f'<option value="{word.choices.index(v)}">{escape(word.title_of(v))}</option>' for v in left)
        full = len(self.value) >= word.most or not left
        first = "none" if not self.value else "all in" if full else ""
        add = (
            f'<select id="{id}" data-key="add" data-fallback {chosen("add")}{" disabled" if full else ""}>'
            f'<option value="">{first or "add"} …</option>{options}</select>'
        )
        self.html = (
            f'<div class="sr-stock"><label for="{id}">{escape(word.title)}</label>'
            f'<div class="sr-row">{chips}{add}</div></div>'
        )

    def _add(self, said: Said) -> None:
        at = str(said.get("value", ""))
        if at.isdecimal() and int(at) < len(self.word.choices) and len(self.value) < self.word.most:
            more = self.word.choices[int(at)]
            if self.value.count(more) < self.word.choices.count(more):
                self._put((*self.value, more))

    def _drop(self, said: Said) -> None:
        at = said.get("at")
        if isinstance(at, int) and 0 <= at < len(self.value):
            self._put((*self.value[:at], *self.value[at + 1 :]))

    def _put(self, value: tuple[Any, ...]) -> None:
        order = self.word.choices.index
        self.value = value if self.word.ordered else tuple(sorted(value, key=order, reverse=True))
        self.paint()


class SetupForm(ipywidgets.VBox):
    """One set-up. ``source`` is a space of the table, or empty for a made-up one; ``setup`` maps words to values.

    ``words`` is what the game offers now; it changes with what is chosen, and a value that no longer fits goes back to
    its default.
    """

    source = traitlets.Unicode("")
    setup = traitlets.Dict()

    def __init__(self, asks: Asks) -> None:
        self.asks = asks
        self.offered: tuple[str, ...] = ("",)  # the sources that may be asked about now
        self.words: list[Word] = []
        self._controls: dict[tuple[str, str], Any] = {}
        self._kept: dict[str, dict[str, Any]] = {}  # what was said of each source, for when one comes back to it
        self._filling = False
        self._shown: list[Any] = []
        super().__init__()
        self.add_class("sr-setup-form")
        self.fill({})

    # --- the values ---

    @traitlets.validate("source")
    def _known(self, proposal: Any) -> str:
        source = str(proposal["value"])
        if source not in self.offered:
            raise UnknownName("combat to ask about here", source, filter(None, self.offered))
        return source

    @traitlets.observe("source")
    def _new_source(self, change: Any) -> None:
        self.fill(self._kept.get(change["new"], {}))

    @traitlets.validate("setup")
    def _fits(self, proposal: Any) -> dict[str, Any]:
        """What a user of the notebook sets is refused, in one sentence, where the game does not offer it."""
        said = {name: tuple(v) if isinstance(v, list) else v for name, v in proposal["value"].items()}
        if not self._filling:
            offered = {word.name: word for word in self.asks(self.source, said)}
            for name, value in said.items():
                if name not in offered:
                    raise UnknownName("word of this set-up", name, offered)
                if not offered[name].fits(value):
                    raise BadInput(f"{name}: {value!r} is not offered; {_allowed(offered[name])}.")
        return said

    @traitlets.observe("setup")
    def _new_setup(self, change: Any) -> None:
        if not self._filling:
            self.fill(change["new"])

    def ask_again(self) -> None:
        """The game may offer other words now."""
        self.fill(self.setup)

    def fill(self, values: Mapping[str, Any]) -> None:
        """Show these values; what is not among them stands at its default."""
        said = dict(values)
        for _ in range(3):  # a value that falls back may change what else is offered, not for ever
            words = self.asks(self.source, said)
            fitting = {w.name: said[w.name] if w.fits(said.get(w.name)) else w.default for w in words}
            fitting = {name: tuple(v) if isinstance(v, list) else v for name, v in fitting.items()}
            settled, said = fitting == said, fitting
            if settled:
                break
        was, self._filling = self._filling, True
        try:
            self.words = words
            controls = [self._control(word, said[word.name]) for word in words]
            if controls != self._shown:
                self.children = self._shown = controls
            self._kept[self.source] = said
            self.setup = said
        finally:
            self._filling = was

    # --- the controls ---

    def _control(self, word: Word, value: Any) -> Any:
        """The control of a word, made once and kept in step, so that it keeps the keyboard's focus."""
        key = (self.source, f"{word.kind} {word.name}")
        if key not in self._controls:
            self._controls[key] = self._made(word)
            self._controls[key].observe(lambda change, name=word.name: self._said(name, change["new"]), "value")
        control = self._controls[key]
        if isinstance(control, Stock):
            if control.word != word or control.value != tuple(value):
                control.take(word, value)
            return control
        if word.kind == "choice":
            options = tuple((word.title_of(c), c) for c in word.choices)
            if control.options != options:
                control.options = options
        control.disabled, control.tooltip = bool(word.unused), word.unused or f"{word.title} ({word.section})"
        control.description = word.title + (" (no effect)" if word.unused else "")
        control.value = value
        return control

    def _made(self, word: Word) -> Any:
        wide = ipywidgets.Layout(width="100%")
        match word.kind:
            case "several":
                return Stock(word)
            case "switch":
                return ipywidgets.Checkbox(value=word.default, indent=False, layout=wide)
            case "choice":
                options = [(word.title_of(c), c) for c in word.choices]
                return ipywidgets.Dropdown(options=options, value=word.default, layout=wide)
        return ipywidgets.IntSlider(value=word.default, min=word.low, max=word.high, layout=wide)

    def _said(self, name: str, value: Any) -> None:
        if not self._filling:
            anew = any(word.anew for word in self.words if word.name == name)
            self.fill({name: value} if anew else {**self.setup, name: value})


def _allowed(word: Word) -> str:
    match word.kind:
        case "number":
            return f"it is a whole number from {word.low} to {word.high}"
        case "switch":
            return "it is true or false"
        case "choice":
            return f"it is one of {short_list(repr(c) for c in word.choices)}"
    return f"it is a list of at most {word.most} of {short_list(map(repr, dict.fromkeys(word.choices)))}"
