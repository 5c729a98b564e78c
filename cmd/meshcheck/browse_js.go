package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// browse fails: the page around the program shows its reports.
func browse(string) error { return errors.New("the program runs in a browser already") }

// watchCommands returns no command: files in a browser do not change, and nothing can be served.
func watchCommands() []*cobra.Command { return nil }
