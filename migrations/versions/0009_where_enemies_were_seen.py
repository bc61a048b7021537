"""Where an enemy was seen on a road, as the road and the metres from its first end; the words are drawn from it."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
reinterprets = ()

SIGHTINGS = sa.table("sighting", *(sa.column(name) for name in ("campaign_id", "id", "place_id", "road_id", "road_m", "where")))
FROM = re.compile(r"(?:(\d+\.\d) km|(\d+) m) from (.+)")


def _roads(connection):
    """Each road with the names of its ends, the lower id last."""
    query = (
        "select r.campaign_id, r.id, r.length_m, r.kind, a.name, b.name from road r"
        " join place a on a.campaign_id = r.campaign_id and a.id = r.a_id"
        " join place b on b.campaign_id = r.campaign_id and b.id = r.b_id order by r.campaign_id, r.id desc"
    )
    for campaign, road, length, kind, a, b in connection.execute(sa.text(query)):
        yield campaign, road, length, "over the desert to" if kind == "desert" else f"on the {kind} to", a, b


def _ends(connection):
    """By campaign and what stands after the distance: the road, its length, and whether it is measured from its second end."""
    ends = {}
    for campaign, road, length, going, a, b in _roads(connection):
        ends[campaign, f"{a} {going} {b}"] = road, length, False
        ends[campaign, f"{b} {going} {a}"] = road, length, True
    return ends


def _on_road(words, campaign, ends):
    """The road and the metres that the words name. None if they name a place."""
    match = FROM.fullmatch(words)
    if match is None or (campaign, match[3]) not in ends:
        return None
    road, length, is_from_b = ends[campaign, match[3]]
    metres = int(match[2]) if match[2] else min(round(float(match[1]) * 1000), (length - is_from_b) // 2)
    return {"road_id": road, "road_m": length - metres if is_from_b else metres}


def upgrade():
    connection = op.get_bind()
    with op.batch_alter_table("sighting") as table:
        table.add_column(sa.Column("road_id", sa.Integer(), nullable=True))
        table.add_column(sa.Column("road_m", sa.Integer(), nullable=True))
        table.create_foreign_key(op.f("fk_sighting_road_id"), "road", ["campaign_id", "road_id"], ["campaign_id", "id"])
        table.create_check_constraint(op.f("ck_sighting_road_m"), "(road_id is null) = (road_m is null)")
    ends = _ends(connection)
    rows = connection.execute(sa.select(SIGHTINGS.c.campaign_id, SIGHTINGS.c.id, SIGHTINGS.c.where)).all()
    for campaign, ident, words in rows:
        if position := _on_road(words, campaign, ends):
            this = (SIGHTINGS.c.campaign_id == campaign) & (SIGHTINGS.c.id == ident)
            connection.execute(sa.update(SIGHTINGS).where(this).values(**position))
    with op.batch_alter_table("sighting") as table:
        table.drop_column("where")


def _words(metres, length, going, a, b):
    if metres > length - metres:
        a, b, metres = b, a, length - metres
    distance = f"{metres / 1000:.1f} km" if metres >= 50 else f"{metres} m"
    return f"{distance} from {a} {going} {b}"


def downgrade():
    connection = op.get_bind()
    op.add_column("sighting", sa.Column("where", sa.String(length=200), nullable=False, server_default=""))
    roads = {(campaign, road): ends for campaign, road, *ends in _roads(connection)}
    names = {(campaign, ident): name for campaign, ident, name in connection.execute(sa.text("select campaign_id, id, name from place"))}
    columns = SIGHTINGS.c
    rows = connection.execute(sa.select(columns.campaign_id, columns.id, columns.place_id, columns.road_id, columns.road_m)).all()
    for campaign, ident, place, road, metres in rows:
        words = names.get((campaign, place), "off the map") if road is None else _words(metres, *roads[campaign, road])
        this = (columns.campaign_id == campaign) & (columns.id == ident)
        connection.execute(sa.update(SIGHTINGS).where(this).values(where=words))
    with op.batch_alter_table("sighting") as table:
        table.alter_column("where", existing_type=sa.String(length=200), existing_nullable=False, server_default=None)
        table.drop_constraint(op.f("ck_sighting_road_m"), type_="check")
        table.drop_constraint(op.f("fk_sighting_road_id"), type_="foreignkey")
        table.drop_column("road_m")
        table.drop_column("road_id")
