"""Panels: views of a session. No rules live here."""
