"""What endgame tables cost: processor time of searches of so many nodes, with and without
Syzygy tables in turn, and the median of the ratios (Linux):

    python tests/scripts/syzygy_speed.py PROGRAM FOLDER [PAIRS] [NODES]

Processor time is less disturbed by a busy machine than time by the clock. The positions
have more men than the tables, so that these are asked within the search only, if at all.
"""

import os
import statistics
import subprocess
import sys

POSITIONS = {
    "middle games": [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQ - 0 8",
        "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    ],
    "endings": [
        "8/5pk1/4p1p1/7p/3P3P/4P1P1/r4PK1/1R6 w - - 0 1",
        "8/2p2k2/1p3p2/p2b1P2/P1p2P2/2P1K3/1P1N4/8 w - - 0 1",
        "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    ],
}


def processor_time(pid):
    """Nanoseconds that all threads of a process have run."""
    spent = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/schedstat", encoding="ascii") as file:
            spent += int(file.read().split()[0])
    return spent


def searched(program, folder, positions, nodes):
    """Processor time of one process that searches all positions, and the hits of tables."""
    engine = subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def ask(command, answer):
        print(command, file=engine.stdin, flush=True)
        lines = []
        for line in engine.stdout:
            lines.append(line)
            if line.startswith(answer):
                break
        return lines

    print("setoption name Hash value 16", file=engine.stdin)
    if folder:
        print(f"setoption name SyzygyPath value {folder}", file=engine.stdin)
    ask("isready", "readyok")
    # What loading the tables costs is paid once.
    begin = processor_time(engine.pid)
    hits = 0
    for fen in positions:
        print(f"ucinewgame\nposition fen {fen}", file=engine.stdin)
        lines = ask(f"go nodes {nodes}", "bestmove")
        last = [line for line in lines if " tbhits " in line][-1]
        hits += int(last.split(" tbhits ")[1].split()[0])
    spent = processor_time(engine.pid) - begin
    print("quit", file=engine.stdin, flush=True)
    engine.wait()
    return spent, hits


def main():
    program, folder = sys.argv[1:3]
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    nodes = int(sys.argv[4]) if len(sys.argv) > 4 else 400_000
    for name, positions in POSITIONS.items():
        ratios, hits = [], 0
        for pair in range(pairs):
            # Whoever is first in one pair is second in the next.
            order = [folder, None] if pair % 2 else [None, folder]
            times = {path: searched(program, path, positions, nodes) for path in order}
            ratios.append(times[folder][0] / times[None][0])
            hits = times[folder][1]
        listed = " ".join(f"{ratio:.3f}" for ratio in sorted(ratios))
        print(
            f"{name}: {statistics.median(ratios):.3f} times the processor time with tables,"
            f" median of {pairs} pairs ({listed}), {hits} hits",
            flush=True,
        )


if __name__ == "__main__":
    main()
