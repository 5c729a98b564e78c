package deb

import (
	"bytes"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/release/archive"
	"github.com/meshcheck/meshcheck/release/linked"
)

// TestFolders: each folder stands once, before what is in it.
func TestFolders(t *testing.T) {
	var got []string
	for _, f := range withFolders([]archive.File{archive.Program("usr/bin/a", nil), archive.Text("usr/share/b/c", nil), archive.Text("usr/share/d", nil)}) {
		got = append(got, f.Name)
	}
	want := []string{"./", "./usr/", "./usr/bin/", "./usr/bin/a", "./usr/share/", "./usr/share/b/", "./usr/share/b/c", "./usr/share/d"}
	if len(got) != len(want) {
		t.Fatalf("the names are %q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("name %d is %s, not %s", i, got[i], want[i])
		}
	}
}

// TestWrite: the bytes depend on nothing but the package, and candidates sort before their
// version.
func TestWrite(t *testing.T) {
	p := Package{
		Version: "1.0.0-rc.1", Arch: "arm64", Time: time.Unix(1_800_000_000, 0),
		Files: []archive.File{archive.Program("usr/bin/meshcheck", []byte("program"))}, Modules: []linked.Module{{Path: "a", Version: "v1"}},
	}
	a, err := Write(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Time = p.Time.In(time.FixedZone("elsewhere", 3600))
	b, err := Write(p)
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("two packages differ, %v", err)
	}
	if !bytes.HasPrefix(a, []byte("!<arch>\ndebian-binary ")) {
		t.Errorf("it begins with %q", a[:30])
	}
	if got, want := Name(p.Version, p.Arch), "meshcheck_1.0.0~rc.1_arm64.deb"; got != want {
		t.Errorf("the name is %s, not %s", got, want)
	}
}
