"""Runs the migrations on the connection it is given (``campaign/store/upgrading.py``). There is no alembic.ini
and no offline mode."""

from alembic import context

from campaign.model import all_tables

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("migrations run on a connection the program hands over: use campaign upgrade")
context.configure(
    connection=connection,
    target_metadata=all_tables(),
    render_as_batch=connection.dialect.name == "sqlite",
    transactional_ddl=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
