package linked

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// License is what a module may be used under.
type License struct {
	IDs  []string // of SPDX, sorted
	Text string   // all files that must go with the program
}

var (
	licenseFile = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying)([-._].*)?$`)
	noticeFile  = regexp.MustCompile(`(?i)^(notice|patents|copyright)([-._].*)?$`)
)

// leastCoverage is the share of a licence file that the words of known licences must cover, in
// percent. The rest is names and years.
const leastCoverage = 70

// readLicense reads the licences and notices in folders. The first has to have a licence.
func readLicense(folders []string) (License, error) {
	var license License
	var texts []string
	for i, dir := range folders {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return License{}, err
		}
		for _, e := range entries {
			isLicense := licenseFile.MatchString(e.Name())
			if e.IsDir() || !isLicense && !noticeFile.MatchString(e.Name()) || filepath.Ext(e.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return License{}, err
			}
			if isLicense {
				found := licensecheck.Scan(text)
				if found.Percent < leastCoverage {
					return License{}, fmt.Errorf("the licence in %s is not known", e.Name())
				}
				for _, m := range found.Match {
					license.IDs = append(license.IDs, m.ID)
				}
			}
			texts = append(texts, strings.TrimSpace(string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))))
		}
		if i == 0 && len(license.IDs) == 0 {
			return License{}, errors.New("no licence")
		}
	}
	if len(folders) == 0 {
		return License{}, errors.New("no folder")
	}
	slices.Sort(license.IDs)
	license.IDs = slices.Compact(license.IDs)
	license.Text = strings.Join(texts, "\n\n")
	return license, nil
}

// Notices returns a text with the licences of modules.
func Notices(modules []Module) []byte {
	var b bytes.Buffer
	b.WriteString("meshcheck is under the Apache License 2.0; see the file LICENSE. The program contains\n" +
		"the following modules, which are under these licences.\n")
	for _, m := range modules {
		name := m.Path + " " + m.Version
		if m.Path == Standard {
			name = "The Go standard library and runtime, " + m.Version
		}
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), name, strings.Join(m.License.IDs, ", "), m.License.Text)
	}
	return b.Bytes()
}
