package check

import (
	"fmt"
	"strconv"
	"strings"
)

// UVOptions say how to check UV sets.
type UVOptions struct {
	// Unique are globs for the sheets in which nothing may overlap, beside those that are for
	// baking: of names of materials, of names and files of images, and of sets as in "TEXCOORD_1".
	Unique []string `json:"unique,omitempty"`
	// Padding has the distances in texels that islands must keep.
	Padding []PaddingLimit `json:"padding,omitempty"`
	// Lightmap is the n of the TEXCOORD_n that is the set of a light map: its sheets must be unique,
	// and every part must have it. 0 for none.
	Lightmap int `json:"lightmap,omitzero"`
}

// PaddingLimit is a distance in texels of an image of a size. Width and Height are 0 for the
// images' own.
type PaddingLimit struct {
	Texels        float64
	Width, Height int
}

// ParsePadding reads a distance in texels with the size of the image that it is for: "4px@1024",
// "4@1024x512", or "4px" for the images' own sizes.
func ParsePadding(text string) (PaddingLimit, error) {
	distance, size, sized := strings.Cut(text, "@")
	limit := PaddingLimit{}
	var err error
	limit.Texels, err = strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(distance), "px"), 64)
	if err == nil && sized {
		limit.Width, limit.Height, err = parseTexels(strings.TrimSuffix(strings.TrimSpace(size), "px"))
	}
	if err == nil {
		err = limit.Validate()
	}
	if err != nil || sized && limit.Width == 0 {
		return PaddingLimit{}, fmt.Errorf("%q is not a padding such as 4px or 4px@1024", text)
	}
	return limit, nil
}

// parseTexels reads "1024" or "1024x512".
func parseTexels(text string) (width, height int, err error) {
	w, h, both := strings.Cut(text, "x")
	if !both {
		h = w
	}
	if width, err = strconv.Atoi(w); err == nil {
		height, err = strconv.Atoi(h)
	}
	return width, height, err
}

// maxTexels is more texels than any image has on a side.
const maxTexels = 1 << 20

// Validate fails for a limit that cannot be.
func (p PaddingLimit) Validate() error {
	if !(p.Texels > 0 && p.Texels <= maxTexels) || p.Width < 0 || p.Height < 0 || p.Width > maxTexels || p.Height > maxTexels || (p.Width == 0) != (p.Height == 0) {
		return fmt.Errorf("padding of %v texels at %d × %d is not possible", p.Texels, p.Width, p.Height)
	}
	return nil
}

// String returns what ParsePadding reads.
func (p PaddingLimit) String() string {
	text := strconv.FormatFloat(p.Texels, 'g', -1, 64) + "px"
	switch {
	case p.Width == 0:
		return text
	case p.Width == p.Height:
		return fmt.Sprintf("%s@%d", text, p.Width)
	}
	return fmt.Sprintf("%s@%dx%d", text, p.Width, p.Height)
}

// UVProfile is what an engine or a use asks of UV sets.
type UVProfile struct {
	// Name of the profile, lower case; "" for none.
	Name string
	// Lightmap is the number of the UV set for light maps, 0 if the profile asks for none.
	Lightmap int
	Padding  []PaddingLimit
	// Source says where the numbers come from.
	Source string
}

// uvProfiles are documented in docs/uv.md.
var uvProfiles = []UVProfile{
	{
		Name: "unity", Lightmap: 1, Padding: []PaddingLimit{{4, 1024, 1024}},
		Source: "Unity manual, Generate Lightmap UVs: UV2, which is TEXCOORD_1; Pack Margin \"in pixels, assuming the Mesh takes up the entire 1024x1024 lightmap\", 4 by default " +
			"(docs.unity3d.com/6000.2/Documentation/Manual/LightingGiUvs-Reference.html)",
	},
	{
		Name: "unreal", Lightmap: 1, Padding: []PaddingLimit{{1, 64, 64}},
		Source: "Unreal Engine: light map UVs of imported meshes are packed for a smallest light map of Min Lightmap Resolution, 64 by default, which \"determines the amount of padding\" " +
			"(dev.epicgames.com, UInterchangeGenericMeshPipeline::MinLightmapResolution); one texel of it keeps charts apart. Channel 1 is the default light map channel of imports",
	},
	{
		Name: "web", Padding: []PaddingLimit{{Texels: 2}},
		Source: "bilinear filtering reads the four texels around a point (OpenGL ES 3.0.6, 3.8.10), so that islands two texels apart do not mix at the image's full size",
	},
}

// UVProfiles returns the built-in profiles. The caller must not change them.
func UVProfiles() []UVProfile { return uvProfiles }
