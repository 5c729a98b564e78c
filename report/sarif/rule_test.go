package sarif

import (
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// TestRulesPage: docs/rules.md matches the table of rules.
func TestRulesPage(t *testing.T) {
	reporttest.Golden(t, "../../../docs/rules.md", []byte(rulesMarkdown()))
}

// The URLs of the rules are sections of the page, and all are different.
func TestHelpURIs(t *testing.T) {
	page, sections := rulesMarkdown(), map[string]bool{}
	for line := range strings.Lines(page) {
		if title, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "#"); ok {
			anchor := strings.NewReplacer(" ", "-", "/", "").Replace(strings.ToLower(strings.Trim(title, "# ")))
			if sections[anchor] {
				t.Errorf("two sections have the anchor %s", anchor)
			}
			sections[anchor] = true
		}
	}
	for _, rule := range check.Rules() {
		before, anchor, _ := strings.Cut(helpURI(rule), "#")
		if !sections[anchor] || before != rulesPage {
			t.Errorf("%s: there is no %s", rule, helpURI(rule))
		}
	}
}

// rulesMarkdown returns the page that explains the rules.
func rulesMarkdown() string {
	var b strings.Builder
	b.WriteString(`# Rules

Everything that meshcheck can find, with the severity that it has unless a [policy](configuration.md) or, for
collision hulls, a [profile](hulls.md) says otherwise. Only errors fail a file. This page is written from the
table in ` + "`check/table.go`" + `; ` + "`meshcheck explain NAME`" + ` says more about a rule.
`)
	for _, group := range []struct {
		title  string
		checks check.Set
	}{
		{"Triangles of a mesh", check.Self}, {"Objects of a scene", check.Between}, {"Collision hulls", check.Hulls}, {"UV sets", check.UV}, {"Poses", check.Poses},
		{"What was not looked at", check.Model | check.Run},
	} {
		fmt.Fprintf(&b, "\n## %s\n", group.title)
		for _, rule := range group.checks.Rules() {
			w := rule.Words()
			fmt.Fprintf(&b, "\n### %s\n\n**%s.** %s\n\n%s\n\n**What to do.** %s\n\n", rule, w.Title, rule.Explained(), w.Why, w.Fix)
			fmt.Fprintf(&b, "Severity: %s.", rule.Severity())
			if as := rule.PolicyRule(); as != rule {
				fmt.Fprintf(&b, " A policy judges it by the rule [%s](#%s).", as, as)
			}
			var limits []string
			for _, of := range rule.Measures() {
				limits = append(limits, of.String())
			}
			if limits != nil {
				fmt.Fprintf(&b, " Limits: %s.", strings.Join(limits, ", "))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
