package rig

import (
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

// definition is what a Skeleton says, wherever it is.
type definition struct {
	prim   *stage.Prim
	joints []string
	// index is that of each joint, and parents are indices of joints, -1 for a root.
	index   map[string]int
	parents []int
	// bind are the transforms of the joints within the skeleton when they were bound, rest those within their
	// parents as long as nothing animates them.
	bind, rest []geom.Affine
}

// skeleton is a Skeleton at one place, in nodes.
type skeleton struct {
	*definition
	// root is the node of the skeleton, and nodes are those of the joints.
	root  int
	nodes []int
	anim  *animation // nil for none
}

// define returns what a Skeleton says.
func (r *Reader) define(p *stage.Prim) (*definition, error) {
	if d := r.defined[p]; d != nil {
		return d, nil
	}
	d := &definition{prim: p, index: map[string]int{}}
	var err error
	if d.joints, err = tokens(p, "joints"); err != nil {
		return nil, err
	}
	const entry = 64 + 16 + 8
	if err := r.Charge(p, "joints", len(d.joints)+1, entry); err != nil {
		return nil, err
	}
	for i, name := range d.joints {
		if _, twice := d.index[name]; twice {
			return nil, r.Fail(p, "joints", "has the joint %s twice", source.Quote([]byte(name)))
		}
		d.index[name] = i
	}
	if err := r.readParents(d); err != nil {
		return nil, err
	}
	if d.bind, err = r.matrices(p, "bindTransforms", len(d.joints)); err != nil {
		return nil, err
	}
	if d.bind == nil && len(d.joints) > 0 {
		return nil, r.Fail(p, "", "has no bindTransforms for %d %s", len(d.joints), source.Plural(len(d.joints), "joint"))
	}
	if d.rest, err = r.matrices(p, "restTransforms", len(d.joints)); err != nil {
		return nil, err
	}
	r.defined[p] = d
	return d, nil
}

// readParents finds the parent of each joint: the nearest joint above it, by its path. Parents come first.
func (r *Reader) readParents(d *definition) error {
	d.parents = make([]int, len(d.joints))
	for i, name := range d.joints {
		d.parents[i] = -1
		for end := strings.LastIndexByte(name, '/'); end > 0; end = strings.LastIndexByte(name[:end], '/') {
			if p, ok := d.index[name[:end]]; ok {
				if p >= i {
					return r.Fail(d.prim, "joints", "has the joint %s before its parent", source.Quote([]byte(name)))
				}
				d.parents[i] = p
				break
			}
		}
	}
	return nil
}

// matrices returns an attribute that has a matrix for each joint, nil if it has no value. Last columns are ignored.
func (r *Reader) matrices(p *stage.Prim, name string, joints int) ([]geom.Affine, error) {
	n, err := r.numbers(p, name, shape{16, true})
	if n == nil || err != nil {
		return nil, err
	}
	if n.Len() != joints {
		return nil, r.Fail(p, name, "has %d %s for %d %s", n.Len(), plural(n.Len(), "matrix", "matrices"), joints, source.Plural(joints, "joint"))
	}
	if err := r.Charge(p, name, joints, int(unsafe.Sizeof(geom.Affine{}))); err != nil {
		return nil, err
	}
	out := make([]geom.Affine, joints)
	for i := range out {
		out[i] = affine(n, 16*i)
	}
	return out, nil
}

func plural(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// affine returns the map of a matrix, which is by rows and for row vectors.
func affine(n *layer.Numbers, at int) (m geom.Affine) {
	for row := range 3 {
		for c := range 4 {
			m[row][c] = n.At(at + 4*c + row)
		}
	}
	return m
}

// skeleton returns the nodes of a Skeleton at a place, which it adds if there are none.
func (r *Reader) skeleton(at *Skeleton) (*skeleton, error) {
	if s := r.skeletons[at]; s != nil {
		return s, nil
	}
	d, err := r.define(at.Prim)
	if err != nil {
		return nil, err
	}
	if err := r.Charge(at.Prim, "joints", len(d.joints)+2, nodeSize+8); err != nil {
		return nil, err
	}
	const jointsPerPrim = 4
	if err := r.Work(at.Prim, "joints", len(d.joints)/jointsPerPrim); err != nil {
		return nil, err
	}
	s := &skeleton{definition: d, root: r.asNode(&at.Place), nodes: make([]int, len(d.joints))}
	r.skeletons[at] = s
	if s.anim, err = r.animationOf(at); err != nil {
		return nil, err
	}
	rest, err := r.restOf(d)
	if err != nil {
		return nil, err
	}
	for i := range s.nodes {
		parent := s.root
		if p := d.parents[i]; p >= 0 {
			parent = s.nodes[p]
		}
		s.nodes[i] = r.addNode(parent, rest[i])
		r.rig.Nodes[s.nodes[i]].Name = d.joints[i][strings.LastIndexByte(d.joints[i], '/')+1:]
	}
	if s.anim == nil {
		return s, nil
	}
	return s, r.animateJoints(s)
}

// restOf returns the transforms that joints have as long as nothing animates them: their rest, or else those with which
// they were bound.
func (r *Reader) restOf(d *definition) ([]geom.Affine, error) {
	if d.rest != nil || len(d.joints) == 0 {
		return d.rest, nil
	}
	r.warn(d.prim, "has no restTransforms; its joints rest where they were bound")
	if err := r.Charge(d.prim, "bindTransforms", len(d.bind), int(unsafe.Sizeof(geom.Affine{}))); err != nil {
		return nil, err
	}
	d.rest = make([]geom.Affine, len(d.bind))
	for i, m := range d.bind {
		if p := d.parents[i]; p >= 0 {
			above := d.bind[p].Inverse()
			if !above.Finite() {
				return nil, r.singular(d.prim, p)
			}
			m = above.Mul(m)
		}
		d.rest[i] = m
	}
	return d.rest, nil
}

// singular returns the error of a bind transform.
func (r *Reader) singular(p *stage.Prim, joint int) error {
	return r.Fail(p, "bindTransforms", "the matrix of joint %d has no inverse", joint)
}
