"""A release's checksums, notes and files of other package managers, made from one place."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from bundle import release
from campaign import __version__
from campaign.owner import Owner, owner
from tests.house.sources import text_of
from tests.house.test_owner import FILLED

pytestmark = pytest.mark.house


def test_the_committed_files_are_those_that_the_program_makes() -> None:
    """``python bundle/release.py`` renews them."""
    made = release.packages(owner(), {})
    folder = release.BUNDLE / release.PACKAGES
    assert {path.name: text_of(path) for path in folder.iterdir()} == made


def test_what_cannot_be_published_says_so_first() -> None:
    built = dict.fromkeys(release.FILES, "ab" * 32)
    for text in release.packages(Owner(), built).values():
        assert text.splitlines()[0].startswith("# Not published: ")
        assert "https://" not in text
    for text in release.packages(FILLED, {}).values():
        assert text.splitlines()[0] == (
            "# Not published: no file was built for it. Made by bundle/release.py; do not change it by hand."
        )
    assert not any("Not published" in text for text in release.packages(FILLED, built).values())


def test_a_release_fills_in_addresses_and_checksums(tmp_path: Path) -> None:
    for number, name in enumerate(release.FILES):
        (tmp_path / name).write_bytes(bytes([number]))
    known = release.sums(tmp_path)
    made = release.packages(FILLED, known)
    digest = sha256(bytes([release.FILES.index(release.WINDOWS)])).hexdigest()
    installer = yaml.safe_load(made["ExampleClub.CampaignManager.installer.yaml"])
    assert installer["Installers"] == [
        {
            "Architecture": "x64",
            "InstallerUrl": f"https://example.org/releases/download/v{__version__}/{release.WINDOWS}",
            "InstallerSha256": digest.upper(),
        }
    ]
    assert yaml.safe_load(made["ExampleClub.CampaignManager.locale.en-US.yaml"])["PackageUrl"] == FILLED.homepage
    kinds = {yaml.safe_load(text)["ManifestType"] for name, text in made.items() if name.endswith(".yaml")}
    assert kinds == {"version", "installer", "defaultLocale"}
    cask = made["campaign-manager.rb"]
    assert (
        'url "https://example.org/releases/download/v#{version}/campaign-manager-#{version}-macos-#{arch}.tar.gz"'
        in cask
    )
    assert all(f'"{known[name]}"' in cask for name in release.MACS.values())


def test_a_name_of_any_club_can_be_read_and_is_no_part_of_a_file() -> None:
    """Colon, hash and quotation mark mean something in YAML; winget takes 32 letters before the full stop."""
    keeper = Owner(name='Łódź "Grognards": #1 Club for Napoleonics and the Second World War')
    made = release.winget(keeper, {})
    assert len({name.partition(".")[0] for name in made}) == 1
    assert all(1 <= len(name.partition(".")[0]) <= 32 for name in made)
    (about,) = (yaml.safe_load(text) for name, text in made.items() if "locale" in name)
    assert about["Publisher"] == keeper.name


def test_a_tag_is_looked_at_before_anything_is_built() -> None:
    assert release.told_of(f"v{__version__}").startswith("- ")
    with pytest.raises(SystemExit, match="the tag v9 is not that of version"):
        release.told_of("v9")


def test_nothing_is_made_ready_with_a_file_missing_or_another_tag(tmp_path: Path) -> None:
    for name in release.FILES[1:]:
        (tmp_path / name).touch()
    with pytest.raises(SystemExit, match=release.FILES[0].replace(".", r"\.")):
        release.ready(tmp_path, f"v{__version__}")
    with pytest.raises(SystemExit, match="the tag v9 is not that of version"):
        release.ready(tmp_path, "v9")
    assert not (tmp_path / release.SUMS).exists()
    (tmp_path / release.FILES[0]).touch()
    release.ready(tmp_path, f"v{__version__}")
    assert len((tmp_path / release.SUMS).read_text(encoding="ascii").splitlines()) == len(release.FILES)
    assert (tmp_path / release.PACKAGES / "notes.md").read_text(encoding="utf-8").startswith("- ")
