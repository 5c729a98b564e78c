package scenetest

import (
	"image"

	"github.com/meshcheck/meshcheck/geom"
)

// HuePixels returns how many pixels of img in r have about a hue: the cosine of the angle
// between the colours is more than least.
func HuePixels(img image.Image, r image.Rectangle, want [3]uint8, least float64) (n int) {
	direction := hue(float64(want[0]), float64(want[1]), float64(want[2]))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			cr, cg, cb, _ := img.At(x, y).RGBA()
			if hue(float64(cr), float64(cg), float64(cb)).Dot(direction) > least {
				n++
			}
		}
	}
	return n
}

func hue(r, g, b float64) geom.Vec {
	v := geom.Vec{r, g, b}
	if length := v.Norm(); length > 0 {
		return v.Scale(1 / length)
	}
	return v
}
