package fbx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/loader/imageinfo"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// picture is the image of a texture: embedded in the file, or a file beside it.
type picture struct {
	name    string
	content *document.Node // nil if it is not embedded
	// files are the names that the file may have, relative to the model's folder.
	files []string
}

// pictureOf returns the image of a Texture, which is that of its Video if it has one. It is nil if
// there is none.
func (r *reader) pictureOf(texture *object) *picture {
	p := &picture{name: texture.name}
	p.addFiles(texture.node)
	if i := slices.IndexFunc(texture.sources, func(o *object) bool { return o.kind == "Video" }); i >= 0 {
		v := r.video(texture.sources[i])
		p.name, p.content = v.name, v.content
		for _, file := range v.files {
			p.addFile(file)
		}
	}
	if p.content == nil && len(p.files) == 0 {
		return nil
	}
	return p
}

// video returns the image of a Video, which it looks for once: many Textures may have it.
func (r *reader) video(o *object) *picture {
	p := r.videos[o]
	if p == nil {
		p = &picture{name: o.name}
		if content := o.node.Child("Content"); content.Value(0).Len() > 0 {
			p.content = content
		}
		p.addFiles(o.node)
		r.videos[o] = p
	}
	return p
}

// longestPath is the greatest length of the path of an image.
const longestPath = 4096

// addFiles adds the names in a node. Most programs write paths of the machine on which the file was
// made: then the image is looked for in the model's folder.
func (p *picture) addFiles(n *document.Node) {
	for _, member := range []string{"RelativeFilename", "FileName", "Filename"} {
		name, ok := n.Child(member).Value(0).Text()
		if !ok || name == "" || len(name) > longestPath {
			continue
		}
		name = strings.ReplaceAll(strings.ToValidUTF8(name, "\ufffd"), `\`, "/")
		for _, candidate := range []string{name, path.Base(name)} {
			if file, err := source.SidePath(strings.ReplaceAll(candidate, "%", "%25")); err == nil {
				p.addFile(file)
			}
		}
	}
}

func (p *picture) addFile(name string) {
	if !slices.Contains(p.files, name) {
		p.files = append(p.files, name)
	}
}

// reportReferences calls OnReference for each file that may be an image.
func (r *reader) reportReferences() error {
	if r.OnReference == nil {
		return nil
	}
	for _, o := range r.objects {
		if o.kind == "Texture" || o.kind == "Video" {
			p := &picture{}
			p.addFiles(o.node)
			for _, name := range p.files {
				r.OnReference(name)
			}
		}
	}
	return r.ctx.Err()
}

// images reads the images of textures.
type images struct {
	*reader
	textures map[*object]texture
	// byContent and byFile are the indices of the images that were read.
	byContent map[*document.Node]int
	byFile    map[string]int
	failed    source.Tally // images that could not be read
}

// texture is what is read of a Texture.
type texture struct {
	image int // an index of the scene's images, -1 for none
	set   string
	wrap  [2]mesh.Wrap
}

func newImages(r *reader) *images {
	return &images{reader: r, textures: map[*object]texture{}, byContent: map[*document.Node]int{}, byFile: map[string]int{}}
}

// imageSize is what a texture with an image costs, with their elements of maps.
const imageSize = int(unsafe.Sizeof(mesh.Image{})+unsafe.Sizeof(texture{})) + 256

// texture reads a Texture and its image, each once.
func (r *images) texture(o *object) (texture, error) {
	if t, ok := r.textures[o]; ok {
		return t, nil
	}
	if err := r.Charge(o.node.Where(), 1, imageSize); err != nil {
		return texture{}, err
	}
	t := readTexture(o)
	var err error
	if p := r.pictureOf(o); p != nil {
		t.image, err = r.image(p)
	}
	r.textures[o] = t
	return t, err
}

// readTexture reads the properties of a Texture.
func readTexture(o *object) texture {
	t := texture{image: -1}
	_ = eachProperty(o.node, func(p *property) error {
		if len(p.values) == 0 {
			return nil
		}
		clamped, _ := p.values[0].Int()
		switch p.name {
		case "UVSet":
			t.set, _ = p.values[0].Text()
		case "WrapModeU":
			t.wrap[0] = wraps[clamped == 1]
		case "WrapModeV":
			t.wrap[1] = wraps[clamped == 1]
		}
		return nil
	})
	return t
}

// wraps are the modes of wrapping: whether coordinates are clamped.
var wraps = map[bool]mesh.Wrap{false: mesh.Repeat, true: mesh.ClampToEdge}

// image returns the index of an image, which it reads once.
func (r *images) image(p *picture) (int, error) {
	out := mesh.Image{Name: p.name}
	next := len(r.scene.Images)
	if p.content != nil {
		i, known := r.byContent[p.content]
		if known {
			return i, nil
		}
		r.byContent[p.content] = next
		r.inspect(&out, r.readContent(p, &out))
	} else {
		i, known := r.byFile[p.files[0]]
		if known {
			return i, nil
		}
		r.byFile[p.files[0]] = next
		r.inspect(&out, r.readFile(p, &out))
	}
	r.scene.Images = append(r.scene.Images, out)
	return next, r.ctx.Err()
}

// inspect notes the error of an image.
func (r *images) inspect(out *mesh.Image, err error) {
	if err == nil {
		return
	}
	r.failed.AddText(fmt.Sprintf("%s: %v", source.Shorten(out.Name), err))
}

// warn warns about the images that could not be read.
func (r *images) warn() {
	r.scene.Warnings = append(r.scene.Warnings, r.failed.Warnings("the size of an image cannot be read: %s", "the sizes of %d images cannot be read; the first is %s")...)
}

// readContent reads the header of an embedded image.
func (r *images) readContent(p *picture, out *mesh.Image) error {
	out.Open = opener(r.doc, p.content)
	data, err := r.doc.Bytes(p.content)
	if err != nil {
		return err
	}
	info, err := imageinfo.Read(bytes.NewReader(data))
	out.MIME, out.Width, out.Height = info.MIME, info.Width, info.Height
	return err
}

// opener returns a function that opens an embedded image.
func opener(doc *document.Document, content *document.Node) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		data, err := doc.Bytes(content)
		return io.NopCloser(bytes.NewReader(data)), err
	}
}

// readFile reads the header of an image in a side file: the first that can be read.
func (r *images) readFile(p *picture, out *mesh.Image) error {
	out.File = p.files[0]
	if r.Folder == nil {
		return errors.New("the model came without its folder")
	}
	var first error
	for _, name := range p.files {
		var info imageinfo.Info
		err := r.ReadSideHead(name, func(f io.Reader) (err error) {
			info, err = imageinfo.Read(f)
			return err
		})
		if err == nil {
			out.File, out.MIME, out.Width, out.Height = name, info.MIME, info.Width, info.Height
			return nil
		}
		if first == nil {
			first = fmt.Errorf("file %q: %w", source.Shorten(name), err)
		}
	}
	return first
}
