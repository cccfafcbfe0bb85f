"""One table of everything: ours beside its peers, the machine's limit, memory and growth.

  table.py --package FOLDER --germane TOOL --work FOLDER [--row WORD] [--json FILE] [--page FILE] [--repeats N] [--slow]

Every call runs in a process of its own, on one thread, peers right after ours, and the least processor time
of the repeats counts, so that a busy machine slows both alike: `ratio`. `on two`: the same by the clock, with two
threads for each. `threads`: by the clock, how much faster two threads are, taking turns with one, as a share of
what two processes of dgemm gain in the same run; on four times the rows, where time is in proportion to them.
`growth`: the exponent of n when the rows are doubled. `of limit`: the seconds that BLAS needs for the multiplications alone, or (m) the system to bring the data once through
memory, as a share of ours.
"""

import argparse
import html
import json
import math
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from peers import dlib_library, forget_kernel_of_environment, is_wrong_kernel, peer_python  # noqa: E402
from rows import ROWS  # noqa: E402

ENVIRONMENTS = {"metric_learn": ("peers", "peers.txt"), "cca_zoo": ("peers-views", "peers_views.txt"),
                "mvlearn": ("peers-mvlearn", "peers_mvlearn.txt"), "faiss": ("peers-indexes", "peers_indexes.txt"),
                "fastcluster": ("peers-linkage", "peers_linkage.txt"), "hdbscan": ("peers-linkage", "peers_linkage.txt")}
# Threads share the rows, not what follows them: so they are measured on more of them, where time is in proportion to them.
MORE_ROWS, MUCH_GROWTH = 4, 1.4
DGEMM = ("import numpy as np, time; a = np.random.default_rng(0).standard_normal((1500, 1500)); a @ a; "
         "t = time.perf_counter(); [a @ a for _ in range(8)]; print(time.perf_counter() - t)")

OUR_KERNEL = "import germane; print(germane.blas_kernel())"
NUMPY_KERNEL = ("import numpy, threadpoolctl; print(next((each['architecture'] for each in threadpoolctl.threadpool_info() "
                "if each.get('internal_api') == 'openblas'), ''))")


class Machine:
    """Where calls are measured."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.refused = {}  # peers that cannot be had, and why
        self.blas = {}
        kernel, in_numpy = (self.printed(text) for text in (OUR_KERNEL, NUMPY_KERNEL))
        self.kernel = kernel
        if is_wrong_kernel(in_numpy, kernel):  # OpenBLAS does not know the processor; peers are told, as ours is
            self.blas = {"OPENBLAS_CORETYPE": kernel}

    def environment(self, threads):
        ours = {"PYTHONPATH": str(self.arguments.package.parent), "GERMANE": str(self.arguments.germane),
                "BENCH_THREADS": str(threads), "BENCH_DLIB": str(self.arguments.work / "peers-dlib" / "dlib_cca.so")}
        counts = {name: str(threads) for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}
        return {**self.blas, **os.environ, **counts, **ours, "PYTHONDONTWRITEBYTECODE": "1"}

    def printed(self, text):
        return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env=self.environment(1),
                              check=True).stdout.strip()

    def interpreter(self, who):
        if who in self.refused:
            return None
        if who == "dlib":
            library, why = dlib_library(self.arguments.work / "peers-dlib")
            python = sys.executable if library else None
        elif who in ENVIRONMENTS:
            folder, packages = ENVIRONMENTS[who]
            python, why = peer_python(self.arguments.work / folder, packages)
        else:
            return sys.executable
        if python is None:
            self.refused[who] = why
        return python

    def measure(self, row, who, size, threads=1):
        """Times of a call, or None and a line about why."""
        python = self.interpreter(who)
        if python is None:
            return None
        done = subprocess.run([python, HERE / "measure.py", row.name, who, str(size), str(self.arguments.repeats)],
                              capture_output=True, text=True, env=self.environment(threads), check=False)
        if done.returncode != 0:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            print(f"  {row.name}, {who}: failed: {reason}", file=sys.stderr)
            return None
        return json.loads(done.stdout)

    def gain_of_two(self):
        """How much two processes of dgemm do beside what one does."""
        def seconds(count):
            started = [subprocess.Popen([sys.executable, "-c", DGEMM], stdout=subprocess.PIPE, text=True,
                                        env=self.environment(1)) for _ in range(count)]
            return max(float(each.communicate()[0]) for each in started)
        turns = [(seconds(1), seconds(2)) for _ in range(3)]
        return 2 * min(one for one, _ in turns) / min(two for _, two in turns)


def measured(machine, row):
    ours = machine.measure(row, "ours", row.size)
    if ours is None:
        return {"row": row.name, "failed": True}
    found = {"row": row.name, "size": row.size, "ours": ours, "peers": {}, "bound": row.bound}
    found["by_threads"] = threads = machine.measure(row, "threads", row.size)
    for who in row.peers:
        peer = machine.measure(row, who, row.size)
        on_two = machine.measure(row, who, row.size, threads=2) if peer and threads else None
        if peer:
            peer["ratio"] = peer["processor_seconds"] / max(1e-9, ours["processor_seconds"])
            peer["ratio_on_two"] = on_two["seconds"] / threads["two"] if on_two else None
        found["peers"][who] = peer
    limit = machine.measure(row, "limit", row.size)
    if limit:
        found["of_limit"] = limit["processor_seconds"] / ours["processor_seconds"]
        found["of_memory"] = row.of_memory
    doubled = machine.measure(row, "ours", 2 * row.size)
    if doubled:
        found["growth"] = math.log2(doubled["processor_seconds"] / ours["processor_seconds"])
        if found["growth"] < MUCH_GROWTH and not row.bound:
            found["by_threads"] = machine.measure(row, "threads", MORE_ROWS * row.size) or threads
    return found


LEGEND = """\
ratio     the peer's seconds of the processor over ours, one thread each: above 1 ours is faster
on two    the same by the clock, two threads each
of limit  100%: as fast as the multiplications alone by BLAS; above: by better ones, or fewer
       m  the same of bringing the data once through memory
memory    what the call adds to that of its data, at most
growth    the exponent of the rows: 1 is in proportion to them
threads   how much faster two threads are than one, as a share of what this machine's two cores can give (two processes of
          dgemm): 1.00 is ideal; on four times the rows where time is in proportion to them"""


def legend_of(results):
    """The legend, and what it takes to read these rows."""
    lines = LEGEND.splitlines()
    if not any(found.get("of_memory") for found in results):
        lines = [line for line in lines if not line.startswith("       m")]
    if any("plain" in found["peers"] for found in results):
        lines.append("plain     ours without constraints")
    for bound in sorted({found["bound"] for found in results if found["bound"]}):
        names = "; ".join(found["row"] for found in results if found["bound"] == bound)
        lines.append(f"*         {names}: bound by {bound}")
    return lines


def terms_of(lines):
    """(term, text), where a text may go on in lines without a term."""
    terms = []
    for line in lines:
        if line[:8].strip():
            terms.append((line[:8], line[10:]))
        else:
            terms[-1] = (terms[-1][0], f"{terms[-1][1]} {line[10:]}")
    return terms


HEADER = f"{'':30}{'rows':>10}{'ours, s':>10}  {'peer':13}{'its, s':>10}{'ratio':>9}{'on two':>9}{'of limit':>10}{'memory':>10}{'growth':>8}{'threads':>9}"


def number(value, form):
    return "-" if value is None else format(value, form)


def limit_text(found):
    return number(found.get("of_limit"), ".0%") + ("m" if found.get("of_memory") else "")


def threads_text(found, gain):
    threads = found["by_threads"] and found["by_threads"]["one"] / found["by_threads"]["two"] / gain
    return number(threads, ".2f") + ("*" if found["bound"] else "")


def line_of(found, gain):
    if found.get("failed"):
        return [f"{found['row']:30}failed"]
    lines = []
    for i, (who, peer) in enumerate(found["peers"].items()):
        head = (f"{found['row'] if i == 0 else '':30}{found['size'] if i == 0 else '':>10}"
                f"{format(found['ours']['processor_seconds'], '.3f') if i == 0 else '':>10}")
        lines.append(head + f"  {who:13}{number(peer and peer['processor_seconds'], '.3f'):>10}"
                     f"{number(peer and peer['ratio'], '.1f'):>9}{number(peer and peer['ratio_on_two'], '.1f'):>9}"
                     + (f"{limit_text(found):>10}{found['ours']['memory'] / 1e6:>7.0f} MB"
                        f"{number(found.get('growth'), '.2f'):>8}{threads_text(found, gain):>9}" if i == 0 else ""))
    return lines


def page_of(results, gain, kernel):
    """The table with its ratios as bars, on a page that needs nothing else."""
    found_rows = [found for found in results if not found.get("failed")]
    most = max((math.log10(max(peer["ratio"], 1)) for found in found_rows for peer in found["peers"].values() if peer),
               default=1) or 1

    def row_of(found, i, who, peer):
        shared = ([f"{found['size']:,}", f"{found['ours']['processor_seconds']:.3f}", limit_text(found),
                   f"{found['ours']['memory'] / 1e6:,.0f} MB", number(found.get("growth"), ".2f"),
                   threads_text(found, gain)] if i == 0 else [""] * 6)
        ratio = peer["ratio"] if peer else 1
        bar = f"<div class='bar' style='width:{max(1, 100 * math.log10(max(ratio, 1)) / most):.1f}%'></div>" if peer else ""
        its = [peer["processor_seconds"], ratio, peer["ratio_on_two"]] if peer else [None] * 3
        cells = [number(its[0], ".3f"), number(its[1], ".1f"), number(its[2], ".1f"), *shared]
        return (f"<tr><td>{html.escape(found['row']) if i == 0 else ''}</td><td>{html.escape(who)}</td>"
                f"<td class='bars'>{bar}</td>" + "".join(f"<td class='n'>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    rows = "".join(row_of(found, i, who, peer) for found in found_rows
                   for i, (who, peer) in enumerate(found["peers"].items()))
    heads = "".join(f"<th class='n'>{head}</th>" for head in
                    ("its, s", "ratio", "on two", "rows", "ours, s", "of limit", "memory", "growth", "threads"))
    legend = "".join(f"<dt>{html.escape(term.strip())}</dt><dd>{html.escape(text)}</dd>"
                     for term, text in terms_of(legend_of(found_rows)))
    return (f"<!doctype html><html lang='en'><meta charset='utf-8'><title>germane beside its peers</title><style>"
            "body{font:14px/1.5 system-ui;max-width:80em;margin:2em auto;padding:0 1em;color-scheme:light dark}"
            "table{border-collapse:collapse;width:100%}td,th{padding:.2em .5em;text-align:left;white-space:nowrap}"
            ".n{text-align:right;font-variant-numeric:tabular-nums}.bars{width:20%;min-width:6em}"
            ".wide{overflow-x:auto}.bar{height:1em;background:#0072b2;border-radius:2px}"
            "dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1em}dd{margin:0}</style>"
            "<h1>germane beside its peers</h1><p>How many times longer a peer's processor works for the same result, "
            "one thread each, in one run, bars by the logarithm. Where the ratio is below 1 the peer is ahead.</p>"
            f"<div class='wide'><table><tr><th>work</th><th>peer</th><th></th>{heads}</tr>{rows}</table></div><dl>{legend}</dl>"
            f"<p>{time.strftime('%Y-%m-%d')}; BLAS kernel {html.escape(kernel)}; two processes of dgemm do {gain:.2f} "
            "times what one does.</p></html>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", type=pathlib.Path, required=True, help="the built Python package")
    parser.add_argument("--germane", type=pathlib.Path, required=True, help="the tool")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="where peers are installed")
    parser.add_argument("--row", default="", help="only rows whose name holds this word")
    parser.add_argument("--json", type=pathlib.Path, help="all that was measured")
    parser.add_argument("--page", type=pathlib.Path, help="an HTML page of the ratios")
    parser.add_argument("--repeats", type=int, default=3, help="at least; of short calls as many as fit into a second")
    parser.add_argument("--slow", action="store_true", help="also peers that take minutes")
    arguments = parser.parse_args()
    forget_kernel_of_environment()
    machine = Machine(arguments)
    chosen = [row for row in ROWS if arguments.row in row.name and (arguments.slow or "slow" not in row.name)]
    if not chosen:
        sys.exit("\n  ".join([f"no row holds {arguments.row!r}; there are:", *(row.name for row in ROWS)]))
    kernel, gain = machine.kernel, machine.gain_of_two()
    print(f"BLAS kernel {kernel}; two processes of dgemm do {gain:.2f} times what one does; seconds are of the processor,"
          f" one thread each\n\n{HEADER}", flush=True)
    results = []
    for row in chosen:
        results.append(measured(machine, row))
        print("\n".join(line_of(results[-1], gain)), flush=True)
    print("", *legend_of([found for found in results if not found.get("failed")]), sep="\n")
    for who, why in machine.refused.items():
        print(f"{who}: could not be installed: {why}")
    if arguments.json:
        arguments.json.write_text(json.dumps({"kernel": kernel, "gain_of_two": gain, "rows": results}, indent=1))
    if arguments.page:
        arguments.page.write_text(page_of(results, gain, kernel))


if __name__ == "__main__":
    main()
