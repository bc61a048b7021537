"""``campaign desk``: the campaign in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from campaign.cli import show
from campaign.cli.call import DEFAULT_DATABASE, Call
from campaign.cli.options import for_the_umpire, names_database
from campaign.cli.preferred import text
from campaign.errors import BadInput, NotFound
from campaign.extras import way_to_add
from campaign.store.engine import file_path, server_url
from campaign.terms.words import typed

if TYPE_CHECKING:
    from campaign.web.desk import Desk
    from campaign.web.first_campaign import Ways
    from campaign.web.guard import Doors


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=8941, show_default=True, help="Port on this computer.")
@click.option("--no-browser", is_flag=True, help="Print the umpire's link without opening a browser.")
@click.option("--room", is_flag=True, help="Let in phones on the local network from the start.")
@click.option(
    "--proxy",
    metavar="ADDRESS",
    default="",
    help="Address of the desk behind a proxy on a server, such as https://club.example.",
)
@click.option(
    "--trusted", metavar="ADDRESS", default="", help="IP address of the proxy, if the proxy is on another computer."
)
@click.option(
    "--address",
    metavar="ADDRESS",
    default="",
    help="Address to use in links and codes, such as 192.168.1.20 or laptop.local.",
)
@click.option(
    "--password", is_flag=True, help="Set a password for the umpire before the desk starts, for a desk behind a proxy."
)
@names_database()
@for_the_umpire
@click.pass_obj
def desk(
    call: Call, port: int, no_browser: bool, room: bool, proxy: str, trusted: str, address: str, password: bool
) -> None:
    """Open the campaign in a browser, for the umpire and for every player.

    If there is no campaign yet, the desk's page starts your first campaign from the scenarios that come with the
    program.

    The umpire's window opens automatically. Only this computer can reach the desk, until you let in phones in the room
    (--room, or the Players page).
    """
    try:
        from campaign.web import server
        from campaign.web.desk import open_desk
        from campaign.web.room import listening
    except ImportError as missing:
        raise BadInput(
            f"the desk needs {missing.name}, which is not installed. Install it: {way_to_add('desk')}"
        ) from missing
    if proxy:
        _require_campaign(call)
    if proxy and room:
        raise BadInput(
            "--room serves phones on the same Wi-Fi over plain http, and --proxy serves the desk through a "
            "proxy. Give only one of the two"
        )
    paper = text("paper")
    host = server.listening_for(proxy, trusted)
    if address:  # nonsense is told before a password is asked for
        server.address_of_links(address, port, server.proxy_doors(proxy) if proxy else server.own_doors(port))
    new_password = _new_password() if password else ""
    is_asked = bool(proxy) or click.get_current_context().get_parameter_source("port") is not ParameterSource.DEFAULT
    listener = listening(host, port) if is_asked else server.listening_from(host, port)
    asked, port = port, listener.getsockname()[1]
    if told := server.other_port(asked, port):
        show.line(told)
    doors = server.proxy_doors(proxy) if proxy else server.own_doors(port)
    links = server.address_of_links(address, port, doors) if address else ""
    cookie, is_first = f"desk{port}", not _has_campaign(call)
    if is_first:
        from campaign.web.first_campaign import first_campaign

        begun = first_campaign(
            _ways(call, doors, cookie), file_path(call.db), doors, listener, say=show.line, opens_browser=not no_browser
        )
        if begun is None:
            return
        opened = begun
    else:
        opened = open_desk(call.db, call.campaign, doors=doors, cookie=cookie)
    opened.links, opened.paper = links, paper
    if new_password:
        _set_password(opened, new_password)
    opens = not no_browser and not is_first  # else the browser that started the campaign goes on with it
    server.serve(opened, listener, say=show.line, opens_browser=opens, opens_room=room, proxy=proxy, trusted=trusted)


def _new_password() -> str:
    """Ask for the umpire's new password; before anything is served, which would wait for the answer."""
    return str(click.prompt("New password of the umpire", hide_input=True, confirmation_prompt=True))


def _set_password(opened: Desk, password: str) -> None:
    """Set the umpire's password; the desk is closed if it is too short."""
    from campaign.web.presence import set_password

    try:
        set_password(opened, password)
    except BaseException:
        opened.close()
        raise


def _ways(call: Call, doors: Doors, cookie: str) -> Ways:
    """Return what can be begun where there is no campaign. Each way raises what it raises at the terminal."""
    from campaign.cli.evening import MOST_DATABASES, databases_near
    from campaign.web.desk import open_desk
    from campaign.web.first_campaign import Ways

    def opened(path: Path | str, name: str = "") -> Desk:
        return open_desk(path, name, doors=doors, cookie=cookie)

    def start(scenario: str, tabletop: str) -> Desk:
        if not _has_campaign(call):
            _found(call, scenario, tabletop)
        return opened(call.db, call.campaign)

    def tour() -> Desk:
        from campaign.cli.tour import SEED, play_tour

        return opened(play_tour(Path("campaign-demo"), SEED, "a4") / "campaign.db")

    def own(folder: Path) -> Desk:
        return opened(_empty_campaign(folder))

    return Ways(start, tour, opened, own, tuple(map(Path, list(databases_near())[:MOST_DATABASES])))


def _empty_campaign(folder: Path) -> Path:
    """Start the small scenario that is explained line by line, for a desk that only helps to start another one."""
    from campaign.actions.start_campaign import found_campaign
    from campaign.exchange.check import read_scenario
    from campaign.exchange.template import write_starter
    from campaign.store import creating

    write_starter(folder / "starter")
    with creating(folder / "workshop.db") as store:
        found_campaign(store, read_scenario(folder / "starter"), actor="the desk")
    return folder / "workshop.db"


def _found(call: Call, scenario: str, tabletop: str) -> None:
    from campaign.actions.start_campaign import found_campaign
    from campaign.exchange.check import find_scenario, read_scenario, shipped
    from campaign.store import creating

    if scenario not in {each.key for each in shipped()}:
        raise NotFound(f"there is no scenario {scenario!r}. Choose a scenario from the list")
    values = read_scenario(find_scenario(scenario))
    with creating(call.db) as store:
        found_campaign(store, values, name=call.campaign, tabletop=tabletop, actor="the umpire")


def _has_campaign(call: Call) -> bool:
    return server_url(call.db) is not None or file_path(call.db).exists()


def _require_campaign(call: Call) -> None:
    """Raise NotFound with both program commands if there is no file yet: behind a proxy no stranger starts one."""
    if _has_campaign(call):
        return
    where = "" if call.db == DEFAULT_DATABASE else f"--db {typed(str(call.db))} "
    raise NotFound(
        f"there is no campaign at {file_path(call.db)} yet. Start a campaign: campaign {where}new "
        f"operation-brevity. Then open the desk: campaign {where}desk. List of scenarios: campaign scenarios"
    )
