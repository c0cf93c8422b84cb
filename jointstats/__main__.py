"""``python -m jointstats`` is ``jointstats``."""

import sys

from jointstats.interfaces.cli import main

if __name__ == "__main__":
    sys.exit(main())
