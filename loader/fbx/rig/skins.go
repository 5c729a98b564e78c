package rig

import (
	"math"
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/mesh/pose"
)

// skin is the skin of a geometry.
type skin struct {
	object   *Object
	clusters []cluster
	// free reports whether a vertex has no influence, and so follows the Model that shows the geometry. That
	// is one more joint behind those of clusters.
	free bool
}

// cluster is what a joint moves.
type cluster struct {
	object *Object
	// joint is an index of Reader.Models.
	joint int
	// bind maps the coordinates of the Model that shows the geometry to those of the joint.
	bind     [4][4]float64
	vertices []int32
	weights  []float64
}

const (
	clusterSize = 2 * int(unsafe.Sizeof(cluster{}))
	jointSize   = int(unsafe.Sizeof(pose.Joint{}))
	skinSize    = 2 * int(unsafe.Sizeof(pose.Skin{})) // twice, for the growth of the slice
)

// unskinned returns why a skin is not evaluated, as pose.Object.Unposed says it, "" if it is. A blend of matrices and
// dual quaternions, as 3ds Max writes it, has no dual quaternions unless it gives them a weight.
func (r *Reader) unskinned(s *Object) (string, error) {
	switch kind, _ := s.Node.Child("SkinningType").Value(0).Text(); kind {
	case "DualQuaternion":
		return "it is skinned with dual quaternions", nil
	case "Blend":
		before := r.Charged()
		weights, err := r.Doc.Floats(s.Node.Child("BlendWeights"))
		r.refund(s, r.Charged()-before)
		if slices.ContainsFunc(weights, func(w float64) bool { return w != 0 }) {
			return "it is skinned with a blend of matrices and dual quaternions", nil
		}
		return "", err
	}
	return "", nil
}

// clustersOf returns the clusters of a skin.
func clustersOf(s *Object) (clusters []*Object) {
	for _, c := range s.Sources {
		if c.Kind == "Deformer" && c.Class == "Cluster" {
			clusters = append(clusters, c)
		}
	}
	return clusters
}

// jointOf returns the joint of a cluster, -1 for none.
func jointOf(c *Object) int {
	for _, s := range c.Sources {
		if s.Model >= 0 {
			return s.Model
		}
	}
	return -1
}

// moveJoints notes that the joints of clusters move vertices, also where it is not evaluated how.
func (r *Reader) moveJoints(clusters []*Object) {
	for _, c := range clusters {
		r.move(jointOf(c))
	}
}

// readSkin reads the skin of a geometry.
func (r *Reader) readSkin(g *geometry, s, o *Object, index int) error {
	var err error
	if g.unposed, err = r.unskinned(s); err != nil || g.unposed != "" {
		r.unread = true
		return err
	}
	objects := clustersOf(s)
	if len(objects) >= math.MaxUint16 {
		return r.fail(s, "has %d clusters, more than %d", len(objects), math.MaxUint16-1)
	}
	if err := r.Charge(s.Node.Where(), len(objects), clusterSize); err != nil {
		return err
	}
	before := r.Charged()
	out := &skin{object: s}
	for _, c := range objects {
		if err := r.Ctx.Err(); err != nil {
			return err
		}
		if err := r.readCluster(out, g, c, r.Points[index].Count); err != nil || g.unposed != "" {
			return err
		}
	}
	if len(out.clusters) == 0 {
		return nil
	}
	f, err := r.influencesOf(out, r.Points[index].Count)
	if err != nil {
		return err
	}
	f.free = len(out.clusters)
	read := r.Charged() - before
	if err := r.giveInfluences(g, f, o, index); err != nil {
		return err
	}
	r.refund(s, read)
	out.free = f.freed
	for i := range out.clusters {
		c := &out.clusters[i]
		c.vertices, c.weights = nil, nil
	}
	g.skin = out
	return nil
}

// readCluster reads a cluster of a skin whose geometry has so many control points. Clusters that move no
// vertex are left out.
func (r *Reader) readCluster(s *skin, g *geometry, o *Object, points int) (err error) {
	c := cluster{object: o, joint: jointOf(o)}
	if c.vertices, err = r.Doc.Ints(o.Node.Child("Indexes")); err != nil {
		return err
	}
	if c.weights, err = r.Doc.Floats(o.Node.Child("Weights")); err != nil {
		return err
	}
	if err := r.checkCluster(&c, points); err != nil || len(c.vertices) == 0 {
		return err
	}
	mode, _ := o.Node.Child("Mode").Value(0).Text()
	bind, err := r.matrix(o, "Transform")
	switch {
	case err != nil:
		return err
	case mode == "Additive":
		g.unposed = "its skin adds to the transform of joints"
	case c.joint < 0:
		g.unposed = "a joint of its skin is not in the file"
	case bind == nil:
		g.unposed = "its skin has no bind matrices"
	default:
		c.bind = *bind
		s.clusters = append(s.clusters, c)
	}
	return nil
}

// checkCluster checks the vertices and weights of a cluster.
func (r *Reader) checkCluster(c *cluster, points int) error {
	if len(c.vertices) != len(c.weights) {
		return r.fail(c.object, "has %d weights for %d vertices", len(c.weights), len(c.vertices))
	}
	for i, v := range c.vertices {
		if v < 0 || int(v) >= points {
			return r.fail(c.object, "vertex %d does not exist: there are %d, the first of which is 0", v, points)
		}
		if !finite(c.weights[i]) {
			return r.fail(c.object, "the weight of vertex %d is not finite", v)
		}
	}
	return nil
}

// matrix returns a matrix of an object by rows, nil if there is none or it is zero. Files have it by columns.
func (r *Reader) matrix(o *Object, name string) (*[4][4]float64, error) {
	entries, err := r.Doc.Floats(o.Node.Child(name))
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	if len(entries) != 16 {
		return nil, r.fail(o, "%s has %d numbers instead of 16", name, len(entries))
	}
	if !finite(entries...) {
		return nil, r.fail(o, "%s is not finite", name)
	}
	var m [4][4]float64
	for k, x := range entries {
		m[k%4][k/4] = x
	}
	if m == ([4][4]float64{}) {
		return nil, nil
	}
	return &m, nil
}

// skinOf adds the skin of a geometry as a Model shows it, and returns its index. Geometric transforms precede
// the bind matrices.
func (r *Reader) skinOf(s *skin, model int) (int, error) {
	m := &r.Models[model]
	if err := r.Charge(m.Node.Where(), 1, skinSize+jointSize*(len(s.clusters)+1)); err != nil {
		return 0, err
	}
	first := [4][4]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}
	if m.Geometric != nil {
		first = [4][4]float64{m.Geometric[0], m.Geometric[1], m.Geometric[2], {0, 0, 0, 1}}
	}
	joints := make([]pose.Joint, 0, len(s.clusters)+1)
	for i := range s.clusters {
		c := &s.clusters[i]
		bind := c.bind
		if m.Geometric != nil {
			bind = times(&bind, &first)
		}
		joints = append(joints, pose.Joint{Node: c.joint, InverseBind: bind})
	}
	if s.free {
		joints = append(joints, pose.Joint{Node: model, InverseBind: first})
	}
	r.rig.Skins = append(r.rig.Skins, pose.Skin{Joints: joints})
	return len(r.rig.Skins) - 1, nil
}

// times returns m·n, each entry ((m0·n0 + m1·n1) + m2·n2) + m3·n3.
func times(m, n *[4][4]float64) (out [4][4]float64) {
	for i := range out {
		for k := range out[i] {
			out[i][k] = float64(m[i][0]*n[0][k]) + float64(m[i][1]*n[1][k]) + float64(m[i][2]*n[2][k]) + float64(m[i][3]*n[3][k])
		}
	}
	return out
}
