"""Takes `python -m tests.bench`, gives the benchmark's report."""

import sys

from .run import main

sys.exit(main())
