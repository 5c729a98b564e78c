package html

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// placeIDs name the places of a file by the fingerprints of their issues. These stay the same when
// the model is exported again, so a copied link keeps leading to its place.
type placeIDs struct {
	fingerprints map[check.Ref]string
	file         string // distinguishes the places of several files
}

// newPlaceIDs returns those of file number i of r, which has the given issues. A file that occurs twice has none the second
// time.
func newPlaceIDs(r *report.Report, i int, issues []report.Issue) placeIDs {
	ids := placeIDs{fingerprints: map[check.Ref]string{}}
	for k := range r.Files[:i] {
		if r.Files[k].Path == r.Files[i].Path {
			return ids
		}
	}
	if len(r.Files) > 1 {
		sum := sha256.Sum256([]byte(r.Files[i].Path))
		ids.file = "-" + hex.EncodeToString(sum[:4])
	}
	for _, is := range issues {
		if is.At.Index >= 0 && is.Fingerprint != "" {
			ids.fingerprints[is.At] = is.Fingerprint
		}
	}
	return ids
}

// set gives a place its ID, if it has one.
func (ids placeIDs) set(id *string, word string, at check.Ref) {
	if fingerprint, ok := ids.fingerprints[at]; ok {
		*id = word + "-" + fingerprint + ids.file
	}
}

// nameAll gives all places of a file their IDs. Places without an issue keep their numbers.
func (ids placeIDs) nameAll(v *fileView) {
	for i := range v.Regions {
		r := &v.Regions[i]
		ids.set(&r.ID, "region", check.Ref{List: check.Regions, Of: r.Mesh, Index: r.Region})
	}
	if v.Between != nil {
		for i := range v.Between.Pairs {
			p := &v.Between.Pairs[i]
			ids.set(&p.ID, "pair", check.Ref{List: check.Pairs, Index: p.Pair})
		}
	}
	if v.UV != nil {
		for i := range v.UV.Sheets {
			s := &v.UV.Sheets[i]
			for k := range s.Breaches {
				ids.set(&s.Breaches[k].ID, "uv", check.Ref{List: check.Sheets, Of: s.Sheet, Index: s.Breaches[k].Index})
			}
		}
	}
	if v.Hulls != nil {
		for i := range v.Hulls.Groups {
			for k := range v.Hulls.Groups[i].Faults {
				h := &v.Hulls.Groups[i].Faults[k]
				ids.set(&h.ID, "hull", check.Ref{List: check.HullFindings, Of: h.Group, Index: h.Number})
			}
		}
	}
	ids.nameAccepts(v)
}
