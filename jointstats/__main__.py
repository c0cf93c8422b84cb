"""``python -m jointstats`` is ``jointstats``."""

import sys

from jointstats.presentation.cli import main

if __name__ == "__main__":
    sys.exit(main())
