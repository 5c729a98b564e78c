package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// desktopCommands returns no commands: a program in a browser sees no file change, and serves no pages.
func desktopCommands() []*cobra.Command { return nil }

// browse fails: the page around the program shows its reports.
func browse(string) error { return errors.New("the program runs in a browser already") }
