package html

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report/reporttest"
)

// Only a page that a server shows may send requests, and only to that server; only it has the script
// for that.
func TestServed(t *testing.T) {
	var b strings.Builder
	if err := WriteServed(&b, reporttest.Sample(), nil, Served{Check: 7, Changed: "1 fixed, 2 new"}); err != nil {
		t.Fatal(err)
	}
	policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`)
	policyOf := func(page string) string { return html.UnescapeString(policy.FindStringSubmatch(page)[1]) }
	served, file := b.String(), htmlOf(t, reporttest.Sample())
	for _, want := range []string{"default-src 'none'; ", "script-src " + fingerprint(servedScript()), "; connect-src 'self'"} {
		if !strings.Contains(policyOf(served), want) {
			t.Errorf("the policy %s lacks %s", policyOf(served), want)
		}
	}
	if strings.Contains(policyOf(file), "connect-src") || strings.Contains(file, "EventSource") || strings.Contains(file, `class="served"`) {
		t.Error("a page in a file has parts of one that a server shows")
	}
	for _, want := range []string{`data-check="7"`, "1 fixed, 2 new", "EventSource"} {
		if !strings.Contains(served, want) {
			t.Errorf("%s is missing", want)
		}
	}
}
