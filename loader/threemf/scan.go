package threemf

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// core is the namespace of the elements of every 3MF file.
const core = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"

// production is the namespace of the attribute that refers to another part.
const production = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"

// materials is the namespace of texture coordinates.
const materials = "http://schemas.microsoft.com/3dmanufacturing/material/2015/02"

// known are the extensions that a file may require.
var known = map[string]bool{
	core:       true,
	production: true,
	materials:  true,
	"http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07": true,
}

// unitOf are the units of length by their names in files.
var unitOf = map[string]string{
	"": "mm", "micron": "um", "millimeter": "mm", "centimeter": "cm", "inch": "in", "foot": "ft", "meter": "m",
}

// scan reads a model part.
type scan struct {
	r       *reader
	part    string
	unit    string
	objects []*object
	items   []reference
	// form is the form of the vertices or triangles in the innermost element of the depth
	// containerDepth, or nil.
	form *form
}

// Sizes of what is made of elements, in bytes, while slices grow.
const (
	faceSize      = 2 * 12 // of a vertex or a triangle
	objectSize    = 512
	referenceSize = 320
)

// scanPart reads a model part.
func (r *reader) scanPart(part string, data []byte) (*scan, error) {
	s := &scan{r: r, part: part}
	err := r.eachElement(part, data, visitor{s.element, s.run})
	if err == nil && len(s.objects) > 0 {
		err = s.endObject()
	}
	return s, err
}

func (s *scan) fail(format string, args ...any) error { return s.r.Fail(s.part, format, args...) }

// deepest is the greatest depth of elements that are read.
const deepest = 6

// element takes an element.
func (s *scan) element(e *element) error {
	if e.depth == 1 {
		return s.model(e)
	}
	if e.name.Local == "texture2dgroup" && e.name.Space == materials {
		if err := s.r.RefuseUVs(); err != nil {
			return err
		}
	}
	if e.depth <= containerDepth {
		s.form = nil
	}
	if e.depth > deepest {
		return nil
	}
	switch strings.Join(e.path, "/") {
	case "model/resources/object":
		return s.object(e)
	case "model/resources/object/mesh":
		return s.once(&s.last().hasMesh, "mesh")
	case "model/resources/object/components":
		return s.once(&s.last().hasComponents, "components")
	case "model/resources/object/mesh/vertices":
		s.contain(e, &vertexForm)
	case "model/resources/object/mesh/triangles":
		s.contain(e, &triangleForm)
	case "model/resources/object/mesh/vertices/vertex":
		return s.vertex(e)
	case "model/resources/object/mesh/triangles/triangle":
		return s.triangle(e)
	case "model/resources/object/components/component":
		o := s.last()
		return s.reference(e, fmt.Sprintf("object %d component %d", o.id, len(o.references)), &o.references)
	case "model/build/item":
		return s.reference(e, fmt.Sprintf("item %d", len(s.items)), &s.items)
	}
	return nil
}

func (s *scan) charge(size int) error { return s.r.Charge(s.part, 1, size) }

func (s *scan) last() *object { return s.objects[len(s.objects)-1] }

// model takes the root of the document.
func (s *scan) model(e *element) error {
	switch {
	case e.name.Local != "model":
		return s.fail("expected a model, found %s", source.Quote([]byte(e.name.Local)))
	case e.name.Space != core:
		return s.fail("the model is not of the namespace %s", core)
	}
	unit, ok := unitOf[e.attribute("unit")]
	if !ok {
		return s.fail("%s is not a unit", source.Quote([]byte(e.attribute("unit"))))
	}
	s.unit = unit
	for prefix := range strings.FieldsSeq(e.attribute("requiredextensions")) {
		space, ok := e.lookup("xmlns", prefix)
		if !ok {
			return s.fail("the required extension %s has no namespace", source.Quote([]byte(prefix)))
		}
		if !known[space] {
			return s.r.Unsupported(s.part, "required extension "+source.Shorten(space))
		}
	}
	return nil
}

// object begins an object.
func (s *scan) object(e *element) error {
	if len(s.objects) > 0 {
		if err := s.endObject(); err != nil {
			return err
		}
	}
	id, err := number(e, "id")
	if err != nil {
		return s.fail("object %d: %w", len(s.objects), err)
	}
	name := e.attribute("name")
	s.objects = append(s.objects, &object{part: strings.ToLower(s.part), id: id, name: strings.ToValidUTF8(name, "\ufffd"), mesh: -1})
	return s.charge(objectSize + 2*len(name))
}

// endObject checks an object when it is complete.
func (s *scan) endObject() error {
	o := s.last()
	switch {
	case o.hasMesh && o.hasComponents:
		return s.fail("object %d has a mesh and components", o.id)
	case o.highest >= int64(o.vertices()) && o.triangles() > 0:
		return s.fail("object %d triangle %d: vertex %d does not exist: the mesh has %d, the first of which is 0", o.id, o.highestOf, o.highest, o.vertices())
	}
	return nil
}

// once notes an element that an object may have once.
func (s *scan) once(has *bool, what string) error {
	if *has {
		return s.fail("object %d has %s twice", s.last().id, what)
	}
	*has = true
	return nil
}

// vertex takes a vertex of a mesh.
func (s *scan) vertex(e *element) error {
	o := s.last()
	var v [3]float32
	for k, axis := range [3]string{"x", "y", "z"} {
		word, ok := e.lookup("", axis)
		if !ok {
			return s.fail("object %d vertex %d: the attribute %s is missing", o.id, o.vertices(), axis)
		}
		b := []byte(word)
		x, end, err := text.Float32(b, 0, &o.digits)
		if err == nil && end != len(b) {
			err = fmt.Errorf("%s is not a number", source.Quote(b))
		}
		if err != nil {
			return s.fail("object %d vertex %d: %w", o.id, o.vertices(), err)
		}
		v[k] = x
	}
	o.xyz = append(o.xyz, v[:]...)
	return s.charge(faceSize)
}

// triangle takes a triangle of a mesh.
func (s *scan) triangle(e *element) error {
	o := s.last()
	var corners [3]uint32
	for k, corner := range [3]string{"v1", "v2", "v3"} {
		v, err := number(e, corner)
		if err != nil {
			return s.fail("object %d triangle %d: %w", o.id, o.triangles(), err)
		}
		corners[k] = v
	}
	if err := s.r.LimitTriangles(s.r.triangles + 1); err != nil {
		return err
	}
	s.addTriangle(corners)
	return s.charge(faceSize)
}

func (s *scan) addTriangle(corners [3]uint32) {
	o := s.last()
	for _, v := range corners {
		if int64(v) > o.highest {
			o.highest, o.highestOf = int64(v), o.triangles()
		}
	}
	o.corners = append(o.corners, corners[:]...)
	s.r.triangles++
}

// reference adds a component of an object, or an item of the build, to a list. Transforms are for row
// vectors.
func (s *scan) reference(e *element, where string, list *[]reference) error {
	id, err := number(e, "objectid")
	if err != nil {
		return s.fail("%s: %w", where, err)
	}
	ref := reference{id: id, place: geom.Identity(), number: -1}
	ref.part, _ = e.lookup(production, "path")
	words := strings.Fields(e.attribute("transform"))
	if _, ok := e.lookup("", "transform"); ok && len(words) != 12 {
		return s.fail("%s: the transform has %d numbers, not 12", where, len(words))
	}
	for n, word := range words {
		v, end, err := text.Float32([]byte(word), 0, &mesh.Digits{})
		if err == nil && (end != len(word) || v-v != 0) {
			err = fmt.Errorf("%s is not a number for a transform", source.Quote([]byte(word)))
		}
		if err != nil {
			return s.fail("%s: %w", where, err)
		}
		ref.place[n%3][n/3] = float64(v)
	}
	*list = append(*list, ref)
	return s.charge(referenceSize)
}

// number reads an attribute that is an index or an identifier.
func number(e *element, name string) (uint32, error) {
	word, ok := e.lookup("", name)
	if !ok {
		return 0, fmt.Errorf("the attribute %s is missing", name)
	}
	v, err := strconv.ParseUint(word, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%s %s is not a number", name, source.Quote([]byte(word)))
	}
	return uint32(v), nil
}
