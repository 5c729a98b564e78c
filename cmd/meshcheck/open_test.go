package main

import (
	"path/filepath"
	"runtime"
	"testing"
)

// TestFileURL: the address of a page opens that page, whatever its name is.
func TestFileURL(t *testing.T) {
	paths := map[string]string{
		"/tmp/a.html":            "file:///tmp/a.html",
		"/tmp/a b#c?d%41.html":   "file:///tmp/a%20b%23c%3Fd%2541.html",
		"/srv/x/../Ünï 模/a.html": "file:///srv/%C3%9Cn%C3%AF%20%E6%A8%A1/a.html",
		"/tmp//a.html":           "file:///tmp/a.html",
		`/tmp/a\b.html`:          "file:///tmp/a%5Cb.html",
	}
	if runtime.GOOS == "windows" {
		paths = map[string]string{
			`C:\Temp\meshcheck-chair-1\chair.html`: "file:///C:/Temp/meshcheck-chair-1/chair.html",
			`C:/Temp/a b#c%41.html`:                "file:///C:/Temp/a%20b%23c%2541.html",
			`d:\Ünï\a.html`:                        "file:///d:/%C3%9Cn%C3%AF/a.html",
			`\\server\share\a b.html`:              "file://server/share/a%20b.html",
			`\\?\C:\Temp\a.html`:                   "file:///C:/Temp/a.html",
			`\\?\UNC\server\share\a.html`:          "file://server/share/a.html",
		}
	}
	for path, want := range paths {
		if got, err := fileURL(path); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", path, got, err, want)
		}
	}
	relative, err := fileURL("a.html")
	absolute, _ := filepath.Abs("a.html")
	if want, _ := fileURL(absolute); err != nil || relative != want {
		t.Errorf("a relative path: %s, %v, want %s", relative, err, want)
	}
}
