package hullname

import "strings"

// recognizeColliders finds the shapes of extensions. It skips triggers, which are not
// obstacles.
func (h *Search) recognizeColliders() {
	h.rigid = map[string]bool{}
	for k := range h.scene.Colliders {
		c := &h.scene.Colliders[k]
		h.rigid[c.Body] = c.Body != ""
		if !c.Trigger {
			h.Hulls = append(h.Hulls, Hull{Instance: -1, Collider: k, Scheme: c.Extension, Shape: c.Shape})
		}
	}
}

// matchCollider matches a shape with the visible instances at and below its body's node, but
// not below another body. A shape without a body matches those at its own node, or otherwise
// at the parent node.
func (h *Search) matchCollider(f *Hull) {
	c := &h.scene.Colliders[f.Collider]
	if c.Body != "" {
		if f.Body = h.bodies["body/"+c.Body]; f.Body != nil {
			return
		}
		f.Body = h.body("body/"+c.Body, lastName(c.Body), h.seenBelow(c.Body)...)
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

// seenBelow returns the visible instances that belong to a body.
func (h *Search) seenBelow(body string) []int {
	if h.seen == nil {
		h.seen = map[string][]int{}
		for i := range h.Instances {
			if h.ended() != nil {
				break
			}
			if !h.Only[i] {
				at := h.bodyOf(h.Instances[i].Path)
				h.seen[at] = append(h.seen[at], i)
			}
		}
	}
	return h.seen[body]
}

// bodyOf returns the path of the nearest body at a node or above it, "" if there is none.
func (h *Search) bodyOf(path string) string {
	for ; path != ""; path = path[:max(0, strings.LastIndexAny(path, "/["))] {
		if h.rigid[path] {
			return path
		}
	}
	return ""
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
