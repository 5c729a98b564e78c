package threemf

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/hpinc/go3mf"
	"github.com/hpinc/go3mf/spec"

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
	part       string
	id         uint32
	name       string
	mesh       int // an index of the scene's meshes, -1 for none
	references []reference
	// count is the number of meshes that it shows, bytes the total length of their paths below it.
	count, bytes int64
	state        state
}

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
		if err := r.readModel(s, name); err != nil {
			return err
		}
	}
	return nil
}

// readModel reads a part that was scanned.
func (r *reader) readModel(s *scan, name string) error {
	var model go3mf.Model
	// Its errors are about things that are not read here. What is read was scanned, and is
	// compared.
	_ = go3mf.UnmarshalModel(s.remaining(), &model)
	objects := model.Resources.Objects
	if len(objects) != len(s.objects) || len(model.Build.Items) != s.items {
		return s.fail("the model cannot be read: %d of %d objects", len(objects), len(s.objects))
	}
	p := &part{objects: make(map[uint32]*object, len(objects))}
	r.parts[name] = p
	for i, o := range objects {
		made, err := r.readObject(s, &s.objects[i], o)
		if err != nil {
			return err
		}
		if p.objects[o.ID] != nil {
			return s.fail("object %d is defined twice", o.ID)
		}
		p.objects[o.ID] = made
		r.objects = append(r.objects, made)
	}
	for _, item := range model.Build.Items {
		p.items = append(p.items, newReference(item.ObjectID, &item.Transform, item.AnyAttr))
	}
	return nil
}

// readObject reads an object of a part.
func (r *reader) readObject(s *scan, want *scanned, o *go3mf.Object) (*object, error) {
	made := &object{part: strings.ToLower(s.part), id: o.ID, name: strings.ToValidUTF8(o.Name, "\ufffd"), mesh: -1}
	if (o.Mesh != nil) != want.mesh || (o.Components != nil) != want.components || o.ID != want.id {
		return nil, s.fail("object %d cannot be read", want.id)
	}
	if o.Components != nil {
		for _, c := range o.Components.Component {
			made.references = append(made.references, newReference(c.ObjectID, &c.Transform, c.AnyAttr))
		}
	}
	if len(made.references) != want.references {
		return nil, s.fail("object %d cannot be read", want.id)
	}
	if o.Mesh == nil {
		return made, nil
	}
	made.mesh = len(r.scene.Meshes)
	r.scene.Meshes = append(r.scene.Meshes, newMesh(made.name, want))
	return made, nil
}

// newMesh returns the mesh of an object that was scanned.
func newMesh(name string, s *scanned) *mesh.Mesh {
	m := &mesh.Mesh{Name: name, Scale: 1}
	if len(s.corners) > 0 {
		positions := mesh.Tight(s.xyz)
		positions.Text = &s.digits
		m.Parts = []mesh.Part{{Positions: positions, Indices: mesh.Indices{U32: s.corners}, MaterialIndex: -1}}
	}
	return m
}

// newReference returns a component or an item. The library's matrix is for row vectors.
func newReference(id uint32, m *go3mf.Matrix, attrs spec.AnyAttr) reference {
	ref := reference{id: id, place: geom.Identity(), number: -1}
	if *m != (go3mf.Matrix{}) {
		for i := range ref.place {
			for k := range ref.place[i] {
				ref.place[i][k] = float64(m[4*k+i])
			}
		}
	}
	if a, ok := attrs.Get(production).(*spec.UnknownAttrs); ok {
		for i := range a.Attr {
			if a.Attr[i].Name.Local == "path" {
				ref.part = a.Attr[i].Value
			}
		}
	}
	return ref
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
