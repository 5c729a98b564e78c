package parts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/parts"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// hero is a scene of a belt, and a sword and a shield that go through it.
func hero() *mesh.Scene {
	w := new(sceneBuilder).Show(cube, moved(0, 0, 0)).Show(cube, moved(0.5, 0.25, 0.25)).Show(cube, moved(-0.5, 0.25, 0.25))
	for k, path := range []string{"/hero/Belt", "/hero/Sword_1/blade", "/hero/arm/Shield:left[3]"} {
		w.Instances[k].Path = path
	}
	w.Instances[1].Extras = map[string]string{"layer": "weapons", "lod": "2"}
	for k, material := range []string{"Leather", "Steel", "Wood"} {
		w.Meshes[k].Parts[0].Material = material
	}
	return &w.Scene
}

// TestAllow: a rule allows the pairs whose objects meet one side of it each, in any order.
func TestAllow(t *testing.T) {
	for _, row := range []struct {
		rules   []string
		allowed string // the swords' and the shield's pair with the belt: "sword", "shield", both
		warning string
	}{
		{nil, "", ""},
		{[]string{"Sword*:Belt*"}, "sword", ""},
		{[]string{"Belt:Sword_1"}, "sword", ""},
		{[]string{"blade:Belt"}, "sword", ""},
		{[]string{"Sword*:Belt", "Shield\\:*:Belt"}, "shield sword", ""},
		{[]string{"Shield\\:left:Belt"}, "shield", ""},
		{[]string{"Shield\\:left\\[3\\]:Belt"}, "shield", ""},
		{[]string{"/hero/*/blade:/hero/Belt"}, "sword", ""},
		{[]string{"/*/blade:/hero/Belt"}, "", `allow "/*/blade:/hero/Belt" matches no object on its left side`},
		{[]string{"/**/blade:/hero/Belt"}, "sword", ""},
		{[]string{"{Sword*,arm}:Belt"}, "shield sword", ""},
		{[]string{"*:*"}, "shield sword", ""},
		{[]string{"material=Steel:material=Lea*"}, "sword", ""},
		{[]string{"extras.layer=weap*:Belt"}, "sword", ""},
		{[]string{"extras.lod=2:*"}, "sword", ""},
		{[]string{"extras.layer=fx:Belt"}, "", `allow "extras.layer=fx:Belt" matches no object on its left side`},
		{[]string{"Belt:Belt"}, "", `allow "Belt:Belt" matches no pair that meets`},
		{[]string{"Hat:Belt"}, "", `allow "Hat:Belt" matches no object on its left side`},
		{[]string{"Belt:Hat"}, "", `allow "Belt:Hat" matches no object on its right side`},
		{[]string{"Hat:Boot"}, "", `allow "Hat:Boot" matches no object on either side`},
		{[]string{"sword*:Belt"}, "", `allow "sword*:Belt" matches no object on its left side`},
	} {
		t.Run(strings.Join(row.rules, " "), func(t *testing.T) {
			r := checkedPairs(t, hero(), check.Options{Allow: row.rules})
			var allowed []string
			for _, p := range r.Pairs() {
				if p.Rule == check.PartsCrossing && p.Allowed != "" {
					allowed = append(allowed, map[int]string{1: "sword", 2: "shield"}[p.B.Mesh])
				}
			}
			want := strings.Fields(row.allowed)
			if strings.Join(allowed, " ") != row.allowed || r.Between().Allowed != len(want) || r.Between().Counts.Of(check.PartsCrossing) != 2-len(want) {
				t.Errorf("allowed %v, counted %d and %v", allowed, r.Between().Allowed, r.Between().Counts)
			}
			if (r.Status == check.Pass) != (len(want) == 2) {
				t.Errorf("status %v", r.Status)
			}
			if got := strings.Join(r.Between().Warnings, "\n"); got != row.warning {
				t.Errorf("warnings %q, want %q", got, row.warning)
			}
			if len(want) == 1 && r.Pairs()[0].Allowed != "" {
				t.Error("a pair that is allowed stands before one that fails")
			}
		})
	}
}

// TestAllowSlashes: a node named a/b is not the node b below a, and a rule can say which
// of the two it means.
func TestAllowSlashes(t *testing.T) {
	w := new(sceneBuilder).Show(cube, moved(0, 0, 0), moved(0.5, 0.25, 0.25), moved(-0.5, 0.25, 0.25), moved(0.25, 0.25, -0.5))
	for k, name := range []string{"floor", "a/b", "b", `c\/d[3]`} {
		w.Instances[k].Name = name
		w.Instances[k].Path = []string{"/floor", "/root/a/b", "/root/a/b", `/root/c\/d[3]`}[k]
	}
	for _, row := range []struct {
		rule string
		want []int // instances that may cross the floor
	}{
		{`a/b:floor`, []int{2}},
		{`a\/b:floor`, []int{1}},
		{`floor:/root/a/b`, []int{2}},
		{`floor:/root/a\/b`, []int{1}},
		{`/root/*:floor`, []int{1, 2, 3}},
		{`/root/a:floor`, []int{2}},
		{`a[\/]b:floor`, []int{1}},
		{`a\/*:floor`, []int{1}},
		{`{a\/b,a/b}:floor`, []int{1, 2}},
		{`b:floor`, []int{2}},
		{`\/b:floor`, nil},
		{`*\/*:floor`, []int{1, 3}},
		{`c\\\/d:floor`, []int{3}},
		{`c\\/d:floor`, nil},
	} {
		r := checkedPairs(t, &w.Scene, check.Options{Allow: []string{row.rule}})
		var got []int
		for _, p := range r.Pairs() {
			if p.Allowed != "" && p.A.Instance == 0 {
				got = append(got, p.B.Instance)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: allowed %v, want %v", row.rule, got, row.want)
		}
	}
}

// TestAllowRule: what is no rule is refused with a reason.
func TestAllowRule(t *testing.T) {
	for text, reason := range map[string]string{
		"":                "not two patterns",
		"Sword":           "not two patterns",
		"a:b:c":           "not two patterns",
		"a\\:b":           "not two patterns",
		":b":              "a pattern is empty",
		"a:":              "a pattern is empty",
		"a:material=":     "a pattern is empty",
		"[a:b":            "not a valid pattern",
		"a:{b":            "not a valid pattern",
		"extras.layer:b":  "not of the form extras.KEY=PATTERN",
		"extras.=fx:b":    "not of the form extras.KEY=PATTERN",
		"extras.k=[x:b":   "not a valid pattern",
		"material=[x:b\\": "not a valid pattern",
	} {
		if err := parts.ValidateRule(text); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: %v, want %q", text, err, reason)
		}
		if _, err := meshcheck.Check(t.Context(), hero(), check.Options{Allow: []string{text}}); err == nil {
			t.Errorf("%q: checked", text)
		}
	}
}

// TestPartsOf: the objects of one mesh are its shells or its parts, and a file without
// nodes has them as well.
func TestPartsOf(t *testing.T) {
	first, second := meshgen.Join(cube, box(3, 0, 0, 4, 1, 1)), box(0.5, 0.25, 0.25, 3.5, 0.75, 0.75)
	m := first.Mesh("both")
	m.Parts = append(m.Parts, second.Mesh("").Parts...)
	m.Parts[1].Name = "bar"
	s := sceneOf(m)
	for _, row := range []struct {
		of      check.PartsOf
		objects int
		want    string
	}{
		{check.ByMesh, 1, ""},
		{check.ByPrimitive, 2, "crossing part 0 part 1"},
		{check.ByShell, 3, "crossing shell 0 shell 2; crossing shell 1 shell 2"},
	} {
		for _, instances := range [][]mesh.Instance{nil, {{Path: "/a", World: moved(10, 0, 0)}}} {
			s.Instances = instances
			r := checkedPairs(t, s, check.Options{PartsOf: row.of})
			var got []string
			for _, p := range r.Pairs() {
				line := p.Rule.Word()
				for _, o := range []check.Object{p.A, p.B} {
					switch row.of {
					case check.ByPrimitive:
						line += " part " + string(rune('0'+o.Part))
					case check.ByShell:
						line += " shell " + string(rune('0'+o.Shell))
					}
				}
				got = append(got, line)
				for _, f := range p.Findings {
					corners := m.Parts[f.B.Part].Triangle(f.B.InPart)
					if len(instances) > 0 {
						corners = instances[0].World.ApplyTriangle(corners)
					}
					if f.B.Part != 1 || f.A.Part != 0 || f.B.Triangle != 24+f.B.InPart || f.B.Corners != corners {
						t.Errorf("%v: a finding of %+v", row.of, f.B)
					}
				}
			}
			if line := strings.Join(got, "; "); line != row.want || r.Between().Objects != row.objects {
				t.Errorf("%v: %d objects: %q, want %q", row.of, r.Between().Objects, line, row.want)
			}
		}
	}
	// Shells that only share vertices are one; parts that do are in contact.
	s = sceneOf(meshgen.Mesh("", []geom.Triangle{floor, pin}))
	if r := checkedPairs(t, s, check.Options{PartsOf: check.ByShell}); spoken(r) != "crossing  " {
		t.Errorf("two triangles through each other: %q", spoken(r))
	}
}

// TestAllowLongNames: rules see names in full, of which results give the ends only.
func TestAllowLongNames(t *testing.T) {
	name := strings.Repeat("x", 5000) + "sword" + strings.Repeat("y", 5000)
	s := new(sceneBuilder).Show(cube, here, moved(0.5, 0.25, 0.125))
	s.Instances[0].Path, s.Instances[0].Name = "/"+name, name
	for rule, allowed := range map[string]int{"*sword*:1": 1, "*sward*:1": 0} {
		r := checkedPairs(t, &s.Scene, check.Options{Allow: []string{rule}})
		if r.Between().Allowed != allowed || len(r.Pairs()) != 1 {
			t.Errorf("%s: %d allowed", rule, r.Between().Allowed)
		}
		if got, want := r.Pairs()[0].A.Path, mesh.ShortName("/"+name); got != want || len(got) > mesh.LongestName {
			t.Errorf("the path is %.40s… of %d bytes", got, len(got))
		}
	}
}
