package html

import (
	"encoding/base64"
	"fmt"
	"html/template"

	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// colorFacts are the base colours of a model, for the 3D view.
	colorFacts struct {
		Paints   []drawing.Paint `json:"paints"`
		Textures []textureFacts  `json:"textures"`
		// Note is the first of the notes on the page and the number of others, "" for none.
		Note string `json:"note"`
	}
	// textureFacts describe a texture, which is embedded as the stage "texture-0".
	textureFacts struct {
		MIME    string   `json:"mime"` // "" if it is not embedded
		Average [3]uint8 `json:"average"`
	}
)

// addColors embeds the base colours of a file's model, with those textures that there is room for. They
// come after the stages, of which the first is shown by default.
func (v *fileView) addColors(free *budget) {
	x := v.model.Excerpt
	if len(x.Paints) == 0 || len(v.Excerpts) == 0 {
		return
	}
	facts := &colorFacts{Paints: x.Paints, Textures: []textureFacts{}}
	for k, t := range x.Textures {
		text := base64.StdEncoding.EncodeToString(t.Data)
		if len(text) > free.textures {
			text = ""
		}
		of := textureFacts{Average: t.Average}
		if text != "" {
			of.MIME = t.MIME
			free.textures -= len(text)
			v.Excerpts = append(v.Excerpts, excerptView{fmt.Sprintf("texture-%d", k), template.HTML(text)})
		}
		facts.Textures = append(facts.Textures, of)
	}
	facts.Note = colorNote(x.ColorNotes)
	v.ColorNotes, v.MoreColorNotes = wording.FirstNames(x.ColorNotes, wording.PathLimit)
	v.Facts3D.Colours = facts
}

// colorNote returns the first of some notes, short enough for a line, and how many more there are; "" for none.
func colorNote(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	first := wording.Printable(notes[0], noteLimit)
	if others := len(notes) - 1; others > 0 {
		return fmt.Sprintf("%s; and %s more", first, wording.Grouped(others))
	}
	return first
}

// noteLimit is the length of a note that leaves room for others in the two lines below a picture.
const noteLimit = 80
