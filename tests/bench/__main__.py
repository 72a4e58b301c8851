"""Takes `python -m tests.bench`, gives the benchmark's report."""

import subprocess
import sys

from .run import main

status = main()
print(flush=True)
# A process of its own, so that the others' libraries do not swell this one: see measure.py.
rules = subprocess.run([sys.executable, "-m", "tests.bench.rules"], check=False)
companion = subprocess.run([sys.executable, "-m", "tests.bench.companion_run"], check=False)
sys.exit(status or rules.returncode or companion.returncode)
