"""The games: their rules, notation and words, and what all of them share."""
