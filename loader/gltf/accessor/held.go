package accessor

import (
	"io/fs"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/source"
)

// mostBytes is more memory than any machine has. Products with the factors of budgets do not
// overflow.
const mostBytes = 1 << 48

// Held estimates the number of bytes in memory after reading a file of so many bytes: with its side
// files, unless folder is nil, and with compressed buffer views after decoding. The document is
// believed as far as a file of this size can have what it declares.
func (r *Reader) Held(bytes int64, folder fs.FS) int64 {
	views := r.views()
	if folder != nil {
		unread := fallbacks(views)
		for i, b := range r.Buffers {
			if b != nil && !unread[i] {
				bytes = min(bytes+min(sideSize(folder, b.URI), mostBytes), mostBytes)
			}
		}
	}
	return min(bytes+decodedBytes(views, bytes), mostBytes)
}

// sizedView is a buffer view, with the description of its compressed data if there is any.
type sizedView struct {
	*gltf.BufferView
	compressed *meshoptJSON
}

// views returns all buffer views that can be read.
func (r *Reader) views() []sizedView {
	var views []sizedView
	for _, text := range r.BufferViews {
		var v viewJSON
		if document.Unmarshal(text, &v) != nil {
			continue
		}
		sized := sizedView{BufferView: (*gltf.BufferView)(&v.viewFields)}
		var x meshoptJSON
		if name := meshoptName(v.Extensions); name != "" && document.Unmarshal(v.Extensions[name], &x) == nil {
			sized.compressed = &x
		}
		views = append(views, sized)
	}
	return views
}

// fallbacks returns the buffers that are not read, since all their views are compressed.
func fallbacks(views []sizedView) map[int]bool {
	unread := map[int]bool{}
	for _, v := range views {
		unread[v.Buffer] = true
	}
	for _, v := range views {
		if v.compressed == nil {
			delete(unread, v.Buffer)
		} else if v.compressed.Buffer != nil {
			delete(unread, *v.compressed.Buffer)
		}
	}
	return unread
}

// decodedBytes returns the number of bytes of compressed buffer views after decoding, limited by
// what a file of so many bytes can have.
func decodedBytes(views []sizedView, bytes int64) (sum int64) {
	most := meshoptRatio * bytes
	for _, v := range views {
		if x := v.compressed; x != nil {
			n := meshoptRatio * min(max(int64(x.ByteLength), 0), most/meshoptRatio)
			sum = min(sum+min(max(int64(v.ByteLength), 0), n), most)
		}
	}
	return sum
}

// sideSize returns the size of a side file, or 0 for data in the document and for anything but a
// regular file.
func sideSize(folder fs.FS, uri string) int64 {
	name, err := source.SidePath(uri)
	if err != nil {
		return 0
	}
	info, err := fs.Stat(folder, name)
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}
