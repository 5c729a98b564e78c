package pollctx_test

import (
	"context"
	"errors"
	"testing"

	"github.com/meshcheck/meshcheck/internal/pollctx"
)

func TestCancelAt(t *testing.T) {
	ctx := pollctx.CancelAt(t.Context(), 3)
	for n := range int64(5) {
		if err := ctx.Err(); errors.Is(err, context.Canceled) != (n >= 2) {
			t.Errorf("poll %d: %v", n+1, err)
		}
	}
	if ctx.Polls() != 5 || ctx.PollsAfter() != 2 {
		t.Errorf("%d polls, %d after", ctx.Polls(), ctx.PollsAfter())
	}
	select {
	case <-ctx.Done():
	default:
		t.Error("it is not done")
	}
}
