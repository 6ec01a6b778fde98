"""Uses an installed gistlearn as its first user does, and checks that it brings every shared library it needs."""
from __future__ import annotations

import subprocess
from pathlib import Path

import gistlearn
import numpy as np

#: What every Linux system that takes such wheels has (PEP 600): the C library, the compiler's run-time, zlib. All else must be in the wheel.
SYSTEM = ("linux-vdso", "ld-linux", "libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libgcc_s.so", "libstdc++.so",
          "libz.so")

drawn = gistlearn.simulate("gaussian", rows=200, features=50, support=5, seed=1)
model = gistlearn.GistRegressor(loss="squared", penalty="mcp", alpha_ratio=0.2, standardize=True).fit(drawn.X, drawn.y)
assert model.status_ == "converged", model.status_
assert set(drawn.support) <= set(np.flatnonzero(model.coef_)), "the planted columns are found"

home = Path(gistlearn.__file__).parent
assert "site-packages" in str(home), home
for binary in [*home.glob("_core*.so"), home.parent / "gistlearn.scripts" / "gist"]:
    listed = subprocess.run(["ldd", binary], check=True, text=True, capture_output=True).stdout
    outside = [line.split()[0] for line in listed.splitlines()
               if str(home.parent) not in line and not any(name in line for name in SYSTEM)]
    assert not outside, f"{binary.name} needs {outside} from the system"
print(f"gistlearn {gistlearn.__version__}: {model.status_}, {np.count_nonzero(model.coef_)} of 50 columns")
