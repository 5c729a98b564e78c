package rig_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
)

// FuzzFBXRig decodes files with all that a rig may have.
func FuzzFBXRig(f *testing.F) {
	e := newEverything()
	e.animate(e.layer, e.root, "Lcl Rotation", nil, map[string]int64{"d|Z": e.line(0, 0, 1, 90)})
	f.Add(e.file())
	f.Add(encode.FBX{Version: 7400, Deflated: true}.File(e.nodes()...))
	f.Add(encode.FBXText(7400, bits(e.nodes())...))
	f.Add(encode.FBXText(7100, e.nodes()...))
	f.Add([]byte(take(translation("Default: 1;KeyVer: 4005;KeyCount: 3;Key: 0,5,C,n,46186158000,6,U,s,1,2,a,0.5,0.25,92372316000,7,L"))))
	f.Fuzz(loadertest.DecodeFuzzed)
}
