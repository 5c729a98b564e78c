package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// desktopHelp is what a double click on the program shows.
const desktopHelp = `meshcheck %s finds every place where surfaces of a 3D model cut or cover
each other.

Drop models or folders on the icon of this program. It checks them and opens
a page that shows what it found.

In a terminal there is more: "meshcheck --help" lists the options.
`

// A desktop starts the program by its icon, in a window that closes with it.
type desktop struct {
	in  io.Reader
	out io.Writer
	// execute runs a command line.
	execute func(args []string) int
	// open checks files and opens the page.
	open func(paths []string) int
}

// start runs the program with the arguments of an icon or a shortcut, and returns the exit status. If
// they are models that were dropped on it, the page opens. The window stays open for what only it shows.
func (d *desktop) start(args []string) int {
	if len(args) == 0 {
		fmt.Fprintf(d.out, desktopHelp, toolVersion())
		d.wait()
		return statusUsage
	}
	if !onlyFiles(args) {
		return d.execute(args)
	}
	status := d.open(enterFolder(args))
	if status != statusPass && status != statusFail && status < statusSignal {
		d.wait()
	}
	return status
}

func (d *desktop) wait() {
	fmt.Fprint(d.out, "\nPress Enter to close.")
	_, _ = bufio.NewReader(d.in).ReadString('\n')
}

// onlyFiles reports whether all arguments are paths of files or folders. The desktop passes whole
// paths; words such as "version" are commands.
func onlyFiles(args []string) bool {
	return !slices.ContainsFunc(args, func(arg string) bool {
		if !filepath.IsAbs(arg) {
			return true
		}
		_, err := os.Stat(arg)
		return err != nil
	})
}

// enterFolder makes the only folder among the paths, or the folder of the first, the working folder,
// so that its configuration is found, and returns the paths from there.
func enterFolder(paths []string) []string {
	folder := filepath.Dir(paths[0])
	if info, err := os.Stat(paths[0]); len(paths) == 1 && err == nil && info.IsDir() {
		folder = paths[0]
	}
	if os.Chdir(folder) != nil {
		return paths
	}
	var out []string
	for _, path := range paths {
		near, err := filepath.Rel(folder, path)
		if err != nil || strings.HasPrefix(near, "..") {
			near = path
		}
		out = append(out, near)
	}
	return out
}

// openDropped checks files that were dropped on the program, and opens the page. Side files among them
// are passed over.
func openDropped(paths []string) int {
	return supervise(func(ctx context.Context, _ *printer) error {
		s := newSettings()
		s.open, s.mustOpen, s.inputs.modelsOnly = true, true, true
		return checkPaths(ctx, paths, s)
	})
}
