package config

import (
	"fmt"
	"strings"
	"sync"

	"github.com/meshcheck/meshcheck/check"
)

// Layers are what the settings of a file are made of. Its methods may be called from any
// goroutine.
type Layers struct {
	file  *File // nil for none
	flags *Settings
	given func(name string) bool
	mu    sync.Mutex
	made  map[string]*Effective // by which overrides match
}

// NewLayers returns the layers of a configuration, nil for none, and of what the command line
// gives: of flags it takes the values of the keys for whose name given returns true, what
// FailOn and Policy say, and a Baseline where there is no other. A nil given is for no flag.
func NewLayers(file *File, flags *Settings, given func(name string) bool) *Layers {
	if given == nil {
		given = func(string) bool { return false }
	}
	return &Layers{file: file, flags: flags, given: given, made: map[string]*Effective{}}
}

// File returns the configuration, nil for none.
func (l *Layers) File() *File { return l.file }

// Base returns the settings for files that no override is for.
func (l *Layers) Base() *Settings { return &l.effective("", nil).Settings }

// Of returns the settings for a file, the same pointer for all files of the same settings.
func (l *Layers) Of(path string) *Settings { return &l.Effective(path).Settings }

// Effective returns the settings for a file with their origins; the path "" is that of any
// file that no override is for.
func (l *Layers) Effective(path string) *Effective {
	if path == "" || l.file == nil || len(l.file.overrides) == 0 {
		return l.effective("", nil)
	}
	var matched []*section
	var name strings.Builder
	for i := range l.file.overrides {
		if s := &l.file.overrides[i]; s.matches(l.file.folder, path) {
			matched = append(matched, s)
			fmt.Fprint(&name, i, " ")
		}
	}
	return l.effective(name.String(), matched)
}

// effective returns the settings with some overrides, which a name tells apart.
func (l *Layers) effective(name string, overrides []*section) *Effective {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.made[name]; e != nil {
		return e
	}
	sections := overrides
	if l.file != nil {
		sections = append([]*section{&l.file.section}, overrides...)
	}
	e := &Effective{Settings: New(), origins: map[string]string{}}
	if p, ok := l.preset(sections); ok {
		e.usePreset(&p)
	}
	for _, s := range sections {
		e.take(s)
	}
	if l.file != nil {
		l.file.place(&e.Settings)
	}
	l.takeFlags(e)
	l.made[name] = e
	return e
}

// preset returns the built-in policy that the last to name one names, if any does.
func (l *Layers) preset(sections []*section) (check.Preset, bool) {
	var named Settings
	for _, s := range sections {
		for _, v := range s.values {
			if v.key.name == "policy" {
				v.put(&named)
			}
		}
	}
	if l.flags.Policy != "" {
		named.Policy = l.flags.Policy
	}
	return check.PresetOf(string(named.Policy))
}

// takeFlags applies the flags that were given.
func (l *Layers) takeFlags(e *Effective) {
	e.overrule(l.given, func() {
		for i := range keys {
			if k := &keys[i]; k.copy != nil && l.given(k.name) {
				k.copy(&e.Settings, l.flags)
				e.origins[k.name] = "--" + k.name
			}
		}
	})
	e.notePolicy(check.Policy(l.flags.FailOn), "--fail-on")
	if e.Settings.Baseline == "" {
		e.Settings.Baseline = l.flags.Baseline // a default, which is not given
	}
}
