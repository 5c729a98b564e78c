package threemf

import (
	"cmp"
	"fmt"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// part is a model part that was read.
type part struct {
	objects map[uint32]*object
	items   []reference
}

// object is an object: a mesh, or other objects at places.
type object struct {
	part string
	id   uint32
	name string

	hasMesh, hasComponents bool

	mesh       int // an index of the scene's meshes, -1 for none
	xyz        []float32
	corners    []uint32
	digits     mesh.Digits
	highest    int64 // the greatest vertex of a triangle, and the triangle
	highestOf  int
	references []reference
	// count is the number of meshes that it shows, bytes the total length of their paths below it.
	count, bytes int64
	state        state
}

func (o *object) vertices() int  { return len(o.xyz) / 3 }
func (o *object) triangles() int { return len(o.corners) / 3 }

// state is the progress of the search for cycles.
type state uint8

const (
	unseen state = iota
	open
	done
)

// reference is an object at a place.
type reference struct {
	part  string // the part of the object as written in the file, "" for the same part
	id    uint32
	place geom.Affine
	// of is the object, once it is known. number tells it from others of the same name beside it;
	// it is -1 if there are none.
	of     *object
	number int
}

// readParts reads the model parts.
func (r *reader) readParts() error {
	for i, name := range r.order {
		data, err := r.read(r.entries[name])
		if err != nil {
			return err
		}
		s, err := r.scanPart(r.entries[name].Name, data)
		if err != nil {
			return err
		}
		if i == 0 {
			r.scene.Unit = s.unit
		} else if s.unit != r.scene.Unit {
			return r.Unsupported(s.part, fmt.Sprintf("a unit (%s) other than that of the root model (%s)", s.unit, r.scene.Unit))
		}
		if err := r.addPart(s, name); err != nil {
			return err
		}
	}
	return nil
}

// addPart adds a part to the model.
func (r *reader) addPart(s *scan, name string) error {
	p := &part{objects: make(map[uint32]*object, len(s.objects)), items: s.items}
	r.parts[name] = p
	for _, o := range s.objects {
		if p.objects[o.id] != nil {
			return s.fail("object %d is defined twice", o.id)
		}
		p.objects[o.id] = o
		if o.hasMesh {
			o.mesh = len(r.scene.Meshes)
			r.scene.Meshes = append(r.scene.Meshes, o.newMesh())
		}
	}
	r.objects = append(r.objects, s.objects...)
	return nil
}

func (o *object) newMesh() *mesh.Mesh {
	m := &mesh.Mesh{Name: o.name, Scale: 1}
	if len(o.corners) > 0 {
		positions := mesh.Tight(o.xyz)
		positions.Text = &o.digits
		m.Parts = []mesh.Part{{Positions: positions, Indices: mesh.Indices{U32: o.corners}, MaterialIndex: -1}}
	}
	return m
}

// link resolves references, counts what each object shows, and refuses cycles.
func (r *reader) link() error {
	root := r.order[0]
	if err := r.linkAll(root, "build", r.parts[root].items); err != nil {
		return err
	}
	for _, o := range r.objects {
		if err := r.linkAll(o.part, fmt.Sprintf("object %d", o.id), o.references); err != nil {
			return err
		}
	}
	for _, o := range r.objects {
		if err := r.count(o); err != nil {
			return err
		}
	}
	return nil
}

// linkAll resolves the references of an object or of the build, and numbers those of the same name.
func (r *reader) linkAll(part, where string, refs []reference) error {
	times := map[string]int{}
	for i := range refs {
		ref := &refs[i]
		name := part
		if ref.part != "" {
			var err error
			if name, err = r.find(r.entries[part].Name, ref.part, ""); err != nil {
				return err
			}
		}
		if r.parts[name] == nil {
			return r.Fail(r.entries[part].Name, "%s: the part %s does not belong to the model", where, source.Quote([]byte(ref.part)))
		}
		if ref.of = r.parts[name].objects[ref.id]; ref.of == nil {
			return r.Fail(r.entries[part].Name, "%s: object %d does not exist", where, ref.id)
		}
		times[ref.of.called()]++
	}
	seen := map[string]int{}
	for i := range refs {
		if name := refs[i].of.called(); times[name] > 1 {
			refs[i].number = seen[name]
			seen[name]++
		}
	}
	return nil
}

// called returns the name of an object, or its number.
func (o *object) called() string { return cmp.Or(o.name, fmt.Sprint("object ", o.id)) }

// called returns the name of an object at a place, as in paths.
func (ref *reference) called() string {
	name := ref.of.called()
	if ref.number >= 0 {
		name += fmt.Sprintf("[%d]", ref.number)
	}
	return name
}
