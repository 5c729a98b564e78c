package meshcheck

import (
	"strings"

	"github.com/meshcheck/meshcheck/mesh"
)

// colliderShapes are the shapes of extensions as hulls.
var colliderShapes = map[mesh.ColliderShape]HullShape{
	mesh.ShapeBox: HullBox, mesh.ShapeSphere: HullSphere, mesh.ShapeCapsule: HullCapsule,
	mesh.ShapeCylinder: HullCylinder, mesh.ShapeHull: HullConvex, mesh.ShapeTrimesh: HullTrimesh,
}

// recognizeColliders finds the shapes of extensions. Triggers are no obstacles and stand
// for nothing.
func (h *hullSearch) recognizeColliders() {
	h.rigid = map[string]bool{}
	for k := range h.scene.Colliders {
		c := &h.scene.Colliders[k]
		h.rigid[c.Body] = c.Body != ""
		if !c.Trigger {
			h.found = append(h.found, foundHull{instance: -1, collider: k, scheme: c.Extension, shape: colliderShapes[c.Shape]})
		}
	}
}

// matchCollider takes what is seen at the body's node and below it, but not below
// another body; and for a shape without a body what is seen at its own node, or else at
// the node above.
func (h *hullSearch) matchCollider(f *foundHull) {
	c := &h.scene.Colliders[f.collider]
	if c.Body != "" {
		if f.body = h.bodies["body/"+c.Body]; f.body != nil {
			return
		}
		f.body = h.body("body/"+c.Body, lastName(c.Body), h.seenBelow(c.Body)...)
		return
	}
	for _, path := range []string{c.Path, strings.TrimSuffix(c.Path, "/"+c.Name)} {
		if i, ok := h.byPath[path]; ok && path != "" {
			h.join(f, h.nameOf(i), i)
			return
		}
	}
	h.join(f, c.Name)
}

// seenBelow returns the instances that belong to a body.
func (h *hullSearch) seenBelow(body string) (visuals []int) {
	for i := range h.instances {
		if !h.only[i] && h.bodyOf(h.instances[i].Path) == body {
			visuals = append(visuals, i)
		}
	}
	return visuals
}

// bodyOf returns the path of the nearest body at a node or above it, "" if there is none.
func (h *hullSearch) bodyOf(path string) string {
	for ; path != ""; path = path[:max(0, strings.LastIndexAny(path, "/["))] {
		if h.rigid[path] {
			return path
		}
	}
	return ""
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
