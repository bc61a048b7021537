"""Make a release's files ready in a folder that holds what was built: ``python bundle/release.py dist --tag v0.1.0``.

It checks that nothing is missing, and writes checksums, the notes of the release, and the files by which Homebrew and
winget know it, filled in with the checksums. Without a folder it renews those files in bundle/packages, which name no
checksum and are published nowhere, and checks the tag all the same. It needs nothing but Python.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

BUNDLE = Path(__file__).resolve().parent
HOUSE = BUNDLE.parent
sys.path.insert(0, str(HOUSE))

from campaign import __version__  # noqa: E402 - the folder is put on the path first
from campaign.owner import Owner, owner  # noqa: E402

SUMS = "SHA256SUMS"
PACKAGES = "packages"
WINDOWS = f"campaign-manager-{__version__}-windows-amd64.zip"
MACS = {
    "arm": f"campaign-manager-{__version__}-macos-arm64.tar.gz",
    "intel": f"campaign-manager-{__version__}-macos-x86_64.tar.gz",
}
FILES = (
    f"campaign_manager-{__version__}-py3-none-any.whl",
    f"campaign_manager-{__version__}.tar.gz",
    "campaign-manager-parts.cdx.json",
    WINDOWS,
    *MACS.values(),
    f"campaign-manager-{__version__}-linux-x86_64.tar.gz",
)
"""Everything that a release consists of."""
OLDEST_MAC = "sonoma"
"""macOS 14: on a newer one, such as that of the builder, pip takes the file of NumPy that is for 14 or later."""
DESCRIPTION = "Runs Second World War miniatures campaigns between club nights"
NOT_YET = "# Not published: {}. Made by bundle/release.py; do not change it by hand.\n"
NOTHING = "0" * 64


def place_of(keeper: Owner, file: str) -> str:
    """Return the address of a file of this release, where release.yml puts it below the page of all releases."""
    return f"{keeper.releases.rstrip('/')}/download/v{__version__}/{file}"


def sums(folder: Path) -> dict[str, str]:
    """Return the checksum of each file of a release, by name. Raises SystemExit for what is missing."""
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise SystemExit(f"{folder} lacks {', '.join(missing)}: build everything first, or name another folder")
    return {name: sha256((folder / name).read_bytes()).hexdigest() for name in FILES}


def notes(changelog: str) -> str:
    """Return what CHANGELOG.md says of this version. Raises SystemExit if it says nothing."""
    match = re.search(rf"^## {re.escape(__version__)}\b[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if match is None:
        raise SystemExit(f"CHANGELOG.md has no section on {__version__}: write it first")
    return match[1].strip() + "\n"


def packages(keeper: Owner, known: Mapping[str, str]) -> dict[str, str]:
    """Return the files of Homebrew and winget by name, from the owner's lines and the checksums that are known. Their
    first line says why they are not published as they stand.
    """
    missing = [
        *([] if keeper.releases else ["campaign/owner.toml names no page of releases"]),
        *([] if keeper.homepage else ["campaign/owner.toml names no homepage"]),
        *([] if keeper.name else ["campaign/owner.toml names no owner"]),
        *([] if known else ["no file was built for it"]),
    ]
    head = NOT_YET.format(", ".join(missing)) if missing else ""
    return {
        name: head + text
        for name, text in (*winget(keeper, known).items(), ("campaign-manager.rb", cask(keeper, known)))
    }


def cask(keeper: Owner, known: Mapping[str, str]) -> str:
    """Return the cask of Homebrew for macOS: the folder without Python, with its command."""
    address = place_of(keeper, MACS["arm"]).replace(__version__, "#{version}").replace("arm64", "#{arch}")
    lines = [
        'cask "campaign-manager" do',
        '  arch arm: "arm64", intel: "x86_64"',
        "",
        f'  version "{__version__}"',
        f'  sha256 arm:   "{known.get(MACS["arm"], NOTHING)}",',
        f'         intel: "{known.get(MACS["intel"], NOTHING)}"',
        "",
        *([f'  url "{address}"'] if keeper.releases else []),
        '  name "Campaign Manager"',
        f'  desc "{DESCRIPTION}"',
        *([f'  homepage "{keeper.homepage}"'] if keeper.homepage else []),
        "",
        f'  depends_on macos: ">= :{OLDEST_MAC}"',
        "",
        '  binary "campaign-manager/campaign"',
        "",
        "  caveats <<~EOS",
        "    The program is not signed, and macOS stops it and every part of it. To allow all of them, type once:",
        "      xattr -dr com.apple.quarantine #{staged_path}",
        "    Then type: campaign desk",
        "  EOS",
        "end",
    ]
    return "\n".join(lines) + "\n"


def winget(keeper: Owner, known: Mapping[str, str]) -> dict[str, str]:
    """Return the three files of winget: the folder without Python as a portable program."""
    publisher = re.sub(r"[^A-Za-z0-9]", "", keeper.name)[:32] or "Unnamed"
    name = f"{publisher}.CampaignManager"
    common = f"PackageIdentifier: {name}\nPackageVersion: {__version__}\n"
    last = "ManifestType: {}\nManifestVersion: 1.12.0\n"
    installer = (
        "InstallerType: zip\n"
        "NestedInstallerType: portable\n"
        "NestedInstallerFiles:\n"
        "- RelativeFilePath: campaign-manager\\campaign.exe\n"
        "  PortableCommandAlias: campaign\n"
        "ArchiveBinariesDependOnPath: true\n"
        "Installers:\n"
        "- Architecture: x64\n"
    )
    address = f"  InstallerUrl: {place_of(keeper, WINDOWS)}\n" if keeper.releases else ""
    about = (
        "PackageLocale: en-US\n"
        f"Publisher: {json.dumps(keeper.name or 'Unnamed', ensure_ascii=False)}\n"
        "PackageName: Campaign Manager\n"
        "License: MIT\n"
        f"ShortDescription: {DESCRIPTION}.\n"
        "Moniker: campaign-manager\n"
    )
    links = {"PackageUrl": keeper.homepage, "PublisherSupportUrl": keeper.issues}
    return {
        f"{name}.yaml": f"{common}DefaultLocale: en-US\n{last.format('version')}",
        f"{name}.installer.yaml": (
            f"{common}{installer}{address}  InstallerSha256: {known.get(WINDOWS, NOTHING).upper()}\n"
            f"{last.format('installer')}"
        ),
        f"{name}.locale.en-US.yaml": (
            f"{common}{about}{''.join(f'{key}: {link}{chr(10)}' for key, link in links.items() if link)}"
            f"{last.format('defaultLocale')}"
        ),
    }


def told_of(tag: str) -> str:
    """Return the notes of the release that a tag names. Raises SystemExit for another version, or without notes."""
    if tag != f"v{__version__}":
        raise SystemExit(f"the tag {tag} is not that of version {__version__}: name it v{__version__}")
    return notes((HOUSE / "CHANGELOG.md").read_text(encoding="utf-8"))


def ready(folder: Path, tag: str) -> None:
    """Write checksums, notes and the files of Homebrew and winget into a folder of built files. Raises SystemExit."""
    news, known = told_of(tag), sums(folder)
    (folder / SUMS).write_text("".join(f"{digest}  {name}\n" for name, digest in known.items()), encoding="ascii")
    written = packages(owner(), known)
    written["notes.md"] = news
    write(folder / PACKAGES, written)


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write files into a folder, and take away what it held besides."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"written: {name}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make a release's files ready.")
    parser.add_argument("folder", type=Path, nargs="?", help="folder of built files")
    parser.add_argument("--tag", default=f"v{__version__}", help="tag of the release")
    options = parser.parse_args()
    if options.folder is None:
        told_of(options.tag)
        write(BUNDLE / PACKAGES, packages(owner(), {}))
    else:
        ready(options.folder, options.tag)
