"""Bots: players that learn of a table only what their seat may know."""
