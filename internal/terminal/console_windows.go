package terminal

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
	"golang.org/x/term"
)

var (
	kernel              = windows.NewLazySystemDLL("kernel32.dll")
	getConsoleWindow    = kernel.NewProc("GetConsoleWindow")
	getConsoleProcesses = kernel.NewProc("GetConsoleProcessList")
)

// understandsEscapes makes a console understand escape sequences, which it does not by itself, and
// reports whether it can.
func understandsEscapes(f *os.File) bool {
	console := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	const escapes = windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING
	return mode&escapes != 0 || windows.SetConsoleMode(console, mode|escapes) == nil
}

// OwnWindow reports whether the system opened a window for this process alone, as it does when the
// user starts it by its icon. The window closes when the process ends. Programs that start others
// without a window, or read what they print, are no such users.
func OwnWindow() bool {
	for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		if !term.IsTerminal(int(f.Fd())) {
			return false
		}
	}
	if window, _, _ := getConsoleWindow.Call(); window == 0 {
		return false
	}
	var processes [2]uint32
	n, _, _ := getConsoleProcesses.Call(uintptr(unsafe.Pointer(&processes[0])), uintptr(len(processes)))
	return n == 1
}
