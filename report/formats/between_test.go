package formats

import (
	"bytes"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
	"github.com/meshcheck/meshcheck/report/wording"
)

// TestBetweenJSON: findings between objects match the schema, and are written to the same bytes
// after reading.
func TestBetweenJSON(t *testing.T) {
	for _, o := range []check.Options{
		{},
		{ListTouches: true, Checks: check.Self, PartsOf: check.ByPrimitive},
		{ListTouches: true, PartsOf: check.ByShell, Allow: []string{"left:right"}},
		{Checks: check.Clearance, Clearance: check.Length{Value: 90, Unit: "cm"}},
		{Checks: check.Clearance | check.Self, Clearance: check.Length{Value: 1}, PartsOf: check.ByShell},
		{MaxFindings: 3},
		{MaxFindings: -1},
	} {
		var text bytes.Buffer
		r := reporttest.BetweenReport(t, o)
		if len(r.Files) < 8 {
			t.Fatalf("only %d scenes", len(r.Files))
		}
		if err := json.Write(&text, r); err != nil {
			t.Fatal(err)
		}
		if err := reporttest.Validate(t, reporttest.JSONSchema(t), text.Bytes()); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
		back, err := json.Read(bytes.NewReader(text.Bytes()))
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		var again bytes.Buffer
		if err := json.Write(&again, back); err != nil || !bytes.Equal(again.Bytes(), text.Bytes()) {
			t.Errorf("%+v: read and written again it is different: %v", o, err)
		}
	}
}

// TestBetweenJSONHostile: pairs that contradict the rest of the report are rejected.
func TestBetweenJSONHostile(t *testing.T) {
	var text bytes.Buffer
	if err := json.Write(&text, reporttest.BetweenReport(t, check.Options{
		ListTouches: true, Checks: check.Clearance, Clearance: check.Length{Value: 1, Unit: "m"},
	})); err != nil {
		t.Fatal(err)
	}
	for _, row := range [][3]string{
		{`"mesh":0`, `"mesh":99`, "files[0].between[0]: refers to something"},
		{`"verdict": "touch"`, `"verdict": "near"`, "verdict"},
		{`"verdict": "contained",`, ``, "between[2]: refers to something"},
		{`"depth_of":"surface",`, `"depth_of":"triangles",`, "depth"},
		{`"verdict": "clearance"`, `"verdict": "crossing"`, "between[0]: refers to something"},
		{`"between": [`, `"betwixt": [`, "betwixt"},
	} {
		bad := strings.Replace(text.String(), row[0], row[1], 1)
		if bad == text.String() {
			t.Errorf("%s does not occur", row[0])
			continue
		}
		if _, err := json.Read(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), row[2]) {
			t.Errorf("%s: %v, want %q", row[1], err, row[2])
		}
	}
}

// TestBetweenText: there is a line with the numbers, and a line for each pair, the worst first.
func TestBetweenText(t *testing.T) {
	r := reporttest.BetweenReport(t, check.Options{})
	var b strings.Builder
	for i := range r.Files {
		if err := text.Write(&b, &r.Files[i], text.Options{Check: r.Options}); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"boxes_overlap_50mm.glb: FAIL  12 triangles, 1 place to fix (1 pair of objects)\n  2 objects: 1 overlap\n    overlap  /left ↔ /right, 50 mm deep near ",
		"cube_in_sphere_in_cone.glb: PASS  114 triangles\n  3 objects: 3 contained\n    contained  /sphere inside /cone near (0, 0, 1) · b4c3\n    contained  /cube inside /cone near (0, 0, 0.25) · 2cc2\n    contained  /cube inside /sphere near (0, 0, 0.25) · e65e\n",
		"boxes_stacked_equal.glb: PASS  12 triangles\n  2 objects: 1 touch\n    touch  1   does not fail ",
		"ring_and_l.glb: PASS  148 triangles\n  2 objects: no objects overlap\n",
		"through_common_edges.glb: FAIL  16 triangles, 1 place to fix (1 pair of objects)\n  2 objects: 1 crossing\n    crossing  /upward ↔ /downward, 1.2 m deep near (0.333333, -0.333333, -0.333333) · 7e04\n",
		"instances_same_place.glb: FAIL  12 triangles, 1 place to fix (1 pair of objects)\n  2 objects: 1 duplicate instance\n    duplicate instance  /one ↔ /two · 018b\n",
		// In 80 columns there is no room for the ID.
		"    crossing  /lower ↔ /upper, 3.9 mm deep near (5000.30, 5000.40, 5000.30)\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// An object of a mesh that does not exist still has a name.
func TestObjectNameWithoutMesh(t *testing.T) {
	if got := wording.ObjectName(&check.Result{}, &check.Object{Mesh: 9, Part: 0, Shell: -1}); got != "mesh" {
		t.Errorf("it is called %q", got)
	}
}
