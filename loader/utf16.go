package loader

import (
	"encoding/binary"

	"github.com/meshcheck/meshcheck/loader/source"
)

// utf16Heads returns the ASCII text at the beginning of data if it is read as UTF-16, trimmed as by
// source.TrimText: one for each byte order, empty if there is none.
func utf16Heads(data []byte) (heads [2][]byte) {
	units := data[:min(len(data), 256)&^1]
	for i, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		var text []byte
		for at := 0; at < len(units); at += 2 {
			c := order.Uint16(units[at:])
			if c == 0xfeff && at == 0 {
				continue
			}
			if c == 0 || c > 0x7f {
				break
			}
			text = append(text, byte(c))
		}
		heads[i] = source.TrimText(text)
	}
	return heads
}
