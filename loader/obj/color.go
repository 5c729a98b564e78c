package obj

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

const (
	// mostLibraries is the number of libraries of materials that are read, and mostLibrary the
	// greatest size of one in bytes.
	mostLibraries = 16
	mostLibrary   = 4 << 20
	// longestName is the greatest length of the name of a library.
	longestName = 4096
	// materialSize is what a material costs, with its name.
	materialSize = 256
)

// color gives the parts of a scene the diffuse colors of their materials. What is missing is a note.
// The error is that of the context.
func (s *scanner) color(scene *mesh.Scene) error {
	if !s.input.Colors {
		return nil
	}
	colors := map[string]*mesh.BaseColor{}
	for _, name := range s.libraries {
		if err := s.library(name, scene, colors); err != nil {
			scene.ColorNotes = append(scene.ColorNotes, source.Shorten(name)+": "+err.Error())
		}
	}
	for i := range scene.Meshes[0].Parts {
		p := &scene.Meshes[0].Parts[i]
		p.Color = colors[p.Material]
	}
	return s.ctx.Err()
}

// addLibrary notes the library of materials that the rest of the line names, which may have spaces.
func (s *scanner) addLibrary() {
	if !s.input.Colors || len(s.libraries) == mostLibraries {
		return
	}
	rest := s.data[s.pos:]
	if end := bytes.IndexAny(rest, "\r\n"); end >= 0 {
		rest = rest[:end]
	}
	if name := string(bytes.TrimSpace(rest)); name != "" && len(name) < longestName {
		s.libraries = append(s.libraries, name)
	}
}

// library reads the materials of a library into colors. The first of a name counts.
func (s *scanner) library(uri string, scene *mesh.Scene, colors map[string]*mesh.BaseColor) error {
	name, err := source.SidePath(strings.ReplaceAll(uri, "%", "%25"))
	if err != nil {
		return err
	}
	if s.input.Folder == nil {
		return errors.New("it cannot be read, because the model came without its folder")
	}
	f, _, err := source.OpenSide(s.input.Folder, name, 0)
	if err != nil {
		return fmt.Errorf("the materials cannot be read: %w", fserror.Cause(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostLibrary+1))
	switch {
	case err != nil:
		return fserror.Cause(err)
	case len(data) > mostLibrary:
		return fmt.Errorf("it has more than %d bytes of materials", mostLibrary)
	}
	if err := s.input.Charge("", len(data), 1); err != nil {
		return errors.New("there is no memory for it")
	}
	textured := s.readMaterials(data, colors)
	if textured > 0 {
		scene.ColorNotes = append(scene.ColorNotes, fmt.Sprintf("%s: %d %s not shown: textures of OBJ are not read", source.Shorten(uri), textured, source.Plural(textured, "texture")))
	}
	return nil
}

// readMaterials reads the diffuse colors (Kd) of a text of materials and returns the number of textures
// (map_Kd). Numbers are taken for sRGB, as three.js does.
func (s *scanner) readMaterials(data []byte, colors map[string]*mesh.BaseColor) (textured int) {
	var now *mesh.BaseColor
	for line := range bytes.Lines(data) {
		word, rest, _ := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
		rest = bytes.TrimSpace(rest)
		switch string(word) {
		case "newmtl":
			now = nil
			if name := strings.ToValidUTF8(string(rest), "\ufffd"); colors[name] == nil && s.input.Charge("", 1, len(name)+materialSize) == nil {
				now = &mesh.BaseColor{Factor: [3]float64{1, 1, 1}}
				colors[name] = now
			}
		case "map_Kd":
			textured++
		case "Kd":
			if factor, ok := readColor(rest); ok && now != nil {
				now.Factor = factor
			}
		}
	}
	return textured
}

// readColor reads three numbers from 0 to 1.
func readColor(b []byte) (c [3]float64, ok bool) {
	words := bytes.Fields(b)
	if len(words) < 3 {
		return c, false
	}
	for k := range c {
		v, end, err := text.Float64(words[k], 0, &mesh.Digits{})
		if err != nil || end != len(words[k]) || !(v >= 0) {
			return c, false
		}
		c[k] = min(v, 1)
	}
	return c, true
}
