package main

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// pinned is the file with the checksums of a release that only the commit of the tag adds. It is
// no part of what a release is made from.
const pinned = "release/SHA256SUMS"

// source is the commit that a release is made from.
type source struct {
	revision string
	time     time.Time
}

// readSource returns the last commit that changed more than the pinned checksums. Files that
// differ from it are an error unless dirty is true.
func readSource(dirty bool) (source, error) {
	changes, err := git("status", "--porcelain")
	if err != nil {
		return source{}, err
	}
	if changes != "" && !dirty {
		return source{}, fmt.Errorf("files differ from the commit; commit them, or say --dirty:\n%s", changes)
	}
	line, err := git("log", "-1", "--format=%H %ct", "--", ".", ":(exclude)"+pinned)
	if err != nil {
		return source{}, err
	}
	revision, text, _ := strings.Cut(line, " ")
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return source{}, fmt.Errorf("git log prints %q", line)
	}
	return source{revision, time.Unix(seconds, 0).UTC()}, nil
}

// git returns what git prints in the working folder.
func git(args ...string) (string, error) {
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
