package contents

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Limits of the text. The JSON has everything.
const (
	// mostAlike is how many leaves of one mesh in a row are shown, and mostRows how many rows of a file.
	mostAlike, mostRows = 4, 400
	// deepest is the depth from which on rows are indented no further.
	deepest = 16
	// widest is how wide the names of a column can be.
	widest = 44
)

// row is a line of the tree: a name, and what is there.
type row struct {
	depth       int
	name, about string
}

// Text returns what is in the file as text for people, for text.WrapHanging.
func (f *File) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", wording.Printable(f.Path, wording.PathLimit), f.headline())
	t := tree{file: f, first: map[int]bool{}}
	t.walk(treeOf(f))
	t.addUnshown()
	width := 0
	for _, r := range t.rows {
		width = max(width, min(widest, 2*r.depth+utf8.RuneCountInString(r.name)))
	}
	for _, r := range t.rows {
		label := strings.Repeat("  ", r.depth) + r.name
		if r.about == "" {
			fmt.Fprintf(&b, "  %s\n", label)
			continue
		}
		fmt.Fprintf(&b, "  %-*s  \v%s\n", width, label, r.about)
	}
	if t.cut > 0 {
		fmt.Fprintf(&b, "  and %s (--json lists them)\n", wording.Count(t.cut, "more object"))
	}
	f.writeClips(&b)
	return b.String()
}

// writeClips names the animations and says how long they are.
func (f *File) writeClips(b *strings.Builder) {
	labels := make([]string, len(f.Clips))
	for i, c := range f.Clips {
		labels[i] = wording.Either(c.Name == "", fmt.Sprint("clip ", i), strconv.Quote(c.Name))
	}
	names, more := wording.FirstNames(labels, wording.NameLimit)
	if len(names) == 0 {
		return
	}
	for i := range names {
		names[i] += " (" + check.Seconds(f.Clips[i].To-f.Clips[i].From) + ")"
	}
	fmt.Fprintf(b, "  animations: \v%s%s\n", strings.Join(names, ", "), wording.When(more > 0, fmt.Sprintf(" and %d more", more)))
}

// headline says in a line what the file has.
func (f *File) headline() string {
	if f.Problem != nil {
		return "NOT READ  " + wording.Printable(f.Problem.Sentence(), wording.PathLimit)
	}
	unit := wording.Unit(f.Unit)
	if unit == "" {
		unit = "no unit"
	}
	hulls, hidden, left := 0, 0, 0
	for i := range f.Objects {
		if o := &f.Objects[i]; o.Hull != nil {
			hulls++
		} else if o.Left == hiddenObject {
			hidden++
		} else if o.Left != "" {
			left++
		}
	}
	facts := []string{strings.ToUpper(f.Format), unit, strings.ToUpper(f.Up) + " up", wording.Count(f.Triangles, "triangle") + " in " + wording.Count(len(f.Meshes), "mesh"), wording.Count(len(f.Objects), "object")}
	for _, more := range []struct {
		n    int
		noun string
		rest string
	}{{hulls, "collision hull", " among them"}, {hidden, "", "hidden"}, {left, "object", " not compared"}, {len(f.Clips), "animation", ""}, {len(f.Colliders), "collider", ""}, {len(f.Omitted), "object", " left out"}} {
		if more.n > 0 {
			facts = append(facts, wording.Either(more.noun == "", fmt.Sprint(more.n, " "), wording.Count(more.n, more.noun))+more.rest)
		}
	}
	return strings.Join(facts, ", ")
}

// tree makes the rows of a file.
type tree struct {
	file  *File
	rows  []row
	first map[int]bool // meshes that were described
	cut   int          // objects without a row
}

// visit is a node to be shown.
type visit struct {
	*node
	depth int
	above string // names of nodes above it that have no row
}

// walk adds the rows of a tree, depth first. Paths can be as deep as files like, so it does not recurse.
func (t *tree) walk(root *node) {
	stack := []visit{{node: root, depth: -1}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v.depth >= 0 && v.empty() && len(v.children) == 1 { // joined with its child
			stack = append(stack, visit{v.children[0], v.depth, joined(v.above, v.name)})
			continue
		}
		if v.depth >= 0 || !v.empty() {
			t.show(&v)
		}
		var below []visit
		for i := 0; i < len(v.children); {
			end := t.alikeFrom(v.children, i)
			for k := i; k < end && (end-i <= mostAlike || k < i+mostAlike-1); k++ {
				below = append(below, visit{node: v.children[k], depth: v.depth + 1})
			}
			if end-i > mostAlike {
				below = append(below, visit{node: t.folded(v.children[i], end-i-mostAlike+1), depth: v.depth + 1})
			}
			i = end
		}
		for k := len(below) - 1; k >= 0; k-- {
			stack = append(stack, below[k])
		}
	}
}

// joined returns the names of nodes in a row, and cuts them before they get long.
func joined(above, name string) string {
	if len(above) > wording.NameLimit {
		return ".../"
	}
	return above + name + "/"
}

// alikeFrom returns the end of the row of leaves of one mesh that begins at i, at least i+1.
func (t *tree) alikeFrom(all []*node, i int) int {
	of := all[i].alike(t.file)
	end := i + 1
	for of >= 0 && end < len(all) && all[end].alike(t.file) == of {
		end++
	}
	return end
}

// folded returns a node that stands for n leaves of the mesh of another.
func (t *tree) folded(like *node, n int) *node {
	return &node{name: fmt.Sprintf("... %s of mesh %d", wording.Count(n, "more object"), t.file.Objects[like.objects[0]].Mesh)}
}

// show adds the rows of a node.
func (t *tree) show(v *visit) {
	if len(t.rows) >= mostRows {
		t.cut += len(v.objects)
		return
	}
	name := wording.Printable(cmp.Or(v.above+v.name, "(whole file)"), wording.NameLimit)
	depth := min(max(v.depth, 0), deepest)
	if v.empty() {
		t.rows = append(t.rows, row{depth, name, ""})
	}
	for _, i := range v.objects {
		t.rows = append(t.rows, row{depth, name, t.object(&t.file.Objects[i])})
	}
	if len(v.colliders) == 1 && len(v.omitted) == 1 { // a shape that is a collider
		about := t.omission(v.omitted[0]) + "; " + t.collider(&t.file.Colliders[v.colliders[0]])
		t.rows = append(t.rows, row{depth, name, about})
		return
	}
	for _, i := range v.colliders {
		t.rows = append(t.rows, row{depth, name, t.collider(&t.file.Colliders[i])})
	}
	for _, i := range v.omitted {
		t.rows = append(t.rows, row{depth, name, t.omission(i)})
	}
}

// omission says what was left out.
func (t *tree) omission(i int) string {
	o := &t.file.Omitted[i]
	return wording.Printable(o.Kind+", left out because "+o.Reason, wording.PathLimit)
}

// addUnshown adds the meshes that nothing shows.
func (t *tree) addUnshown() {
	for i := range t.file.Meshes {
		m := &t.file.Meshes[i]
		if !m.unshown {
			continue
		}
		if len(t.rows) >= mostRows {
			t.cut++
			continue
		}
		name := fmt.Sprintf("mesh %d", i)
		if m.Name != "" {
			name += ` "` + wording.Printable(m.Name, wording.NameLimit) + `"`
		}
		t.rows = append(t.rows, row{0, name, wording.Count(m.Triangles, "triangle") + ", no node shows it"})
	}
}

// object says what an object is.
func (t *tree) object(o *Object) string {
	m := &t.file.Meshes[o.Mesh]
	text := fmt.Sprintf("mesh %d", o.Mesh)
	if !t.first[o.Mesh] {
		if t.first[o.Mesh] = true; m.Name != "" && m.Name != o.name && !strings.HasSuffix(o.Path, "/"+m.Name) {
			text += ` "` + wording.Printable(m.Name, wording.NameLimit) + `"`
		}
		text += ", " + wording.Count(m.Triangles, "triangle")
		if len(m.Parts) > 1 {
			text += ", " + wording.Count(len(m.Parts), "part")
		}
	} else {
		text += " again"
	}
	if o.Left != "" {
		text += ", " + o.Left
	}
	return text + t.hull(o.Hull)
}

// collider says what a collider is.
func (t *tree) collider(c *Collider) string {
	text := wording.Either(c.Trigger, "trigger, ", "collider, ") + c.shape.String() + " of " + wording.Printable(c.Extension, wording.NameLimit)
	if c.Body != "" {
		text += ", body " + wording.Printable(c.Body, wording.NameLimit)
	}
	h := c.Hull
	switch {
	case h == nil:
		return text
	case h.Itself:
		text += "; of itself"
	case h.Of != "":
		text += wording.When(!strings.HasSuffix(cmp.Or(c.Body, c.Path), "/"+h.Of), "; of "+wording.Printable(h.Of, wording.NameLimit))
		text += wording.When(len(h.Objects) == 0, ", without a visible mesh")
	}
	return text + orphan(h)
}

// hull says what a hull belongs to.
func (t *tree) hull(h *Hull) string {
	if h == nil {
		return ""
	}
	text := "; " + h.Shape + " (" + wording.Printable(h.Scheme, wording.NameLimit) + ")"
	switch {
	case h.Itself:
		text += " of itself"
	case h.Of != "":
		text += " of " + wording.Printable(h.Of, wording.NameLimit) + wording.When(len(h.Objects) == 0, ", which does not exist")
	}
	return text + orphan(h)
}

// orphan says why an engine does not find what a hull belongs to.
func orphan(h *Hull) (text string) {
	for _, reason := range h.Orphan {
		text += "; " + wording.Printable(reason, wording.PathLimit)
	}
	return text
}
