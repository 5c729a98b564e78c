package html

import (
	"io"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
)

// Served is what a page says that a server replaces after each check of its models.
type Served struct {
	// Check is the number of the check, from 1.
	Check int
	// Changed says what is different since the check before, such as "1 fixed, 2 new"; "" for the
	// first.
	Changed string
}

// WriteServed is Write for a page that a server shows. The page follows the address "events" beside its
// own. That sends events with JSON: the number of the newest check, and whether another one is busy. The
// page loads itself again when there is a newer check, and keeps the selected place, the filters and
// the camera. Its content security policy allows requests to its own server, and nothing else more than
// that of Write.
func WriteServed(w io.Writer, r *report.Report, models assets.List, s Served) error {
	p := newPageView(r, models)
	p.Served = &s
	p.inline(servedScript(), "; connect-src 'self'")
	return execute(w, p)
}
