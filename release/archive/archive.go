// Package archive writes archives whose bytes depend only on the files in them and on one time.
package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"time"
)

// File is a file of an archive. A name that ends in a slash is a folder.
type File struct {
	Name string // with slashes
	Mode fs.FileMode
	Data []byte
}

// Text returns a file that everybody may read.
func Text(name string, data []byte) File { return File{name, 0o644, data} }

// Program returns a file that everybody may run.
func Program(name string, data []byte) File { return File{name, 0o755, data} }

// TarGz returns a gzip-compressed tar archive of files, in their order, that belong to root.
func TarGz(files []File, modified time.Time) ([]byte, error) {
	var out bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(zipped)
	for _, f := range files {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: f.Name, Mode: int64(f.Mode.Perm()), Size: int64(len(f.Data)),
			ModTime: modified, Uname: "root", Gname: "root", Format: tar.FormatUSTAR,
		}
		if f.Name[len(f.Name)-1] == '/' {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.Data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := zipped.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Zip returns a zip archive of files, in their order.
func Zip(files []File, modified time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: modified.UTC()}
		h.SetMode(f.Mode)
		file, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(f.Data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Gzip returns data compressed, as Debian asks for manual pages and change logs.
func Gzip(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
