package rig

import (
	"fmt"
	"strconv"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/accessor"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// skinJSON has the members of a skin that are read. Its skeleton changes no pose.
type skinJSON struct {
	InverseBindMatrices *int  `json:"inverseBindMatrices"`
	Joints              []int `json:"joints"`
}

func (r *Reader) readSkins() error {
	return r.Elements("skins", &r.Skins, func(i int, text jsontext.Value) error {
		place := "skin " + strconv.Itoa(i)
		var s skinJSON
		if err := document.UnmarshalUnique(text, &s); err != nil {
			return r.Invalid(place, err)
		}
		skin, err := r.skin(place, &s)
		r.rig.Skins = append(r.rig.Skins, skin)
		return err
	})
}

const (
	jointSize = int(unsafe.Sizeof(pose.Joint{}))
	skinSize  = 2 * int(unsafe.Sizeof(pose.Skin{})) // twice, for the growth of the slice
)

func (r *Reader) skin(place string, s *skinJSON) (out pose.Skin, err error) {
	if len(s.Joints) == 0 {
		return out, r.Fail(place, "has no joints")
	}
	if err := r.Charge(place, 1, skinSize+jointSize*len(s.Joints)); err != nil {
		return out, err
	}
	var bind *accessor.Accessor
	if i := s.InverseBindMatrices; i != nil {
		if bind, err = r.Accessors.Matrices(place+" inverseBindMatrices", *i); err != nil {
			return out, err
		}
		if bind.Count < len(s.Joints) {
			return out, r.Fail(place, "has %d inverse bind matrices for %d joints", bind.Count, len(s.Joints))
		}
	}
	out.Joints = make([]pose.Joint, len(s.Joints))
	for k, node := range s.Joints {
		if node < 0 || node >= len(r.nodes) {
			return out, r.Fail(jointPlace(place, k), "node %d does not exist: the file has %d", node, len(r.nodes))
		}
		out.Joints[k] = pose.Joint{Node: node, InverseBind: [4][4]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}}
		if bind == nil {
			continue
		}
		m := bind.Matrix(k)
		if !finite(m[:]) {
			return out, r.Fail(jointPlace(place, k), "the inverse bind matrix is not finite")
		}
		for e, x := range m {
			out.Joints[k].InverseBind[e%4][e/4] = float64(x)
		}
	}
	return out, nil
}

func jointPlace(skin string, k int) string { return fmt.Sprintf("%s joint %d", skin, k) }
