package main

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/meshcheck/meshcheck/report/formats"
)

// isPage reports whether the report at a path is the page.
func isPage(path string) bool {
	format, err := formats.FormatOf(path)
	return err == nil && (format == "html" || format == formats.Folder)
}

// open opens the pages among the written reports in the browser, and reports whether all could be
// opened.
func (c *console) open(written []string) bool {
	all := true
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
			all = false
		}
	}
	return all
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
