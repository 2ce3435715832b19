"""Pictures of tables as SVG, drawn from views by `svg.draw`, and charts. No rules here."""
