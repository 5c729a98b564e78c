//go:build race

package loadertest

const underRaceDetector = true
