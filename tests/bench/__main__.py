"""Run the benchmark with `python -m tests.bench`."""

import subprocess
import sys

from .run import main

status = main()
print(flush=True)
# A process of its own, so that the others' libraries do not swell this one: see measure.py.
rules = subprocess.run([sys.executable, "-m", "tests.bench.rules"], check=False)
act = subprocess.run([sys.executable, "-m", "tests.bench.companion_act"], check=False)
long = subprocess.run([sys.executable, "-m", "tests.bench.companion_long"], check=False)
watch = subprocess.run([sys.executable, "-m", "tests.bench.watch"], check=False)
companion = subprocess.run([sys.executable, "-m", "tests.bench.companion_run"], check=False)
parts = (rules, act, long, watch, companion)
sys.exit(status or next((part.returncode for part in parts if part.returncode), 0))
