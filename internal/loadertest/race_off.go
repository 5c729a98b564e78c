//go:build !race

package loadertest

const underRaceDetector = false
