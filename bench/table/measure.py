"""Times one call of a row: measure.py ROW WHO SIZE, in the interpreter of the library that is measured.

WHO is ours, limit, or a peer's name (plain: ours without constraints). Prints one JSON object: the least
seconds by the clock and of the processor over the repeats, and the memory in bytes that the call added at
its peak. WHO is threads: ours on one thread and on two, which take turns: the least seconds of each by the
clock.
"""

import json
import os
import resource
import sys
import time
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


def processor_seconds():
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def status_bytes(key):
    with open("/proc/self/status", encoding="ascii") as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith(key))


def forget_peak():
    """The peak of memory starts anew: what made the data does not count."""
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def peak_bytes():
    """Since it was forgotten, and of processes that were started."""
    return max(status_bytes("VmHWM:"), 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)


def turns(least, seconds):
    """So many, and as many more as these seconds hold, up to a hundred; what takes long has fewer. On a machine that
    others use too, the least of a few short calls is a matter of luck."""
    started = time.perf_counter()
    for turn in range(100):
        passed = time.perf_counter() - started
        if passed > 20 or (turn >= least and passed > seconds):
            return
        yield turn


def one_and_two_threads(row, size, repeats):
    """The least seconds of each."""
    def use(threads):
        os.environ["BENCH_THREADS"] = str(threads)
    calls, least = {}, {1: float("inf"), 2: float("inf")}
    for threads in least:
        use(threads)
        calls[threads] = row.ours(size)
    for _ in turns(2 * repeats, 4):
        for threads, call in calls.items():
            use(threads)
            started = time.perf_counter()
            call()
            least[threads] = min(least[threads], time.perf_counter() - started)
    return {"one": least[1], "two": least[2]}


def main():
    name, who, size, repeats = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    warnings.simplefilter("ignore")
    if who in ("ours", "threads", "plain"):
        import germane  # noqa: F401  before NumPy, for its BLAS kernel
    from rows import ROWS
    row = next(row for row in ROWS if row.name == name)
    if who == "threads":
        print(json.dumps(one_and_two_threads(row, size, repeats)))
        return
    call = {"ours": row.ours, "limit": row.limit, **row.peers}[who](size)
    before, times = status_bytes("VmRSS:"), []
    forget_peak()
    for _ in turns(repeats, 1):
        clock, processor = time.perf_counter(), processor_seconds()
        call()
        times.append((time.perf_counter() - clock, processor_seconds() - processor))
    print(json.dumps({"seconds": min(clock for clock, _ in times), "processor_seconds": min(each for _, each in times),
                      "memory": max(0, peak_bytes() - before)}))


if __name__ == "__main__":
    main()
