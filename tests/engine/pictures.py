"""Everything that must be the same where two games are the same game."""

import msgspec


def picture(s):
    return (
        msgspec.json.encode(s.state),
        s.where,
        repr(s.decision),
        s.legal(),
        msgspec.json.encode(s.log),
        s.decisions_made,
    )
