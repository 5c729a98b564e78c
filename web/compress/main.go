// Compress writes its standard input to its standard output, compressed with gzip. Unlike the programs called
// gzip, it writes the same bytes on every system.
package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := compress(os.Stdout, os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "compress:", err)
		os.Exit(1)
	}
}

func compress(to io.Writer, from io.Reader) error {
	w, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, from); err != nil {
		return err
	}
	return w.Close()
}
