package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report/formats"
	"github.com/meshcheck/meshcheck/report/topics"
)

// Explanations name no option that the program does not have.
func TestExplanationsNameOptions(t *testing.T) {
	status := 0
	flags := newCommand(&status).Flags()
	named := 0
	for _, topic := range topics.Topics() {
		for _, option := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(topic.Text(), -1) {
			named++
			if flags.Lookup(option[2:]) == nil {
				t.Errorf("%s names %s, which there is not", topic.Name, option)
			}
		}
	}
	if named < 3 {
		t.Errorf("only %d options are named", named)
	}
}

// The help page names every format and every command.
func TestHelpIsComplete(t *testing.T) {
	for _, ending := range formats.Endings() {
		if !strings.Contains(help, "\n    "+ending+" ") {
			t.Errorf("the help does not explain the ending %s", ending)
		}
	}
	status := 0
	for _, cmd := range newCommand(&status).Commands() {
		if !strings.Contains(help, "\n    meshcheck "+cmd.Name()) {
			t.Errorf("the help does not name the command %s", cmd.Name())
		}
	}
}
