package html

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// placeIDs name the places of a file by the fingerprints of their issues. These stay the same when
// the model is exported again, so a copied link keeps leading to its place.
type placeIDs struct {
	fingerprints map[check.Ref]string
	short        map[check.Ref]string // the first characters of these
	file         string               // distinguishes the places of several files
}

// newPlaceIDs returns those of file number i of r, which has the given issues. A file that occurs twice has none the second
// time.
func newPlaceIDs(r *report.Report, i int, issues []report.Issue) placeIDs {
	ids := placeIDs{fingerprints: map[check.Ref]string{}}
	if repeats(r, i) {
		return ids
	}
	if len(r.Files) > 1 {
		ids.file = "-" + pathHash(r.Files[i].Path)
	}
	ids.short = report.ShortIDs(issues)
	for _, is := range issues {
		if is.At.Index >= 0 && is.Fingerprint != "" {
			ids.fingerprints[is.At] = is.Fingerprint
		}
	}
	return ids
}

// repeats reports whether the path of file number i of r is that of a file before it.
func repeats(r *report.Report, i int) bool {
	return slices.ContainsFunc(r.Files[:i], func(f report.File) bool { return f.Path == r.Files[i].Path })
}

// fileID returns the ID of file number i of r. It is made of the path where there are several files,
// so that it stays the same when others come and go.
func fileID(r *report.Report, i int) string {
	if len(r.Files) == 1 || repeats(r, i) {
		return fmt.Sprintf("file-%d", i)
	}
	return "file-" + pathHash(r.Files[i].Path)
}

// pathHash returns ten letters that stand for a path.
func pathHash(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:5])
}

// set gives a place its ID and the short one, if it has them and there is room for that.
func (ids placeIDs) set(id, short *string, word string, at check.Ref) {
	fingerprint, ok := ids.fingerprints[at]
	if !ok {
		return
	}
	if *id = word + "-" + fingerprint + ids.file; short != nil {
		*short = ids.short[at]
	}
}

// nameAll gives all places of a file their IDs. Places without an issue keep their numbers.
func (ids placeIDs) nameAll(v *fileView) {
	for i := range v.Regions {
		r := &v.Regions[i]
		ids.set(&r.ID, &r.Short, "region", check.Ref{List: check.Regions, Of: r.Mesh, Index: r.Region})
	}
	if v.Between != nil {
		for i := range v.Between.Pairs {
			p := &v.Between.Pairs[i]
			ids.set(&p.ID, &p.Short, "pair", check.Ref{List: check.Pairs, Index: p.Pair})
		}
	}
	if v.UV != nil {
		for i := range v.UV.Sheets {
			s := &v.UV.Sheets[i]
			for k := range s.Breaches {
				ids.set(&s.Breaches[k].ID, &s.Breaches[k].Short, "uv", check.Ref{List: check.Sheets, Of: s.Sheet, Index: s.Breaches[k].Index})
			}
		}
	}
	if v.Hulls != nil {
		for i := range v.Hulls.Groups {
			for k := range v.Hulls.Groups[i].Faults {
				h := &v.Hulls.Groups[i].Faults[k]
				ids.set(&h.ID, &h.Short, "hull", check.Ref{List: check.HullFindings, Of: h.Group, Index: h.Number})
			}
		}
	}
	ids.nameAccepts(v)
}
