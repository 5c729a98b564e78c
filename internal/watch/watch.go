// Package watch waits until files are saved. Events of the file system say only when to look: whether
// something has changed is decided by size, time and identity of the files.
package watch

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"
)

const (
	// quiet is how long no file may change before a save counts as complete.
	quiet = 300 * time.Millisecond
	// patience is how long an unchanging file may be empty or locked before it counts nevertheless.
	patience = 5 * time.Second
	// PollEvery is the time between two looks where the file system reports no events.
	PollEvery = 2 * time.Second
	// proveEvery is the time between two looks that prove that events are reported.
	proveEvery = 10 * time.Second
	// rest keeps a flood of events from causing a flood of looks.
	rest = 50 * time.Millisecond
	// mostLooks limits how often the folders are listed again because there are more.
	mostLooks = 8
)

// Set is what to watch.
type Set struct {
	// Inputs count as changed also when one more appears in the set, or one leaves it.
	Inputs []string
	// Beside are other files that a result depends on, whether they exist or not.
	Beside []string
	// Folders are those in which inputs may appear, without the folders below them.
	Folders []string
}

// Watcher waits for changes of a set of files. It is for one goroutine.
type Watcher struct {
	list   func(context.Context) (Set, error)
	events events // nil when looking by time
	say    func(reason string)
	known  state // as of the last Begin
	before state // as of the Begin before
}

// events are what the file system reports.
type events interface {
	// follow sets the folders whose entries are watched, and reports whether some are new.
	follow(folders []string) (grown bool, err error)
	// changed has a value after something in one of the folders has changed.
	changed() <-chan struct{}
	close()
}

// New returns a watcher of the set that list returns, which is called at each look. A watcher without
// events of the file system looks every PollEvery; say is called once with the reason. It must be closed.
func New(list func(context.Context) (Set, error), say func(reason string)) *Watcher {
	w := &Watcher{list: list, say: say}
	if e, err := newNotifications(); err != nil {
		w.poll(reasonOf(err))
	} else {
		w.events = e
	}
	return w
}

// Close ends the events.
func (w *Watcher) Close() {
	if w.events != nil {
		w.events.close()
		w.events = nil
	}
}

// poll ends the events, so that the watcher looks by time.
func (w *Watcher) poll(reason string) {
	w.Close()
	w.say(reason)
}

// Begin notes the files as they are, before they are read. It fails if list does.
func (w *Watcher) Begin(ctx context.Context) error {
	now, _, err := w.look(ctx)
	w.before, w.known = w.known, now
	return err
}

// Same reports whether a file is as it was when Begin was called the time before. It is false for one
// that was not watched then.
func (w *Watcher) Same(path string) bool {
	was, before := w.before[path]
	is, now := w.known[path]
	return before && now && sameFile(was.info, is.info)
}

// Next waits until a file differs from what Begin noted, and then until no file has changed for a
// moment and each can be read. It fails if list does, and with the cause when the context ends.
func (w *Watcher) Next(ctx context.Context) error {
	byTime := false
	for {
		now, err := w.compare(ctx)
		if err == nil && !now.same(w.known) {
			if now, err = w.settle(ctx, now); err == nil && byTime && w.events != nil && len(w.events.changed()) == 0 {
				w.poll("a file has changed without an event of the file system")
			}
		}
		if err != nil || !now.same(w.known) {
			return err
		}
		if byTime, err = w.pause(ctx); err != nil {
			return err
		}
	}
}

// compare looks at the files for a comparison with what is known. Files beside the inputs become
// known when they are first looked at: the check has only then found that they belong to an input.
func (w *Watcher) compare(ctx context.Context) (state, error) {
	now, beside, err := w.look(ctx)
	for _, path := range beside {
		if _, ok := w.known[path]; !ok {
			w.known[path] = now[path]
		}
	}
	for path, info := range w.known { // what no input refers to any more
		if _, ok := now[path]; !ok && info.beside {
			delete(w.known, path)
		}
	}
	return now, err
}

// settle waits until the files stay as they are, and returns how that is.
func (w *Watcher) settle(ctx context.Context, last state) (state, error) {
	since := time.Now()
	for {
		if err := sleep(ctx, quiet); err != nil {
			return nil, err
		}
		now, err := w.compare(ctx)
		switch {
		case err != nil:
			return nil, err
		case !now.same(last):
			since = time.Now()
		case now.readable(w.known) || time.Since(since) >= patience:
			return now, nil
		}
		last = now
	}
}

// look returns how the files are now, and which of them are beside the inputs.
func (w *Watcher) look(ctx context.Context) (state, []string, error) {
	for again := 0; ; again++ {
		set, err := w.list(ctx)
		if err != nil {
			return state{}, nil, err
		}
		if w.events != nil {
			if w.follow(set.folders()) && again < mostLooks {
				continue // a folder may have got files before it was followed
			}
		}
		return stateOf(&set), set.Beside, nil
	}
}

// follow follows the folders by events, or ends the events if it cannot. It reports whether there are
// more than before.
func (w *Watcher) follow(folders []string) (grown bool) {
	grown, err := w.events.follow(folders)
	reason := ""
	switch {
	case err != nil:
		reason = reasonOf(err)
	case grown:
		reason = remote(folders)
	}
	if reason != "" {
		w.poll(reason)
	}
	return grown
}

// pause waits until it is time to look again, and reports whether no event is the reason.
func (w *Watcher) pause(ctx context.Context) (byTime bool, err error) {
	every, changed := PollEvery, (<-chan struct{})(nil)
	if w.events != nil {
		every, changed = proveEvery, w.events.changed()
	}
	timer := time.NewTimer(every)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false, context.Cause(ctx)
	case <-timer.C:
		return true, nil
	case <-changed:
		return false, sleep(ctx, rest)
	}
}

// sleep waits for a time. It fails with the cause when the context ends.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// reasonOf says why there are no events.
func reasonOf(err error) string {
	if errors.Is(err, syscall.ENOSPC) { // what Linux says when all watches are in use
		return "the system cannot watch so many folders"
	}
	return fmt.Sprintf("the system reports no changes of files (%v)", err)
}
