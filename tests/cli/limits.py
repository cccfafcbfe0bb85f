"""How long a command may take."""

import os

# How many times slower than a release build the tool under test may be; sanitizers make it so.
SLOWER = float(os.environ.get("GERMANE_SLOWER", "1"))

SECONDS = 50 * SLOWER  # no command needs as many; one that hangs should not hang the suite
