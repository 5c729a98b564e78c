package html

import (
	"encoding/base64"
	"html/template"

	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/picture"
)

// postersPerPage limits the large pictures of a page, in bytes.
const postersPerPage = 2_000_000

// addPoster adds a large picture of the place of the first pin, which stands where the 3D view is going
// to be, in the scene if there is one.
func (v *fileView) addPoster(x, scene *drawing.View, free *budget) {
	if free.posters <= 0 {
		return
	}
	painter, region := picture.NewLargePainter(x, scene), v.Facts3D.Pins[0].Region
	var jpeg []byte
	switch {
	case x.Pair >= 0:
		jpeg = painter.Pair()
	case x.Group >= 0:
		jpeg = painter.Hull(region)
	default:
		jpeg = painter.Region(region)
	}
	if jpeg == nil {
		return
	}
	v.Poster = template.URL("data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpeg))
	free.posters -= len(v.Poster)
}
