"""The laboratory: simulation, leagues, training, perft counts and measurements of speed."""
