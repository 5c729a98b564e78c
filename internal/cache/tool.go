package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// ToolIdentity says which program this is, so that no other takes its results for its
// own: by the versions of all that it was built from, or where these do not say what was
// built, by a digest of the program itself. It fails where the program cannot be read.
func ToolIdentity() (string, error) {
	info, ok := debug.ReadBuildInfo()
	if ok && released(info) {
		return info.String(), nil
	}
	return hashProgram()
}

// released reports whether the versions in a program tell its source.
func released(info *debug.BuildInfo) bool {
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		for ; m != nil; m = m.Replace {
			if m.Replace == nil && (m.Version == "" || m.Version == "(devel)" || strings.Contains(m.Version, "dirty")) {
				return false
			}
		}
	}
	return true
}

// hashProgram returns the digest of the program that is running, which may no more be the
// one by its name.
func hashProgram() (string, error) {
	path, err := os.Executable()
	if runtime.GOOS == "linux" {
		path, err = "/proc/self/exe", nil
	}
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
