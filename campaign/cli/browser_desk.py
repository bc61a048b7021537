"""``campaign desk``: the campaign in a browser."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import for_the_umpire, names_database
from campaign.errors import BadInput
from campaign.extras import way_to_add


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=8941, show_default=True, help="Port on this machine.")
@click.option("--no-browser", is_flag=True, help="Print the umpire's link, and open no browser.")
@click.option("--room", is_flag=True, help="Let phones in the local network in from the start.")
@click.option(
    "--proxy",
    metavar="ADDRESS",
    default="",
    help="Address under which a proxy on a server shows the desk, as https://club.example.",
)
@click.option(
    "--trusted", metavar="ADDRESS", default="", help="Number of the machine of that proxy, if it is another one."
)
@click.option(
    "--address",
    metavar="ADDRESS",
    default="",
    help="Address that links and codes carry, as 192.168.1.20 or laptop.local.",
)
@click.option("--password", is_flag=True, help="Set the umpire's password first, for a desk behind a proxy.")
@names_database()
@for_the_umpire
@click.pass_obj
def desk(
    call: Call, port: int, no_browser: bool, room: bool, proxy: str, trusted: str, address: str, password: bool
) -> None:
    """Open the campaign in a browser, for the umpire and for every player.

    The umpire's window opens by itself. It listens on this machine only, until you let phones in the room in (--room,
    or the page Players).
    """
    try:
        from campaign.web.desk import open_desk
        from campaign.web.server import address_of_links, listening, listening_for, own_doors, proxy_doors, serve
    except ImportError as missing:
        raise BadInput(
            f"the desk needs {missing.name}, which is not installed. Add it: {way_to_add('desk')}"
        ) from missing
    if proxy and room:
        raise BadInput(
            "--room opens the desk in plain http for phones beside it, and --proxy serves it elsewhere: give one"
        )
    doors = proxy_doors(proxy) if proxy else own_doors(port)
    links = address_of_links(address, port, doors) if address else ""
    listener = listening(listening_for(proxy, trusted), port)
    opened = open_desk(call.db, call.campaign, doors=doors, cookie=f"desk{port}")
    opened.links = links
    if password:
        from campaign.web.passwords import set_password

        set_password(opened, click.prompt("New password of the umpire", hide_input=True, confirmation_prompt=True))
    serve(opened, listener, say=show.line, opens_browser=not no_browser, opens_room=room, proxy=proxy, trusted=trusted)
