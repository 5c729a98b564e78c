package rig

import (
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
)

// activeConstraints returns a note about the constraints that are active and connected to a Model, "" if there are none.
func (r *Reader) activeConstraints() string {
	var found source.Tally
	for _, o := range r.Objects {
		connected := slices.ContainsFunc(o.Properties, func(l Link) bool { return l.Source.Model >= 0 })
		if o.Kind == "Constraint" && connected && r.number(o, "Active", 1) != 0 && r.number(o, "Weight", 100) != 0 {
			found.Add(o.Name)
		}
	}
	notes := found.Warnings("the constraint %s is active", "%d constraints are active, the first of them %s")
	return strings.Join(notes, "")
}
