package hullname

import (
	"fmt"
	"strconv"
	"strings"
)

// repair returns the text after the prefix of a hull's name without what tools add to names:
//
//   - Blender's numbers of copies: "Bench_01.001", "Bench.001_01"
//   - the FBX SDK's numbers of equal names: "Bench_01_ncl1_1"
//   - Maya's codes for characters that it does not allow: "BenchFBXASC046001" is "Bench.001"
//   - spaces at the ends, and underscores after one another
func repair(base string) string {
	if len(base) > longestName {
		return base
	}
	base = strings.TrimSpace(decodeMaya(base))
	for {
		shorter := withoutCopy(base)
		if front, number, ok := cutNumber(shorter); ok && numeric(number) {
			shorter = withoutCopy(front) + "_" + number
		}
		for strings.Contains(shorter, "__") {
			shorter = strings.ReplaceAll(shorter, "__", "_")
		}
		if shorter == base {
			return base
		}
		base = shorter
	}
}

// longestName is the length of the longest name that is repaired, in bytes.
const longestName = 1024

// withoutCopy removes one number of a copy from the end of a name.
func withoutCopy(name string) string {
	front := strings.TrimRightFunc(name, isDigit)
	digits := len(name) - len(front)
	if short, ok := strings.CutSuffix(front, "."); ok && digits >= 3 {
		return strings.TrimSpace(short)
	}
	for _, clash := range [...]string{"_ncl1_", "_ncl_"} {
		if short, ok := strings.CutSuffix(front, clash); ok && digits > 0 {
			return short
		}
	}
	return strings.TrimSpace(name)
}

// cutCopy removes the number of a copy behind an underscore from a name: Blender's exporter of USD
// writes "Bench_01_001" for "Bench_01.001".
func cutCopy(name string) (original string, ok bool) {
	front, number, _ := cutNumber(name)
	if !numeric(number) || len(number) < 3 {
		return name, false
	}
	return front, true
}

// mayaCode is followed by three digits: the number of an ASCII character.
const mayaCode = "FBXASC"

// decodeMaya replaces the codes of characters by the characters.
func decodeMaya(name string) string {
	var out strings.Builder
	for {
		before, after, ok := strings.Cut(name, mayaCode)
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		if code, err := strconv.ParseUint(after[:min(3, len(after))], 10, 7); err == nil && len(after) >= 3 {
			out.WriteByte(byte(code))
			after = after[3:]
		} else {
			out.WriteString(mayaCode)
		}
		name = after
	}
}

// reads reports whether Unreal takes a mesh for the one that the name of a hull names. It cuts
// the hull's name at its first underscore, and may cut it at its last one as well, whatever is
// behind that. It ignores case and namespaces.
//
// The importers of Unreal agree on this (before 5.5 FFbxImporter::FillCollisionModelList, then
// GetCollisionMeshType of Interchange), but Interchange first replaces characters that names of
// assets must not have.
func reads(hull, mesh string, interchange bool) bool {
	hull, mesh = local(hull), local(mesh)
	if interchange {
		hull, mesh = assetName(hull), assetName(mesh)
	}
	_, rest, ok := strings.Cut(hull, "_")
	if !ok || rest == "" {
		return false
	}
	front, _, cut := cutNumber(rest)
	return strings.EqualFold(rest, mesh) || cut && strings.EqualFold(front, mesh)
}

// assetName returns a name with an underscore for each character that names of Unreal's assets
// must not have.
func assetName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"' ,/.:|&!~\n\r\t@#(){}[]=;^%$`", r) {
			return '_'
		}
		return r
	}, name)
}

// newName suggests a name for a hull of the mesh with a given name: with its own number if no
// other node has that name, or else with the next one that is free. Duplicates may have names of their kind.
func (h *Search) newName(f *Hull, body string) string {
	prefix := f.named.text + inner(body) + "_"
	duplicates := strings.Contains(h.ownName(f), duplicate)
	free := func(name string) bool {
		taken := h.called(name)
		if len(taken) > 1 || len(taken) == 1 && taken[0] != f.Instance || h.suggested[name] && !duplicates {
			return false
		}
		h.suggested[name] = true
		return true
	}
	base := repair(f.named.base)
	if f.copied {
		base, _ = cutCopy(base)
	}
	if _, number, ok := cutNumber(base); ok && numeric(number) && free(prefix+number) {
		return prefix + number
	}
	for {
		h.numbered[prefix]++
		if name := fmt.Sprintf("%s%02d", prefix, h.numbered[prefix]); free(name) {
			return name
		}
	}
}
