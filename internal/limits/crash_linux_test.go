package limits

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// A crash never has the exit status of wrong usage.
func TestCrashIsNoUsage(t *testing.T) {
	if os.Getenv("MESHCHECK_TEST_CRASH") != "" {
		AbortOnFatal()
		go func() { panic("on purpose") }()
		select {}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestCrashIsNoUsage$")
	cmd.Env = append(os.Environ(), "MESHCHECK_TEST_CRASH=1", "GOTRACEBACK=")
	_ = cmd.Run()
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != syscall.SIGABRT || status.CoreDump() {
		t.Errorf("the process ended with %v", cmd.ProcessState)
	}
}
