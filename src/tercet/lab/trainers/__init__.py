"""The training of each game's weights from nothing, by play against itself: one module for each game."""
