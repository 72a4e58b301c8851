"""Takes Dragon River's folder, gives its rules: setup, the whole race, its odds and its result."""

from companion.games.dragon_river.referee import DragonRiver

RULES = DragonRiver()
