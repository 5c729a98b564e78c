package report

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// NotChecked says why a file was not checked and what may help, or else why some of its objects
// were not.
func NotChecked(f *File) (lines []string) {
	if f.Result == nil {
		lines = append(lines, ProblemText(f.Problem))
		if hint := HintText(f.Problem); hint != "" {
			lines = append(lines, "hint: "+hint)
		}
		return lines
	}
	for _, found := range f.Result.Sections {
		lines = append(lines, Unchecked(f.Result, found)...)
	}
	return lines
}

// Unchecked returns how many objects a check could not examine, then each with the reason, and the
// reasons why it could not examine the file; nil if there are none.
func Unchecked(r *check.Result, found check.Found) []string {
	all, words := found.Common().NotChecked, found.Check().Words()
	if len(all) == 0 {
		return nil
	}
	whole := 0 // problems of the whole file
	for _, p := range all {
		if p.Object == check.NoObject() {
			whole++
		}
	}
	var lines []string
	if n := len(all) - whole; n > 0 {
		lines = append(lines, wording.Count(n, words.Object)+" "+words.Unchecked)
	}
	for _, p := range all[:min(len(all), wording.NamesPerList)] {
		line := wording.Printable(p.Reason, wording.PathLimit)
		if p.Object != check.NoObject() {
			line = wording.ObjectName(r, &p.Object) + ": " + line
		}
		lines = append(lines, line)
	}
	if more := len(all) - wording.NamesPerList; more > 0 {
		lines = append(lines, "and "+wording.Count(more, "more "+wording.Either(whole == 0, words.Object, "problem")))
	}
	return lines
}

// Sentence returns the problem in one line, unescaped: it may contain control characters.
func (p *Problem) Sentence() string {
	text := p.Message
	if p.Place != "" {
		text = p.Place + ": " + text
	}
	if p.Kind == "unsupported" {
		text = "not supported: " + text
	}
	return text
}

// ProblemText returns why a file was not checked, in one printable line.
func ProblemText(p *Problem) string {
	if p == nil {
		return "no result"
	}
	return wording.Printable(p.Sentence(), 2*wording.PathLimit)
}

// HintText returns what may help with a file that was not checked, in one printable line, or "".
func HintText(p *Problem) string {
	if p == nil {
		return ""
	}
	return wording.Printable(p.Hint, 2*wording.PathLimit)
}

// WhatToDo returns in one or two sentences what to do about a file that was not checked.
// It is "" if p is nil, or malformed with a hint that says more.
func (p *Problem) WhatToDo() string {
	if p == nil || p.Kind == "format" && p.Hint != "" {
		return ""
	}
	return map[string]string{
		"format":      "Open the file in the program that wrote it and export it again. If it was copied or downloaded, it may be incomplete: compare its size with that of the original.",
		"unsupported": "Export the file without this feature, or in another format: glTF, OBJ and STL are always read. What cannot be read was not checked, so the file does not pass.",
		"io":          "Check that the file is there and may be read, then check it again.",
		"memory":      "Give meshcheck more memory with --memory, or check this file on a larger machine.",
		"timeout":     "Give the check more time with --timeout, or split the model: the time grows with the number of places.",
	}[p.Kind]
}
