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

// Of returns the joints of vertex i, ascending, with their weights and the sum by which its position is
// divided. The slices must not be changed.
func (f *Influences) Of(i int) (joints []uint16, weights []float64, sum float64) {
	start := uint32(0)
	if i > 0 {
		start = f.ends[i-1]
	}
	end := f.ends[i]
	return f.joints[start:end], f.weights[start:end], f.sums[i]
}

// move moves points from the coordinates of the mesh to the world, by the matrices of the joints.
//
// The matrix of a point is M = w0·J0 + w1·J1 + …, added from left to right, and its image (M·p) / W,
// where W is the sum of the weights. What is multiplied or divided by 1 is left as it is.
func (f *Influences) move(points []geom.Vec, joints []geom.Affine) {
	start := uint32(0)
	for i, end := range f.ends {
		of, weights := f.joints[start:end], f.weights[start:end]
		start = end
		p, sum := &points[i], f.sums[i]
		if len(weights) == 1 && weights[0] == 1 {
			joints[of[0]].Transform(p)
			continue
		}
		m := blend(joints, of, weights)
		m.Transform(p)
		if sum != 1 {
			p[0], p[1], p[2] = p[0]/sum, p[1]/sum, p[2]/sum
		}
	}
}

// blend returns the matrix of a point. Its entries are variables of their own so that they are kept in
// registers, which is a quarter faster for four joints.
func blend(joints []geom.Affine, of []uint16, weights []float64) geom.Affine {
	j, w := &joints[of[0]], weights[0]
	a0, a1, a2, a3 := float64(w*j[0][0]), float64(w*j[0][1]), float64(w*j[0][2]), float64(w*j[0][3])
	b0, b1, b2, b3 := float64(w*j[1][0]), float64(w*j[1][1]), float64(w*j[1][2]), float64(w*j[1][3])
	c0, c1, c2, c3 := float64(w*j[2][0]), float64(w*j[2][1]), float64(w*j[2][2]), float64(w*j[2][3])
	for k := 1; k < len(of); k++ {
		j, w := &joints[of[k]], weights[k]
		a0, a1, a2, a3 = a0+float64(w*j[0][0]), a1+float64(w*j[0][1]), a2+float64(w*j[0][2]), a3+float64(w*j[0][3])
		b0, b1, b2, b3 = b0+float64(w*j[1][0]), b1+float64(w*j[1][1]), b2+float64(w*j[1][2]), b3+float64(w*j[1][3])
		c0, c1, c2, c3 = c0+float64(w*j[2][0]), c1+float64(w*j[2][1]), c2+float64(w*j[2][2]), c3+float64(w*j[2][3])
	}
	return geom.Affine{{a0, a1, a2, a3}, {b0, b1, b2, b3}, {c0, c1, c2, c3}}
}
