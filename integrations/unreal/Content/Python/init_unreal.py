"""Unreal runs this file when the editor starts."""

import meshcheck_validator

meshcheck = meshcheck_validator.register()
