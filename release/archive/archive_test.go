package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"testing"
	"time"
)

var (
	files = []File{{Name: "a/", Mode: 0o755}, Program("a/program", []byte("1")), Text("a/text", []byte("22"))}
	when  = time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)
)

// TestTarGz: names, modes, sizes and times are those of the files, and the owner is root.
func TestTarGz(t *testing.T) {
	data, err := TarGz(files, when)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := TarGz(files, when.Local()); !bytes.Equal(data, again) {
		t.Error("two archives differ")
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(unzipped)
	for _, f := range files {
		h, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if h.Name != f.Name || h.FileInfo().Mode().Perm() != f.Mode || !h.ModTime.Equal(when) || h.Uid != 0 || h.Uname != "root" {
			t.Errorf("%s is %+v", f.Name, h)
		}
		if text, _ := io.ReadAll(r); !bytes.Equal(text, f.Data) {
			t.Errorf("%s contains %q", f.Name, text)
		}
	}
}

// TestZip does the same for zip archives.
func TestZip(t *testing.T) {
	data, err := Zip(files[1:], when)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := Zip(files[1:], when.Local()); !bytes.Equal(data, again) {
		t.Error("two archives differ")
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(r.File) != 2 {
		t.Fatalf("%d files, %v", len(r.File), err)
	}
	for i, f := range r.File {
		if want := files[1+i]; f.Name != want.Name || f.Mode() != want.Mode || !f.Modified.Equal(when) {
			t.Errorf("%s is %+v", want.Name, f.FileHeader)
		}
	}
}
