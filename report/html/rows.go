package html

import (
	"cmp"
	"html/template"
	"strconv"
	"strings"
)

// HTML returns the rows of a table of findings. A page has thousands of them, for which the
// template would take ten times as long.
func (v findingsView) HTML() template.HTML {
	b := make([]byte, 0, 512*len(v.Rows))
	for i := range v.Rows {
		b = v.Rows[i].appendRow(b)
	}
	return template.HTML(b)
}

// appendRow appends a finding as a row.
func (f *findingView) appendRow(b []byte) []byte {
	b = append(b, "\n<tr data-mesh=\""...)
	b = strconv.AppendInt(b, int64(f.Mesh), 10)
	b = append(b, "\" data-region=\""...)
	b = strconv.AppendInt(b, int64(f.Region), 10)
	b = appendEscaped(b, "\" data-a=\"", f.A.Triangle)
	b = appendEscaped(b, "\" data-b=\"", cmp.Or(f.B.Triangle, "-1"))
	b = appendEscaped(b, "\" data-kinds=\"", f.Kind)
	b = appendEscaped(b, "\" data-scopes=\"", f.Scope)
	b = appendEscaped(b, "\" data-parts=\"", f.InParts)
	b = appendEscaped(b, "\"><th scope=\"row\"><span class=\"kind ", f.Kind)
	b = appendEscaped(b, "\"><svg class=\"icon\" aria-hidden=\"true\"><use href=\"#icon-", icon(f.Kind))
	b = appendEscaped(b, "\"/></svg>", label(f.Kind))
	b = append(b, "</span>"...)
	b = appendWith(b, " <small>", f.Notes, "</small>")
	b = append(b, "</th>"...)
	b = f.A.appendCell(b)
	b = f.B.appendCell(b)
	b = appendEscaped(b, "<td class=\"n\">", f.Depth)
	b = appendEscaped(b, "</td><td class=\"n\">", f.Area)
	b = appendEscaped(b, "</td><td class=\"n\">", f.Near)
	return append(b, "</td></tr>"...)
}

// appendCell appends the cell that names a triangle.
func (f *faceView) appendCell(b []byte) []byte {
	b = append(b, "<td>"...)
	if f.Triangle != "" {
		b = appendWith(b, "<b>", f.Triangle, "</b>")
		b = appendWith(b, " <bdi>", f.Part, "</bdi>")
		b = appendWith(b, " <small>#", f.InPart, "</small>")
		b = appendWith(b, " <small>face ", f.Face, "</small>")
	}
	return append(b, "</td>"...)
}

// appendWith appends text between tags, or nothing if it is "".
func appendWith(b []byte, before, text, after string) []byte {
	if text == "" {
		return b
	}
	return append(appendEscaped(b, before, text), after...)
}

// appendEscaped appends markup, then text as the template escapes it between tags and in
// attributes.
func appendEscaped(b []byte, markup, text string) []byte {
	b = append(b, markup...)
	if !strings.ContainsAny(text, "\x00\"&'+<>") {
		return append(b, text...)
	}
	return append(b, escapes.Replace(text)...)
}

var escapes = strings.NewReplacer("\x00", "\ufffd", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")
