package fbx

import (
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/loader/source"
)

// id identifies an object: by its number or, in version 6100, by its name with its class.
type id struct {
	number int64
	name   string
}

// idOf returns the identity in a value.
func idOf(v document.Value) (id, bool) {
	if n, ok := v.Int(); ok {
		return id{number: n}, true
	}
	name, ok := v.Text()
	return id{name: name}, ok
}

// isRoot reports whether an identity is that of the root, which is no object.
func (i id) isRoot() bool {
	return i == id{} || i.name == "Model::Scene" || i.name == "Scene\x00\x01Model"
}

// object is an object of the file.
type object struct {
	node *document.Node
	// kind is the name of its node, such as "Model", class what follows its name, such as "Mesh".
	kind, class string
	name        string
	// sources are the objects that are connected to it, but for Models with a Model, in file order.
	sources []*object
	// properties are those that are connected to a property of it, in file order.
	properties []link
	model      *model // nil if it is none
	// shownBy is the first Model that it is connected to, seenBy the last that was placed.
	shownBy, seenBy *model
	// connected reports whether it is a source of a Model, or of a Geometry of which it is a piece.
	connected bool
	// mesh is an index of the scene's meshes, -1 for none.
	mesh int
}

// link is an object that is connected to a property of another.
type link struct {
	property string
	source   *object
}

// What an object, and a connection to it, cost while slices and maps grow.
const (
	objectSize = int(unsafe.Sizeof(object{})) + int(unsafe.Sizeof(model{})) + 3*int(unsafe.Sizeof(id{}))
	linkSize   = 3 * int(unsafe.Sizeof(link{}))
)

// readObjects lists the objects.
func (r *reader) readObjects() error {
	list := r.doc.Child("Objects")
	if list == nil {
		return r.Fail("", "there are no objects")
	}
	var again source.Tally
	for _, n := range list.Children {
		if len(n.Values) < 2 {
			continue // such as GlobalSettings
		}
		if err := r.Charge(n.Where(), 1, objectSize); err != nil {
			return err
		}
		o, key, ok := r.newObject(n)
		switch {
		case !ok:
			return r.fail(n, "the %s has no name", n.Name)
		case r.byID[key] != nil:
			again.Add(o.name)
		default:
			r.byID[key] = o
		}
		r.objects = append(r.objects, o)
		if o.model != nil {
			o.model.index = len(r.models)
			r.models = append(r.models, o.model)
		}
	}
	r.warnOf(&again, "the object %s has the identity of another one: connections mean the other", "%d objects have the identities of others, the first of them %s: connections mean the others")
	return nil
}

// newObject returns the object of a node: an identity, unless it is the name, the name, and a class.
func (r *reader) newObject(n *document.Node) (o *object, key id, ok bool) {
	if key, ok = idOf(n.Value(0)); !ok {
		return nil, key, false
	}
	name, class := key.name, n.Value(1)
	if name == "" {
		if name, ok = class.Text(); !ok {
			return nil, key, false
		}
		class = n.Value(2)
	}
	o = &object{node: n, kind: n.Name, name: r.plainName(name), mesh: -1}
	o.class, _ = class.Text()
	if o.kind == "Model" {
		o.model = &model{object: o, number: -1}
	}
	return o, key, true
}

// plainName returns the name of an object without its class, which is behind it in binary files and
// before it in text files.
func (r *reader) plainName(name string) string {
	if plain, _, ok := strings.Cut(name, "\x00\x01"); ok {
		name = plain
	} else if _, plain, ok := strings.Cut(name, "::"); ok && r.doc.ASCII {
		name = plain
	}
	return strings.ToValidUTF8(name, "\ufffd")
}

// readConnections connects the objects. Those with the root are left out: Models that are connected
// to no other are at the root.
func (r *reader) readConnections() error {
	list := r.doc.Child("Connections")
	if list == nil {
		return nil
	}
	for _, n := range list.Children {
		if n.Name != "C" && n.Name != "Connect" {
			continue
		}
		if err := r.connect(n); err != nil {
			return err
		}
	}
	return nil
}

// connect makes the connection of a node: from an object to another (OO), or to a property of it
// (OP). Others connect properties, by which nothing moves that is at rest.
func (r *reader) connect(n *document.Node) error {
	kind, _ := n.Value(0).Text()
	if kind != "OO" && kind != "OP" {
		return nil
	}
	from, ok := idOf(n.Value(1))
	to, ok2 := idOf(n.Value(2))
	if !ok || !ok2 {
		return r.fail(n, "the connection has no two objects")
	}
	source, target := r.byID[from], r.byID[to]
	if source == nil || target == nil && !to.isRoot() {
		return nil // of things that were not exported
	}
	if err := r.Charge(n.Where(), 1, linkSize); err != nil {
		return err
	}
	switch {
	case kind == "OP":
		if target != nil {
			property, _ := n.Value(3).Text()
			target.properties = append(target.properties, link{property, source})
		}
	case source.model != nil && (target == nil || target.model != nil):
		r.adopt(target, source.model)
	case target != nil:
		target.take(source)
	}
	return nil
}

// take adds a source.
func (o *object) take(source *object) {
	o.sources = append(o.sources, source)
	source.connected = source.connected || o.model != nil || o.kind == "Geometry" && o.class != "Mesh"
	if o.model == nil {
		return
	}
	if source.shownBy == nil {
		source.shownBy = o.model
	}
	switch source.kind {
	case "Material":
		o.model.materials = append(o.model.materials, source)
	case "Texture":
		o.model.textures = append(o.model.textures, source)
	}
}
