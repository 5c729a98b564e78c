package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/meshcheck/meshcheck/internal/suggest"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Values are read from the nodes that package yaml parses, not by its decoder, which accepts
// 1.5 as a whole number, names Go types in its errors, and reports a random one of several
// unknown keys.

// SyntaxError is an error in a configuration with its place: line and column begin at 1.
type SyntaxError struct {
	Line, Column int
	Err          error
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %v", e.Line, e.Column, e.Err) }

// Unwrap returns the error without its place.
func (e *SyntaxError) Unwrap() error { return e.Err }

// at adds the place of n to an error, unless the error is nil or has a place already.
func at(n ast.Node, err error) error {
	var located *SyntaxError
	if err == nil || errors.As(err, &located) {
		return err
	}
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle {
		n = m.Values[0].Key // the token of the mapping itself is a colon
	}
	p := n.GetToken().Position
	return &SyntaxError{p.Line, p.Column, err}
}

// maxNesting limits the nesting of a configuration, which needs four levels.
const maxNesting = 64

// parseYAML returns the only document of a text, nil if it is empty.
func parseYAML(text []byte) (body ast.Node, err error) {
	if nesting(text) > maxNesting {
		return nil, &SyntaxError{1, 1, fmt.Errorf("it is nested more than %d levels deep", maxNesting)}
	}
	file, err := parser.ParseBytes(text, 0)
	var syntax yaml.Error
	switch {
	case errors.As(err, &syntax) && syntax.GetToken() != nil:
		p := syntax.GetToken().Position
		return nil, &SyntaxError{p.Line, p.Column, fmt.Errorf("not YAML: %s", syntax.GetMessage())}
	case err != nil:
		return nil, &SyntaxError{1, 1, fmt.Errorf("not YAML: %w", err)}
	}
	for _, doc := range file.Docs {
		if doc.Body != nil && body != nil {
			return nil, at(doc.Body, errors.New("a configuration is one document"))
		}
		if doc.Body != nil {
			body = doc.Body
		}
	}
	if _, empty := body.(*ast.NullNode); empty {
		return nil, nil
	}
	return body, nil
}

// nesting returns an upper bound for the nesting of a text, by counting brackets and the
// characters that may begin a level. The parser recurses, and its time grows with the square
// of the depth.
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

// eachMember visits the members of a mapping, whose names must be among names. An error gets
// the place of the value.
func eachMember(n ast.Node, names []string, visit func(name string, key, value ast.Node) error) error {
	mapping, ok := n.(*ast.MappingNode)
	if !ok {
		return at(n, fmt.Errorf("keys with values were expected, not %s", kindOf(n)))
	}
	for _, v := range mapping.Values {
		name, ok := scalar(v.Key)
		if !ok {
			return at(v.Key, fmt.Errorf("a key was expected, not %s", kindOf(v.Key)))
		}
		if !slices.Contains(names, name) {
			return at(v.Key, fmt.Errorf("there is no key %q%s", name, suggest.DidYouMean(name, names)))
		}
		if err := visit(name, v.Key, v.Value); err != nil {
			return at(v.Value, err)
		}
	}
	return nil
}

// scalar returns a string, number or boolean as it is written, and whether the node is one.
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return strings.TrimSpace(n.Value), true
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// eachText visits the values of a list, or a single value. An error gets the place of the
// value.
func eachText(n ast.Node, visit func(text string) error) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return onlyText(n, visit)
	}
	for _, v := range list.Values {
		if err := onlyText(v, visit); err != nil {
			return err
		}
	}
	return nil
}

// onlyText visits a single value.
func onlyText(n ast.Node, visit func(text string) error) error {
	text, ok := scalar(n)
	if !ok {
		return at(n, fmt.Errorf("a single value was expected, not %s", kindOf(n)))
	}
	return at(n, visit(text))
}

// kindOf describes a node for an error.
func kindOf(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode:
		return "keys with values"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "nothing"
	}
	if text, ok := scalar(n); ok {
		return fmt.Sprintf("%q", wording.Printable(text, wording.PathLimit))
	}
	return "an anchor, alias or tag, which a configuration cannot have"
}
