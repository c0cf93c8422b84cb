"""``python -m jointstats`` is ``jointstats``."""

import sys

from jointstats.presentation.cli import main

sys.exit(main())
