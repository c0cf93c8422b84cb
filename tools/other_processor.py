"""Run Python as on another processor: ``python tools/other_processor.py -m pytest tests/recorded``.

OpenBLAS takes the kernels of another processor than this one, and NumPy no AVX-512, so that the
last bits of sums and decompositions are others. ``--kernels NAME`` says which kernels instead of
finding some. Ends with 2 if OpenBLAS has none but its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

import numpy as np

KERNELS = ("HASWELL", "SANDYBRIDGE", "PRESCOTT", "NEOVERSEN1", "ARMV8")
ASK = (
    "import numpy, scipy.linalg, threadpoolctl; "
    "print(*sorted({str(one.get('architecture')) for one in threadpoolctl.threadpool_info()}))"
)


def used(kernels: str | None = None) -> str:
    """Which kernels OpenBLAS takes when these are asked for."""
    env = {name: value for name, value in os.environ.items() if name != "OPENBLAS_CORETYPE"}
    env |= {"OPENBLAS_CORETYPE": kernels} if kernels else {}
    done = subprocess.run([sys.executable, "-c", ASK], env=env, stdout=-1, text=True, check=True)
    return done.stdout.strip()


def without_wide_vectors() -> str:
    """What NumPy would use of AVX-512 here."""
    features = np.show_config(mode="dicts")["SIMD Extensions"]["found"]
    return ",".join(name for name in features if "512" in name or name == "X86_V4")


def main() -> int:
    """Run Python with the words that are given; its exit status."""
    given = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    given.add_argument("--kernels", help="such as HASWELL, ZEN, SKYLAKEX")
    asked, words = given.parse_known_args()
    kernel = used()
    others = (
        [asked.kernels] if asked.kernels else [name for name in KERNELS if used(name) != kernel]
    )
    if not others:
        print(f"OpenBLAS knows no other kernels than {kernel}.", file=sys.stderr)
        return 2
    print(f"Kernels {used(others[0])} instead of {kernel}.", file=sys.stderr, flush=True)
    more = {"OPENBLAS_CORETYPE": others[0], "NPY_DISABLE_CPU_FEATURES": without_wide_vectors()}
    return subprocess.run([sys.executable, *words], env=os.environ | more).returncode


if __name__ == "__main__":
    sys.exit(main())
