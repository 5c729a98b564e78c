// Package bom writes bills of materials in CycloneDX JSON. The bytes depend only on the program.
package bom

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"github.com/meshcheck/meshcheck/release/linked"
	"github.com/meshcheck/meshcheck/release/target"
)

const module = "github.com/meshcheck/meshcheck"

// Program is what a bill of materials describes.
type Program struct {
	Version string
	Target  target.Target
	Data    []byte
	Time    time.Time
	Modules []linked.Module
	Needs   []string // paths of the modules that the program's own packages import
}

// Write returns the bill of materials of a program.
func Write(p Program) ([]byte, error) {
	b := cdx.NewBOM()
	self := application(p)
	b.Metadata = &cdx.Metadata{
		Timestamp: p.Time.UTC().Format(time.RFC3339),
		Supplier:  &cdx.OrganizationalEntity{Name: "meshcheck", URL: &[]string{"https://" + module}},
		Component: &self,
	}
	refs := map[string]string{}
	for _, m := range p.Modules {
		refs[m.Path] = packageURL(m.Path, m.Version)
	}
	components := make([]cdx.Component, len(p.Modules))
	dependencies := []cdx.Dependency{dependency(self.BOMRef, p.Needs, refs)}
	for i, m := range p.Modules {
		c, err := library(m)
		if err != nil {
			return nil, err
		}
		components[i] = c
		dependencies = append(dependencies, dependency(c.BOMRef, m.Needs, refs))
	}
	b.Components, b.Dependencies = &components, &dependencies
	var out bytes.Buffer
	err := cdx.NewBOMEncoder(&out, cdx.BOMFileFormatJSON).SetPretty(true).SetEscapeHTML(false).EncodeVersion(b, cdx.SpecVersion1_6)
	return out.Bytes(), err
}

// application describes the program itself.
func application(p Program) cdx.Component {
	sum := sha256.Sum256(p.Data)
	url := packageURL(module, "v"+p.Version)
	return cdx.Component{
		BOMRef: url, PackageURL: url, Type: cdx.ComponentTypeApplication, Name: "meshcheck", Version: p.Version,
		Hashes:   &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}},
		Licenses: licenses([]string{"Apache-2.0"}),
		Properties: &[]cdx.Property{
			{Name: "cdx:gomod:build:env:GOARCH", Value: p.Target.Arch},
			{Name: "cdx:gomod:build:env:GOOS", Value: p.Target.OS},
		},
	}
}

// library describes a module.
func library(m linked.Module) (cdx.Component, error) {
	url := packageURL(m.Path, m.Version)
	c := cdx.Component{
		BOMRef: url, PackageURL: url, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version,
		Scope: cdx.ScopeRequired, Licenses: licenses(m.License.IDs),
	}
	if m.Path == linked.Standard {
		return c, nil
	}
	// go.sum has the SHA-256 of a list of the files and their hashes.
	sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
	if err != nil || len(sum) != sha256.Size {
		return c, fmt.Errorf("module %s has the sum %q", m.Path, m.Sum)
	}
	c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
	return c, nil
}

func licenses(ids []string) *cdx.Licenses {
	var out cdx.Licenses
	for _, id := range ids {
		out = append(out, cdx.LicenseChoice{License: &cdx.License{ID: id}})
	}
	return &out
}

func packageURL(path, version string) string {
	return "pkg:golang/" + strings.ToLower(path) + "@" + version + "?type=module"
}

func dependency(ref string, needs []string, refs map[string]string) cdx.Dependency {
	on := []string{}
	for _, path := range needs {
		on = append(on, refs[path])
	}
	return cdx.Dependency{Ref: ref, Dependencies: &on}
}
