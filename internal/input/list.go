package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// listLimit limits the list of files, in bytes: a million long paths.
const listLimit = 256 << 20

// ReadList returns the paths in the named list, "-" for standard input: one per line, or
// separated by NUL bytes. The list is UTF-8, or UTF-16 with a byte order mark. When the
// context ends, ReadList returns its cause and does not wait for the list, which may be a
// pipe that nobody writes to.
func ReadList(ctx context.Context, name string) ([]string, error) {
	type content struct {
		data []byte
		err  error
	}
	read := make(chan content, 1)
	go func() {
		var c content
		if name == "-" {
			c.data, c.err = readLimited(os.Stdin)
		} else if f, err := os.Open(name); err != nil {
			c.err = err
		} else {
			c.data, c.err = readLimited(f)
			f.Close()
		}
		read <- c
	}()
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case c := <-read:
		if c.err != nil {
			return nil, c.err
		}
		text, err := decode(c.data)
		if err != nil {
			return nil, err
		}
		return splitList(text), nil
	}
}

// readLimited reads a whole list. It fails for more than listLimit bytes.
func readLimited(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, listLimit+1))
	if err == nil && len(data) > listLimit {
		err = fmt.Errorf("the list has more than %d MiB", listLimit>>20)
	}
	return data, err
}

var (
	errUTF16 = errors.New("the list begins as UTF-16, but is not valid UTF-16")
	errUTF32 = errors.New("the list is UTF-32; it must be UTF-8 or UTF-16")
)

// decode returns a list in UTF-8 without a byte order mark. It converts a list that begins
// with the mark of UTF-16, such as PowerShell 5 writes; other bytes stay as they are.
func decode(data []byte) ([]byte, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe\x00\x00")) {
		return nil, errUTF32
	}
	text, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), data)
	utf16 := bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))
	if utf16 && bytes.ContainsRune(text, utf8.RuneError) {
		// The decoder replaces invalid text; a path with a replacement names another file.
		err = errUTF16
	}
	return text, err
}

// splitList splits a list at NUL bytes if it has any (find -print0), otherwise at line ends.
// It skips empty names; "-" is a file of that name.
func splitList(data []byte) []string {
	separator := "\n"
	if bytes.IndexByte(data, 0) >= 0 {
		separator = "\x00"
	}
	var names []string
	for name := range strings.SplitSeq(string(data), separator) {
		if separator == "\n" {
			name = strings.TrimSuffix(name, "\r")
		}
		if name == "-" {
			name = "./-"
		}
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}
