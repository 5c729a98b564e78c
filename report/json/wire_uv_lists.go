package json

import (
	"errors"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// wireUVPairs are numbers of pairs of triangles.
type wireUVPairs struct {
	Overlap int `json:"overlap"`
	Fold    int `json:"fold"`
	Stacked int `json:"stacked"`
}

type wireBeyond struct {
	Overlap       int `json:"uv_overlap"`
	Fold          int `json:"uv_fold"`
	IslandPairs   int `json:"island_pairs"`
	OutsideStacks int `json:"outside_stacks"`
}

func newBeyond(b *check.UVBeyond) wireBeyond {
	return wireBeyond{b.Overlap, b.Fold, int(b.IslandPairs), b.OutsideStacks}
}

func (w *wireBeyond) beyond() check.UVBeyond {
	return check.UVBeyond{Overlap: w.Overlap, Fold: w.Fold, OutsideStacks: w.OutsideStacks, IslandPairs: int64(w.IslandPairs)}
}

type wireTile struct {
	Tile    [2]integer `json:"tile"`
	Islands int        `json:"islands"`
	UDIM    int        `json:"udim,omitzero"`
}

type wireIslandPairs struct {
	Overlapping       int                `json:"overlapping"`
	Stacks            int                `json:"stacked_pairs"`
	StacksOverlapping int                `json:"stacked_overlapping"`
	Area              size               `json:"area,omitzero"`
	FoldArea          size               `json:"fold_area,omitzero"`
	Worst             []check.IslandPair `json:"worst"`
}

type wireIslandPair struct {
	Islands   [2]int        `json:"islands"`
	Pairs     int           `json:"pairs"`
	Area      size          `json:"area,omitzero"`
	Stack     bool          `json:"stack"`
	Deep      bool          `json:"deep"`
	Wide      *bool         `json:"wide,omitzero"` // as deep in reports of old versions
	Triangles [2]wireUVFace `json:"triangles"`
	Places    points        `json:"places,omitzero"`
}

// wireUVFace is a triangle of a mesh, by its number there.
type wireUVFace struct {
	Mesh     int `json:"mesh"`
	Part     int `json:"part"`
	Triangle int `json:"triangle"`
}

type wirePadding struct {
	Limit    size                `json:"limit"`
	Size     [2]int              `json:"size"`
	Pairs    int                 `json:"pairs"`
	Touching int                 `json:"touching"`
	Least    *size               `json:"least"`
	Border   int                 `json:"border"`
	Worst    []check.NearIslands `json:"worst"`
}

type wireNearPair struct {
	Islands   [2]int        `json:"islands"`
	Distance  size          `json:"distance,omitzero"`
	At        planePoints   `json:"at,omitzero"`
	Triangles [2]wireUVFace `json:"triangles"`
	Places    points        `json:"places,omitzero"`
}

// planePoints are two points of the plane, left out unless they are finite.
type planePoints [2][2]number

func (p *planePoints) IsZero() bool {
	return !wording.Finite(float64(p[0][0] + p[0][1] + p[1][0] + p[1][1]))
}

// noPlanePoints stands for points that a report leaves out.
var noPlanePoints = planePoints{{number(math.Inf(1)), number(math.Inf(1))}, {number(math.Inf(1)), number(math.Inf(1))}}

type wireUVFinding struct {
	Rule     uvRule         `json:"rule"`
	Severity check.Severity `json:"severity"`
	Count    int            `json:"count"`
	Value    size           `json:"value,omitzero"`
	Limit    size           `json:"limit,omitzero"`
	Reason   string         `json:"reason"`
}

type uvRule check.Rule

func uvListEncodings() []encoding {
	return []encoding{
		words(func(r uvRule) string { return check.Rule(r).String() }, convert[uvRule](check.UV.Rules())...),
		object(wireUVPairs{}), object(wireBeyond{}), object(wireUVFace{}),
		as(wireTile{}, newTile, (*wireTile).tile),
		as(wireIslandPairs{Area: unlimited, FoldArea: unlimited}, newIslandPairs, (*wireIslandPairs).pairs),
		as(wireIslandPair{Area: unlimited}, newIslandPair, (*wireIslandPair).pair),
		as(wirePadding{}, newPadding, (*wirePadding).padding),
		as(wireNearPair{Distance: unlimited, At: noPlanePoints}, newNearPair, (*wireNearPair).pair),
		as(wireUVFinding{Value: unlimited, Limit: unlimited}, newUVFinding, (*wireUVFinding).finding),
	}
}

func newTile(t *check.UVTile) wireTile {
	return wireTile{[2]integer{integer(t.I), integer(t.J)}, t.Islands, t.UDIM()}
}

func (w *wireTile) tile() (check.UVTile, error) {
	t := check.UVTile{I: int(w.Tile[0]), J: int(w.Tile[1]), Islands: w.Islands}
	if w.UDIM != t.UDIM() {
		return t, inner{"udim", errors.New("is not the number of the tile")}
	}
	return t, nil
}

func newIslandPairs(p *check.IslandPairs) wireIslandPairs {
	return wireIslandPairs{int(p.Overlapping), int(p.Stacks), int(p.StacksOverlapping), size(p.Area), size(p.FoldArea), p.Listed}
}

func (w *wireIslandPairs) pairs() (check.IslandPairs, error) {
	return check.IslandPairs{
		Overlapping: int64(w.Overlapping), Stacks: int64(w.Stacks), StacksOverlapping: int64(w.StacksOverlapping),
		Area: float64(w.Area), FoldArea: float64(w.FoldArea), Listed: orNil(w.Worst),
	}, nil
}

func newIslandPair(p *check.IslandPair) wireIslandPair {
	return wireIslandPair{islandsOf(p.Islands), int(p.Pairs), size(p.Area), p.Stack, p.Deep, &p.Wide, newUVFaces(p.Worst), p.Places[:]}
}

func (w *wireIslandPair) pair() (p check.IslandPair, err error) {
	p = check.IslandPair{Pairs: int64(w.Pairs), Area: float64(w.Area), Stack: w.Stack, Deep: w.Deep, Wide: w.Deep}
	if w.Wide != nil {
		p.Wide = *w.Wide
	}
	if p.Islands, err = islandNumbers(w.Islands); err != nil {
		return p, err
	}
	if p.Worst, err = uvFaces(w.Triangles); err != nil {
		return p, err
	}
	p.Places, err = w.Places.pair()
	return p, err
}

func newPadding(p *check.IslandPadding) wirePadding {
	w := wirePadding{size(p.Limit), [2]int{p.Width, p.Height}, int(p.Pairs), int(p.Touching), nil, p.Border, p.Listed}
	if least := size(p.Least); least >= 0 && !least.IsZero() {
		w.Least = &least
	}
	return w
}

func (w *wirePadding) padding() (check.IslandPadding, error) {
	p := check.IslandPadding{
		Limit: float64(w.Limit), Width: w.Size[0], Height: w.Size[1], Pairs: int64(w.Pairs), Touching: int64(w.Touching),
		Least: -1, Border: w.Border, Listed: orNil(w.Worst),
	}
	if w.Least != nil {
		p.Least = float64(*w.Least)
	}
	return p, nil
}

func newNearPair(p *check.NearIslands) wireNearPair {
	return wireNearPair{
		islandsOf(p.Islands), size(p.Distance), planePoints{numbers(p.At[0]), numbers(p.At[1])}, newUVFaces(p.Faces), p.Places[:],
	}
}

func (w *wireNearPair) pair() (p check.NearIslands, err error) {
	p.Distance = float64(w.Distance)
	for k := range w.At {
		p.At[k] = [2]float64{float64(w.At[k][0]), float64(w.At[k][1])}
	}
	if p.Islands, err = islandNumbers(w.Islands); err != nil {
		return p, err
	}
	if p.Faces, err = uvFaces(w.Triangles); err != nil {
		return p, err
	}
	p.Places, err = w.Places.pair()
	return p, err
}

// pair returns two places, which may be missing.
func (p points) pair() ([2]geom.Vec, error) {
	if p == nil {
		return [2]geom.Vec{geom.Vec(nowhere), geom.Vec(nowhere)}, nil
	}
	if err := p.exactly(2, "places"); err != nil {
		return [2]geom.Vec{}, err
	}
	return [2]geom.Vec(p), nil
}

func islandsOf(islands [2]uint32) [2]int { return [2]int{int(islands[0]), int(islands[1])} }

func islandNumbers(islands [2]int) (out [2]uint32, err error) {
	for k, n := range islands {
		if n > math.MaxUint32 {
			return out, inner{"islands", errors.New("is more islands than there can be")}
		}
		out[k] = uint32(n)
	}
	return out, nil
}

func newUVFaces(faces [2]check.UVFace) (out [2]wireUVFace) {
	for k, f := range faces {
		out[k] = wireUVFace{int(f.Mesh), int(f.Part), int(f.Triangle)}
	}
	return out
}

func uvFaces(w [2]wireUVFace) (out [2]check.UVFace, err error) {
	for k, f := range w {
		if max(f.Mesh, f.Part, f.Triangle) > math.MaxUint32 {
			return out, inner{"triangles", errors.New("has a number out of range")}
		}
		out[k] = check.UVFace{Mesh: uint32(f.Mesh), Part: uint32(f.Part), Triangle: uint32(f.Triangle)}
	}
	return out, nil
}

func newUVFinding(f *check.UVFinding) wireUVFinding {
	return wireUVFinding{uvRule(f.Rule), f.Severity, f.Count, size(f.Value), size(f.Limit), f.Reason}
}

func (w *wireUVFinding) finding() (check.UVFinding, error) {
	return check.UVFinding{
		Rule: check.Rule(w.Rule), Severity: w.Severity, Count: w.Count, Value: float64(w.Value), Limit: float64(w.Limit), Reason: w.Reason,
	}, nil
}
