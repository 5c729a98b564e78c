package main

import (
	"errors"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/report/formats"
)

// isPage reports whether the report at a path is the page.
func isPage(path string) bool {
	format, err := formats.FormatOf(path)
	return err == nil && (format == "html" || format == formats.Folder)
}

// validOpen fails for --open without a page.
func (s *settings) validOpen() error {
	if s.open && !slices.ContainsFunc(s.outputs, isPage) {
		return &failure{statusUsage, errors.New("--open needs a page to open: -o with a path that ends in .html or /"), "meshcheck --open -o report.html model.glb"}
	}
	return nil
}

// open opens the pages among the written reports in the browser.
func (c *console) open(written []string) {
	for _, path := range written {
		if !isPage(path) {
			continue
		}
		if strings.HasSuffix(filepath.ToSlash(path), "/") {
			path += "index.html"
		}
		address, err := fileURL(path)
		if err == nil {
			err = browse(address)
		}
		if err != nil {
			c.warningf("no browser opens %s: %v", shown(path), err)
		}
	}
}

// fileURL returns the address of a file, with characters of its name escaped that mean something in
// an address.
func fileURL(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive
	}
	return (&url.URL{Scheme: "file", Path: path}).String(), nil
}
