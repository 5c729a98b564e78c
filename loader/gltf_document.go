package loader

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"
)

// outline is the part of a document that bears on geometry, parsed no further
// than needed to find the elements.
type outline struct {
	Asset struct {
		Version    string `json:"version"`
		MinVersion string `json:"minVersion"`
	} `json:"asset"`
	ExtensionsRequired []string          `json:"extensionsRequired"`
	Extensions         shapeExtensions   `json:"extensions"`
	Accessors          []json.RawMessage `json:"accessors"`
	BufferViews        []json.RawMessage `json:"bufferViews"`
	Buffers            []*leanBuffer     `json:"buffers"`
	Materials          []struct {
		Name string `json:"name"`
	} `json:"materials"`
	Meshes json.RawMessage `json:"meshes"`
	Nodes  json.RawMessage `json:"nodes"`
	Scenes json.RawMessage `json:"scenes"`
}

// leanBuffer is the library's buffer without the extras, which can be large.
type leanBuffer struct {
	plainBuffer
	Extras ignored `json:"extras"`
}

type plainBuffer gltf.Buffer

// parse reads the outline.
func (r *gltfReader) parse(text []byte) error {
	// Some writers pad the JSON chunk with zeros instead of spaces.
	text = bytes.TrimRight(trimText(text), "\x00")
	cost := int64(len(text)) + valueSize*int64(values(text))
	if err := r.options.limitMemory(r.format, r.budget.held, cost); err != nil {
		return err
	}
	r.budget.held += cost
	err := json.Unmarshal(text, &r.outline)
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) && isGLTF1(&r.outline) {
		err = nil // version 1 has objects in place of arrays; the version check refuses it
	}
	if err != nil {
		return r.jsonError("", err)
	}
	r.checked = make([]*accessor, len(r.outline.Accessors))
	r.doc.BufferViews = make([]*gltf.BufferView, len(r.outline.BufferViews))
	r.doc.Buffers = make([]*gltf.Buffer, len(r.outline.Buffers))
	return nil
}

// valueSize is more than any value of a document costs for each brace, bracket and comma
// that comes with it. The worst are empty nodes and buffers, "{},", at 110 bytes in a slice
// that doubles when it grows, and numbers in place of accessors, "0,", at 40.
const valueSize = 128

// values returns the number of braces, brackets and commas outside of texts, which is at
// least that of the values.
func values(text []byte) (n int) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[', ',':
			n++
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return n
}

func isGLTF1(o *outline) bool {
	return strings.HasPrefix(o.Asset.Version, "1.") || o.Asset.Version == "" && bytes.HasPrefix(o.Meshes, []byte("{"))
}

// jsonError returns the error for JSON that could not be read.
func (r *gltfReader) jsonError(place string, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && place == "" {
		place = fmt.Sprintf("JSON byte %d", syntax.Offset)
	}
	return &FormatError{Format: r.format, Place: place, Err: bare{err}}
}

// checkVersion sees to it that the document is one of glTF 2 that asks for no
// later minor version than 2.0.
func (r *gltfReader) checkVersion() error {
	if isGLTF1(&r.outline) {
		return r.unsupported("asset", "glTF 1.0")
	}
	a := r.outline.Asset
	if a.Version == "" {
		return r.fail("asset", "the version is missing")
	}
	for _, v := range []string{a.Version, a.MinVersion} {
		if v == "" {
			continue
		}
		major, minor, ok := version(v)
		switch {
		case !ok:
			return r.fail("asset", "%q is not a version", v)
		case major != 2, v == a.MinVersion && minor > 0:
			return r.unsupported("asset", "glTF "+v)
		}
	}
	return nil
}

func version(s string) (major, minor int, ok bool) {
	a, b, _ := strings.Cut(s, ".")
	major, err1 := strconv.Atoi(a)
	minor, err2 := strconv.Atoi(b)
	return major, minor, err1 == nil && err2 == nil && len(s) <= 16
}

// harmless are extensions that may be required and change no triangle. A name
// that ends in an underscore stands for all that begin with it.
var harmless = []string{
	"KHR_mesh_quantization", "EXT_mesh_gpu_instancing", // these are read, and these:
	"KHR_implicit_shapes", "KHR_physics_rigid_bodies", "OMI_physics_shape", "OMI_physics_body", "OMI_collider",
	"KHR_materials_", "EXT_materials_", "ADOBE_materials_", "KHR_techniques_webgl",
	"KHR_texture_", "EXT_texture_", "MSFT_texture_dds", "MSFT_packing_",
	"KHR_lights_", "EXT_lights_", "KHR_environment_map",
	"KHR_animation_pointer", "KHR_audio_", "KHR_interactivity", "KHR_node_visibility", "KHR_node_hoverability", "KHR_node_selectability",
	"KHR_xmp", "KHR_xmp_json_ld", "EXT_mesh_features", "EXT_instance_features", "EXT_structural_metadata", "EXT_feature_metadata",
	"EXT_mesh_manifold", "EXT_mesh_primitive_edge_visibility", "CESIUM_primitive_outline", "FB_ngon_encoding", "MSFT_lod",
}

// checkExtensions refuses a document that requires what could change a triangle
// in a way unknown here.
func (r *gltfReader) checkExtensions() error {
	var unknown []string
	seen := map[string]bool{}
	for _, name := range r.outline.ExtensionsRequired {
		if seen[name] {
			continue
		}
		seen[name] = true
		known := slices.ContainsFunc(harmless, func(h string) bool {
			return name == h || strings.HasSuffix(h, "_") && strings.HasPrefix(name, h)
		})
		if !known {
			unknown = append(unknown, shorten(name))
		}
	}
	if unknown == nil {
		return nil
	}
	const most = 20
	if more := len(unknown) - most; more > 0 {
		unknown = append(unknown[:most], fmt.Sprintf("and %d more", more))
	}
	return r.unsupported("extensionsRequired", strings.Join(unknown, ", "))
}

// elements decodes a JSON array one element after the other, so that an error
// has its place and no more than one element is held in the library's form.
func (r *gltfReader) elements(what string, array json.RawMessage, decode func(dec *json.Decoder, i int) error) error {
	if len(array) == 0 || string(array) == "null" {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(array))
	if open, err := dec.Token(); err != nil || open != json.Delim('[') {
		return r.fail(what, "is not an array")
	}
	for i := 0; dec.More(); i++ {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if err := decode(dec, i); err != nil {
			return err
		}
	}
	return nil
}
