"""The first bytes of a file: read again and again, of many files, of one that takes another's name."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.store.file_head import head_of_file


def test_it_reads_what_is_there_now(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"first")
    assert head_of_file(path, 3).content == b"fir"
    path.write_bytes(b"other")
    assert head_of_file(path, 9).content == b"other"


def test_a_file_of_the_same_name_is_another(tmp_path: Path) -> None:
    path, draft = tmp_path / "a", tmp_path / "b"
    path.write_bytes(b"first")
    first = head_of_file(path, 9)
    draft.write_bytes(b"second")
    draft.replace(path)
    second = head_of_file(path, 9)
    assert second.content == b"second"
    assert second.identity != first.identity


def test_of_many_files_each_is_read(tmp_path: Path) -> None:
    paths = [tmp_path / str(n) for n in range(100)]
    for path in paths:
        path.write_text(path.name)
    for _ in range(2):
        assert [head_of_file(path, 9).content.decode() for path in paths] == [path.name for path in paths]


def test_no_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        head_of_file(tmp_path / "none", 1)
