package usd

import "github.com/meshcheck/meshcheck/loader/usd/stage"

// boundMaterial returns the path of the material that a prim binds, above if it binds none. Bindings of
// collections are ignored.
func boundMaterial(p *stage.Prim, above string) (string, error) {
	targets, err := p.Relationship("material:binding")
	if len(targets) == 0 {
		return above, err
	}
	return targets[0], err
}
