package config

import (
	"strings"

	"github.com/meshcheck/meshcheck/check"
)

// Effective are settings that are in force, and where each value of them came from.
type Effective struct {
	Settings Settings
	origins  map[string]string // by key, and for fail-on by item
}

// take applies the values of a section.
func (e *Effective) take(s *section) {
	e.overrule(func(name string) bool {
		for _, v := range s.values {
			if v.key.name == name {
				return true
			}
		}
		return false
	}, func() {
		for _, v := range s.values {
			if v.key.name == "severities" { // which fail-on counts for more than
				e.put(&v)
			}
		}
		for _, v := range s.values {
			if v.key.name != "severities" {
				e.put(&v)
			}
		}
	})
}

// put applies a value and notes where it came from.
func (e *Effective) put(v *value) {
	var alone Settings
	v.put(&alone)
	v.put(&e.Settings)
	e.origins[v.key.name] = v.origin
	e.notePolicy(check.Policy(alone.FailOn), v.origin)
}

// overrule applies something that gives some keys. Checks that are given without a
// clearance do away with the clearance of before, unless they have that check.
func (e *Effective) overrule(gives func(name string) bool, apply func()) {
	apply()
	if gives("checks") && !gives("clearance") && !check.Set(e.Settings.Checks).Has(check.Clearance) {
		e.Settings.Clearance = Distance{}
		delete(e.origins, "clearance")
	}
}

// notePolicy notes where verdicts came from.
func (e *Effective) notePolicy(p check.Policy, origin string) {
	for _, item := range p.Items() {
		name, _, _ := strings.Cut(item, ":")
		e.origins["fail-on:"+name] = origin
	}
}

// origin says where the value of a key came from.
func (e *Effective) origin(name string) string {
	if o, ok := e.origins[name]; ok {
		return o
	}
	return "default"
}
