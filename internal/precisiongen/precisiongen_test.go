package precisiongen

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

// TestSameSeedSameScene: scenes are made by the family and the seed alone.
func TestSameSeedSameScene(t *testing.T) {
	for _, name := range Families() {
		a, b, other := Make(name, 7), Make(name, 7), Make(name, 8)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: a different scene", name)
		}
		if reflect.DeepEqual(a.Parts, other.Parts) {
			t.Errorf("%s: the seed changes nothing", name)
		}
	}
}

// exactlyTouching are families of clean scenes that touch in exact terms, at angles of some size.
var exactlyTouching = []string{"rib", "knife", "hinge", "clean mix"}

// sketched returns a scene of a family as it is before it is turned, moved and rounded, and its storage.
func sketched(t *testing.T, name string, seed uint64) (sketch, Storage) {
	t.Helper()
	for i := range families {
		if f := &families[i]; f.name == name {
			d := draw{meshgen.Rand(seed)}
			where := pick(d, f.storages...)
			return f.make(d, where), where
		}
	}
	t.Fatalf("no family %s", name)
	panic("unreachable")
}

// eachNear visits the pairs of triangles whose boxes are within a distance of each other.
func eachNear(soup []geom.Triangle, distance float64, visit func(i, j int)) {
	order, boxes := make([]int, len(soup)), make([]geom.Box, len(soup))
	for i, t := range soup {
		order[i], boxes[i] = i, t.Box()
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(boxes[i].Min[0], boxes[j].Min[0]) })
	for k, i := range order {
		reach := boxes[i].Grown(distance)
		for _, j := range order[k+1:] {
			if boxes[j].Min[0] > reach.Max[0] {
				break
			}
			if reach.Intersects(boxes[j]) {
				visit(min(i, j), max(i, j))
			}
		}
	}
}

// TestCleanScenesTouch: before they are rounded, surfaces touch and go nowhere through each other, and what is within
// two steps of another surface is narrow wherever two triangles meet.
func TestCleanScenesTouch(t *testing.T) {
	for _, name := range exactlyTouching {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(longtest.Rounds(t, 8, 50)) {
				k, where := sketched(t, name, seed)
				soup, touch, onStrip := k.mesh.Soup(), false, k.row == " strip" || k.row == " roller"
				widest := 18.0
				if !where.roomy() {
					widest = 11
				}
				if onStrip {
					widest = 28
				}
				eachNear(soup, 2, func(i, j int) {
					a, b := &soup[i], &soup[j]
					r := tritri.Relate(a, b)
					if r.Kind == tritri.Duplicate || r.Kind == tritri.Overlap && !onStrip && tritri.FlatDepth(a, b) > 1e-6 {
						t.Fatalf("seed %d%s: triangles %d and %d are in one place", seed, k.row, i, j)
					}
					if depth := tritri.Depth(a, b); r.Kind == tritri.Crossing && depth > 1e-6 {
						t.Fatalf("seed %d%s: triangles %d and %d are %v steps in each other", seed, k.row, i, j, depth)
					}
					if i < k.first && j >= k.first {
						_, _, distance := tritri.Distance(a, b)
						touch = touch || distance < 1e-6 || k.row == " corner" && distance < 0.5
						if _, width := tritri.CommonPolygon(a, b, 2); width > widest {
							t.Errorf("seed %d%s: triangles %d and %d are within two steps of each other over %v steps", seed, k.row, i, j, width)
						}
					}
				})
				if k.first > 0 && !touch {
					t.Errorf("seed %d%s: the surfaces touch nowhere", seed, k.row)
				}
			}
		})
	}
}

// TestTilesCover: two sheets, of which one or both are made of tiles, are within half a step of each other, and nowhere
// covered by three triangles. Over a disc of 128 steps they cover all but gaps of less than a step twice.
func TestTilesCover(t *testing.T) {
	for seed := range uint64(longtest.Rounds(t, 10, 30)) {
		k, _ := sketched(t, "tiles", seed)
		soup, rng, twice := k.mesh.Soup(), meshgen.Rand(seed), 0
		const points = 200
		for range points {
			p, n := geom.Vec{rng.Float64()*128 - 64, rng.Float64()*128 - 64, 0}, 0
			for i := range soup {
				if b := soup[i].Box(); p[0] < b.Min[0] || p[0] > b.Max[0] || p[1] < b.Min[1] || p[1] > b.Max[1] {
					continue
				}
				if _, distance := soup[i].Nearest(p); distance < 0.5 && inOutline(&soup[i], p) {
					n++
				}
			}
			if n > 2 {
				t.Errorf("seed %d: %d triangles over %v", seed, n, p)
			}
			if n == 2 {
				twice++
			}
		}
		if twice < points/3 {
			t.Errorf("seed %d: %d of %d points are covered twice", seed, twice, points)
		}
		for _, v := range k.mesh.Vertices {
			if math.Abs(v[2]) > 0.5 {
				t.Fatalf("seed %d: a vertex is %v steps from the other sheet", seed, v[2])
			}
		}
	}
}

// inOutline reports whether a point is in a triangle as seen along z.
func inOutline(t *geom.Triangle, p geom.Vec) bool {
	var signs [3]int
	for k := range t {
		a, b := t[k], t[(k+1)%3]
		signs[k] = geom.Orient2D([2]float64{a[0], a[1]}, [2]float64{b[0], b[1]}, [2]float64{p[0], p[1]})
	}
	return signs[0] == signs[1] && signs[1] == signs[2]
}
