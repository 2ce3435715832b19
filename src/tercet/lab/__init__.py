"""The laboratory: simulation, counting, measuring."""
