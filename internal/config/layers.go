package config

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"github.com/meshcheck/meshcheck/check"
)

// Layers computes the settings of each file from the configuration and the flags. It is safe
// for concurrent use.
type Layers struct {
	file  *File // nil for none
	flags *Settings
	given func(name string) bool
	mu    sync.Mutex
	made  map[string]*Effective // by the sections that match
}

// NewLayers returns the layers of a configuration, nil for none, and of the command line:
// the values in flags whose key given reports as set, and Baseline as a default. A nil given
// means that no flag is set.
func NewLayers(file *File, flags *Settings, given func(name string) bool) *Layers {
	if given == nil {
		given = func(string) bool { return false }
	}
	return &Layers{file: file, flags: flags, given: given, made: map[string]*Effective{}}
}

// Fixed returns layers that give all files the same settings.
func Fixed(s *Settings) *Layers {
	return &Layers{flags: s, made: map[string]*Effective{"": {Settings: *s, origins: map[string]string{}}}}
}

// File returns the configuration, nil for none.
func (l *Layers) File() *File { return l.file }

// Base returns the settings for files without overrides.
func (l *Layers) Base() *Settings { return l.Of("") }

// Of returns the settings for a file: the same pointer for all files to which the same
// overrides apply.
func (l *Layers) Of(path string) *Settings { return &l.Effective(path).Settings }

// Effective returns the settings for a file with their origins. No override applies to the
// path "".
func (l *Layers) Effective(path string) *Effective {
	var sections []layer
	var which strings.Builder
	if l.file != nil {
		for i := range l.file.sections {
			if s := &l.file.sections[i]; s.matches(l.file.folder, path) {
				sections = append(sections, s.values)
				fmt.Fprint(&which, i, " ")
			}
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.made[which.String()]
	if e == nil {
		e = l.effective(sections)
		l.made[which.String()] = e
	}
	return e
}

// effective returns the settings with some sections of the configuration.
func (l *Layers) effective(sections []layer) *Effective {
	flags := l.flagLayer()
	e := &Effective{Settings: New(), origins: map[string]string{}}
	e.apply(presetLayer(append(sections, flags)))
	for _, values := range sections {
		e.apply(values)
	}
	if l.file != nil {
		l.file.place(&e.Settings)
	}
	e.apply(flags)
	if e.Settings.Baseline == "" {
		e.Settings.Baseline = l.flags.Baseline // a default, not set by a flag
	}
	return e
}

// layer holds the values of one source by key.
type layer map[string]value

// value is the value of a key in a layer, and its origin.
type value struct {
	origin string
	put    func(s *Settings)
}

// flagLayer returns the layer of the command line.
func (l *Layers) flagLayer() layer {
	flags := layer{}
	for i := range keys {
		if k := &keys[i]; k.copy != nil && l.given(k.name) {
			flags[k.name] = value{"--" + k.name, func(s *Settings) { k.copy(s, l.flags) }}
		}
	}
	return flags
}

// presetLayer returns the built-in policy named by the last layer that names one.
func presetLayer(layers []layer) layer {
	var s Settings
	for _, values := range layers {
		if v, ok := values["policy"]; ok {
			v.put(&s)
		}
	}
	p, ok := check.PresetOf(s.Policy)
	if !ok {
		return nil
	}
	origin := "policy " + p.Name
	preset := layer{failOn: {origin, func(s *Settings) { s.FailOn = s.FailOn.With(p.Policy()) }}}
	if p.Checks != 0 {
		preset["checks"] = value{origin, func(s *Settings) { s.Checks = p.Checks }}
	}
	return preset
}

// Effective holds the settings in effect and the origin of each value.
type Effective struct {
	Settings Settings
	origins  map[string]string // by key, and by verdictOn and rule
}

// verdictOn precedes the name of a rule in origins.
const verdictOn = "fail-on:"

// apply applies a layer. A layer that sets checks but no clearance removes an earlier
// clearance, unless the checks include clearance.
func (e *Effective) apply(values layer) {
	for i := range keys {
		v, ok := values[keys[i].name]
		if !ok {
			continue
		}
		v.put(&e.Settings)
		e.origins[keys[i].name] = v.origin
		var alone Settings
		v.put(&alone)
		for r := range alone.FailOn {
			e.origins[verdictOn+r.String()] = v.origin
		}
	}
	_, checks := values["checks"]
	_, clearance := values["clearance"]
	if checks && !clearance && !e.Settings.Checks.Has(check.Clearance) {
		e.Settings.Clearance = check.Length{}
		delete(e.origins, "clearance")
	}
}

// origin returns the origin of the value of a key.
func (e *Effective) origin(name string) string { return cmp.Or(e.origins[name], "default") }
