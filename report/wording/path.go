package wording

import (
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// FileURI returns a path as a URI reference: a relative path cleaned, an absolute one with the
// scheme file. Bytes that are not UTF-8 become U+FFFD, because some programs cannot decode them
// from %ff.
func FileURI(p string) string {
	p = PortablePath(p)
	u := url.URL{Path: p}
	if path.IsAbs(p) {
		u.Scheme = "file"
	} else if filepath.VolumeName(filepath.FromSlash(p)) != "" {
		u.Scheme, u.Path = "file", "/"+p
	}
	return u.String()
}

// PortablePath returns a path as CI services write it: with slashes, without "./", in UTF-8.
// Standard input has no path and is called stdin.
func PortablePath(p string) string {
	if p == "-" {
		return "stdin"
	}
	return path.Clean(strings.ToValidUTF8(filepath.ToSlash(p), "\ufffd"))
}

// LongestPath is the greatest length of a path on common systems, in bytes.
const LongestPath = 4096
