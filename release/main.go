// Command release makes everything that a release of meshcheck consists of:
//
//	release/build [--targets linux/amd64,...] [--dirty] VERSION OUT
//
// OUT has to be an empty or a new folder. The same commit, version and targets give the same
// bytes, wherever and whenever they are built.
package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck/release/target"
)

// semver is a version without a leading v and without build metadata.
var semver = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9a-z]+(\.[0-9a-z]+)*)?$`)

func main() {
	if err := start(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release: error:", err)
		os.Exit(1)
	}
}

// start makes a release as the arguments say.
func start(args []string) error {
	flags := pflag.NewFlagSet("release/build", pflag.ContinueOnError)
	names := flags.String("targets", "", "build only these, such as linux/amd64,windows/arm64")
	dirty := flags.Bool("dirty", false, "build although files differ from the commit")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 2 {
		return errors.New("usage: release/build [--targets LIST] [--dirty] VERSION OUT")
	}
	targets := target.All
	if *names != "" {
		var err error
		if targets, err = target.Parse(*names); err != nil {
			return err
		}
	}
	version, out := flags.Arg(0), flags.Arg(1)
	if !semver.MatchString(version) {
		return fmt.Errorf("not a version such as 1.2.3 or 1.2.3-rc.1: %q", version)
	}
	s, err := readSource(*dirty)
	if err != nil {
		return err
	}
	if err := emptyFolder(out); err != nil {
		return err
	}
	return build(release{version: version, targets: targets, source: s, out: folder{path: out}})
}

// emptyFolder makes a folder, and reports if there is something in it.
func emptyFolder(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return err
	}
	entries, err := os.ReadDir(path)
	if err == nil && len(entries) > 0 {
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return fmt.Errorf("%s is not empty: %s", path, strings.Join(names, ", "))
	}
	return err
}
