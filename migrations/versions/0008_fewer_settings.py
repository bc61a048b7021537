"""Settings that no club changed are gone (``campaign/rules/common/gone_settings.py``). No table changes: entries from before may set them."""

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    """The rows that set them stay where they are, as the journal has them, and do nothing."""


def downgrade():
    """What earlier versions obeyed is still there."""
