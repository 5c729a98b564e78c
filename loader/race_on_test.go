//go:build race

package loader_test

const underRaceDetector = true
