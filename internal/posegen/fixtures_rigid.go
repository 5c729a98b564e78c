package posegen

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

func box(x0, y0, z0, x1, y1, z1 float64) meshgen.Indexed {
	return meshgen.Box(geom.Vec{x0, y0, z0}, geom.Vec{x1, y1, z1})
}

// hub is a wheel that turns on the flat end of a hub.
func hub() Fixture {
	m := &Model{}
	m.Show("hub", meshgen.Cylinder(24, geom.Vec{0, 0, -1}, 0.3, 1))
	wheel := m.Show("wheel", meshgen.Cylinder(20, geom.Vec{}, 1, 0.25))
	m.Clip("turn")
	m.Animate(wheel, "rotation", key(0, Turn(2, 0)), key(0.5, Turn(2, 90)), key(1, Turn(2, 180)), key(1.5, Turn(2, 270)), key(2, Turn(2, 360)))
	return Fixture{
		Name: "wheel_on_hub", Model: m, Answers: []Answer{{Samples: 61}},
		About: "A wheel turns on the flat end of a hub. Their triangles cover each other in every sample, others than at rest, but the bodies only touch.",
	}
}

// steering is a wheel that is pressed onto its axle and turns back and forth by less than the angle of a side.
func steering() Fixture {
	m := &Model{}
	axle := m.Show("axle", meshgen.Cylinder(16, geom.Vec{0, 0, -1}, 0.11, 2))
	m.Nodes[axle].Rotation = Turn(2, 5)
	wheel := m.Show("wheel", meshgen.Ring(16, geom.Vec{0, 0, -0.1}, 0.1, 0.5, 0.2))
	m.Clip("steer")
	m.Animate(wheel, "rotation", key(0, Turn(2, 0)), key(1, Turn(2, 9)), key(2, Turn(2, -9)))
	return Fixture{
		Name: "wheel_on_axle", Model: m, Answers: []Answer{{Samples: 61, Slides: true}},
		About: "A wheel is a hundredth too narrow for its axle and turns on it by up to nine degrees. Where the two go through each other, triangles follow their neighbours.",
	}
}

// door is a door that meets a post between its two keys.
func door() Fixture {
	m := &Model{}
	m.Show("post", box(-0.1, 0.6, 0.5, 0.1, 0.8, 1.5))
	leaf := m.Show("door", box(0.1, -0.02, 0, 1, 0.02, 2))
	m.Clip("open")
	m.Animate(leaf, "rotation", key(0, Turn(2, 0)), key(1, Turn(2, 150)))
	return Fixture{
		Name: "door_between_keys", Model: m, Answers: []Answer{{Samples: 31, Places: []Place{{Rule: "pose_contact", First: 16, Last: 19}, {Rule: "pose_contact", First: 17, Last: 20}}}},
		About: "A door opens by 150 degrees in a second and has two keys. Its sides, 0.02 from its middle, meet the corners of a post at (±0.1, 0.6) from 78.65 to 101.35 degrees: from 0.524 to 0.676 s. " +
			"No triangles of one side of the door are neighbours of some of the other, so that each side has a place of its own, of a length of four samples.",
	}
}

// piston is a piston that goes too high, with a rod that is moved with it.
func piston() Fixture {
	m := &Model{}
	m.Show("head", box(-0.5, 0.6, -0.5, 0.5, 1, 0.5))
	p := m.Show("piston", box(-0.2, -0.2, -0.2, 0.2, 0.2, 0.2))
	rod := m.Show("rod", box(-0.05, -1, -0.05, 0.05, -0.1, 0.05))
	m.Nodes[rod].Parent = p
	m.Clip("stroke")
	m.Animate(p, "translation", []float64{0, 0, 0, 0}, []float64{1, 0, 0.5, 0}, []float64{2, 0, 0, 0})
	return Fixture{
		Name: "piston", Model: m,
		Answers: []Answer{{Samples: 61, Places: []Place{{Rule: "pose_contact", First: 25, Last: 35, Worst: 30, Depth: 0.1}}}},
		About:   "The top of a piston is at 0.2, and goes up by 0.5 in a second and down again; the head is at 0.6. They touch at 0.8 s and 1.2 s and are in each other in between, by 0.1 at most. The rod goes through the piston at rest and moves with it.",
	}
}

// oneKey is a clip of a single key.
func oneKey() Fixture {
	m := &Model{}
	m.Show("wall", box(0, 0, 0, 0.25, 2, 2))
	b := m.Show("box", box(0.5, 0.5, 0.5, 1.5, 1.5, 1.5))
	m.Clip("pose")
	m.Animate(b, "translation", []float64{0.75, -0.375, 0, 0})
	return Fixture{
		Name: "one_key", Model: m, Answers: []Answer{{Samples: 1, Places: []Place{{Rule: "pose_contact", Depth: 0.125}}}},
		About: "The only key of a clip puts a box an eighth into a wall.",
	}
}

// always is a contact in each sample of a clip that is not there at rest.
func always() Fixture {
	m := &Model{}
	m.Show("wall", box(0, 0, 0, 0.25, 2, 2))
	b := m.Show("box", box(0.5, 0.5, 0.5, 1.5, 1.5, 1.5))
	m.Clip("inside")
	m.Animate(b, "translation", []float64{0, -0.3125, 0, 0}, []float64{1, -0.4375, 0, 0})
	return Fixture{
		Name: "always", Model: m, Answers: []Answer{{Samples: 31, Places: []Place{{Rule: "pose_contact", Last: 30, Worst: 30, Depth: 0.1875}}}},
		About: "A box is at rest beside a wall, and in it in all samples of a clip, deeper and deeper.",
	}
}

// flattens is an object that one key flattens.
func flattens() Fixture {
	m := &Model{}
	m.Show("wall", box(0, 0, 0, 0.25, 2, 2))
	b := m.Show("box", box(-0.25, -0.25, -0.25, 0.25, 0.25, 0.25))
	m.Nodes[b].Translation = geom.Vec{1, 1, 1}
	m.Clip("squash")
	m.Animate(b, "scale", []float64{0, 1, 1, 1}, []float64{0.5, 1, 0, 1}, []float64{1, 1, 1, 1})
	return Fixture{
		Name: "flattens", Model: m, Answers: []Answer{{Samples: 31, Flat: []int{15}}},
		About: "A box beside a wall has the height 0 at 0.5 s.",
	}
}

// grows is an object of the size 0 at rest, which grows into a wall.
func grows() Fixture {
	m := &Model{}
	m.Show("wall", box(0.31, -1, -1, 1, 1, 1))
	b := m.Show("box", box(-0.5, -0.5, -0.5, 0.5, 0.5, 0.5))
	m.Nodes[b].Scale = geom.Vec{}
	m.Clip("grow")
	m.Animate(b, "scale", []float64{0, 0, 0, 0}, []float64{1, 1, 1, 1})
	return Fixture{
		Name: "grows", Model: m,
		Answers: []Answer{{Samples: 31, Flat: []int{0}, Places: []Place{{Rule: "pose_contact", First: 19, Last: 30, Worst: 30, Depth: 0.19}}}},
		About:   "A box has the size 0 at rest, as what is hidden. It grows to the size 1 in a second, and into a wall 0.31 from its middle from 0.62 s on.",
	}
}
