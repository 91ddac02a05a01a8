import re
from pathlib import Path

_resident = re.compile(r'^VmRSS:\s+(\d+) kB$', re.MULTILINE)


def _resident_kibibytes(pid: int) -> int:
    try:
        match = _resident.search(Path(f'/proc/{pid}/status').read_text('latin-1'))
    except OSError:
        return 0  # it has ended
    return int(match[1]) if match else 0


def resident_bytes(pids: list[int]) -> int:
    """Sums the resident memory of processes in bytes, shared pages counted for each."""
    return 1_024 * sum(map(_resident_kibibytes, pids))
