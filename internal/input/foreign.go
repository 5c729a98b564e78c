package input

import (
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/loader"
)

// foreignEndings are the endings of models in formats that are not read.
var foreignEndings = loader.ForeignEndings()

// plainEndings are the endings of files that are never models but common beside them. Their
// content is not read.
var plainEndings = strings.Fields(`
	.png .jpg .jpeg .tga .tif .tiff .bmp .gif .webp .hdr .exr .dds .ktx .ktx2 .basis .psd .psb .kra .xcf .svg .ico .tx .sbs .sbsar .spp
	.wav .mp3 .ogg .flac .opus .bank .mp4 .mov .avi .webm .mkv
	.txt .md .rst .json .jsonl .yaml .yml .xml .csv .tsv .html .css .toml .ini .cfg .conf .log .lock .pdf .doc .docx .xls .xlsx .ppt .pptx
	.c .h .cc .cpp .hpp .cs .go .rs .java .js .ts .py .pyc .lua .gd .sh .bat .ps1 .hlsl .glsl .vert .frag .shader .cginc .wgsl
	.zip .gz .bz2 .xz .zst .7z .tar .rar .ttf .otf .woff .woff2
	.bin .mtl .meta .asset .prefab .mat .unity .anim .controller .import .tres .tscn .uasset .umap .pak .dll .so .exe .o .a .lib .pdb
	.blend1 .blend2 .bak .tmp .part`)

// other calls Options.Skip if a file is a model in a format that is not read. It can be
// opened at real.
func (g *gatherer) other(name, real string) {
	clean := filepath.Clean(name)
	if g.options.Skip == nil || g.seen[clean] || g.ctx.Err() != nil {
		return
	}
	if ending := foreignEnding(real); ending != "" {
		g.seen[clean] = true
		g.options.Skip(name, ending)
	}
}

// foreignEnding returns the ending of the format of a model that is not read: by the ending of
// its name, or by its content if the ending is ambiguous. It returns "" for other files.
func foreignEnding(name string) string {
	ending := strings.ToLower(path.Ext(filepath.ToSlash(name)))
	switch {
	case slices.Contains(foreignEndings, ending):
		return ending
	case slices.Contains(plainEndings, ending):
		return ""
	}
	f, err := OpenRegular(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	const enough = 1 << 12
	head, err := io.ReadAll(io.LimitReader(f, enough))
	if err != nil {
		return ""
	}
	return loader.ForeignContent(head)
}
