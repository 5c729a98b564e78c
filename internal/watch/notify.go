package watch

import (
	"errors"
	"io/fs"

	"github.com/fsnotify/fsnotify"
)

// notifications are the events of the system.
type notifications struct {
	watcher  *fsnotify.Watcher
	followed map[string]bool
	signal   chan struct{}
}

func newNotifications() (*notifications, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	n := &notifications{watcher: watcher, followed: map[string]bool{}, signal: make(chan struct{}, 1)}
	go n.forward()
	return n, nil
}

// forward turns any number of events, and lost ones, into one signal until the watcher is closed.
func (n *notifications) forward() {
	for {
		select {
		case _, ok := <-n.watcher.Events:
			if !ok {
				return
			}
		case _, ok := <-n.watcher.Errors:
			if !ok {
				return
			}
		}
		select {
		case n.signal <- struct{}{}:
		default:
		}
	}
}

func (n *notifications) changed() <-chan struct{} { return n.signal }

func (n *notifications) close() { _ = n.watcher.Close() }

// follow watches folders, not files: many programs save a file by replacing it with another.
func (n *notifications) follow(folders []string) (grown bool, err error) {
	wanted := make(map[string]bool, len(folders))
	for _, folder := range folders {
		wanted[folder] = true
		if n.followed[folder] {
			continue
		}
		err := n.watcher.Add(folder)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
			continue // it is gone again, or the check says what is wrong with it
		case err != nil:
			return false, err
		}
		n.followed[folder], grown = true, true
	}
	// The system forgets a folder that was deleted, also if another one of its name exists by now.
	alive := map[string]bool{}
	for _, folder := range n.watcher.WatchList() {
		alive[folder] = true
	}
	for folder := range n.followed {
		switch {
		case !wanted[folder]:
			_ = n.watcher.Remove(folder)
			delete(n.followed, folder)
		case !alive[folder]:
			delete(n.followed, folder)
			grown = true
		}
	}
	return grown, nil
}
