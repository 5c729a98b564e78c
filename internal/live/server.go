// Package live serves one page to browsers on this machine, and tells the open page when there is a
// newer one.
package live

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Server serves a page at an address that nobody else can guess. Only programs on this machine can
// reach it.
type Server struct {
	listener net.Listener
	server   http.Server
	token    string

	mu     sync.Mutex
	page   []byte
	now    event
	change chan struct{} // closed when now changes
}

// event is what open pages are told.
type event struct {
	check int  // the number of the page
	busy  bool // a newer one is being made
}

// Start starts a server, which must be closed. It serves nothing before Show.
func Start() (*Server, error) {
	// Not a name: it could resolve to another address.
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{listener: listener, token: rand.Text(), change: make(chan struct{})}
	s.server.Handler = http.HandlerFunc(s.serve)
	s.server.ReadHeaderTimeout = 10 * time.Second
	go func() { _ = s.server.Serve(listener) }()
	return s, nil
}

// URL returns the address of the page.
func (s *Server) URL() string { return fmt.Sprintf("http://%s/%s/", s.listener.Addr(), s.token) }

// Show replaces the page by that of a check with another number, and tells open pages.
func (s *Server) Show(check int, page []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.page = page
	s.tell(event{check: check})
}

// Busy tells open pages that a newer one is being made, or no longer.
func (s *Server) Busy(yes bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell(event{s.now.check, yes})
}

// tell wakes everybody who waits for an event. The caller holds the lock.
func (s *Server) tell(e event) {
	s.now = e
	close(s.change)
	s.change = make(chan struct{})
}

// Close ends the server and all its connections.
func (s *Server) Close() { _ = s.server.Close() }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	// The page has a stricter policy of its own, except for what only a header can say.
	header.Set("Content-Security-Policy", "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-store")
	// A page elsewhere could make its own name point to this machine.
	if !isLocal(r.Host) {
		http.Error(w, "this page is for this machine alone", http.StatusForbidden)
		return
	}
	token, name, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if !ok || subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 || name != "" && name != "events" {
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "this page can only be read", http.StatusMethodNotAllowed)
		return
	}
	if name == "events" {
		s.stream(r.Context(), w)
		return
	}
	s.mu.Lock()
	page := s.page
	s.mu.Unlock()
	if page == nil {
		http.NotFound(w, r)
		return
	}
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Length", fmt.Sprint(len(page)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(page)
	}
}

// isLocal reports whether the header Host names this machine.
func isLocal(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return name == "127.0.0.1" || strings.EqualFold(name, "localhost")
}

// stream sends the event of now and each later one, until the reader leaves or the server closes.
func (s *Server) stream(ctx context.Context, w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	for {
		s.mu.Lock()
		now, change := s.now, s.change
		s.mu.Unlock()
		// Browsers then try to connect again at once after an interruption, such as sleep.
		_, err := fmt.Fprintf(w, "retry: 1000\ndata: {\"check\":%d,\"busy\":%t}\n\n", now.check, now.busy)
		if err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-change:
		}
	}
}
