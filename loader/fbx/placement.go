package fbx

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/fbx/document"
)

// placement is what the properties of a Model say about its place and whether it is shown.
type placement struct {
	translation, rotation, scaling                            geom.Vec
	rotationOffset, rotationPivot, preRotation, postRotation  geom.Vec
	scalingOffset, scalingPivot                               geom.Vec
	geometricTranslation, geometricRotation, geometricScaling geom.Vec
	// order is an index of orders. plain reports whether pre-rotation and post-rotation are ignored,
	// as is the order.
	order   int
	plain   bool
	inherit int
	// hidden reports whether the Model is not shown, independent whether that does not depend on
	// its parent.
	hidden, independent bool
	// numbers are the properties that are single numbers, as stored.
	numbers [len(numberNames)]float64
}

// The properties of a Model that are single numbers, as indices of numberNames.
const (
	rotationOrder = iota
	rotationActive
	rotationForLimitOnly
	inheritType
	visibility
	visibilityInheritance
	show
)

var numberNames = [...]string{"RotationOrder", "RotationActive", "RotationSpaceForLimitOnly", "InheritType", "Visibility", "Visibility Inheritance", "Show"}

// newPlacement returns the placement of a Model without properties and without a template.
func newPlacement() placement {
	one := geom.Vec{1, 1, 1}
	return placement{scaling: one, geometricScaling: one, numbers: [...]float64{
		rotationOrder: 0, rotationActive: 1, rotationForLimitOnly: 0, inheritType: 1, visibility: 1, visibilityInheritance: 1, show: 1,
	}}
}

// vectorOf returns the vector of a property, nil for others.
func (p *placement) vectorOf(name string) *geom.Vec {
	switch name {
	case "Lcl Translation":
		return &p.translation
	case "Lcl Rotation":
		return &p.rotation
	case "Lcl Scaling":
		return &p.scaling
	case "RotationOffset":
		return &p.rotationOffset
	case "RotationPivot":
		return &p.rotationPivot
	case "PreRotation":
		return &p.preRotation
	case "PostRotation":
		return &p.postRotation
	case "ScalingOffset":
		return &p.scalingOffset
	case "ScalingPivot":
		return &p.scalingPivot
	case "GeometricTranslation":
		return &p.geometricTranslation
	case "GeometricRotation":
		return &p.geometricRotation
	case "GeometricScaling":
		return &p.geometricScaling
	}
	return nil
}

// readPlacement changes p by the properties of a node, which is a Model or a template.
func (r *reader) readPlacement(p *placement, n *document.Node) error {
	err := eachProperty(n, func(q *property) (err error) {
		if v := p.vectorOf(q.name); v != nil {
			*v, err = r.vector(q)
			return err
		}
		for i, name := range numberNames {
			if name == q.name {
				p.numbers[i], err = r.number(q)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	x := &p.numbers
	if o := x[rotationOrder]; !(o >= 0 && o < float64(len(orders))) || o != math.Trunc(o) {
		return r.fail(n, "the RotationOrder %v is none of 0 to %d", x[rotationOrder], len(orders)-1)
	}
	if x[inheritType] != math.Trunc(x[inheritType]) {
		return r.fail(n, "the InheritType %v is no whole number", x[inheritType])
	}
	if p.plain = x[rotationActive] == 0 || x[rotationForLimitOnly] != 0; p.plain {
		p.order = 0
	} else {
		p.order = int(x[rotationOrder])
	}
	p.inherit = int(min(max(x[inheritType], -1), 3))
	p.hidden = x[visibility] == 0 || x[show] == 0
	p.independent = x[visibilityInheritance] == 0
	return nil
}
