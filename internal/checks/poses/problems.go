package poses

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// problem is why a subject is not checked in a sample, as the beginning of a sentence about it. If the
// subject is -1, no subject is.
type problem struct {
	subject int
	reason  string
}

// reasonOfPose returns why there is no pose, without its time.
func reasonOfPose(err error) string {
	if zero := (*pose.ZeroRotationError)(nil); errors.As(err, &zero) {
		return fmt.Sprintf("the rotation of channel %d has the length 0", zero.Channel)
	}
	return err.Error()
}

// problem returns why a deformed subject cannot be checked at some positions of its vertices, or "".
func (k *subject) problem(points []geom.Vec) string {
	switch {
	case len(points)-countFinite(points) > k.nonfinite:
		return "it has vertices that are not finite"
	case k.flattened(points):
		return "it is flattened"
	}
	return ""
}
