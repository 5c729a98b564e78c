package rig

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// skinKey is a skin that objects can share.
type skinKey struct {
	skeleton *skeleton
	bind     geom.Affine
	joints   string
}

// skin returns the index of a skin: of the joints of a skeleton that an object lists, all if it lists none, bound by a
// transform from the points of the object to the skeleton.
func (r *Reader) skin(p *stage.Prim, s *skeleton, list []string, bind geom.Affine) (int, error) {
	key := skinKey{s, bind, strings.Join(list, "\n")}
	if i, ok := r.skins[key]; ok {
		return i, nil
	}
	if list == nil {
		list = s.joints
	}
	const most = 1 << 16
	if len(list) > most {
		return 0, r.Unsupported(p, "", fmt.Sprintf("a skin of more than %d joints", most))
	}
	if err := r.Charge(p, "skel:joints", len(list)+1, int(unsafe.Sizeof(pose.Joint{}))+len(key.joints)/(len(list)+1)); err != nil {
		return 0, err
	}
	skin := pose.Skin{Joints: make([]pose.Joint, len(list))}
	for k, name := range list {
		i, ok := s.index[name]
		if !ok {
			return 0, r.Fail(p, "skel:joints", "has the joint %s, which is not in the skeleton <%s>", source.Quote([]byte(name)), s.prim.Path())
		}
		m := s.bind[i].Inverse()
		if !m.Finite() {
			return 0, r.singular(s.prim, i)
		}
		skin.Joints[k] = pose.Joint{Node: s.nodes[i], InverseBind: rows(m.Mul(bind))}
	}
	r.rig.Skins = append(r.rig.Skins, skin)
	r.skins[key] = len(r.rig.Skins) - 1
	return len(r.rig.Skins) - 1, nil
}

// rows returns a map as a matrix.
func rows(m geom.Affine) (out [4][4]float64) {
	copy(out[:], m[:])
	out[3][3] = 1
	return out
}
