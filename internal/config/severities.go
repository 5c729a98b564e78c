package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/meshcheck/meshcheck/check"
)

func readFailOn(n ast.Node) (func(*Settings), error) {
	texts, err := textsOf(n)
	if err != nil {
		return nil, err
	}
	var f FailOn
	for i, text := range texts {
		if err := f.Set(text); err != nil {
			return nil, at(elementOf(n, i), err)
		}
	}
	return func(s *Settings) { s.FailOn = FailOn(check.Policy(s.FailOn).With(check.Policy(f))) }, nil
}

// readSeverities reads an object of names and severities.
func readSeverities(n ast.Node) (func(*Settings), error) {
	var f FailOn
	err := eachMember(n, check.PolicyNames(), func(name string, n ast.Node) error {
		text, err := scalarOf(n, severitySchema)
		if err != nil {
			return err
		}
		if !slices.Contains(severityWords, text) {
			return at(n, fmt.Errorf("%q is not one of %s", text, strings.Join(severityWords, ", ")))
		}
		return f.Set(name + ":" + text)
	})
	return func(s *Settings) { s.FailOn = FailOn(check.Policy(s.FailOn).With(check.Policy(f))) }, err
}

var severityWords = []string{"error", "warning", "info", "off"}
