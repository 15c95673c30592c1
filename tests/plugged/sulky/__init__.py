"""A genre whose part always raises."""

from __future__ import annotations

from shades import Shades, ShadesGenre


class SulkyGenre(ShadesGenre):
    id = "sulky"
    name = "Sulky"


class Sulky(Shades):
    genre = SulkyGenre()


GENRE = Sulky.genre
