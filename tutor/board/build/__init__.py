"""Recipes: one module a map, from public data to a committed GeoJSON file. Needs the extra ``maps``.

Building is never part of installing, testing or playing.
"""
