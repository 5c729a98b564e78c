package input

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// markedModels are the marked models that earlier runs wrote to the outputs of this run.
type markedModels []fs.FileInfo

// markedAt returns the marked models at outputs. Files that other programs wrote are not
// among them.
func markedAt(outputs []string) markedModels {
	var own markedModels
	for _, path := range outputs {
		info, err := os.Stat(path)
		if err == nil && info.Mode().IsRegular() && isModel(path) && IsMarked(path) {
			own = append(own, info)
		}
	}
	return own
}

// has reports whether a file is one of them.
func (own markedModels) has(path string) bool {
	if len(own) == 0 {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && slices.ContainsFunc(own, func(o fs.FileInfo) bool { return os.SameFile(o, info) })
}

// IsMarked reports whether the file at path is a marked model as this program writes them. It is false for
// a file that cannot be read.
func IsMarked(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var head struct {
		Magic                           [4]byte
		Version, Length, Chunk, Content uint32
	}
	const jsonChunk = 0x4e4f534a
	if binary.Read(f, binary.LittleEndian, &head) != nil || string(head.Magic[:]) != "glTF" || head.Content != jsonChunk {
		return false
	}
	var doc struct {
		Asset  struct{ Generator string }
		Scenes []struct{ Name string }
	}
	if json.NewDecoder(io.LimitReader(f, int64(head.Chunk))).Decode(&doc) != nil {
		return false
	}
	tool, _, _ := strings.Cut(doc.Asset.Generator, " ")
	return tool == "meshcheck" && len(doc.Scenes) == 1 && doc.Scenes[0].Name == "meshcheck"
}
