package web_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestLinked checks that the program for browsers links nothing for networks, file events and terminals.
func TestLinked(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "../cmd/meshcheck")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Fields(string(text))
	for _, name := range []string{"net/http", "crypto/tls", "os/signal", "os/exec", "github.com/fsnotify/fsnotify", "github.com/schollz/progressbar/v3", "github.com/pkg/browser"} {
		if slices.Contains(all, name) {
			t.Errorf("%s is linked", name)
		}
	}
}
