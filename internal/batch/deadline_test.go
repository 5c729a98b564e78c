package batch

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// The clock of a task does not run while it waits for threads.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := NewDeadline(t.Context(), time.Minute)
		defer d.End()
		d.Run("loading")
		time.Sleep(40 * time.Second)
		d.Pause()
		time.Sleep(time.Hour)
		d.Run("checking")
		time.Sleep(19 * time.Second)
		if err := d.ctx.Err(); err != nil {
			t.Fatalf("%v after 59 seconds of work", err)
		}
		time.Sleep(2 * time.Second)
		if phase, expired := d.Expired(d.ctx.Err()); !expired || phase != "checking" || d.Limit() != time.Minute {
			t.Errorf("%v after 61 seconds of work: %v while %s", d.ctx.Err(), expired, phase)
		}
		if _, expired := d.Expired(errors.New("torn")); expired {
			t.Error("an error of its own is taken for the end of the time")
		}
	})
}

func TestDeadlineOfNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		d := NewDeadline(ctx, 0)
		defer d.End()
		d.Run("loading")
		time.Sleep(1000 * time.Hour)
		if d.ctx.Err() != nil {
			t.Error("a time that is not limited has run out")
		}
		cancel()
		if _, expired := d.Expired(d.ctx.Err()); expired {
			t.Error("an interrupt is taken for the end of the time")
		}
	})
}
