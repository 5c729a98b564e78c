package gltf

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/accessor"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/gltf/physics"
	"github.com/meshcheck/meshcheck/loader/gltf/rig"
	"github.com/meshcheck/meshcheck/loader/gltf/texture"
	"github.com/meshcheck/meshcheck/loader/source"
)

// outline is the part of a document that describes geometry, parsed only as far as is needed to
// find the elements.
type outline struct {
	Asset              asset              `json:"asset"`
	ExtensionsRequired []string           `json:"extensionsRequired"`
	Extensions         physics.Extensions `json:"extensions"`
	accessor.Lists
	rig.Members
	Materials []struct {
		Name string `json:"name"`
	} `json:"materials"`
	Images document.Array `json:"images"`
	Meshes document.Array `json:"meshes"`
	Nodes  document.Array `json:"nodes"`
	Scenes document.Array `json:"scenes"`
	Scene  *int           `json:"scene"`
}

type asset struct {
	Version    string `json:"version"`
	MinVersion string `json:"minVersion"`
}

// parse reads the outline.
func (r *reader) parse(text []byte) error {
	err := document.UnmarshalViews(text, &r.outline)
	var wrongType *json.SemanticError
	if errors.As(err, &wrongType) && r.parseGLTF1(text) {
		err = nil // the version check refuses it
	}
	if err != nil {
		return r.Invalid("", err)
	}
	r.accessors = accessor.NewReader(r.Reader, r.outline.Lists)
	return nil
}

// parseGLTF1 reads what identifies a document of version 1, which has objects instead of arrays,
// and reports whether it is one.
func (r *reader) parseGLTF1(text []byte) bool {
	var o struct {
		Asset  asset          `json:"asset"`
		Meshes document.Array `json:"meshes"`
	}
	if document.UnmarshalViews(text, &o) != nil {
		return false
	}
	r.outline.Asset, r.outline.Meshes = o.Asset, o.Meshes
	return isGLTF1(&r.outline)
}

func isGLTF1(o *outline) bool {
	return strings.HasPrefix(o.Asset.Version, "1.") || o.Asset.Version == "" && o.Meshes.Kind == '{'
}

// checkVersion refuses a document that is not of glTF 2, or that requires a later minor version
// than 2.0.
func (r *reader) checkVersion() error {
	if isGLTF1(&r.outline) {
		return r.Unsupported("asset", "glTF 1.0")
	}
	a := r.outline.Asset
	if a.Version == "" {
		return r.Fail("asset", "the version is missing")
	}
	for _, v := range []string{a.Version, a.MinVersion} {
		if v == "" {
			continue
		}
		major, minor, ok := version(v)
		switch {
		case !ok:
			return r.Fail("asset", "%q is not a version", v)
		case major != 2, v == a.MinVersion && minor > 0:
			return r.Unsupported("asset", "glTF "+v)
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

// knownExtensions are the extensions that a document may require, because they are read or do not
// change triangles. A name that ends in an underscore means all names that begin with it.
var knownExtensions = append(accessor.Extensions(),
	"KHR_mesh_quantization", "EXT_mesh_gpu_instancing", draco,
	"KHR_implicit_shapes", "KHR_physics_rigid_bodies", "OMI_physics_shape", "OMI_physics_body", "OMI_collider",
	"KHR_materials_", "EXT_materials_", "ADOBE_materials_", "KHR_techniques_webgl",
	"KHR_texture_", "EXT_texture_", "MSFT_texture_dds", "MSFT_packing_",
	"KHR_lights_", "EXT_lights_", "KHR_environment_map",
	"KHR_animation_pointer", "KHR_audio_", "KHR_interactivity", visibility, "KHR_node_hoverability", "KHR_node_selectability",
	"KHR_xmp", "KHR_xmp_json_ld", "EXT_mesh_features", "EXT_instance_features", "EXT_structural_metadata", "EXT_feature_metadata",
	"EXT_mesh_manifold", "EXT_mesh_primitive_edge_visibility", "CESIUM_primitive_outline", "FB_ngon_encoding", "MSFT_lod",
)

// checkExtensions refuses a document that requires an unknown extension, which could change its
// triangles.
func (r *reader) checkExtensions() error {
	var unknown []string
	seen := map[string]bool{}
	for _, name := range r.outline.ExtensionsRequired {
		if seen[name] {
			continue
		}
		seen[name] = true
		known := slices.ContainsFunc(knownExtensions, func(k string) bool {
			return name == k || strings.HasSuffix(k, "_") && strings.HasPrefix(name, k)
		})
		if !known {
			unknown = append(unknown, source.Shorten(name))
		}
	}
	if unknown == nil {
		return nil
	}
	const most = 20
	if more := len(unknown) - most; more > 0 {
		unknown = append(unknown[:most], fmt.Sprintf("and %d more", more))
	}
	return r.Unsupported("extensionsRequired", strings.Join(unknown, ", "))
}

// knownNames are the names of members that are read.
var knownNames = sync.OnceValue(func() document.Names {
	return document.NewNames(
		slices.Concat(accessor.Types(), physics.Types(), []any{outline{}, meshJSON{}, primitiveJSON{}, nodeJSON{}, sceneJSON{}, levelsJSON{}, visibilityJSON{}}),
		slices.Concat(accessor.Names(), physics.Names(), texture.Names(), []string{
			gltf.POSITION, texCoord + "0", texCoord + "1", texCoord + "2", texCoord + "3", "TRANSLATION", "ROTATION", "SCALE",
			gpuInstancing, lodExtension, visibility, draco,
		})...,
	)
})
