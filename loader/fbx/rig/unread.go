package rig

import (
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// constraint returns a note about the constraints that are active and connected to a Model, "" if there are none.
func (r *Reader) constraint() string {
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

// firstStacks is the first version whose animations are stacks of layers. Those before are takes.
const firstStacks = 7000

// readTakes makes a clip of each take of an old file that has keys. It is not evaluated.
func (r *Reader) readTakes() error {
	takes := r.Doc.Child("Takes")
	if takes == nil {
		return nil
	}
	for _, n := range takes.Children {
		if n.Name != "Take" || !hasKeys(n) {
			continue
		}
		if err := r.Charge(n.Where(), 1, clipSize); err != nil {
			return err
		}
		name, _ := n.Value(0).Text()
		r.rig.Clips = append(r.rig.Clips, pose.Clip{Name: name, NotEvaluated: []string{"it is a take of FBX 6"}})
	}
	return nil
}

// hasKeys reports whether a channel of a take has several keys. Nodes are nested a limited number of times.
func hasKeys(n *document.Node) bool {
	if count, ok := n.Child("KeyCount").Value(0).Int(); ok && n.Name == "Channel" {
		return count > 1
	}
	return slices.ContainsFunc(n.Children, hasKeys)
}
