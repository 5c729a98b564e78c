package hulls_test

import "github.com/meshcheck/meshcheck/internal/scenetest"

// Short names for tables of scenes.
type sceneBuilder = scenetest.Builder

var (
	moved       = scenetest.Moved
	turned      = scenetest.Turned
	opened      = scenetest.Opened
	product     = scenetest.Product
	box         = scenetest.Box
	cube        = scenetest.Cube
	openFixture = scenetest.Fixture
	checked     = scenetest.Checked
	hullOptions = scenetest.HullOptions
)
