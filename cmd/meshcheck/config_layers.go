package main

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
)

// layers are what settings are made of: defaults, a built-in policy, the configuration, its
// overrides for a file, flags, each counting for more than those before.
type layers struct {
	flags  *settings
	config *configuration // nil for none
	mu     sync.Mutex
	made   map[string]*effective // by which overrides match
}

// layers finds and reads the configuration. The receiver holds the flags.
func (s *settings) layers() (*layers, error) {
	l := &layers{flags: s, made: map[string]*effective{}}
	path, err := s.config.find()
	if err != nil || path == "" {
		return l, err
	}
	l.config, err = readConfiguration(path)
	return l, err
}

// base returns the settings for files that no override is for.
func (l *layers) base() *settings { return &l.effective("", nil).settings }

// of returns the settings for a file. It may be called from any goroutine.
func (l *layers) of(path string) *settings { return &l.forPath(path).settings }

func (l *layers) forPath(path string) *effective {
	if l.config == nil || len(l.config.override) == 0 {
		return l.effective("", nil)
	}
	var matched []*section
	var name strings.Builder
	for i := range l.config.override {
		if s := &l.config.override[i]; s.matches(l.config.folder, path) {
			matched = append(matched, s)
			fmt.Fprint(&name, i, " ")
		}
	}
	return l.effective(name.String(), matched)
}

// valid fails where the settings for some file do not make sense together.
func (l *layers) valid(inputs []input) error {
	last := l.base()
	if err := last.validChecks(l.flags); err != nil || l.config == nil || len(l.config.override) == 0 {
		return err
	}
	for i := range inputs {
		s := l.of(inputs[i].path)
		if s == last {
			continue
		}
		last = s
		if err := s.validChecks(l.flags); err != nil {
			return err
		}
	}
	return nil
}

// effective returns the settings with some overrides, which a name tells apart.
func (l *layers) effective(name string, overrides []*section) *effective {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.made[name]; e != nil {
		return e
	}
	sections := overrides
	if l.config != nil {
		sections = append([]*section{&l.config.section}, overrides...)
	}
	e := &effective{settings: newSettings(), origins: map[string]string{}}
	if p, ok := l.preset(sections); ok {
		e.usePreset(&p)
	}
	for _, s := range sections {
		e.take(s)
	}
	if l.config != nil {
		l.config.place(&e.settings)
	}
	l.takeFlags(e)
	l.made[name] = e
	return e
}

// preset returns the policy that the last to name one names, and whether one does.
func (l *layers) preset(sections []*section) (check.Preset, bool) {
	var named settings
	for _, s := range sections {
		for _, v := range s.values {
			if v.key.name == "policy" {
				v.put(&named)
			}
		}
	}
	if l.flags.policy != "" {
		named.policy = l.flags.policy
	}
	return check.PresetOf(string(named.policy))
}

// takeFlags applies the flags that were given. Those without a key are taken as they are.
func (l *layers) takeFlags(e *effective) {
	f := l.flags
	given := func(name string) bool { return f.given != nil && f.given(name) }
	e.overrule(given, func() {
		for i := range keys {
			if k := &keys[i]; k.copy != nil && given(k.name) {
				k.copy(&e.settings, f)
				e.origins[k.name] = "--" + k.name
			}
		}
	})
	e.notePolicy(check.Policy(f.failOn), "--fail-on")
	s := &e.settings
	s.outputs, s.format, s.quiet, s.timings, s.threads, s.cache = f.outputs, f.format, f.quiet, f.timings, f.threads, f.cache
	s.inputs.exclude, s.inputs.filesFrom, s.limits.memory = f.inputs.exclude, f.inputs.filesFrom, f.limits.memory
	s.baseline.mode, s.baseline.reason, s.baseline.until = f.baseline.mode, f.baseline.reason, f.baseline.until
	if s.baseline.file == "" {
		s.baseline.file = f.baseline.file // that of the commands for it
	}
	s.hulls.hulls, s.hulls.against = f.hulls.hulls, f.hulls.against
	s.shard, s.config, s.given = f.shard, f.config, f.given
}

// differing returns the options that the settings stand for if they are not those of
// other settings, and else nil.
func (s *settings) differing(from *settings) *meshcheck.Options {
	if s == from {
		return nil
	}
	o, p := s.options(), from.options()
	o.Workers, p.Workers = 0, 0
	if reflect.DeepEqual(o, p) {
		return nil
	}
	return &o
}

// origin says where the value of a key came from.
func (e *effective) origin(name string) string {
	if o, ok := e.origins[name]; ok {
		return o
	}
	return "default"
}
