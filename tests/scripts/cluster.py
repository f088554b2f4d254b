"""Runs the scripts of docs/cluster.md with GNU parallel and with Slurm.

The scripts are cut out of the document; only how much they play is made smaller. Slurm
is a cluster of one node, started here and ended again. In each run a task is killed in
the middle and started again; all shares together must be what one process plays.
"""

import argparse
import contextlib
import getpass
import os
import re
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SHARES = 4

# What is made smaller: how often it stands in a script, and in what it says.
SMALLER = [
    ("-rounds 1000", "-rounds 12"),
    ("-games 100000", "-games 40"),
    ("-nodes 1500", "-nodes 600"),
    ("nodes=20000", "nodes=900"),
    ("--jobs 8", "--jobs 2"),
    ("--array=1-64", f"--array=1-{SHARES}"),
    ("{}/64", f"{{}}/{SHARES}"),
    ("seq 64", f"seq {SHARES}"),
]

ENGINES = '[[engine]]\nname = "new"\n\n[[engine]]\nname = "old"\nnodes = 450\n'

# Slurm's times are whole seconds, and it waits so long before it starts a task again.
REQUEUE_SECONDS = 6

SLURM_CONF = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire={requeue}
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=2
ReturnToService=2
KillWait=1
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=4096
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def scripts(document):
    """The scripts of the document, by the heading that they stand under."""
    found = {}
    for section in document.split("\n## ")[1:]:
        heading = section.splitlines()[0]
        blocks = re.findall(r"^```sh\n(.*?)^```", section, re.M | re.S)
        found[heading] = [smaller(block) for block in blocks]
    return found


def smaller(script):
    for large, small in SMALLER:
        script = script.replace(large, small)
    if "64" in script or "000" in script:
        raise RuntimeError(f"there is more to make smaller in\n{script}")
    return script


def wait(what, condition, seconds=120):
    """Waits until a condition holds; what it then says."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise RuntimeError(f"waited in vain for {what}")
        time.sleep(0.02)
    return found


class Folder:
    """A folder to run scripts in."""

    def __init__(self, path, environment):
        self.path = path
        self.environment = environment
        path.mkdir()
        (path / "engines.toml").write_text(ENGINES)

    def start(self, script):
        return subprocess.Popen(
            ["sh", "-c", script],
            cwd=self.path,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, script):
        process = self.start(script)
        try:
            output, _ = process.communicate(timeout=150)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        if process.returncode != 0:
            raise RuntimeError(f"{script}\nended with {process.returncode}:\n{output}")
        return output

    def tasks(self):
        """The processes that play here, and the files they write to."""
        found = {}
        for process in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if not process.name.isdigit() or Path(os.readlink(process / "cwd")) != self.path:
                    continue
                words = (process / "cmdline").read_bytes().decode().split("\0")
                if Path(os.readlink(process / "exe")).name != "galaverna" or len(words) < 3:
                    continue
                for option in ("-resume", "-out"):
                    if option in words[:-1]:
                        found[int(process.name)] = words[words.index(option) + 1]
        return found

    def task_under_way(self, games, but=None):
        """A task that has written some games, and has some to play yet; not this one."""

        def find():
            for process, file in self.tasks().items():
                path = self.path / file
                if int(path.stem) == but or not path.exists():
                    continue
                if len(games_in(path)) >= games:
                    return process, int(path.stem)
            return None

        return wait("a task under way", find)

    def kill(self, games, but=None):
        """Kills a task in the middle, but not this one; its number."""
        process, number = self.task_under_way(games, but)
        os.kill(process, signal.SIGKILL)
        print(f"  task {number} killed")
        return number


def games_in(path):
    """The games of a file without what differs from run to run."""
    if path.suffix == ".games":
        return datagen_games(path.read_bytes())
    games = []
    for text in re.split(r"^(?=\[Event )", path.read_text(), flags=re.M)[1:]:
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
        moves = re.sub(r"\{[^}]*\}", "", text.split("\n\n", 1)[-1]).split()
        games.append((tags.get("Round"), tags.get("White"), tags.get("Result"), *moves))
    return games


def datagen_games(data):
    """The games of a file of docs/datagen.md, as bytes; a cut-off one is left out."""
    games = []
    start = data.index(b"\n") + 1 if b"\n" in data else len(data)
    while start + 9 <= len(data):
        number, _, _, size = struct.unpack_from("<IHBH", data, start)
        end = start + 9 + size + 4
        if end > len(data):
            break
        games.append((number, data[start:end]))
        start = end
    return games


def compare(what, whole, folder, pattern):
    shares = sorted(folder.path.glob(pattern))
    if len(shares) != SHARES:
        raise RuntimeError(f"{what}: {len(shares)} files")
    parts = sorted(game for share in shares for game in games_in(share))
    for one, other in zip(sorted(whole), parts):
        if one != other:
            raise RuntimeError(
                f"{what}: {one[:9]}… ends {one[-9:]} in one process, {other[-9:]} in a share"
            )
    if len(parts) != len(whole):
        raise RuntimeError(f"{what}: {len(parts)} games, and {len(whole)} of one process")
    print(f"{what}: {len(parts)} games in {SHARES} shares are those of one process")


def statistics(text):
    """The statistics in an output, without times."""
    start = text.rfind("Results of ")
    lines = text[max(start, 0) :].splitlines()
    return [line for line in lines if not line.startswith(("Average:", "Referee:"))]


def one_process(folder, script):
    """The same games in one process: what a script calls, without its share."""
    line = re.search(r"^.*?(galaverna .*?)(\n  :::|\n$|\Z)", script, re.M | re.S).group(1)
    line = re.sub(r"-shard \S+\s", "", line.replace("\\\n", " ").rstrip(" \\") + " ")
    line = re.sub(r"-resume \S+", "-pgnout whole.pgn", line)
    line = re.sub(r"-out \S+", "-out whole.games", line)
    output = folder.run(line)
    name = "whole.pgn" if "-pgnout" in line else "whole.games"
    return games_in(folder.path / name), statistics(output)


def check_parallel(folder, script, pattern, whole, report):
    begun = folder.start(script)
    folder.kill(3)
    begun.communicate(timeout=150)
    output = folder.run(script)
    compare(f"parallel, {pattern}", whole, folder, pattern)
    if report and statistics(output) != report:
        raise RuntimeError(f"statistics differ:\n{output}\n{report}")


def check_slurm(folder, name, script, submit, pattern, whole, report):
    (folder.path / name).write_text(script)
    # The number of the job is in the submitting script's variable, or in its output.
    folder.run(submit)
    job = wait("the job", lambda: folder.run("squeue --noheader --format=%F").split())[0]
    # One is stopped and put back by Slurm, one ends badly.
    _, stopped = folder.task_under_way(3)
    folder.run(f"scontrol requeue {job}_{stopped}")
    print(f"  task {stopped} requeued")
    # The one that was stopped may be a second about it.
    killed = folder.kill(3, but=stopped)
    state = f"scontrol show job {job}_{killed} | grep -o 'JobState=[A-Z]*'"
    wait("the failure", lambda: "FAILED" in folder.run(state))
    folder.run(f"scontrol requeue {job}_{killed}")
    states = f"scontrol show job {job} | grep -o 'JobState=[A-Z]*'"
    wait("the tasks", lambda: set(folder.run(states).split()) == {"JobState=COMPLETED"})
    compare(f"slurm, {pattern}", whole, folder, pattern)
    if report:
        # The merging job waits in vain, as the document says.
        folder.run("scancel --name=wrap")
        merge = re.search("--wrap '(.*)'", submit).group(1)
        output = folder.run(merge)
        if statistics(output) != report:
            raise RuntimeError(f"statistics differ:\n{output}\n{report}")


@contextlib.contextmanager
def cluster(folder, environment):
    """A cluster of one node; its daemons end with the block."""
    host = socket.gethostname().split(".")[0]
    for name in ("state", "spool"):
        (folder / name).mkdir()
    key = folder / "munge.key"
    key.write_bytes(secrets.token_bytes(64))
    key.chmod(0o400)
    ports = []
    with contextlib.ExitStack() as sockets:
        for _ in range(2):
            free = sockets.enter_context(socket.socket())
            free.bind(("127.0.0.1", 0))
            ports.append(free.getsockname()[1])
    environment["SLURM_CONF"] = str(folder / "slurm.conf")
    (folder / "slurm.conf").write_text(
        SLURM_CONF.format(
            host=host,
            ports=ports,
            folder=folder,
            user=getpass.getuser(),
            requeue=REQUEUE_SECONDS,
        )
    )
    munge = [
        "munged",
        "--foreground",
        "--force",
        f"--socket={folder}/munge.socket",
        f"--key-file={key}",
        f"--pid-file={folder}/munged.pid",
        f"--log-file={folder}/munged.log",
        f"--seed-file={folder}/munged.seed",
    ]
    daemons = []

    def start(command):
        output = (folder / f"{command[0]}.out").open("w")
        daemons.append(
            subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
        )

    def idle():
        shown = subprocess.run(
            ["sinfo", "--noheader", "--format=%t"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return shown.stdout.strip() == "idle"

    try:
        start(munge)
        wait("munged", (folder / "munge.socket").exists)
        start(["slurmctld", "-D"])
        start(["slurmd", "-D"])
        wait("the cluster", idle, seconds=60)
        yield
    except BaseException:
        for file in folder.glob("*.out"):
            print(f"== {file.name}\n{file.read_text()[-2000:]}", file=sys.stderr)
        raise
    finally:
        subprocess.run(
            ["scancel", "--user", getpass.getuser()],
            env=environment,
            capture_output=True,
            timeout=20,
            check=False,
        )
        # The node before its controller, and both before what they trust.
        for daemon in reversed(daemons):
            daemon.terminate()
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="target/release/galaverna")
    arguments = parser.parse_args()
    root = Path(__file__).resolve().parents[2]
    found = scripts((root / "docs/cluster.md").read_text())
    (parallel_match,) = found["GNU parallel"]
    match, match_submit = found["Slurm"]
    parallel_data, data, data_submit = found["Data for training"]

    # A long path would be too long for a socket, and $TMPDIR may be one.
    with tempfile.TemporaryDirectory(prefix="galaverna-", dir="/tmp") as name:
        work = Path(name).resolve()
        (work / "bin").mkdir()
        shutil.copy(arguments.engine, work / "bin/galaverna")
        environment = dict(os.environ)
        # The daemons are not for everybody.
        environment["PATH"] = f"{work}/bin:{environment['PATH']}:/usr/sbin"
        # GNU parallel asks once to be cited.
        environment["PARALLEL_HOME"] = str(work)
        (work / "will-cite").touch()

        def folder(name):
            return Folder(work / name, environment)

        alone = folder("alone")
        whole_alice, alice = one_process(alone, parallel_match)
        whole_elolbia, elolbia = one_process(folder("alone-slurm"), match)
        whole_data, _ = one_process(alone, parallel_data)
        check_parallel(folder("match"), parallel_match, "games/*.pgn", whole_alice, alice)
        check_parallel(folder("data"), parallel_data, "data/*.games", whole_data, [])
        (work / "cluster").mkdir()
        with cluster(work / "cluster", environment):
            check_slurm(
                folder("slurm-match"),
                "match.sbatch",
                match,
                match_submit,
                "games/*.pgn",
                whole_elolbia,
                elolbia,
            )
            check_slurm(
                folder("slurm-data"),
                "datagen.sbatch",
                data,
                data_submit,
                "data/*.games",
                whole_data,
                [],
            )


if __name__ == "__main__":
    main()
