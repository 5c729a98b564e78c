package gltf_test

import "github.com/meshcheck/meshcheck/internal/loadertest"

// object and builder have short names, since tests write them so often.
type (
	object  = loadertest.Object
	builder = loadertest.Builder
)
