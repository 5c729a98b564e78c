package threemf_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/loader"
)

const cubeItem = `<item objectid="1"/>`

func cubeObject(id int) string {
	return encode.Object(id, "Cube", meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}))
}

func TestRefused(t *testing.T) {
	good := encode.Model("", cubeObject(1), cubeItem)
	archived := encode.ThreeMF(good)
	part := encode.Entry{Name: "3D/b.model", Data: encode.Model(`unit="inch"`, cubeObject(1), "")}
	more := func(target string, e ...encode.Entry) []byte {
		return encode.ThreeMF(good, append(e, encode.Relationships("3D/_rels/3dmodel.model.rels", target))...)
	}
	change := func(old, with string) []byte { return encode.ThreeMF(strings.Replace(good, old, with, 1)) }
	root := encode.Relationships("_rels/.rels", "/3D/3dmodel.model")
	external := root
	external.Data = strings.Replace(root.Data, "Target=", `TargetMode="External" Target=`, 1)
	for want, data := range map[string][]byte{
		`3mf: _rels/.rels: there are 0 start parts instead of one`:                                                           encode.Archive(encode.Relationships("_rels/.rels")),
		`3mf: _rels/.rels: the model part "/3D/3dmodel.model" is external`:                                                   encode.Archive(external, encode.Entry{Name: "3D/3dmodel.model", Data: good}),
		`3mf: 3D/_rels/3dmodel.model.rels: the part "/3D/b.model" is missing`:                                                more("/3D/b.model"),
		`3mf: 3D/b.model: a unit (in) other than that of the root model (mm) is not supported`:                               more("b.model", part),
		`3mf: 3D/3dmodel.model: "mile" is not a unit`:                                                                        encode.ThreeMF(encode.Model(`unit="mile"`, "", "")),
		`3mf: 3D/3dmodel.model: the required extension "b" has no namespace`:                                                 encode.ThreeMF(encode.Model(`requiredextensions="b"`, "", "")),
		`3mf: 3D/3dmodel.model: build: object 2 does not exist`:                                                              change(`objectid="1"`, `objectid="2"`),
		`3mf: 3D/3dmodel.model: build: the part "/3D/b.model" does not belong to the model`:                                  encode.ThreeMF(strings.Replace(good, cubeItem, `<item objectid="1" p:path="/3D/b.model"/>`, 1), part),
		`3mf: 3D/3dmodel.model: object 1 vertex 0: the attribute y is missing`:                                               change(` y="0"`, ""),
		`3mf: 3D/3dmodel.model: object 1 vertex 0: "1,5" is not a number`:                                                    change(` y="0"`, ` y="1,5"`),
		`3mf: 3D/3dmodel.model: object 1 vertex 0: "1 2" is not a number`:                                                    change(` y="0"`, ` y="1 2"`),
		`3mf: 3D/3dmodel.model: object 1 vertex 0: "1e39" is beyond the range of 32-bit floating point`:                      change(` y="0"`, ` y="1e39"`),
		`3mf: 3D/3dmodel.model: object 1 triangle 0: v1 "-1" is not a number`:                                                change(`v1="0"`, `v1="-1"`),
		`3mf: 3D/3dmodel.model: object 1 triangle 0: vertex 8 does not exist: the mesh has 8, the first of which is 0`:       change(`v1="0"`, `v1="8"`),
		`3mf: 3D/3dmodel.model: object 1 triangle 0: the attribute v1 is missing`:                                            change(`v1="0"`, ``),
		`3mf: 3D/3dmodel.model: item 0: "nan" is not a number for a transform`:                                               change(cubeItem, `<item objectid="1" transform="nan 0 0 0 1 0 0 0 1 0 0 0"/>`),
		`3mf: 3D/3dmodel.model: object 1 has mesh twice`:                                                                     change("<mesh>", "<mesh/><mesh>"),
		`3mf: 3D/3dmodel.model: object 1 has a mesh and components`:                                                          change("<mesh>", "<components/><mesh>"),
		`3mf: 3D/3dmodel.model: the model is not of the namespace http://schemas.microsoft.com/3dmanufacturing/core/2015/02`: change("core/2015/02", "core/2016/02"),
		`3mf: 3D/3dmodel.model: expected a model, found "scene"`:                                                             encode.ThreeMF("<scene/>"),
		`3mf: 3D/3dmodel.model: object 0: the attribute id is missing`:                                                       change(`id="1"`, ""),
		`3mf: 3D/3dmodel.model: object 1 is a component of itself`:                                                           encode.ThreeMF(encode.Model("", encode.Components(1, "a", `objectid="1"`), cubeItem)),
		`3mf: the archive cannot be read: it is cut off or damaged`:                                                          archived[:len(archived)/2],
		`3mf: 3D/3dmodel.model: cannot be unpacked: the checksum is wrong`:                                                   bytes.Replace(archived, []byte(`y="0"`), []byte(`y="1"`), 1),
		`3mf: 3D/3dmodel.model: the XML is not UTF-8`:                                                                        change("Cube", "C\xffbe"),
		`3mf: 3D/3dmodel.model: XML syntax error on line 4: element <resources> closed by </model>`:                          change("<mesh>", "</object></model>"),
	} {
		s, format, err := loader.Decode(t.Context(), data, nil, loader.Options{})
		if err == nil || err.Error() != want || s != nil || format != loader.ThreeMF {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestNames: objects of the same name beside each other have different paths, but keep their names,
// by which hulls are found.
func TestNames(t *testing.T) {
	objects := cubeObject(1) + cubeObject(2) + strings.Replace(cubeObject(3), ` name="Cube"`, "", 1) + encode.Components(4, "Pair", `objectid="1"`, `objectid="1"`)
	items := `<item objectid="1"/><item objectid="3"/><item objectid="2"/><item objectid="4"/>`
	s, _, err := loader.Decode(t.Context(), encode.ThreeMF(encode.Model("", objects, items)), nil, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, in := range s.Instances {
		got = append(got, in.Path+" "+in.Name)
	}
	want := []string{"/Cube[0] Cube", "/object 3 object 3", "/Cube[1] Cube", "/Pair/Cube[0] Cube", "/Pair/Cube[1] Cube"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPlaces: transforms that flatten are warnings, and those whose product overflows are refused.
func TestPlaces(t *testing.T) {
	const flat, huge = ` transform="1 0 0 0 1 0 0 0 0 0 0 0"`, ` transform="1e38 0 0 0 1e38 0 0 0 1e38 0 0 0"`
	item := `<item objectid="1"` + flat + `/>`
	for items, want := range map[string]string{
		cubeItem:    `[]`,
		item:        `["the transform of \"/Cube\" is singular and flattens it"]`,
		item + item: `["2 transforms are singular and flatten what they place, the first that of \"/Cube[0]\""]`,
	} {
		s, _, err := loader.Decode(t.Context(), encode.ThreeMF(encode.Model("", cubeObject(1), items)), nil, loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%q", s.Warnings); got != want {
			t.Errorf("%s: %s, want %s", items, got, want)
		}
	}
	var objects strings.Builder
	objects.WriteString(cubeObject(1))
	for i := 2; i < 12; i++ {
		objects.WriteString(encode.Components(i, "a", fmt.Sprintf(`objectid="%d"`, i-1)+huge))
	}
	_, _, err := loader.Decode(t.Context(), encode.ThreeMF(encode.Model("", objects.String(), `<item objectid="11"/>`)), nil, loader.Options{})
	if err == nil || !strings.Contains(err.Error(), `3mf: build: the transform of "/a/a/`) || !strings.Contains(err.Error(), "is not finite") {
		t.Error(err)
	}
}

// TestRounding: the rounding of an instance is that of all transforms above it.
func TestRounding(t *testing.T) {
	objects := cubeObject(1) + encode.Components(2, "a", `objectid="1" transform="1 0 0 0 1 0 0 0 1 -100000 0 0"`)
	s, _, err := loader.Decode(t.Context(), encode.ThreeMF(encode.Model("", objects, `<item objectid="2" transform="1 0 0 0 1 0 0 0 1 100000.1 0 0"/><item objectid="1"/>`)), nil, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if in := s.Instances[0]; math.Abs(in.World[0][3]-0.1) > in.Rounding[0][3] || in.Rounding[0][3] > 0.01 {
		t.Errorf("the place is %v within %v, not 0.1", in.World[0][3], in.Rounding[0][3])
	}
	if in := s.Instances[1]; *in.Rounding != geom.StoredMatrix(geom.Identity()).Rounding {
		t.Errorf("the rounding of no transform is %v", *in.Rounding)
	}
}

// TestNotFinite: NaN and infinity in the file are in the mesh, too.
func TestNotFinite(t *testing.T) {
	for word, want := range map[string]float64{"nan": math.NaN(), "-nan": math.NaN(), "+NaN": math.NaN(), "-inf": math.Inf(-1), "Infinity": math.Inf(1)} {
		data := encode.ThreeMF(strings.Replace(encode.Model("", cubeObject(1), cubeItem), ` y="0"`, ` y="`+word+`"`, 1))
		s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v := s.Meshes[0].Parts[0].Positions.At(0)
		if got := v[1]; got != want && !(got != got && want != want) || v[0] != 0 || v[2] != 0 {
			t.Errorf("y=%s: %v", word, v)
		}
	}
}

// TestBomb: a part that unpacks to far more than its size is refused before it is read.
func TestBomb(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("_rels/.rels")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(w, encode.Relationships("", "/3D/3dmodel.model").Data)
	if w, err = z.Create("3D/3dmodel.model"); err != nil {
		t.Fatal(err)
	}
	spaces := bytes.Repeat([]byte(" "), 1<<20)
	for range 101 {
		if _, err := w.Write(spaces); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	used := loadertest.Allocated(func() {
		var format *loader.FormatError
		if _, _, err := loader.Decode(t.Context(), b.Bytes(), nil, loader.Options{}); !errors.As(err, &format) || !strings.Contains(err.Error(), "more than 200 times its size") {
			t.Error(err)
		}
	})
	if used > 1<<20 {
		t.Errorf("%d bytes allocated", used)
	}
}

// TestTower: components may be nested as deeply as there are objects, and only paths of shown
// objects are made.
func TestTower(t *testing.T) {
	const n = 20_000
	var objects strings.Builder
	objects.WriteString(cubeObject(1))
	for i := 2; i <= n; i++ {
		objects.WriteString(encode.Components(i, "a", fmt.Sprintf(`objectid="%d" transform="1 0 0 0 1 0 0 0 1 1 0 0"`, i-1)))
	}
	data := encode.ThreeMF(encode.Model("", objects.String(), fmt.Sprintf(`<item objectid="%d"/>`, n)))
	s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{})
	if err != nil || len(s.Instances) != 1 {
		t.Fatal(err)
	}
	if in := s.Instances[0]; in.World[0][3] != n-1 || len(in.Path) != 2*(n-1)+len("/Cube") {
		t.Errorf("%v, a path of %d bytes", in.World, len(in.Path))
	}
}

// TestUnits: lengths are in the unit of the file.
func TestUnits(t *testing.T) {
	for attribute, want := range map[string]string{
		"": "mm", `unit="micron"`: "um", `unit="centimeter"`: "cm", `unit="inch"`: "in", `unit="foot"`: "ft", `unit="meter"`: "m", `unit="millimeter"`: "mm",
	} {
		s, _, err := loader.Decode(t.Context(), encode.ThreeMF(encode.Model(attribute, "", "")), nil, loader.Options{})
		if err != nil || s.Unit != want {
			t.Errorf("%s: %+v, %v", attribute, s, err)
		}
	}
}

// FuzzDecode3MF decodes archives, and the same bytes as the root model of an archive. What an
// archive unpacks to counts as its size.
func FuzzDecode3MF(f *testing.F) {
	loadertest.SeedFiles(f, ".3mf")
	f.Fuzz(func(t *testing.T, data []byte) {
		size := len(data)
		if z, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil {
			for _, e := range z.File {
				size += int(min(e.UncompressedSize64, 1<<20))
				if e.UncompressedSize64 > 1<<20 {
					return // takes long, and tells nothing new
				}
			}
		}
		var err error
		used := loadertest.Allocated(func() {
			s, _, e := loader.Decode(t.Context(), data, nil, loader.Options{Workers: 1})
			if err = e; e == nil {
				defer loadertest.CheckScene(t, s)
			}
		})
		var fe *loader.FormatError
		var ue *loader.UnsupportedError
		if err != nil && !errors.As(err, &fe) && !errors.As(err, &ue) && !errors.Is(err, loader.ErrUnknownFormat) {
			t.Errorf("an error of no known kind: %v", err)
		}
		if limit := loadertest.AllocationLimit(size); used > limit {
			t.Errorf("%d bytes allocated for %d, more than %d", used, size, limit)
		}
	})
}

// TestUVs: texture coordinates are not read. That is an error only if they are asked for.
func TestUVs(t *testing.T) {
	const group = `<m:texture2dgroup xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" id="9" texid="8"/>`
	loadertest.WantUVs(t, string(encode.ThreeMF(encode.Model("", cubeObject(1), cubeItem))), "")
	loadertest.WantUVs(t, string(encode.ThreeMF(encode.Model("", group+cubeObject(1), cubeItem))), "3mf: reading UVs of this format is not supported")
}
