"""All settings are in pyproject.toml; here only what they cannot say: a build takes nothing from an earlier one."""

import shutil

from setuptools import setup
from setuptools.command.build_py import build_py


class FreshBuild(build_py):
    """Empties build/lib first: ``pip install .`` would install again from there what was deleted since the last one."""

    def run(self) -> None:
        """Empty the folder, then build as ever."""
        if not getattr(self, "editable_mode", False):
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(cmdclass={"build_py": FreshBuild})
