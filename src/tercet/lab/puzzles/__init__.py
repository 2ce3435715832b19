"""Making puzzles: positions from strong bots' games in which one turn is clearly best, and not obvious."""
