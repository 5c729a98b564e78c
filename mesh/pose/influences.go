package pose

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Influences are the joints that move the vertices of a part, with their weights: for each vertex
// by ascending joint, each joint once, none with the weight 0. So two vertices with the same
// influences in another order move alike, bit by bit.
type Influences struct {
	ends    []uint32 // of vertices in the next two
	joints  []uint16
	weights []float64
	sums    []float64 // of the weights of each vertex
	most    int
}

// Influence is a joint, by its index in a Skin, and its weight.
type Influence struct {
	Joint  uint16
	Weight float64
}

// InfluencesSize returns the number of bytes that Influences take for so many vertices and influences
// of all of them together.
func InfluencesSize(vertices, influences int) int { return 12*vertices + 10*influences }

// NewInfluences returns Influences with room for so many vertices and influences of all of them
// together. It has no vertices yet.
func NewInfluences(vertices, influences int) *Influences {
	return &Influences{
		ends: make([]uint32, 0, vertices), sums: make([]float64, 0, vertices),
		joints: make([]uint16, 0, influences), weights: make([]float64, 0, influences),
	}
}

// Add adds a vertex and returns the sum of its weights, by which its position will be divided.
// Weights of the same joint are added. If the sum is 0, the vertex follows the first joint
// alone. It sorts its argument, which must have an influence.
func (f *Influences) Add(of []Influence) (sum float64) {
	first := of[0].Joint
	slices.SortStableFunc(of, func(a, b Influence) int { return cmp.Compare(a.Joint, b.Joint) })
	for k := len(of) - 1; k > 0; k-- {
		if of[k].Joint == of[k-1].Joint {
			of[k-1].Weight += of[k].Weight
			of[k].Weight = 0
		}
	}
	for _, x := range of {
		sum += x.Weight
	}
	if sum == 0 {
		f.add(first, 1)
		f.end(1)
		return 0
	}
	for _, x := range of {
		if x.Weight != 0 {
			f.add(x.Joint, x.Weight)
		}
	}
	f.end(sum)
	return sum
}

func (f *Influences) add(joint uint16, weight float64) {
	f.joints, f.weights = append(f.joints, joint), append(f.weights, weight)
	f.most = max(f.most, int(joint)+1)
}

func (f *Influences) end(sum float64) {
	f.ends, f.sums = append(f.ends, uint32(len(f.joints))), append(f.sums, sum)
}

// Joints returns the number of joints that a skin needs: one more than the greatest that moves a
// vertex.
func (f *Influences) Joints() int { return f.most }

// move moves points from the coordinates of the mesh to the world, by the matrices of the joints.
//
// The matrix of a point is M = w0·J0 + w1·J1 + …, added from left to right, and its image (M·p) / W,
// where W is the sum of the weights. What is multiplied or divided by 1 is left as it is.
func (f *Influences) move(points []geom.Vec, joints []geom.Affine) {
	start := uint32(0)
	for i := range points {
		end := f.ends[i]
		of, weights := f.joints[start:end], f.weights[start:end]
		start = end
		p, sum := &points[i], f.sums[i]
		if len(weights) == 1 && weights[0] == 1 {
			joints[of[0]].Transform(p)
			continue
		}
		m := scaled(&joints[of[0]], weights[0])
		for k := 1; k < len(of); k++ {
			addScaled(&m, &joints[of[k]], weights[k])
		}
		m.Transform(p)
		if sum != 1 {
			p[0], p[1], p[2] = p[0]/sum, p[1]/sum, p[2]/sum
		}
	}
}

func scaled(m *geom.Affine, w float64) (out geom.Affine) {
	for r := range out {
		row, from := &out[r], &m[r]
		row[0], row[1], row[2], row[3] = float64(w*from[0]), float64(w*from[1]), float64(w*from[2]), float64(w*from[3])
	}
	return out
}

func addScaled(to, m *geom.Affine, w float64) {
	for r := range to {
		row, from := &to[r], &m[r]
		row[0] += float64(w * from[0])
		row[1] += float64(w * from[1])
		row[2] += float64(w * from[2])
		row[3] += float64(w * from[3])
	}
}
