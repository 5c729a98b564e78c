package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// fakeEvents are events that a test sends, or holds back.
type fakeEvents struct {
	signal chan struct{}
	err    error
	closed bool
}

func newFake() *fakeEvents { return &fakeEvents{signal: make(chan struct{}, 1)} }

func (f *fakeEvents) follow([]string) (bool, error) { return false, f.err }
func (f *fakeEvents) changed() <-chan struct{}      { return f.signal }
func (f *fakeEvents) close()                        { f.closed = true }

// save writes a file.
func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// models returns a set of all .stl files in a folder, and of one file beside them.
func models(folder string) func(context.Context) (Set, error) {
	return func(ctx context.Context) (Set, error) {
		inputs, err := filepath.Glob(filepath.Join(folder, "*.stl"))
		return Set{Inputs: inputs, Beside: []string{filepath.Join(folder, "beside.bin")}, Folders: []string{folder}}, err
	}
}

// begin returns a watcher that has seen the files of a folder, and its reasons for looking by time.
func begin(t *testing.T, folder string, e events) (*Watcher, *[]string) {
	t.Helper()
	var reasons []string
	w := &Watcher{list: models(folder), events: e, say: func(reason string) { reasons = append(reasons, reason) }}
	if err := w.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w, &reasons
}

// A save is one change when it is complete, however many steps it has: emptied, written by halves,
// replaced by another file.
func TestNextWaitsForTheWholeSave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		path := filepath.Join(folder, "a.stl")
		save(t, path, "first")
		e := newFake()
		w, reasons := begin(t, folder, e)
		start := time.Now()
		go func() {
			time.Sleep(time.Minute) // nothing happens, and nothing is said
			e.signal <- struct{}{}
			for _, part := range []string{"", "sec", "secon"} {
				save(t, path, part)
				time.Sleep(quiet * 2 / 3)
			}
			save(t, path+".tmp", "second, whole")
			if err := os.Rename(path+".tmp", path); err != nil {
				t.Error(err)
			}
		}()
		if err := w.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		if text, _ := os.ReadFile(path); string(text) != "second, whole" {
			t.Errorf("the file is %q", text)
		}
		if took := time.Since(start); took < time.Minute+2*quiet || took > time.Minute+5*quiet {
			t.Errorf("it took %v", took)
		}
		if err := w.Begin(t.Context()); err != nil || w.Same(path) || len(*reasons) > 0 {
			t.Errorf("%v, same %t, %q", err, w.Same(path), *reasons)
		}
	})
}

// A file that stays empty counts after a while: the check says what is wrong with it.
func TestNextIsNotPatientForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		w, _ := begin(t, folder, newFake())
		save(t, filepath.Join(folder, "empty.stl"), "")
		start := time.Now()
		if err := w.Next(t.Context()); err != nil || time.Since(start) < patience {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// New files, deleted files and files beside the inputs are changes; other files are not, nor is a
// change that is undone before it is complete.
func TestNextSeesTheSet(t *testing.T) {
	remove := func(t *testing.T, path string) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	for name, change := range map[string]func(t *testing.T, folder string){
		"new":     func(t *testing.T, folder string) { save(t, filepath.Join(folder, "new.stl"), "new") },
		"deleted": func(t *testing.T, folder string) { remove(t, filepath.Join(folder, "a.stl")) },
		"beside":  func(t *testing.T, folder string) { save(t, filepath.Join(folder, "beside.bin"), "now it exists") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				folder := t.TempDir()
				save(t, filepath.Join(folder, "a.stl"), "a")
				e := newFake()
				w, _ := begin(t, folder, e)
				ctx, cancel := context.WithTimeoutCause(t.Context(), 9*time.Second, errors.New("nothing"))
				defer cancel()
				save(t, filepath.Join(folder, "notes.txt"), "no model")
				e.signal <- struct{}{}
				if err := w.Next(ctx); err == nil || err.Error() != "nothing" {
					t.Fatalf("another file: %v", err)
				}
				change(t, folder)
				if err := w.Next(t.Context()); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// A change without an event, and an error of the events, lead to looks by time, with one reason.
func TestNextLooksByTime(t *testing.T) {
	for name, e := range map[string]*fakeEvents{"silent": newFake(), "failing": {err: errors.New("no space left on device")}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e.signal = make(chan struct{}, 1)
				folder := t.TempDir()
				path := filepath.Join(folder, "a.stl")
				save(t, path, "1")
				w, reasons := begin(t, folder, e)
				for i, within := range []time.Duration{proveEvery + time.Second, PollEvery + time.Second} {
					go func() {
						time.Sleep(time.Millisecond)
						save(t, path, "more than before"[:10+i])
					}()
					start := time.Now()
					if err := w.Next(t.Context()); err != nil || time.Since(start) > within {
						t.Errorf("%d: %v after %v", i, err, time.Since(start))
					}
					if err := w.Begin(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				if len(*reasons) != 1 || !e.closed {
					t.Errorf("%q, closed %t", *reasons, e.closed)
				}
			})
		})
	}
}

// Events of the system arrive, also from folders that appear later, and from one that was deleted
// and made again.
func TestEventsOfTheSystem(t *testing.T) {
	root := t.TempDir()
	folder := filepath.Join(root, "models")
	list := func(context.Context) (Set, error) {
		inputs, err := filepath.Glob(filepath.Join(folder, "*.stl"))
		return Set{Inputs: inputs, Folders: []string{folder}}, err
	}
	w := New(list, func(reason string) { t.Log(reason) })
	defer w.Close()
	for i := range 3 {
		if err := w.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(50*time.Millisecond, func() {
			if i == 1 {
				_ = os.RemoveAll(folder)
			}
			_ = os.MkdirAll(folder, 0o777)
			_ = os.WriteFile(filepath.Join(folder, "a.stl"), []byte("abc"[:i+1]), 0o666)
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if err := w.Next(ctx); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
}
