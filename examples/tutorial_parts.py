# %% [markdown]
# # Rows that come in parts
#
# A linear learner needs no rows, only a summary of them that merges. So a million rows are learned from in parts: by
# several processes, on several machines, or as they come. Run it with `./run python examples/tutorial_parts.py`, or cell by
# cell in a notebook.

# %%
import germane  # before NumPy: OpenBLAS then takes the kernel that suits the processor

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np

draw = np.random.default_rng(0)
spread = draw.normal(size=(12, 12))  # what varies inside chunklets
centers = draw.normal(size=(5000, 12))
chunks = draw.integers(5000, size=100_000)
X = centers[chunks] + 0.3 * draw.normal(size=(100_000, 12)) @ spread

# %% [markdown]
# All at once, and in ten parts that are gathered by four threads (the interpreter's lock is released meanwhile). Chunklets
# straddle the parts: they go on under their names.

# %%
whole = germane.RCA(check="none").fit(X, chunks)


def gather(part):
    return germane.Statistics().update(X[part::10], chunks=chunks[part::10], n_jobs=1)


with ThreadPoolExecutor(4) as pool:
    together = sum(pool.map(gather, range(10)))
merged = germane.RCA(check="none").fit(together)
print(together, "largest difference:", np.abs(merged.components_ - whole.components_).max())
assert np.allclose(merged.components_, whole.components_, rtol=1e-9)

# %% [markdown]
# The summary is small, whatever the number of rows, once its chunklets are complete; it pickles, and `save` writes what
# `germane merge` and `germane learn` read.

# %%
print(f"{len(pickle.dumps(together)) / 1e6:.1f} MB of {X.nbytes / 1e6:.1f} MB of rows")
together.save("rows.stats")
assert germane.Statistics.load("rows.stats").rows == len(X)

# %% [markdown]
# As they come: `partial_fit` has a model after each part. How far is it from the end?

# %%
learner = germane.RCA(check="none")
for part in range(10):
    learner.partial_fit(X[part::10], chunks[part::10])
    away = np.linalg.norm(learner.components_ - whole.components_) / np.linalg.norm(whole.components_)
    print(f"{10 * (part + 1):3} % of the rows: {away:.4f}")
assert away < 1e-9

# %% [markdown]
# Rows that do not fit into memory stay in their file; a memory-mapped array is read where it lies.

# %%
np.save("rows.npy", X)
mapped = germane.RCA(check="none").fit(np.load("rows.npy", mmap_mode="r"), chunks)
assert np.array_equal(mapped.components_, whole.components_) or np.allclose(mapped.components_, whole.components_)
