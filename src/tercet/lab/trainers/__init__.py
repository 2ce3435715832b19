"""How each game's weights are learned from nothing, by play against itself: one module a game."""
