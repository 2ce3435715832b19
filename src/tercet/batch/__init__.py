"""Thousands of rounds at once, as arrays: `tercet.Batch`."""
