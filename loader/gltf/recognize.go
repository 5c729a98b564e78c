package gltf

import (
	"bytes"

	"github.com/meshcheck/meshcheck/loader/source"
)

// signature is what every GLB begins with.
const signature = "glTF"

// Recognize reports whether a file that begins with head is a GLB or glTF as text. It is
// Certain of a GLB of a known version.
func Recognize(head []byte, _ int64) (source.Format, source.Certainty) {
	switch {
	case isVersionedGLB(head):
		return GLB, source.Certain
	case isUTF16(head):
		return GLTF, source.Likely
	case bytes.HasPrefix(head, []byte(signature)):
		return GLB, source.Likely
	case bytes.HasPrefix(source.TrimText(head), []byte("{")):
		return GLTF, source.Likely
	}
	return "", source.NoMatch
}

// isVersionedGLB reports whether head begins with the header of a GLB of version 1 or 2. The
// signature alone may stand in the header of a binary STL file.
func isVersionedGLB(head []byte) bool {
	return bytes.HasPrefix(head, []byte(signature)) && len(head) >= 8 && (head[4] == 1 || head[4] == 2) && head[5]|head[6]|head[7] == 0
}

// isUTF16 reports whether head begins with a JSON object in UTF-16, which is refused.
func isUTF16(head []byte) bool {
	for _, text := range source.UTF16Heads(head) {
		if rest, ok := bytes.CutPrefix(text, []byte("{")); ok && bytes.HasPrefix(source.TrimText(rest), []byte(`"`)) {
			return true
		}
	}
	return false
}
