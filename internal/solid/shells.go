package solid

import (
	"context"

	"github.com/meshcheck/meshcheck/mesh"
)

// Volumes are the exact signs of the volumes that the shells of a mesh enclose.
type Volumes struct {
	// Sign has, for each shell, the sign of its signed volume: the integral of its winding number.
	// It is 0 for a shell that is not closed with one orientation.
	Sign []int
	// Total is the sign of the sum of these volumes.
	Total int
}

// VolumesOf returns the signs of the volumes of all shells, whose numbers Welded.Shells gives, with
// the fans of all finite triangles but others. A shell is closed with one orientation if along every edge of
// it as many triangles run one way as the other. The error is only ctx's.
func VolumesOf(ctx context.Context, workers int, w *mesh.Welded, fans mesh.Fans, others []uint32, shell []uint32, count int) (Volumes, error) {
	open, err := openShells(ctx, workers, w, fans, others, shell, count)
	if err != nil {
		return Volumes{}, err
	}
	v := volumes{Welded: w, shell: shell, open: open, of: make([]volume, count), Volumes: Volumes{Sign: make([]int, count)}}
	if err := v.measure(ctx, workers); err != nil {
		return Volumes{}, err
	}
	return v.Volumes, v.settle(ctx)
}
