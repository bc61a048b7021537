"""The module run by ``python -m campaign``, the same as the ``campaign`` command."""

from campaign.cli import main

if __name__ == "__main__":
    main()
