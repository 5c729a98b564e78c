package html

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Folder writes a report on many files as a folder: an index, and a page for each file with something
// to say. The pages are complete, however many there are. They work from a disk and from any web
// server, with scripts and without. It is safe for concurrent use.
type Folder struct {
	head  *report.Report // without files
	write WriteFile

	mu    sync.Mutex
	names map[string]bool
	links map[int]linkView // by the number of the file
	found foundTally
}

// WriteFile writes a file of a folder, whose name has slashes between folders.
type WriteFile func(name string, produce func(io.Writer) error) error

// The files of a report in a folder. Pages and pictures are in folders of their own.
const (
	indexPage     = "index.html"
	indexScript   = "index.js"
	viewerScript  = "viewer.js"
	styleSheet    = "style.css"
	pagesFolder   = "files"
	pictureFolder = "pictures"
)

// How scripts and the style begin, by which OnlyReport knows them.
const (
	dataBegin   = "globalThis.meshcheckIndex = "
	viewerBegin = "(() => {\n\"use strict\";\n"
	styleBegin  = "/* meshcheck */\n"
)

// FolderFiles returns the names of what Folder writes at the top of its folder, the index last.
func FolderFiles() []string {
	return []string{pagesFolder, pictureFolder, styleSheet, viewerScript, indexScript, indexPage}
}

// pageName matches the names of pages and pictures.
var pageName = regexp.MustCompile(`-[0-9a-f]{10}(-\d+)?\.(html|png)$`)

// OnlyReport returns an error if a folder has anything with the names of FolderFiles that Folder did
// not write. Whatever else is there does not matter.
func OnlyReport(dir string) error {
	for _, name := range []string{pagesFolder, pictureFolder} {
		entries, err := os.ReadDir(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		for _, e := range entries {
			if !pageName.MatchString(e.Name()) || !e.Type().IsRegular() {
				return fmt.Errorf("%s is not of a report", wording.Printable(name+"/"+e.Name(), wording.PathLimit))
			}
		}
	}
	for name, begin := range map[string]string{indexScript: dataBegin, viewerScript: viewerBegin, styleSheet: styleBegin, indexPage: "<!doctype html>"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if !bytes.HasPrefix(text, []byte(begin)) || name == indexPage && !bytes.Contains(text, []byte(`content="meshcheck `)) {
			return fmt.Errorf("%s is not of a report", name)
		}
	}
	return nil
}

// NewFolder returns a folder for a report with the given version and options, whose files it writes
// with write.
func NewFolder(head *report.Report, write WriteFile) *Folder {
	return &Folder{head: head, write: write, names: map[string]bool{}, links: map[int]linkView{}}
}

// Add writes the page of a file with the given number, if there is something to say about it. The
// errors are those of WriteFile.
func (d *Folder) Add(number int, f *report.File, model *assets.File) error {
	d.mu.Lock()
	d.found.add(f)
	if !f.Noteworthy() {
		d.mu.Unlock()
		return nil
	}
	name := d.name(f.Path)
	d.mu.Unlock()
	head := *d.head
	head.Files, head.Index = []report.File{*f}, nil
	head.Index = head.Indexed()
	p := newPageView(&head, assets.List{model})
	link := linkView{Href: pagesFolder + "/" + name + ".html"}
	p.link("../", link.Href)
	if err := d.write(link.Href, func(w io.Writer) error { return execute(w, p) }); err != nil {
		return err
	}
	if at, ok := head.Index.Rows[0].WorstAt(); ok {
		if picture := pngOf(p.Files[0].pictureOf(at)); picture != nil {
			link.Picture = pictureFolder + "/" + name + ".png"
			if err := d.write(link.Picture, func(w io.Writer) error { _, err := w.Write(picture); return err }); err != nil {
				return err
			}
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.links[number] = link
	return nil
}

// Close writes the index of all files and what all pages share. The report is the head with what is
// known after the last file.
func (d *Folder) Close(r *report.Report, x *report.Index) error {
	p := newFrame(r, x, &d.found)
	p.Index = newIndexView(x.Rows, worstFirst(x.Rows), d.links, len(x.Rows))
	// Each page knows the lines of its own file.
	p.Triage = triageData{Key: p.Index.Data.Shared, Accepted: []acceptedPlace{}, More: x.Summary.Accepted}
	p.link("", "")
	data, err := json.Marshal(p.Index.Data)
	if err != nil {
		panic("html: " + err.Error()) // strings and numbers only
	}
	text := func(parts ...string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, strings.Join(parts, "")); return err }
	}
	return cmp.Or(
		d.write(indexScript, text(dataBegin, string(data), ";\n")),
		d.write(viewerScript, text(viewerBegin, script(), "})();\n")),
		d.write(styleSheet, text(styleBegin, style())),
		d.write(indexPage, func(w io.Writer) error { return execute(w, p) }),
	)
}

// linkedPolicy allows only the scripts, the style and the pictures of the same folder, which has no
// origin on a disk, and pictures embedded in the page.
const linkedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src 'self' file: data:; " +
	"style-src 'self' file:; script-src 'self' file:"

// link makes a page use the scripts and the style in the folder at up instead of its own. address is
// that of the page from there, "" for the index.
func (p *pageView) link(up, address string) {
	p.Linked, p.Up, p.Page, p.Policy = true, up, address, linkedPolicy
}

// name returns the name of the page of a file, without an ending: a readable part that every file
// system can hold, and a hash of the path. No two are equal, whatever the case of letters.
func (d *Folder) name(path string) string {
	_, base := splitPath(path)
	clean := []byte(base)
	clean = clean[:min(len(clean), 60)]
	for i, c := range clean {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' && i > 0) {
			clean[i] = '_'
		}
	}
	name := string(clean) + "-" + pathHash(path)
	for n := 2; d.names[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s-%s-%d", clean, pathHash(path), n)
	}
	d.names[strings.ToLower(name)] = true
	return name
}

// pngOf returns the picture in a data URL, nil for "".
func pngOf(url template.URL) []byte {
	_, text, found := strings.Cut(string(url), ";base64,")
	if !found {
		return nil
	}
	picture, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic("html: " + err.Error()) // pictureURL made it
	}
	return picture
}
