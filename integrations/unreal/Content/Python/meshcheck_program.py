"""Runs meshcheck on a model file and reads what it found. This module needs no Unreal."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass, fields
from pathlib import Path

SETTINGS_FILE = "Config/Meshcheck.json"
"""Where the settings are, below the folder of the project."""


class MeshcheckError(Exception):
    """Says why a model could not be checked."""


@dataclass(frozen=True)
class Settings:
    """How meshcheck is called. What fails is set in .meshcheck.yaml in the folder of the project."""

    program: str = "meshcheck"
    """Name or path of the program."""
    profile: str = "unreal"
    """Profile of the rules for collision hulls."""
    checks: str = ""
    """Value of --checks, such as "self,hulls,uv"; empty for the default."""
    arguments: tuple[str, ...] = ()
    """Further arguments, such as "--hull-excess=2cm"."""
    timeout: int = 120
    """Seconds after which a mesh counts as not checked."""
    on_save: bool = False
    """Whether a mesh is also checked when it is saved."""


@dataclass(frozen=True)
class Finding:
    """One thing to fix, or the reason why a model was not checked."""

    rule: str
    severity: str
    text: str

    @property
    def fails(self) -> bool:
        """Whether the model fails because of it."""
        return self.severity in ("blocker", "critical")


def load_settings(project: str | os.PathLike[str]) -> Settings:
    """Return the settings of a project, which are the defaults if it has no such file."""
    path = Path(project, SETTINGS_FILE)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    try:
        values = json.loads(text)
    except ValueError as error:
        raise MeshcheckError(f"{path} is not JSON: {error}") from error
    names = {field.name for field in fields(Settings)}
    if not isinstance(values, dict) or not names.issuperset(values):
        raise MeshcheckError(f"{path} may only have the settings {', '.join(sorted(names))}")
    if "arguments" in values:
        values["arguments"] = tuple(values["arguments"])
    return Settings(**values)


def check(model: str | os.PathLike[str], settings: Settings, project: str | os.PathLike[str]) -> list[Finding]:
    """Check a model file and return what was found, the worst first.

    The program runs in the folder of the project, so that it finds .meshcheck.yaml there.
    """
    command = [settings.program, "--quiet", "--format", "codequality", "--timeout", f"{settings.timeout}s"]
    if settings.profile:
        command += ["--profile", settings.profile]
    if settings.checks:
        command += ["--checks", settings.checks]
    command += [*settings.arguments, "--", os.fspath(model)]
    try:
        done = subprocess.run(
            command,
            cwd=project,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            timeout=settings.timeout + 30,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        raise MeshcheckError(f"cannot run {settings.program}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise MeshcheckError(f"{settings.program} did not end in time") from error
    if done.returncode not in (0, 1, 3):
        raise MeshcheckError(done.stderr.strip() or f"{settings.program} ended with status {done.returncode}")
    try:
        found = [Finding(i["check_name"], i["severity"], i["description"]) for i in json.loads(done.stdout)]
    except (ValueError, KeyError, TypeError) as error:
        raise MeshcheckError(f"{settings.program} printed no report: {error}") from error
    if done.returncode and not any(finding.fails for finding in found):
        raise MeshcheckError(done.stderr.strip() or f"{settings.program} ended with status {done.returncode}")
    return found
