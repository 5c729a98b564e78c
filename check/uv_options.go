package check

import (
	"fmt"
	"strconv"
	"strings"
)

// UVOptions are the options of the check UV.
type UVOptions struct {
	// Unique are globs for further sheets in which nothing may overlap, besides those for baking:
	// names of materials, names and files of images, and sets such as "TEXCOORD_1" or, where sets have
	// names, "map1".
	Unique []string `json:"unique,omitempty"`
	// Padding has the least distances of islands, in texels.
	Padding []PaddingLimit `json:"padding,omitempty"`
	// Lightmap is the n of the TEXCOORD_n of the light map, 0 for none. Its sheets must be unique,
	// and every part must have it.
	Lightmap int `json:"lightmap,omitzero"`
	// LightmapName is the name of that set, in formats whose sets have names; "" for none. Only one of
	// the two may be set.
	LightmapName string `json:"lightmap_name,omitzero"`
}

// PaddingLimit is a distance in texels of an image of the given size. Width and Height are 0 for
// the images' own sizes.
type PaddingLimit struct {
	Texels        float64
	Width, Height int
}

// ParsePadding parses a distance in texels with an optional image size: "4px@1024", "4@1024x512",
// or "4px" for the images' own sizes.
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

// parseTexels parses "1024" or "1024x512".
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

// maxTexels is more than the width or height of any image.
const maxTexels = 1 << 20

// Validate returns an error for an impossible limit.
func (p PaddingLimit) Validate() error {
	if !(p.Texels > 0 && p.Texels <= maxTexels) || p.Width < 0 || p.Height < 0 || p.Width > maxTexels || p.Height > maxTexels || (p.Width == 0) != (p.Height == 0) {
		return fmt.Errorf("padding of %v texels at %d × %d is not possible", p.Texels, p.Width, p.Height)
	}
	return nil
}

// String returns the limit in the form that ParsePadding accepts.
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

// UVProfile is what an engine or a use requires of UV sets.
type UVProfile struct {
	// Name of the profile, lower case; "" for none.
	Name string
	// Lightmap is the number of the UV set for light maps, 0 if the profile asks for none.
	Lightmap int
	Padding  []PaddingLimit
	// Source documents the numbers.
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
