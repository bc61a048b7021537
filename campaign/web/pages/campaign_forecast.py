"""The campaign played on many times from now: asked for by the umpire, or for a side by what it knows.

The runs are played beside the desk (``campaign.web.forecasts``); the page says how far they are and shows the result.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from campaign.actions.order_messages import TakeOrders
from campaign.errors import BadFile, BadInput, NotAllowed, NotFound, Refused
from campaign.exchange.letters import read_letter
from campaign.forecast.aside import State, Work
from campaign.forecast.compare import require_comparable
from campaign.forecast.enemy import Unseen, appreciation
from campaign.forecast.side import open_battle_of, require_side, require_whole_side, side_snapshot
from campaign.forecast.start import SEED, Start, begin
from campaign.forecast.umpire import battle_in_hand, require_playable
from campaign.journal.board import JournalBoard
from campaign.journal.branches import branches
from campaign.journal.overtaken import DrawnFor
from campaign.journal.transaction import reading
from campaign.order_papers import HandIn, Paper, answers
from campaign.queries.common.outlook import look
from campaign.queries.forecast.forecast_paper import forecast_paper
from campaign.queries.map.map import situation_map
from campaign.situation.clock import calendar_of
from campaign.terms.time import Phase
from campaign.terms.viewer import Viewer
from campaign.terms.words import counted, file_name, is_number
from campaign.terms.words import typed as typed_words
from campaign.views.forecast.forecast_paper import ForecastPaper
from campaign.views.forecast.forecast_words import reckoning
from campaign.web.answer import Answer
from campaign.web.forecast_tables import comparisons_of, tables_of
from campaign.web.forecasts import DeskForecast, Origin
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Asked, Query, Visit

USUAL_RUNS: Final = 200
MOST_RUNS: Final = 1_000
MOST_ESTIMATES: Final = 20
LONGEST_ORDERS: Final = 10_000
"""Most letters of the other orders."""
EIGHTHS: Final = 8
AGAIN_SECONDS: Final = 3
"""Seconds after which the page asks again how far the runs are."""
OTHER_ORDERS: Final = "the other orders"
ADDRESS: Final = "/campaign-forecast"
SVG: Final = "image/svg+xml"


@page(ADDRESS, UMPIRE | PLAYERS, is_kept=False, drawn_for=DrawnFor.NOTHING)
def show_campaign_forecast(visit: Visit) -> Answer:
    """Show the form, how far the runs are, and the last result."""
    forecast, why_not = None, ""
    try:
        _read_now(visit, _require_whole_side)
        forecast = visit.desk.forecasts.of(_reader(visit))
        _read_now(visit, _require_possible)
    except (NotAllowed, Refused) as fault:
        why_not = str(fault)
    state = forecast.state if forecast is not None else None
    result = state.result if state is not None else None
    is_told = result is not None
    is_past = forecast is not None and (is_told or visit.person.is_umpire) and _is_past(visit, forecast)
    names = _branches(visit)
    return visit.page(
        "campaign_forecast.html",
        json=None if result is None else result.comparison or result.forecast,
        same_at_terminal=_command(visit, forecast, is_past),
        why_not=why_not,
        state=state,
        number=0 if forecast is None else forecast.number,
        is_played=state is not None and not state.is_over,
        progress=None if state is None else _progress(visit, state),
        again=AGAIN_SECONDS,
        view=None if result is None else result.forecast,
        reckoned="" if result is None else reckoning(result.forecast, USUAL_RUNS).reckoned,
        tables=() if result is None else tables_of(result.forecast),
        comparisons=() if result is None or result.comparison is None else comparisons_of(result.comparison),
        is_past=is_past,
        days=visit.read(_days),
        branches=(("", "none"), *((name, name) for name in names)) if names else (),
        last="" if result is None else f"{result.forecast.last.on.day} {result.forecast.last.on:%B %Y}",
        usual_runs=USUAL_RUNS,
        most_runs=MOST_RUNS,
    )


@show_campaign_forecast.post
def change_campaign_forecast(visit: Visit) -> Answer:
    """Begin to play a forecast, or end the one that is being played."""
    _read_now(visit, _require_whole_side)
    desk, reader = visit.desk, _reader(visit)
    if visit.form.get("do") == "stop":
        desk.forecasts.stop(reader, visit.form.get("of", ""))
        return visit.redirect(visit.here())
    visit.require_now()
    visit.read(_require_possible)
    desk.forecasts.require_free(reader)
    with visit.at_one_moment():
        desk.forecasts.begin(reader, _work(visit), visit.read(situation_map), visit.read(partial(_origin, visit)))
    return visit.redirect(visit.here())


@page("/campaign-forecast/paper", UMPIRE | PLAYERS, is_kept=False, is_drawn=True)
def show_forecast_paper(visit: Visit) -> Answer:
    """Draw the last result as PDF."""
    from campaign_reports.forecast_paper import render_forecast
    from campaign_reports.page import Paper as Sheets

    drawn = _paper(visit)
    name = file_name(f"{drawn.forecast.viewer} forecast", ".pdf", ending=f"turn {drawn.forecast.moment}")
    return visit.file(render_forecast(drawn, Sheets(visit.paper)), name, "application/pdf")


@page("/campaign-forecast/drawing", UMPIRE | PLAYERS, is_kept=False, is_drawn=True)
def show_forecast_drawing(visit: Visit) -> Answer:
    """Draw the last result as a picture for the screen."""
    from campaign_reports.forecast_paper import render_forecast_svg

    return visit.file(render_forecast_svg(_paper(visit)).encode(), "", SVG)


def _reader(visit: Visit) -> Viewer:
    """Return the umpire, or a person's side as a whole: all who know all of it read the same forecast."""
    return Viewer(visit.person.side)


def _paper(visit: Visit) -> ForecastPaper:
    """Return the paper of the last result. Raises NotAllowed for who knows a part of a side, NotFound without one."""
    _read_now(visit, _require_whole_side)
    forecast = visit.desk.forecasts.of(_reader(visit))
    if forecast is None or forecast.state.result is None:
        raise NotFound("this desk has not made a forecast of the campaign yet. Ask for a forecast first")
    if (number := visit.query.get("of")) not in (None, str(forecast.number)):
        raise NotFound(
            f"forecast {number} is no longer kept. The desk keeps only the last forecast, number "
            f"{forecast.number}. Ask for a new forecast"
        )
    return forecast_paper(forecast.state.result.forecast, forecast.known_map, USUAL_RUNS)


# who may ask, and when -----------------------------------------------------------------------------------------------
def _read_now(visit: Visit, query: Query[Asked]) -> Asked:
    """Return the answer of a query as this person may have it now, also on a page that looks back."""
    with visit.desk.reading(visit.person.viewer) as board:
        return query(board, visit.person.viewer)


def _require_whole_side(board: JournalBoard, viewer: Viewer) -> None:
    if not viewer.is_umpire:
        require_whole_side(look(board, viewer))


def _require_possible(board: JournalBoard, viewer: Viewer) -> None:
    """Raise Refused where no run can be played now, in the words of a page."""
    battle = battle_in_hand(board) if viewer.is_umpire else open_battle_of(look(board, viewer))
    if battle is not None:
        raise Refused(
            f"Battle {battle.number}, {battle.name}, is being fought, so the campaign cannot be forecast now. "
            "Ask again when the battle is over"
        )
    if board.clock.phase is Phase.OVER:
        raise Refused("The campaign is over, so there is nothing to forecast")
    if viewer.is_umpire:
        require_playable(board)
    else:
        require_side(look(board, viewer))


def _known(board: JournalBoard, viewer: Viewer) -> str:
    """Return a digest of all that a reader knows of the campaign: for a side that of its own snapshot, never the
    journal's head, which tells that another side has done something.
    """
    return board.ledger.head if viewer.is_umpire else side_snapshot(board, viewer).digest


def _origin(visit: Visit, board: JournalBoard, viewer: Viewer) -> Origin:
    """Return what a forecast is asked on."""
    has_orders = bool(visit.form.get("orders", "").strip())
    return Origin(_known(board, viewer), board.ledger.last_number, visit.form.get("branch", ""), has_orders)


def _is_past(visit: Visit, forecast: DeskForecast) -> bool:
    """Return whether the reader knows another campaign now than that on which the forecast was asked."""
    try:
        return _read_now(visit, _known) != forecast.origin.known
    except (NotAllowed, Refused):  # a battle that cannot be played on has begun since
        return True


def _progress(visit: Visit, state: State) -> tuple[int, int, str]:
    """Return how far the runs are, of how many, and in what: a player is told eighths, since the number of runs moves
    with all that the machine does, also for others.
    """
    if visit.person.is_umpire:
        return state.played, state.asked, "runs"
    return EIGHTHS * state.played // max(1, state.asked), EIGHTHS, "parts"


# the form ------------------------------------------------------------------------------------------------------------
def _days(board: JournalBoard, viewer: Viewer) -> tuple[tuple[str, str], ...]:
    """Return the days still to come as the form offers them, the last first."""
    calendar = calendar_of(board)
    dates = {day: calendar.date_of(day) for day in range(board.campaign.days, board.clock.day - 1, -1)}
    return tuple((str(day), f"day {day}, {date:%a} {date.day} {date:%B}") for day, date in dates.items())


def _branches(visit: Visit) -> tuple[str, ...]:
    """Return the other campaigns of the database, which are the umpire's."""
    if not visit.person.is_umpire:
        return ()
    return tuple(branch.name for branch in branches(visit.desk.reader) if branch.name != visit.desk.campaign)


def _work(visit: Visit) -> Work:
    """Return the forecast that the form asks for. Raises BadInput for a field, and what its orders are refused for."""
    until, unseen = _until(visit), _unseen(visit)

    def start(board: JournalBoard, viewer: Viewer) -> Start:
        return begin(board, until, viewer, unseen)

    starts, labels = [visit.read(start)], list[str]()
    if branch := visit.form.get("branch", ""):
        if branch not in _branches(visit):
            raise NotFound(f"there is no copy {branch!r} of the campaign to compare with. Choose one from the list")
        with reading(visit.desk.reader, branch) as board:
            starts.append(start(board, visit.person.viewer))
        labels.append(f"the branch {branch}")
    if orders := visit.form.get("orders", "").strip():
        starts.append(_with_orders(visit, orders, start))
        labels.append(OTHER_ORDERS)
    for other, label in zip(starts[1:], labels, strict=True):
        require_comparable(starts[0].names, other.names, label)
    parts = 0 if visit.person.is_umpire else EIGHTHS
    return Work(tuple(starts), tuple(labels), SEED, _runs(visit), "decide" in visit.form, parts)


def _until(visit: Visit) -> str:
    until = visit.form.get("until", "")
    if until not in ("", *dict(visit.read(_days))):
        raise BadInput(f"{until!r} is not a day that is still to come. Choose one from the list")
    return until


def _runs(visit: Visit) -> int:
    text = visit.form.get("runs", "").strip() or str(USUAL_RUNS)
    if not (is_number(text) and len(text) <= len(str(MOST_RUNS)) and 1 <= int(text) <= MOST_RUNS):
        raise BadInput(f"{text!r} is not a number of runs. Write a number from 1 to {MOST_RUNS}")
    return int(text)


def _unseen(visit: Visit) -> tuple[Unseen, ...]:
    lines = [line.strip() for line in visit.form.get("unseen", "").splitlines() if line.strip()]
    if lines and visit.person.is_umpire:
        raise BadInput(
            "you looked at the forecast as the umpire, who knows the enemy, so no estimate is needed. Leave the "
            "field empty"
        )
    if len(lines) > MOST_ESTIMATES:
        raise BadInput(f"you wrote {len(lines)} estimates. Write at most {MOST_ESTIMATES}")
    return tuple(appreciation(line, option="") for line in lines)


def _with_orders(visit: Visit, text: str, start: Callable[[JournalBoard, Viewer], Start]) -> Start:
    """Return the campaign with these orders given, on a copy in memory. Raises BadFile for a line that cannot be
    read.
    """
    if len(text) > LONGEST_ORDERS:
        raise BadInput(f"{OTHER_ORDERS} have {len(text):,} characters. Write at most {LONGEST_ORDERS:,}")
    paper = Paper(OTHER_ORDERS, read_letter(OTHER_ORDERS, text.encode()))
    read_orders, turn = visit.read(lambda board, viewer: answers(board, viewer, [paper], HandIn("", again=True)))
    if faults := [fault for answer in read_orders for fault in answer.faults]:
        raise BadFile(f"{counted(len(faults), 'line')} cannot be read as orders, so no forecast was made", faults)
    command = TakeOrders(turn, tuple(answer.message for answer in read_orders))
    return visit.rehearse(command, lambda board, _: start(board, visit.person.viewer), is_supposed=True)[1]


def _command(visit: Visit, forecast: DeskForecast | None, is_past: bool) -> str:
    """Return the program command that plays the same as the last forecast; empty where there is none: other orders
    that were typed here stand in no file, and a past moment of the campaign is none of its branch.
    """
    words = ["campaign forecast campaign"]
    if forecast is None:
        return " ".join([*words, *([f"--as-of {typed_words(visit.as_of)}"] if visit.as_of else [])])
    work, origin = forecast.work, forecast.origin
    if origin.has_orders or (origin.branch and is_past):
        return ""
    words += [f"--until {work.starts[0].until}", f"--runs {work.runs}", *(["--decide"] if work.decide else [])]
    if origin.branch:
        words.append(f"--compare {typed_words(origin.branch)}")
    if is_past:
        words.append(f"--as-of @{origin.entry}")
    return " ".join(words)
