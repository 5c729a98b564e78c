package live_test

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/live"
)

func start(t *testing.T) *live.Server {
	t.Helper()
	s, err := live.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// ask sends a request with a header Host, "" for the usual one.
func ask(t *testing.T, method, url, host string) (status int, header http.Header, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

// Only who knows the address gets the page, under a name of this machine, and nobody can change
// anything. No header lets pages elsewhere read it.
func TestOnlyTheAddressWorks(t *testing.T) {
	s := start(t)
	address := s.URL()
	if status, _, _ := ask(t, "GET", address, ""); status != http.StatusNotFound {
		t.Errorf("status %d before there is a page", status)
	}
	s.Show(1, []byte("<p>page</p>"))
	root := strings.Join(strings.Split(address, "/")[:3], "/")
	port := root[strings.LastIndex(root, ":"):]
	for _, row := range []struct {
		method, url, host string
		want              int
	}{
		{"GET", address, "", http.StatusOK},
		{"HEAD", address, "", http.StatusOK},
		{"GET", address, "localhost" + port, http.StatusOK},
		{"GET", address, "LOCALHOST", http.StatusOK},
		{"GET", address, "models.example.com" + port, http.StatusForbidden},
		{"GET", address, "127.0.0.1.example.com", http.StatusForbidden},
		{"GET", address, "[::1]" + port, http.StatusForbidden},
		{"POST", address, "", http.StatusMethodNotAllowed},
		{"OPTIONS", address, "", http.StatusMethodNotAllowed},
		{"GET", root, "", http.StatusNotFound},
		{"GET", root + "/events", "", http.StatusNotFound},
		{"GET", root + "/" + strings.Repeat("A", 26) + "/", "", http.StatusNotFound},
		{"GET", strings.TrimSuffix(address, "/"), "", http.StatusNotFound},
		{"GET", address + "other", "", http.StatusNotFound},
		{"GET", address + "events/more", "", http.StatusNotFound},
	} {
		status, header, body := ask(t, row.method, row.url, row.host)
		if status != row.want {
			t.Errorf("%s %s as %q: status %d, want %d", row.method, row.url, row.host, status, row.want)
		}
		if strings.Contains(body, "page</p>") != (row.want == http.StatusOK && row.method == "GET") {
			t.Errorf("%s %s as %q: %q", row.method, row.url, row.host, body)
		}
		if len(header["Access-Control-Allow-Origin"]) > 0 || header.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s %s: header %v", row.method, row.url, header)
		}
	}
}

// Two servers have different tokens.
func TestTokensDiffer(t *testing.T) {
	token := func() string { return strings.Split(start(t).URL(), "/")[3] }
	if a, b := token(), token(); a == b || len(a) < 26 {
		t.Errorf("%s and %s", a, b)
	}
}

// Open pages are told of each check, and their connections end with the server.
func TestEvents(t *testing.T) {
	s := start(t)
	s.Show(1, nil)
	answer, err := http.Get(s.URL() + "events")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	next := func() string {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				return data
			}
		}
		return "the end"
	}
	if got := next(); got != `{"check":1,"busy":false}` {
		t.Error(got)
	}
	s.Busy(true)
	if got := next(); got != `{"check":1,"busy":true}` {
		t.Error(got)
	}
	s.Show(2, nil)
	if got := next(); got != `{"check":2,"busy":false}` {
		t.Error(got)
	}
	s.Close()
	if got := next(); got != "the end" {
		t.Error(got)
	}
}
