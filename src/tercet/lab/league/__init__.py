"""A league: bots meet at the same deals with the seats rotated, so that luck cancels, and are rated."""
