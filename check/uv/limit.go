package uv

import (
	"fmt"
	"strconv"
	"strings"
)

// ParsePadding reads a distance in texels with the size of the image that it is for: "4px@1024",
// "4@1024x512", or "4px" for the images' own sizes.
func ParsePadding(text string) (PaddingLimit, error) {
	distance, size, sized := strings.Cut(text, "@")
	limit := PaddingLimit{}
	var err error
	limit.Texels, err = strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(distance), "px"), 64)
	if err == nil && sized {
		limit.Width, limit.Height, err = parseSize(strings.TrimSuffix(strings.TrimSpace(size), "px"))
	}
	if err == nil {
		err = (&Options{Padding: []PaddingLimit{limit}}).Validate()
	}
	if err != nil || sized && limit.Width == 0 {
		return PaddingLimit{}, fmt.Errorf("%q is not a padding such as 4px or 4px@1024", text)
	}
	return limit, nil
}

// parseSize reads "1024" or "1024x512".
func parseSize(text string) (width, height int, err error) {
	w, h, both := strings.Cut(text, "x")
	if !both {
		h = w
	}
	if width, err = strconv.Atoi(w); err == nil {
		height, err = strconv.Atoi(h)
	}
	return width, height, err
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
