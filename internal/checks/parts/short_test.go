package parts_test

import "github.com/meshcheck/meshcheck/internal/scenetest"

// Short names for tables of scenes.
type sceneBuilder = scenetest.Builder

var (
	floor       = scenetest.Floor
	pin         = scenetest.Pin
	sceneOf     = scenetest.SceneOf
	checked     = scenetest.Checked
	moved       = scenetest.Moved
	turned      = scenetest.Turned
	scaled      = scenetest.Scaled
	flipped     = scenetest.Flipped
	without     = scenetest.Opened
	box         = scenetest.Box
	sheet       = scenetest.Sheet
	cube        = scenetest.Cube
	openFixture = scenetest.Fixture
	loadedScene = scenetest.Loaded
	countsOf    = scenetest.CountsOf
	difference  = scenetest.Difference
)
