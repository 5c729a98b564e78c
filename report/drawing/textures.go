package drawing

import (
	"encoding/base64"
	"image"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/texture"
)

// Texture is an image of base colors, small enough for a page.
type Texture struct {
	// MIME is the type of Data, "" if there is no room for the image.
	MIME string
	Data []byte
	// Average is its mean color.
	Average [3]uint8
}

// The longest side of a texture in a page, in pixels: between these, as large as there is room for.
const (
	longestSide  = 1024
	shortestSide = 32
)

// useColors keeps of the paints those that views use, and adds their textures and the notes of the
// scene.
func (e *excerpting) useColors() error {
	if e.paints == nil {
		return nil
	}
	used, views := map[int]int{}, slices.Concat(e.Meshes, e.Pairs, e.Hulls)
	if e.Scene != nil {
		views = append(views, e.Scene)
	}
	if e.Motion != nil {
		views = append(views, e.Motion.View)
	}
	for _, x := range views {
		if x.Colors == nil {
			continue
		}
		for i := 1; i < len(x.Colors.Runs); i += 2 {
			x.Colors.Runs[i] = e.usePaint(used, x.Colors.Runs[i])
		}
	}
	if len(e.Paints) == 0 || e.left.Textures == 0 {
		return nil
	}
	e.ColorNotes = slices.Clone(e.scene.ColorNotes)
	return e.addTextures()
}

// usePaint returns the index among e.Paints of a paint of the scene.
func (e *excerpting) usePaint(used map[int]int, paint int) int {
	if paint < 0 {
		return paint
	}
	at, ok := used[paint]
	if !ok {
		at = len(e.Paints)
		used[paint] = at
		e.Paints = append(e.Paints, e.paints.list[paint])
	}
	return at
}

// addTextures adds the textures that paints use, within the bounds.
func (e *excerpting) addTextures() error {
	var textures []int // of the scene
	for k := range e.Paints {
		p := &e.Paints[k]
		if p.Texture < 0 {
			continue
		}
		at := slices.Index(textures, p.Texture)
		if at < 0 {
			at = len(textures)
			textures = append(textures, p.Texture)
		}
		p.Texture = at
	}
	if len(textures) == 0 {
		return nil
	}
	small, err := e.decode(textures, sideFor(len(textures), e.left.Textures))
	if err != nil {
		return err
	}
	return e.encode(small)
}

// sideFor returns the side of n textures that probably fit so many bytes: a power of two.
func sideFor(n, bytes int) int {
	const perPixel = 0.2
	side := longestSide
	for side > shortestSide && float64(n)*float64(side)*float64(side)*perPixel > float64(bytes) {
		side /= 2
	}
	return side
}

// decode returns textures of the scene with the given longest side. For those that cannot be decoded,
// which it notes, they are nil.
func (e *excerpting) decode(textures []int, side int) ([]*image.RGBA, error) {
	small, faults := make([]*image.RGBA, len(textures)), make([]error, len(textures))
	err := parallel.Tasks(e.ctx, e.left.Workers, len(textures), func(_, i int) {
		m, err := e.scene.Textures[textures[i]].Decode(e.ctx)
		if faults[i] = err; err == nil {
			small[i] = texture.Shrink(m, side)
		}
	})
	if err != nil {
		return nil, err
	}
	for i, fault := range faults {
		if fault != nil {
			e.ColorNotes = append(e.ColorNotes, "texture "+e.scene.Textures[textures[i]].Name+": "+fault.Error())
		}
	}
	return small, e.ctx.Err()
}

// encode adds the textures, smaller until they fit.
func (e *excerpting) encode(small []*image.RGBA) error {
	e.Textures = make([]Texture, len(small))
	for k, m := range small {
		e.Textures[k].Average = [3]uint8{255, 255, 255}
		if m != nil {
			e.Textures[k].Average = texture.Average(m)
		}
	}
	for {
		total, longest, err := e.encodeAll(small)
		if err != nil || total <= e.left.Textures {
			return err
		}
		if longest/2 < shortestSide {
			break
		}
		for k, m := range small {
			if m != nil {
				small[k] = texture.Shrink(m, longest/2)
			}
		}
	}
	for k := range e.Textures {
		e.Textures[k].MIME, e.Textures[k].Data = "", nil
	}
	return nil
}

// encodeAll encodes the textures and returns what they take in base64, and the longest side.
func (e *excerpting) encodeAll(small []*image.RGBA) (total, longest int, err error) {
	err = parallel.Tasks(e.ctx, e.left.Workers, len(small), func(_, k int) {
		if small[k] != nil {
			e.Textures[k].MIME, e.Textures[k].Data = texture.Encode(small[k])
		}
	})
	for k, m := range small {
		if m != nil {
			total += base64.StdEncoding.EncodedLen(len(e.Textures[k].Data))
			longest = max(longest, m.Rect.Dx(), m.Rect.Dy())
		}
	}
	return total, longest, err
}
