"""``python -m meshcheck`` runs the program."""

import os
import subprocess
import sys

from meshcheck.errors import ProgramNotFound
from meshcheck.program import executable


def main() -> int:
    """Run the program with the arguments of this process, and return its exit status."""
    try:
        command = [executable(), *sys.argv[1:]]
    except ProgramNotFound as error:
        print("meshcheck:", error, file=sys.stderr)
        return 2
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main())
