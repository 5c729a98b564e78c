// Package contents describes what is in a model, without checking it: the objects of its scene, their
// meshes, which of them are collision hulls and of what, and what was left out.
package contents

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// File is what is in a file.
type File struct {
	Path   string `json:"path"`
	Format string `json:"format,omitzero"`
	// Problem is why the file could not be read; everything below is then empty.
	Problem *report.Problem `json:"error,omitzero"`
	// Unit is as in mesh.Scene. Up is "y" or "z".
	Unit string `json:"unit"`
	Up   string `json:"up,omitzero"`
	// Scenes is how many the file has, and Default the one that is shown by default, nil for none.
	Scenes  int  `json:"scenes"`
	Default *int `json:"default_scene,omitzero"`
	// Triangles are those of all meshes, each counted once.
	Triangles int        `json:"triangles"`
	Meshes    []Mesh     `json:"meshes"`
	Objects   []Object   `json:"objects"`
	Colliders []Collider `json:"colliders"`
	// Clips are the animations, in file order.
	Clips []Clip `json:"clips"`
	// Omitted are the objects that were left out.
	Omitted  []Omission `json:"omitted"`
	Warnings []string   `json:"warnings"`
}

// Mesh is a mesh of a file.
type Mesh struct {
	Name      string `json:"name"`
	Triangles int    `json:"triangles"`
	// Parts are the names of its parts, or else of their materials.
	Parts []string `json:"parts"`
	// Objects is how many show it.
	Objects int `json:"objects"`

	unshown bool // no object shows it, and no collider has it as its shape
}

// Object is a mesh at a place.
type Object struct {
	Path string `json:"path"`
	// Mesh is an index into File.Meshes.
	Mesh int `json:"mesh"`
	// Scenes are those that show it, in a file with scenes. Left says why it is not compared with other
	// objects, "" if it is: "lower level of detail", "in no scene", "in another scene", "hidden".
	Scenes []int  `json:"scenes,omitempty"`
	Left   string `json:"left_out,omitzero"`
	Hull   *Hull  `json:"hull,omitzero"`

	name string
}

// Collider is a collision shape of a physics extension.
type Collider struct {
	Path      string `json:"path"`
	Extension string `json:"extension"`
	Trigger   bool   `json:"trigger,omitzero"`
	// Body is the path of the node with the rigid body, "" for none.
	Body string `json:"body,omitzero"`
	Hull *Hull  `json:"hull,omitzero"`

	shape mesh.ColliderShape
}

// Clip is an animation: its name, which may be empty, and the times in seconds of its first and last key.
type Clip struct {
	Name string  `json:"name"`
	From float64 `json:"from"`
	To   float64 `json:"to"`
}

// Hull is what is known of a collision hull.
type Hull struct {
	// Scheme is the naming scheme, or what else says that it is a hull.
	Scheme string `json:"scheme"`
	Shape  string `json:"shape"`
	// Of is the name of what it belongs to, and Objects are its places in File.Objects, none if the file
	// does not have it.
	Of      string `json:"of"`
	Objects []int  `json:"objects"`
	// Itself says that the object is visible and its own hull.
	Itself bool `json:"itself,omitzero"`
	// Orphan has the reasons why an engine does not find it.
	Orphan []string `json:"orphan,omitempty"`
}

// Omission is an object that was left out, as in mesh.Omission.
type Omission struct {
	Path   string `json:"path"`
	Kind   string `json:"kind"`
	Reason string `json:"reason"`
}

// Of returns what is in a scene. The options say what is a collision hull; they must be valid.
// It fails only with the error of ctx.
func Of(ctx context.Context, s *mesh.Scene, o *check.HullOptions) (*File, error) {
	f := &File{Unit: s.Unit, Up: s.Up(), Scenes: s.Scenes, Triangles: s.Triangles(), Warnings: s.Warnings}
	if s.Scenes > 0 && s.Default >= 0 {
		f.Default = &s.Default
	}
	for _, m := range s.Meshes {
		f.Meshes = append(f.Meshes, meshOf(m))
	}
	shown := s.Shown()
	for i := range shown {
		in := &shown[i]
		f.Objects = append(f.Objects, Object{Path: in.Path, Mesh: in.Mesh, Scenes: in.Scenes, Left: leftOut(s, in), name: in.Name})
		f.Meshes[in.Mesh].Objects++
		f.Meshes[in.Mesh].unshown = false
	}
	for i := range s.Colliders {
		c := &s.Colliders[i]
		f.Colliders = append(f.Colliders, Collider{Path: c.Path, Extension: c.Extension, Trigger: c.Trigger, Body: c.Body, shape: c.Shape})
		if c.Mesh >= 0 {
			f.Meshes[c.Mesh].unshown = false
		}
	}
	f.addClips(s)
	found, err := hullname.Find(ctx, s, o)
	if err != nil {
		return nil, err
	}
	if found != nil {
		f.addHulls(found)
	}
	for _, o := range s.Omitted {
		f.Omitted = append(f.Omitted, Omission(o))
	}
	return f, nil
}

// addClips adds the animations, if poses were loaded.
func (f *File) addClips(s *mesh.Scene) {
	if s.RigError != nil {
		f.Warnings = append(slices.Clone(f.Warnings), "its animations cannot be checked: "+s.RigError.Error())
	}
	if s.Rig == nil {
		return
	}
	for i := range s.Rig.Clips {
		clip := Clip{Name: s.Rig.Clips[i].Name}
		if keys, _ := s.Rig.Clips[i].Samples(0, check.DefaultMaxSamples); len(keys) > 0 {
			clip.From, clip.To = keys[0], keys[len(keys)-1]
		}
		f.Clips = append(f.Clips, clip)
	}
}

func meshOf(m *mesh.Mesh) Mesh {
	out := Mesh{Name: m.Name, Triangles: m.Triangles(), unshown: true}
	for i := range m.Parts {
		out.Parts = append(out.Parts, cmp.Or(m.Parts[i].Name, m.Parts[i].Material))
	}
	return out
}

// hiddenObject is Object.Left of an object that the file hides.
const hiddenObject = "hidden"

// leftOut returns Object.Left.
func leftOut(s *mesh.Scene, in *mesh.Instance) string {
	switch {
	case in.LowerLevel:
		return "lower level of detail"
	case !s.Shows(in) && len(in.Scenes) == 0:
		return "in no scene"
	case !s.Shows(in):
		return "in another scene"
	case in.Hidden:
		return hiddenObject
	}
	return ""
}

// addHulls notes which objects and colliders are hulls.
func (f *File) addHulls(found *hullname.Search) {
	for i := range found.Hulls {
		h := &found.Hulls[i]
		hull := &Hull{Scheme: h.Scheme, Shape: h.Shape.String(), Itself: h.Visible}
		if h.Body != nil {
			hull.Of, hull.Objects = h.Body.Name, h.Body.Visuals
		}
		for _, r := range h.Orphan {
			hull.Orphan = append(hull.Orphan, r.Text)
		}
		if h.Collider >= 0 {
			f.Colliders[h.Collider].Hull = hull
		} else {
			f.Objects[h.Instance].Hull = hull
		}
	}
	f.Warnings = append(f.Warnings[:len(f.Warnings):len(f.Warnings)], found.Warnings...)
}
