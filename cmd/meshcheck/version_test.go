package main

import (
	"runtime/debug"
	"testing"
)

func TestNewBuild(t *testing.T) {
	const revision = "7db26613e306a8b1f9a2cc0e4f4ad1f3d2f0b1c9"
	clean := []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: "false"}}
	dirty := []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: "true"}}
	for _, c := range []struct {
		name            string
		release, module string
		settings        []debug.BuildSetting
		want            build
	}{
		{"release", "1.2.3", "v0.0.0-20261120101112-7db26613e306", clean, build{"1.2.3", "7db26613e306"}},
		{"release of an archive", "1.2.3", "(devel)", nil, build{"1.2.3", ""}},
		{"go install of a version", "", "v1.2.3", nil, build{"1.2.3", ""}},
		{"go install of a branch", "", "v0.0.0-20261120101112-7db26613e306", nil, build{"0.0.0-20261120101112-7db26613e306", ""}},
		{"checkout of a tag", "", "v1.2.3", clean, build{"1.2.3", "7db26613e306"}},
		{"checkout of a tag, changed", "", "v1.2.3+dirty", dirty, build{"devel-7db26613e306-dirty", "7db26613e306-dirty"}},
		{"checkout", "", "v0.0.0-20261120101112-7db26613e306", clean, build{"devel-7db26613e306", "7db26613e306"}},
		{"checkout, changed", "", "v0.0.0-20261120101112-7db26613e306+dirty", dirty, build{"devel-7db26613e306-dirty", "7db26613e306-dirty"}},
		{"checkout, by an older Go", "", "(devel)", clean, build{"devel-7db26613e306", "7db26613e306"}},
		{"archive", "", "(devel)", nil, build{"devel", ""}},
		{"test", "", "", nil, build{"devel", ""}},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.module}, Settings: c.settings}
		if got := newBuild(c.release, info); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
