//go:build !js

package main

import (
	"io"
	"time"

	"github.com/pkg/browser"
)

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
