"""Pieces of page that Python writes and that talk back, and what all panels have in common."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from typing import Any, TypeVar

import anywidget
import ipywidgets
import traitlets

from tutor.engine.errors import StaffRideError
from tutor.engine.session import Session

from .home import logger
from .seat import Seat

STATIC = Path(__file__).parent / "static"
STYLE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css")))
F = TypeVar("F", bound=Callable[..., Any])
Said = dict[str, Any]


class Page(anywidget.AnyWidget):
    """HTML that reports clicks: ``<button data-do='{"do": "undo"}'>`` calls the handler named ``undo``.

    ``html`` is what is shown and ``name`` how a screen reader announces it. ``on`` maps the words of ``do`` to
    functions of one argument, the message.
    """

    _esm = STATIC / "page.js"
    _css = STYLE
    html = traitlets.Unicode("").tag(sync=True)
    name = traitlets.Unicode("").tag(sync=True)

    def __init__(self, name: str = "", on: Mapping[str, Callable[[Said], None]] | None = None, **kwargs: Any) -> None:
        self.handlers: dict[str, Callable[[Said], None]] = dict(on or {})
        super().__init__(name=name, **kwargs)
        self.on_msg(self._heard)

    def _heard(self, _: Any, said: Any, buffers: Any) -> None:
        if isinstance(said, dict) and said.get("do") == "call":
            self.send({"answers": said.get("call")})  # all that was asked before has been dealt with
        elif isinstance(said, dict):
            handler = self.handlers.get(str(said.get("do")))
            if handler is not None:
                handler(said)

    def download(self, name: str, text: str) -> None:
        """Let the browser save a file."""
        self.send({"download": {"name": name, "text": text}})


def do(what: str, /, **words: Any) -> str:
    """The attribute that makes an element send these words when clicked."""
    return _sends("do", what, words)


def typed(what: str, /, **words: Any) -> str:
    return _sends("input", what, words)


def chosen(what: str, /, **words: Any) -> str:
    return _sends("change", what, words)


def form(what: str, /, **words: Any) -> str:
    return _sends("form", what, words)


def _sends(attribute: str, what: str, words: dict[str, Any]) -> str:
    return f'data-{attribute}="{escape(json.dumps({"do": what, **words}))}"'


def section_link(section: str) -> str:
    """A section number that opens its rule card."""
    return (
        f'<button class="sr-section" {do("rule", section=section)} title="Open the rule card of {escape(section)}">'
        f"{escape(section)}</button>"
    )


def guarded(method: F) -> F:
    """A callback of a panel: what goes wrong is told in the panel and logged, and the game stays as it was."""

    @functools.wraps(method)
    def careful(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except StaffRideError as err:
            self.tell(str(err))
        except Exception as err:
            logger().exception("%s.%s failed", type(self).__name__, method.__name__)
            self.tell(
                f"Something went wrong here ({type(err).__name__}). Your game is as it was before; "
                "undo still works, and the details are in the log."
            )
        return None

    return careful  # type: ignore[return-value]


class Pane(ipywidgets.VBox):
    """What every panel is: built once, repainted when asked, and telling in ``notice`` what went wrong."""

    active = traitlets.Bool(True)  # a panel out of sight is not repainted until it is shown again
    title = "Panel"

    def __init__(self, **kwargs: Any) -> None:
        self.notice = Page(f"Messages of {self.title}", {"quiet": lambda said: self.tell("")})
        self.notice.layout.display = "none"
        self._built = False
        super().__init__(**kwargs)
        self.add_class("sr-panel")
        self.build()
        self._built = True
        self.attend()
        self.repaint()

    def build(self) -> None:
        """Make the children, once."""

    def attend(self) -> None:
        """Begin to hear of changes."""

    def refresh(self) -> None:
        """Show things as they stand now."""

    @guarded
    def repaint(self) -> None:
        if self.active or self.must_repaint():
            self.refresh()

    def must_repaint(self) -> bool:
        """Is there a reason to repaint it even out of sight?"""
        return False

    @traitlets.observe("active")
    def _shown_again(self, change: Any) -> None:
        self.layout.display = "" if self.active else "none"
        if self._built:
            self.repaint()

    def tell(self, text: str) -> None:
        """Show a message in the panel; an empty one clears it."""
        self.notice.layout.display = "" if text else "none"
        close = f'<button class="sr-close" {do("quiet")} aria-label="Close this message">×</button>'
        self.notice.html = f'<div class="sr-notice" role="alert">{escape(text)}{close}</div>' if text else ""


class Panel(Pane):
    """A view of one game. Give it a ``Session`` or, to share a viewer with other panels, a ``Seat``.

    ``seat`` is a trait: set another one and the panel shows that game. What goes wrong is shown in ``notice``.
    """

    seat = traitlets.Instance(Seat)

    def __init__(self, game: Session | Seat, *, viewer: str = "", **kwargs: Any) -> None:
        seat = game if isinstance(game, Seat) else Seat(game, viewer=viewer)
        self._painted_for = seat.viewer
        super().__init__(seat=seat, **kwargs)

    @property
    def session(self) -> Session:
        return self.seat.session

    def attend(self) -> None:
        self._listen(self.seat)

    def must_repaint(self) -> bool:
        """For another viewer: what the last one saw must not stay in the page."""
        before, self._painted_for = self._painted_for, self.seat.viewer
        return before != self._painted_for

    def rule_clicked(self, said: Said) -> None:
        self.seat.section = str(said.get("section", ""))

    @traitlets.observe("seat")
    def _moved_seat(self, change: Any) -> None:
        if isinstance(change["old"], Seat):
            change["old"].unobserve(self._heard_change, "revision")
            self._listen(change["new"])
            self.repaint()

    def close(self) -> None:
        """Leave the game as well as the page."""
        self.seat.unobserve(self._heard_change, "revision")
        super().close()

    def _listen(self, seat: Seat) -> None:
        seat.observe(self._heard_change, "revision")

    def _heard_change(self, change: Any) -> None:
        self.repaint()


class SectionPanel(Panel):
    """A panel that also shows which rule is being looked at: it is repainted when ``seat.section`` moves."""

    @traitlets.observe("seat")
    def _follow_section(self, change: Any) -> None:
        if isinstance(change["old"], Seat):
            change["old"].unobserve(self._section_moved, "section")
        change["new"].observe(self._section_moved, "section")

    def _section_moved(self, change: Any) -> None:
        self.repaint()
