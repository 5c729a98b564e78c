package threemf

import (
	"fmt"
	"strconv"
	"strings"

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

// scan is what is known of a model part before the library reads it: all faults that the library
// would accept silently, and the size of what it will make.
//
// The library reads invalid numbers as 0, ignores missing attributes, and accepts numbers that the
// format does not allow.
type scan struct {
	r       *reader
	part    string
	unit    string
	objects []scanned
	items   int

	// form is the form of the vertices or triangles in the innermost element of the depth
	// containerDepth, or nil.
	form *form
	// data is the part. The library is to read left: what remains of data before the offset kept,
	// and finally all of it. If kept is 0, it reads data.
	data, left []byte
	kept       int
}

// scanned is what is known of an object before the library reads it.
type scanned struct {
	id               uint32
	name             string
	mesh, components bool
	references       int
	xyz              []float32
	corners          []uint32
	digits           mesh.Digits
	highest          int64 // the greatest vertex of a triangle, and the triangle
	highestOf        int
}

func (o *scanned) vertices() int  { return len(o.xyz) / 3 }
func (o *scanned) triangles() int { return len(o.corners) / 3 }

// Sizes of what the library makes, in bytes. Of unknown elements it keeps the tokens.
const (
	runSize      = 2 * 12         // while the slice grows
	vertexSize   = runSize + 2*12 // here, and in what the library makes
	triangleUse  = runSize + 2*56
	objectSize   = 512
	componentUse = 320
	unknownUse   = 400
)

// scanPart scans a model part.
func (r *reader) scanPart(part string, data []byte) (*scan, error) {
	s := &scan{r: r, part: part, data: data}
	err := r.eachElement(part, data, visitor{s.element, s.run, s.cut})
	if err == nil && len(s.objects) > 0 {
		err = s.endObject()
	}
	if err == nil && s.kept > 0 {
		err = s.cut(len(data), len(data))
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
		return s.charge(unknownUse)
	}
	switch strings.Join(e.path, "/") {
	case "model/resources/object":
		return s.object(e)
	case "model/resources/object/mesh":
		return s.once(&s.last().mesh, "mesh")
	case "model/resources/object/components":
		return s.once(&s.last().components, "components")
	case "model/resources/object/mesh/vertices":
		s.contain(e, &vertexForm)
	case "model/resources/object/mesh/triangles":
		s.contain(e, &triangleForm)
	case "model/resources/object/mesh/vertices/vertex":
		return s.vertex(e)
	case "model/resources/object/mesh/triangles/triangle":
		return s.triangle(e)
	case "model/resources/object/components/component":
		s.last().references++
		return s.reference(e)
	case "model/build/item":
		s.items++
		return s.reference(e)
	}
	return s.charge(unknownUse)
}

func (s *scan) charge(size int) error { return s.r.Charge(s.part, 1, size) }

func (s *scan) last() *scanned { return &s.objects[len(s.objects)-1] }

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
	s.objects = append(s.objects, scanned{id: id, name: e.attribute("name")})
	return s.charge(objectSize + 2*len(e.attribute("name")))
}

// endObject checks an object when it is complete.
func (s *scan) endObject() error {
	o := s.last()
	switch {
	case o.mesh && o.components:
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
	return s.charge(vertexSize)
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
	return s.charge(triangleUse)
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

// reference takes a component of an object, or an item of the build.
func (s *scan) reference(e *element) error {
	where := fmt.Sprintf("item %d", s.items-1)
	if e.name.Local == "component" {
		where = fmt.Sprintf("object %d component %d", s.last().id, s.last().references-1)
	}
	if _, err := number(e, "objectid"); err != nil {
		return s.fail("%s: %w", where, err)
	}
	words := strings.Fields(e.attribute("transform"))
	if _, ok := e.lookup("", "transform"); ok && len(words) != 12 {
		return s.fail("%s: the transform has %d numbers, not 12", where, len(words))
	}
	for _, word := range words {
		v, end, err := text.Float32([]byte(word), 0, &mesh.Digits{})
		if err == nil && (end != len(word) || v-v != 0) {
			err = fmt.Errorf("%s is not a number for a transform", source.Quote([]byte(word)))
		}
		if err != nil {
			return s.fail("%s: %w", where, err)
		}
	}
	return s.charge(componentUse)
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
