package main

import "github.com/meshcheck/meshcheck/check"

// usePreset puts a built-in policy into settings. It counts for less than a configuration.
func (e *effective) usePreset(p *check.Preset) {
	origin := "policy " + p.Name
	if p.Checks != 0 {
		e.settings.checks = checks(p.Checks)
		e.origins["checks"] = origin
	}
	e.settings.failOn = failOn(p.Policy())
	e.notePolicy(p.Policy(), origin)
}
