//go:build !js

package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// ignoreBrokenPipes makes writes fail with EPIPE when the reader of standard output leaves early: the
// process must still clean up.
func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }

// untilSignal returns a context that the first interrupt or termination signal
// cancels, with a failure as its cause. The second signal deletes temporary files and ends
// the process at once.
func untilSignal(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			cancel(&failure{status: signalStatus(s), err: errors.New("interrupted; no report was written")})
			second := <-signals
			temporary.RemoveAll()
			os.Exit(signalStatus(second))
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(signals); cancel(nil) }
}

func signalStatus(s os.Signal) int {
	number, _ := s.(syscall.Signal)
	return statusSignal + int(number)
}
