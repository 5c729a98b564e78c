package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// version is the version of a release, such as 1.0.0. The linker sets it:
//
//	go build -ldflags "-X main.version=1.0.0" ./cmd/meshcheck
var version string

// A build is what a program was built from.
type build struct {
	version string // never ""
	commit  string // a hash of 12 digits, "-dirty" behind it if files were changed; "" if unknown
}

// thisBuild returns what this program was built from.
func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return newBuild(version, info)
}

// toolVersion returns the version that reports name.
func toolVersion() string { return thisBuild().version }

// newBuild returns the build with the version of a release, or with that of the module, or with one
// made of the commit. What Go makes up for a commit without a tag is no version.
func newBuild(release string, info *debug.BuildInfo) build {
	b := build{commit: commitOf(info)}
	module := strings.TrimPrefix(info.Main.Version, "v")
	switch commit, _, _ := strings.Cut(b.commit, "-"); {
	case release != "":
		b.version = release
	case module != "" && module != "(devel)" && (b.commit == "" || !strings.Contains(module, commit) && !strings.Contains(module, "dirty")):
		b.version = module
	case b.commit != "":
		b.version = "devel-" + b.commit
	default:
		b.version = "devel"
	}
	return b
}

// commitOf returns the commit of a build.
func commitOf(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	const digits = 12 // as in the versions of modules
	commit := settings["vcs.revision"]
	commit = commit[:min(digits, len(commit))]
	if commit != "" && settings["vcs.modified"] == "true" {
		commit += "-dirty"
	}
	return commit
}

// String returns the line that the command version prints.
func (b build) String() string {
	facts := []string{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	if b.commit != "" {
		facts = append([]string{"commit " + b.commit}, facts...)
	}
	return fmt.Sprintf("meshcheck %s (%s)", b.version, strings.Join(facts, ", "))
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), thisBuild().String()+"\n")
			return err
		},
	}
}
