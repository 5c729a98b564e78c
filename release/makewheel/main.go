// Makewheel writes the Python wheel for one platform into a folder and prints its path:
//
//	go run ./release/makewheel 1.0.0 ./meshcheck dist
//
// The arguments are the version of the program, its path and the folder. The command is run from the top of the
// repository. GOOS and GOARCH name the platform if the program is for another one. The time of all files in the
// wheel is that of the environment variable SOURCE_DATE_EPOCH, in seconds, else the start of 1980.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/meshcheck/meshcheck/release/wheel"
)

func main() {
	path, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "makewheel:", err)
		os.Exit(1)
	}
	fmt.Println(path)
}

func run(args []string) (string, error) {
	if len(args) != 3 {
		return "", errors.New("usage: makewheel VERSION PROGRAM FOLDER")
	}
	w := wheel.Wheel{
		Version: args[0], Source: os.DirFS("integrations/python"),
		OS: cmp.Or(os.Getenv("GOOS"), runtime.GOOS), Arch: cmp.Or(os.Getenv("GOARCH"), runtime.GOARCH),
	}
	return write(&w, args[1], args[2])
}

// write reads what belongs to the wheel, writes it and returns its path.
func write(w *wheel.Wheel, program, out string) (string, error) {
	name, err := w.Name()
	if err != nil {
		return "", err
	}
	if w.Time, err = epoch(); err != nil {
		return "", err
	}
	if w.Program, err = os.ReadFile(program); err != nil {
		return "", err
	}
	license, err := os.ReadFile("LICENSE")
	if err != nil {
		return "", err
	}
	w.Info = map[string][]byte{"licenses/LICENSE": license}
	var b bytes.Buffer
	if err := w.Write(&b); err != nil {
		return "", err
	}
	path := filepath.Join(out, name)
	return path, os.WriteFile(path, b.Bytes(), 0o666)
}

// epoch returns the time for the files in the wheel.
func epoch() (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		return time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC), nil
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is not a number of seconds: %q", text)
	}
	return time.Unix(seconds, 0), nil
}
