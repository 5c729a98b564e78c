package loader

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/loader/fbx"
	"github.com/meshcheck/meshcheck/loader/gltf"
	"github.com/meshcheck/meshcheck/loader/obj"
	"github.com/meshcheck/meshcheck/loader/off"
	"github.com/meshcheck/meshcheck/loader/ply"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/stl"
	"github.com/meshcheck/meshcheck/loader/threemf"
	"github.com/meshcheck/meshcheck/loader/usd"
	"github.com/meshcheck/meshcheck/mesh"
)

// Format identifies a model format, such as "stl".
type Format = source.Format

// The formats that are read. glTF as text and glTF as one binary file have names of their own, as
// users call them.
const (
	STL     = stl.STL
	GLTF    = gltf.GLTF
	GLB     = gltf.GLB
	OBJ     = obj.OBJ
	PLY     = ply.PLY
	OFF     = off.OFF
	ThreeMF = threemf.ThreeMF
	FBX     = fbx.FBX
	USD     = usd.USD
)

// FormatInfo describes a format that is read.
type FormatInfo struct {
	Format Format
	// Name is the format's common name, such as "STL".
	Name string
	// Endings are the endings of the names of its files, in lower case with their dots.
	Endings []string
	// YUp reports whether +Y is up in its files, or in most of them if they say which axis is up (FBX, USD).
	// Otherwise +Z is.
	YUp bool
	// Unitless reports whether its files have no unit of length. Options.Unit gives them one.
	Unitless bool
}

// decoder is a row of the table of formats: formats that share a package, and what the package does.
type decoder struct {
	formats []FormatInfo
	// encoding says how texts must be encoded. It is for files that are UTF-16, which are refused;
	// "" for a format that has no texts or decodes them itself.
	encoding string
	// layered says that its side files may be anywhere below Options.Root.
	layered bool
	// recognize returns the format of a file of the given size that begins with head, and how
	// certain that is. head is the whole file when the file is about to be decoded.
	recognize func(head []byte, size int64) (Format, source.Certainty)
	// decode decodes a file, which in counts as input already. The scene may keep data.
	decode func(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error)
	// stream decodes a file while it is read and adds it to a hasher, if its beginning and its size make
	// its format Certain. It is nil for formats that are decoded from memory.
	stream func(ctx context.Context, in *source.Input, r io.Reader, hash *source.Hasher) (*mesh.Scene, error)
	// estimate estimates what it takes to load a file of the given size that begins with head.
	// folder has the side files.
	estimate func(f io.ReaderAt, head []byte, size int64, folder fs.FS) source.Estimate
}

// decoders is the table of formats. It has all that is known of a format outside of its package.
var decoders = []decoder{
	{
		formats: []FormatInfo{
			{Format: GLTF, Name: "glTF", Endings: []string{".gltf"}, YUp: true},
			{Format: GLB, Name: "GLB", Endings: []string{".glb"}, YUp: true},
		},
		encoding:  "glTF must be UTF-8",
		recognize: gltf.Recognize, decode: gltf.Decode, estimate: gltf.Estimate,
	},
	{
		formats:   []FormatInfo{{Format: STL, Name: "STL", Endings: []string{".stl"}, Unitless: true}},
		encoding:  "text STL must be ASCII or UTF-8",
		recognize: stl.Recognize, decode: stl.Decode, stream: stl.Stream, estimate: stl.Estimate,
	},
	{
		formats:   []FormatInfo{{Format: OBJ, Name: "OBJ", Endings: []string{".obj"}, YUp: true, Unitless: true}},
		encoding:  "OBJ must be ASCII or UTF-8",
		recognize: obj.Recognize, decode: obj.Decode, estimate: obj.Estimate,
	},
	{
		formats:   []FormatInfo{{Format: PLY, Name: "PLY", Endings: []string{".ply"}, Unitless: true}},
		encoding:  "the header of PLY must be ASCII or UTF-8",
		recognize: ply.Recognize, decode: ply.Decode, estimate: ply.Estimate,
	},
	{
		formats:   []FormatInfo{{Format: OFF, Name: "OFF", Endings: []string{".off"}, Unitless: true}},
		encoding:  "OFF must be ASCII or UTF-8",
		recognize: off.Recognize, decode: off.Decode, estimate: off.Estimate,
	},
	{
		formats:   []FormatInfo{{Format: ThreeMF, Name: "3MF", Endings: []string{".3mf"}}},
		recognize: threemf.Recognize, decode: threemf.Decode, estimate: threemf.Estimate,
	},
	{
		formats:   []FormatInfo{{Format: FBX, Name: "FBX", Endings: []string{".fbx"}, YUp: true}},
		encoding:  "text FBX must be ASCII or UTF-8",
		recognize: fbx.Recognize, decode: fbx.Decode, estimate: fbx.Estimate,
	},
	{
		formats:  []FormatInfo{{Format: USD, Name: "USD", Endings: []string{".usd", ".usda", ".usdc", ".usdz"}, YUp: true}},
		encoding: "text USD must be UTF-8", layered: true,
		recognize: usd.Recognize, decode: usd.Decode, estimate: usd.Estimate,
	},
}

// formats is what Formats returns.
var formats = func() (all []FormatInfo) {
	for _, d := range decoders {
		all = append(all, d.formats...)
	}
	return all
}()

// Formats returns the formats that are read, in a fixed order. The caller must not change the
// Endings.
func Formats() []FormatInfo { return slices.Clone(formats) }

// FormatNamed returns the description of a format, or the zero FormatInfo if the format is not
// read.
func FormatNamed(f Format) FormatInfo {
	if i := slices.IndexFunc(formats, func(info FormatInfo) bool { return info.Format == f }); i >= 0 {
		return formats[i]
	}
	return FormatInfo{}
}

// Endings returns the endings of the names of files in the formats that are read, in lower case with
// their dots. Open detects the format from the content all the same.
func Endings() []string {
	var all []string
	for _, info := range formats {
		all = append(all, info.Endings...)
	}
	return all
}

// FormatByEnding returns the format to which the ending of a file's name belongs, or "" if no format
// that is read has this ending.
func FormatByEnding(path string) Format {
	ending := strings.ToLower(filepath.Ext(path))
	for _, info := range formats {
		if slices.Contains(info.Endings, ending) {
			return info.Format
		}
	}
	return ""
}

// match is a format that a file may have, with its decoder, which is nil if there is none.
type match struct {
	*decoder
	format    Format
	certainty source.Certainty
	utf16     bool
}

// recognize returns the format that matches a file of the given size that begins with head best, or
// the first of them.
func recognize(head []byte, size int64) match {
	best := bestMatch(head, size)
	if best.certainty == source.Certain {
		return best
	}
	for _, text := range utf16Heads(head) {
		m := bestMatch(text, size)
		if m.decoder != nil && m.encoding != "" && (m.certainty > best.certainty || m.decoder == best.decoder) {
			best, best.utf16 = m, true
		}
	}
	return best
}

// bestMatch is recognize for a file that is not UTF-16.
func bestMatch(head []byte, size int64) (best match) {
	for i := range decoders {
		if f, c := decoders[i].recognize(head, size); c > best.certainty {
			best = match{decoder: &decoders[i], format: f, certainty: c}
		}
		if best.certainty == source.Certain {
			break // none is better
		}
	}
	return best
}

// formatOf detects the format of a file: by its content or, where that is inconclusive, by its name,
// which may be "". The error is a FormatError of the format to which the name belongs, or wraps
// ErrUnknownFormat.
func formatOf(data []byte, name string) (match, error) {
	if len(data) == 0 {
		return match{}, fmt.Errorf("%w: the file is empty", ErrUnknownFormat)
	}
	m := recognize(data, int64(len(data)))
	if m.certainty > source.Possible {
		return m, nil
	}
	unknown := unknown(data)
	if named := FormatByEnding(name); named != "" && named != m.format && !isForeign(unknown) {
		return match{format: named}, unlike(named, data)
	}
	if m.decoder == nil || ForeignFormat(name) != "" {
		return match{}, unknown
	}
	return m, nil
}

// unlike returns the error for a file that has the ending of a format but does not begin like files
// of the format.
func unlike(named Format, head []byte) error {
	return &FormatError{Format: named, Err: fmt.Errorf("this is not %s file, though its name says so: it begins with %s",
		withArticle(FormatNamed(named).Name), source.Quote(head[:min(len(head), 12)]))}
}

// withArticle puts the indefinite article before the name of a format, which is an abbreviation.
func withArticle(name string) string {
	const spokenWithVowel = "AEFHILMNORSX"
	if strings.ContainsRune(spokenWithVowel, rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}
