package source

import (
	"bytes"
	"encoding/binary"
)

// ZIPSignature begins ZIP archives.
const ZIPSignature = "PK\x03\x04"

// FirstZIPEntry returns the name of the first entry of a ZIP archive that begins with head, or "" if
// head does not begin an archive or is too short.
func FirstZIPEntry(head []byte) string {
	const header, nameLength = 30, 26
	if !bytes.HasPrefix(head, []byte(ZIPSignature)) || len(head) < header {
		return ""
	}
	n := int(binary.LittleEndian.Uint16(head[nameLength:]))
	return string(head[header:min(len(head), header+n)])
}
