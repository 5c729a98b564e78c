package json

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestRangesOf(t *testing.T) {
	for want, numbers := range map[string][]int{
		"3": {3}, "1, 3": {1, 3}, "1 to 3": {1, 2, 3}, "2, 4 to 5, 9": {2, 4, 5, 9}, "": nil,
	} {
		if got := rangesOf(numbers); got != want {
			t.Errorf("%v: %q, want %q", numbers, got, want)
		}
	}
	var odd []int
	for i := range 1000 {
		odd = append(odd, 2*i+1)
	}
	if got := rangesOf(odd); !strings.HasSuffix(got, ", 39 and 980 more") {
		t.Errorf("a thousand numbers are %q", got)
	}
}

// What the schema refuses, ReadJSON refuses, and the other way around for what a
// schema can say.
func TestReadJSONKnowsTheSchema(t *testing.T) {
	var doc struct {
		Defs struct {
			File struct {
				Properties struct {
					Format struct{ Enum []fileFormat }
					Unit   struct{ Enum []fileUnit }
				}
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(Schema(), &doc); err != nil {
		t.Fatal(err)
	}
	if p := doc.Defs.File.Properties; !slices.Equal(p.Format.Enum, fileFormats) || !slices.Equal(p.Unit.Enum, fileUnits) {
		t.Errorf("formats %q and units %q are read, the schema has %q and %q", fileFormats, fileUnits, p.Format.Enum, p.Unit.Enum)
	}
}

// No member may be null that is not said to, and what has no option omitzero must not be missing.
func TestMembers(t *testing.T) {
	for _, object := range []any{
		&wireHead{}, &wireTool{}, &wireSummary{}, &wireShard{}, &wireFile{}, &wireCompanion{}, &wireProblem{}, &wireOptions{},
		&wireTolerance{}, &wireLength{}, &wireHullOptions{}, &wireUVOptions{}, &wirePaddingLimit{}, &wireMesh{}, &wirePart{}, &wireRegion{}, &wireFinding{}, &wireFace{},
		&wireObjects{}, &wireLeftOut{}, &wireObjectProblem{}, &wireObject{}, &wirePair{}, &wireSize{}, &wireNearest{}, &wireHulls{},
		&wireHullGroup{}, &wireVolumes{}, &wireHull{}, &wireHullFinding{}, &wireOverlap{}, &wireCoverage{}, &wireBaseline{}, &wireJudgement{},
		&wireUV{}, &wireMissing{}, &wireSheet{}, &wireSheetMesh{}, &wireTransform{}, &wireUVPairs{}, &wireBeyond{}, &wireTile{}, &wireIslandPairs{},
		&wireIslandPair{}, &wireUVFace{}, &wirePadding{}, &wireNearPair{}, &wireUVFinding{},
	} {
		required := 0
		for _, f := range fieldsOf(object) {
			if f.nullable() {
				continue // TestUVNull
			}
			err := located((&members{fields: fieldsOf(object)}).all(jsontext.NewDecoder(strings.NewReader(`{"`+f.name+`": null}`), reading)))
			if err == nil || !strings.HasPrefix(err.Error(), f.name+": is not a") && !strings.HasPrefix(err.Error(), f.name+": is not true or") {
				t.Errorf("%T: %v", object, err)
			}
			if f.required {
				required++
			}
		}
		err := located((&members{fields: fieldsOf(object)}).all(jsontext.NewDecoder(strings.NewReader(`{}`), reading)))
		if required > 0 && (err == nil || !strings.HasSuffix(err.Error(), "is missing")) {
			t.Errorf("%T: %v", object, err)
		}
	}
}
