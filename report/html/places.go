package html

import (
	"cmp"
	"html/template"

	"github.com/meshcheck/meshcheck/check"
)

// placeView points to what the card of a place has, whatever it looks like.
type placeView struct {
	at        check.Ref
	id, short *string // short is nil if there is no room for it
	accept    *acceptView
	picture   template.URL
}

// places returns all places of a file on the page: findings about the model, regions, single triangles,
// pairs, UV sets and hulls.
func (v *fileView) places() (all []placeView) {
	for i := range v.Model {
		m := &v.Model[i]
		all = append(all, placeView{m.at, &m.ID, nil, &m.Accept, ""})
	}
	for i := range v.Regions {
		r := &v.Regions[i]
		all = append(all, placeView{check.Ref{List: check.Regions, Of: r.Mesh, Index: r.Region}, &r.ID, &r.Short, &r.Accept, r.Picture})
	}
	for i := range v.Meshes {
		for k := range v.Meshes[i].Accepts {
			a := &v.Meshes[i].Accepts[k]
			all = append(all, placeView{a.at, &a.ID, nil, a, ""})
		}
	}
	if v.Between != nil {
		for i := range v.Between.Pairs {
			p := &v.Between.Pairs[i]
			all = append(all, placeView{check.Ref{List: check.Pairs, Index: p.Pair}, &p.ID, &p.Short, &p.Accept, p.Picture})
		}
	}
	if v.UV != nil {
		all = v.UV.places(all)
	}
	for _, section := range v.Sections {
		all = section.places(all)
	}
	if v.Hulls != nil {
		for _, g := range v.Hulls.Groups {
			for i := range g.Faults {
				h := &g.Faults[i]
				all = append(all, placeView{check.Ref{List: check.HullFindings, Of: h.Group, Index: h.Number}, &h.ID, &h.Short, &h.Accept, h.Picture})
			}
		}
	}
	return all
}

// places appends those of UV sets.
func (v *uvView) places(all []placeView) []placeView {
	for i := range v.Missing {
		m := &v.Missing[i]
		all = append(all, placeView{m.at, &m.ID, nil, &m.Accept, ""})
	}
	for i := range v.Sheets {
		s := &v.Sheets[i]
		for k := range s.Breaches {
			b := &s.Breaches[k]
			all = append(all, placeView{check.Ref{List: check.Sheets, Of: s.Sheet, Index: b.Index}, &b.ID, &b.Short, &b.Accept, ""})
		}
	}
	return all
}

// pictureOf returns the picture of a place, or else the first picture of the file, or "".
func (v *fileView) pictureOf(at check.Ref) template.URL {
	var first template.URL
	for _, p := range v.places() {
		if p.at == at && p.picture != "" {
			return p.picture
		}
		if p.at.List != check.HullFindings {
			first = cmp.Or(first, p.picture)
		}
	}
	if v.Hulls != nil {
		for _, g := range v.Hulls.Groups {
			first = cmp.Or(first, g.Picture)
			for i := range g.Faults {
				first = cmp.Or(first, g.Faults[i].Picture)
			}
		}
	}
	return first
}

// placeWord is the word with which the ID of a place begins.
func placeWord(at check.Ref) string {
	switch at.List {
	case check.Regions:
		return "region"
	case check.Pairs:
		return "pair"
	case check.Sheets, check.MissingSets:
		return "uv"
	case check.HullFindings:
		return "hull"
	case check.Singles:
		return "single"
	}
	return at.Check().String()
}
