package accessor

import (
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/source"
)

// Compressed views count as decoded, limited by what their data can decode to. Fallback buffers are
// not read.
func TestHeld(t *testing.T) {
	const text = `{"buffers":[{"uri":"data.bin"},{"uri":"plain.bin"},{"uri":"both.bin"}],"bufferViews":[
		{"buffer":1,"byteLength":48000,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":100}}},
		{"buffer":1,"byteLength":1000000000,"extensions":{"KHR_meshopt_compression":{"buffer":0,"byteLength":10}}},
		{"buffer":2,"byteLength":600,"extensions":{"KHR_meshopt_compression":{"buffer":2,"byteLength":10}}},
		{"buffer":2,"byteLength":600}]}`
	var lists Lists
	if err := document.Unmarshal([]byte(text), &lists); err != nil {
		t.Fatal(err)
	}
	r := NewReader(&document.Reader{Input: &source.Input{}, Ctx: t.Context()}, lists)
	folder := fstest.MapFS{"data.bin": {Data: make([]byte, 1000)}, "plain.bin": {Data: make([]byte, 50000)}, "both.bin": {Data: make([]byte, 700)}}
	const own = 900
	if got, want := r.Held(own, folder), int64(own+1000+700+48000+10*meshoptRatio+600); got != want {
		t.Errorf("%d bytes held, want %d", got, want)
	}
}
