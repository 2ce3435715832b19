"""The steps that lead from an empty database to today's schema, for Alembic. CONTRIBUTING.md says how to add one."""
