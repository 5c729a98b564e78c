package config

import "github.com/meshcheck/meshcheck/check"

// usePreset puts a built-in policy into settings. It counts for less than a configuration.
func (e *Effective) usePreset(p *check.Preset) {
	origin := "policy " + p.Name
	if p.Checks != 0 {
		e.Settings.Checks = Checks(p.Checks)
		e.origins["checks"] = origin
	}
	e.Settings.FailOn = FailOn(p.Policy())
	e.notePolicy(p.Policy(), origin)
}
