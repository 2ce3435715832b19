"""Pictures of tables. `svg.draw` makes them; nothing in here knows a rule."""
