package hullname

import (
	"strings"

	"github.com/meshcheck/meshcheck/mesh"
)

// The schemes by which hulls are found, besides the names of glTF extensions.
const (
	SchemeUnreal   = "unreal"
	SchemeGodot    = "godot"
	SchemeCollider = "collider"
	SchemePattern  = "pattern"
	SchemeGiven    = "given"
)

// mark is a part of a name that makes a node a collision hull.
//
// Unreal: a prefix of the name of the mesh, which a number may follow ("UCX_Chair_01"), behind a
// namespace ("set:UCX_Chair_01"). The documentation writes prefixes in capitals; names of assets
// ignore case.
// (dev.epicgames.com/documentation/en-us/unreal-engine/fbx-static-mesh-pipeline-in-unreal-engine)
//
// Godot: a suffix after "-" or "_", or anywhere after "$", in any case. Digits, spaces,
// underscores and dots at the end are ignored, so that Blender's copies ("wall-col.001")
// count. Suffixes with "only" remove the visible mesh; the others keep it and make the hull
// from it.
// (docs.godotengine.org/en/stable/tutorials/assets_pipeline/importing_3d_scenes/node_type_customization.html)
//
// Collider: a customary suffix that no engine recognises by default.
type mark struct {
	scheme, text string
	shape        mesh.ColliderShape
	// itself: the node stays visible as well.
	itself bool
}

// marks are in the order in which they are tried: "$colonly" contains "$col".
var marks = []mark{
	{SchemeUnreal, "UCX_", mesh.ShapeHull, false},
	{SchemeUnreal, "UBX_", mesh.ShapeBox, false},
	{SchemeUnreal, "USP_", mesh.ShapeSphere, false},
	{SchemeUnreal, "UCP_", mesh.ShapeCapsule, false},
	{SchemeUnreal, "MCDCX_", mesh.ShapeHull, false},
	{SchemeGodot, "convcolonly", mesh.ShapeHull, false},
	{SchemeGodot, "colonly", mesh.ShapeTrimesh, false},
	{SchemeGodot, "convcol", mesh.ShapeHull, true},
	{SchemeGodot, "col", mesh.ShapeTrimesh, true},
	{SchemeCollider, "_collider", mesh.ShapeHull, false},
	{SchemeCollider, "Collider", mesh.ShapeHull, false},
}

// parsedName is the parsed name of a hull's node.
type parsedName struct {
	*mark
	// base is the name without the mark: the name of the mesh, perhaps with a number.
	base string
	// wrongCase: the mark is not in the case that its engine expects. misplaced: it is behind the
	// name of the mesh instead of before it.
	wrongCase, misplaced bool
	// wrapped: the mark begins what inner returns, behind what an exporter put in front.
	wrapped bool
}

// unsure reports whether the name is that of a hull only if it contains the name of a mesh:
// "usp_45" may be a pistol.
func (n *parsedName) unsure() bool { return n.wrongCase || n.misplaced }

// readName parses the name of a node; ok is false if it is not a hull's.
func readName(name string) (n parsedName, ok bool) {
	col := holdsCol(name)
	for i := range marks {
		m := &marks[i]
		if !col && m.scheme != SchemeUnreal {
			break // like most names
		}
		if n, ok = m.cut(name); ok {
			n.mark = m
			return n, true
		}
	}
	return parsedName{}, false
}

// holdsCol reports whether a name contains "col" in any case. All marks do but Unreal's, which
// come first.
func holdsCol(name string) bool {
	for i := 0; i+3 <= len(name); i++ {
		if name[i]|0x20 == 'c' && name[i+1]|0x20 == 'o' && name[i+2]|0x20 == 'l' {
			return true
		}
	}
	return false
}

// cut removes the mark from a name.
func (m *mark) cut(name string) (n parsedName, ok bool) {
	switch m.scheme {
	case SchemeUnreal:
		if n, ok = m.cutUnreal(local(name)); ok || !isWrapped(name) {
			return n, ok
		}
		n, ok = m.cutUnreal(inner(name))
		n.wrapped = true
		return n, ok
	case SchemeGodot:
		n.base, ok = cutGodot(name, m.text)
		return n, ok
	}
	n.base, ok = strings.CutSuffix(withoutNumber(name), m.text)
	n.base = strings.TrimRight(n.base, "_-. ")
	return n, ok
}

// cutUnreal removes a prefix of Unreal, or the same letters at the end, behind an underscore.
func (m *mark) cutUnreal(name string) (n parsedName, ok bool) {
	if len(name) >= len(m.text) && strings.EqualFold(name[:len(m.text)], m.text) {
		return parsedName{base: name[len(m.text):], wrongCase: !strings.HasPrefix(name, m.text)}, true
	}
	base, ok := strings.CutSuffix(withoutNumber(name), "_"+strings.TrimSuffix(m.text, "_"))
	return parsedName{base: base, misplaced: ok}, ok
}

// duplicate is behind the name of an object that Blender's exporter of FBX writes for an instance
// of a collection, before the number of the instance: "Yard|Chair|Dupli|3".
const duplicate = "|Dupli|"

// inner returns a name without what exporters put around it: namespaces, the path of the node
// ("Yard|Chair"), what is behind the names of duplicates, and spaces in front.
func inner(name string) string {
	_, core, _ := unwrap(name)
	return core
}

// isWrapped reports whether exporters may have put more than namespaces around a name.
func isWrapped(name string) bool {
	return strings.IndexByte(name, '|') >= 0 || strings.HasPrefix(local(name), " ")
}

// unwrap splits a name around what inner returns.
func unwrap(name string) (before, core, behind string) {
	core = name
	if at := strings.LastIndex(name, duplicate); at >= 0 && strings.Trim(name[at+len(duplicate):], ".0123456789") == "" {
		core, behind = name[:at], name[at:]
	}
	core = strings.TrimLeft(local(core[strings.LastIndexByte(core, '|')+1:]), " ")
	return name[:len(name)-len(behind)-len(core)], core, behind
}

// local returns a name without its namespaces: "Chair" of "set:Chair".
func local(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

// cutGodot removes one of Godot's suffixes from a name.
func cutGodot(name, suffix string) (base string, ok bool) {
	trimmed := withoutNumber(name)
	lower := lowerASCII(trimmed)
	if at := strings.Index(lower, "$"+suffix); at >= 0 {
		return trimmed[:at] + trimmed[at+1+len(suffix):], true
	}
	for _, separator := range []string{"-", "_"} {
		if base, ok := strings.CutSuffix(lower, separator+suffix); ok {
			return trimmed[:len(base)], true
		}
	}
	return "", false
}

// lowerASCII returns s with lower-case letters for A to Z. It keeps all byte offsets.
func lowerASCII(s string) string {
	out := []byte(s)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return string(out)
}

// withoutNumber removes what tools append to the names of copies.
func withoutNumber(name string) string {
	return strings.TrimRightFunc(name, func(r rune) bool { return isDigit(r) || r <= ' ' || r == '_' || r == '.' })
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// cutNumber splits a name before its last underscore: "Chair_01" is "Chair" and "01".
func cutNumber(name string) (front, number string, ok bool) {
	at := strings.LastIndexByte(name, '_')
	if at < 0 {
		return name, "", false
	}
	return name[:at], name[at+1:], true
}

// numeric reports whether s consists of digits.
func numeric(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !isDigit(r) }) < 0
}
