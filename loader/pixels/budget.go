package pixels

import (
	"fmt"
	"io"
	"strings"

	"github.com/meshcheck/meshcheck/loader/imageinfo"
	"github.com/meshcheck/meshcheck/mesh"
)

const (
	// mostPixels is the number of pixels of all textures of a file, and memoryShare the part of the
	// memory that decoding them may take.
	mostPixels  = 64 << 20
	memoryShare = 4
)

// Budget is the number of pixels that the textures of a file may have together.
type Budget struct{ left int64 }

// NewBudget returns the budget of a file. It may take memory bytes in all, of which free are left, and
// decoding takes perPixel bytes for a pixel.
func NewBudget(memory, free int64, perPixel int) *Budget {
	return &Budget{min(mostPixels, min(memory/memoryShare, free)/int64(perPixel))}
}

// Admit takes the pixels of an image of so many bytes from the budget. It fails for an image of a
// type that is not decoded, for one that is not Plausible, and for one that exceeds the budget.
func (b *Budget) Admit(info imageinfo.Info, bytes int64) error {
	if !Decodable(info.MIME) {
		kind := strings.ToUpper(strings.TrimPrefix(strings.TrimPrefix(info.MIME, "image/"), "vnd-ms."))
		return fmt.Errorf("%s is not decoded", kind)
	}
	if err := Plausible(info, bytes); err != nil {
		return err
	}
	n := int64(info.Width) * int64(info.Height)
	if n > b.left {
		return fmt.Errorf("its %d by %d pixels are more than the textures of a file may have", info.Width, info.Height)
	}
	b.left -= n
	return nil
}

// Texture reads the header of an image of so many bytes and admits it. The texture, which has no name,
// opens it again when it is decoded.
func (b *Budget) Texture(size int64, open func() (io.ReadCloser, error)) (t mesh.Texture, err error) {
	f, err := open()
	if err != nil {
		return t, err
	}
	defer f.Close()
	info, err := imageinfo.Read(f)
	if err != nil {
		return t, err
	}
	if err := b.Admit(info, size); err != nil {
		return t, err
	}
	return mesh.Texture{Width: info.Width, Height: info.Height, Decode: Later(open, info)}, nil
}
