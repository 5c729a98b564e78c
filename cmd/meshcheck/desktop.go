//go:build !js

package main

import (
	"io"
	"os"
	"time"

	"github.com/pkg/browser"
	"github.com/spf13/cobra"

	"github.com/meshcheck/meshcheck/internal/terminal"
)

// desktopCommands returns the commands that a program in a browser does not have.
func desktopCommands() []*cobra.Command { return []*cobra.Command{watchCommand()} }

// patience is how long a browser may take to say that it cannot be started. Some programs that start
// one end only with it.
const patience = 3 * time.Second

// browse opens an address in the browser of the user.
func browse(address string) error {
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	done := make(chan error, 1)
	go func() { done <- browser.OpenURL(address) }()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return nil
	}
}

// watchedProgress returns the progress of a run, nil unless it is seen on a terminal.
func watchedProgress(paths []string) *progress {
	if !terminal.Smart(os.Stderr) {
		return nil
	}
	return newProgress(os.Stderr, paths)
}
