package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/meshcheck/meshcheck/internal/suggest"
	"github.com/meshcheck/meshcheck/report"
)

// SyntaxError is what is wrong in a configuration, and where: line and column begin at 1.
type SyntaxError struct {
	Line, Column int
	Err          error
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %v", e.Line, e.Column, e.Err) }

// Unwrap returns the error without its place.
func (e *SyntaxError) Unwrap() error { return e.Err }

// at says where an error is, unless it does so already.
func at(n ast.Node, err error) error {
	var located *SyntaxError
	if errors.As(err, &located) {
		return err
	}
	line, column := placeOf(n)
	return &SyntaxError{line, column, err}
}

// placeOf returns the line and column that a node begins at.
func placeOf(n ast.Node) (line, column int) {
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle {
		n = m.Values[0].Key
	}
	if m, ok := n.(*ast.MappingValueNode); ok {
		n = m.Key
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line, t.Position.Column
	}
	return 1, 1
}

// maxNesting is how deep a configuration may be nested; it needs four levels.
const maxNesting = 64

// parseYAML returns the only document of a text, nil if it is empty.
func parseYAML(text []byte) (ast.Node, error) {
	if deep := nesting(text); deep > maxNesting {
		return nil, &SyntaxError{1, 1, fmt.Errorf("it is nested more than %d levels deep", maxNesting)}
	}
	file, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		var syntax interface {
			GetToken() *token.Token
			GetMessage() string
		}
		if errors.As(err, &syntax) && syntax.GetToken() != nil && syntax.GetToken().Position != nil {
			p := syntax.GetToken().Position
			return nil, &SyntaxError{p.Line, p.Column, fmt.Errorf("not YAML: %s", syntax.GetMessage())}
		}
		return nil, &SyntaxError{1, 1, fmt.Errorf("not YAML: %s", firstLine(err.Error()))}
	}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if body != nil {
			return nil, at(doc.Body, errors.New("a configuration is one document"))
		}
		body = doc.Body
	}
	if _, empty := body.(*ast.NullNode); empty {
		return nil, nil
	}
	if _, empty := body.(*ast.CommentGroupNode); empty {
		return nil, nil
	}
	return body, nil
}

// nesting bounds how deep the text can be nested, for a parser that recurses: by brackets,
// and by what may begin a level on a line.
func nesting(text []byte) int {
	most, brackets := 0, 0
	for line := range strings.SplitSeq(string(text), "\n") {
		begins := 0
		for i := range len(line) {
			switch line[i] {
			case '[', '{':
				brackets++
			case ']', '}':
				brackets = max(brackets-1, 0)
			case '-', '?', ':':
				if i+1 == len(line) || line[i+1] == ' ' {
					begins++
				}
			}
			most = max(most, brackets, begins)
		}
	}
	return most
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// eachMember visits the members of an object, whose names must be among those given and
// stand there once.
func eachMember(n ast.Node, names []string, visit func(name string, n ast.Node) error) error {
	return eachKey(n, names, func(name string, _, n ast.Node) error { return visit(name, n) })
}

// eachKey is eachMember for those who want the keys themselves as well.
func eachKey(n ast.Node, names []string, visit func(name string, key, n ast.Node) error) error {
	values, err := membersOf(n)
	if err != nil {
		return err
	}
	lines := map[string]int{}
	for _, v := range values {
		name, err := scalarOf(v.Key, severitySchema)
		if err != nil {
			return err
		}
		if !slices.Contains(names, name) {
			return at(v.Key, fmt.Errorf("there is no key %q%s", name, suggest.DidYouMean(name, names)))
		}
		line, _ := placeOf(v.Key)
		if before, twice := lines[name]; twice {
			return at(v.Key, fmt.Errorf("the key %q stands in line %d already", name, before))
		}
		lines[name] = line
		if err := visit(name, v.Key, v.Value); err != nil {
			return at(v.Value, err)
		}
	}
	return nil
}

func membersOf(n ast.Node) ([]*ast.MappingValueNode, error) {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values, nil
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, nil
	}
	return nil, at(n, fmt.Errorf("keys with values were expected, not %s", kindOf(n)))
}

// scalarOf returns the text of a value whose type is one of those in a schema.
func scalarOf(n ast.Node, schema string) (string, error) {
	kind, text := "", ""
	switch n := n.(type) {
	case *ast.StringNode:
		kind, text = "string", n.Value
	case *ast.LiteralNode:
		kind, text = "string", n.Value.Value
	case *ast.IntegerNode:
		kind, text = "integer", n.Token.Value
	case *ast.FloatNode:
		kind, text = "number", n.Token.Value
	case *ast.BoolNode:
		kind, text = "boolean", n.Token.Value
	}
	takes := func(kind string) bool { return strings.Contains(schema, `"`+kind+`"`) }
	switch {
	case kind != "" && takes(kind), kind == "integer" && takes("number"), kind == "string" && strings.Contains(schema, `"enum"`):
		return strings.TrimSpace(text), nil
	}
	return "", at(n, fmt.Errorf("%s was expected, not %s", expected(takes), kindOf(n)))
}

// expected names the type of a value.
func expected(takes func(string) bool) string {
	switch {
	case takes("boolean"):
		return "true or false"
	case takes("number"):
		return "a number or a text"
	case takes("integer"):
		return "a whole number"
	}
	return "a text"
}

// kindOf says what a node is.
func kindOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "keys with values"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "nothing"
	case *ast.StringNode:
		return fmt.Sprintf("the text %q", report.Printable(n.Value, longestText))
	case *ast.LiteralNode:
		return "a text of several lines"
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value
	}
	return "an anchor, alias or tag, which a configuration cannot have"
}

// textsOf reads a list of texts, or one text.
func textsOf(n ast.Node) ([]string, error) {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		text, err := scalarOf(n, severitySchema)
		if err != nil {
			return nil, at(n, fmt.Errorf("a text or a list of texts was expected, not %s", kindOf(n)))
		}
		return []string{text}, nil
	}
	texts := []string{}
	for _, v := range seq.Values {
		text, err := scalarOf(v, severitySchema)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// elementOf returns element i of a list, or a text that stands for a list of one.
func elementOf(n ast.Node, i int) ast.Node {
	if seq, ok := n.(*ast.SequenceNode); ok {
		return seq.Values[i]
	}
	return n
}

// longestText bounds what is printed of a path or a text of a configuration, in characters.
const longestText = 300
