"""All settings are in pyproject.toml; here only what they cannot say: a build takes nothing from an earlier one, and
the project's addresses come from campaign/owner.toml.
"""

import shutil
import tomllib
from pathlib import Path
from typing import Any

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

LABELS = {
    "homepage": "Homepage",
    "handbook": "Documentation",
    "source": "Source",
    "issues": "Issues",
    "releases": "Download",
}
"""Keys of owner.toml, and the names by which package indexes know such addresses."""


class FreshBuild(build_py):
    """Empties build/lib first: ``pip install .`` would install again from there what was deleted since the last one."""

    def run(self) -> None:
        """Empty the folder, then build as ever."""
        if not getattr(self, "editable_mode", False):
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class Named(Distribution):
    """Leaves out an empty name or mail address, which must be given all the same: pyproject.toml calls it dynamic."""

    def parse_config_files(self, *args: Any, **kwargs: Any) -> None:
        """Read the settings, then take empty texts out."""
        super().parse_config_files(*args, **kwargs)
        self.metadata.maintainer = self.metadata.maintainer or None
        self.metadata.maintainer_email = self.metadata.maintainer_email or None


def addresses(place: Path) -> dict[str, Any]:
    """Return what the owner has filled in, as setup() takes it."""
    owner = tomllib.loads(place.read_text(encoding="utf-8"))
    links = {label: owner[key] for key, label in LABELS.items() if owner[key]}
    return {"project_urls": links, "maintainer": owner["name"], "maintainer_email": owner["mail"]}


if __name__ == "__main__":
    place = Path(__file__).with_name("campaign") / "owner.toml"
    setup(distclass=Named, cmdclass={"build_py": FreshBuild}, **addresses(place))
