package html

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

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
	for k := range i {
		if r.Files[k].Path == r.Files[i].Path {
			return true
		}
	}
	return false
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

// of returns the ID of a place, "" if it has none.
func (ids placeIDs) of(at check.Ref) string {
	fingerprint, ok := ids.fingerprints[at]
	if !ok {
		return ""
	}
	return placeWord(at) + "-" + fingerprint + ids.file
}

// nameAll gives all places of a file their IDs. Places without an issue keep their numbers.
func (ids placeIDs) nameAll(v *fileView) {
	for _, p := range v.places() {
		if id := ids.of(p.at); id != "" {
			if *p.id = id; p.short != nil {
				*p.short = ids.short[p.at]
			}
		}
		p.accept.ID = *p.id
	}
}
