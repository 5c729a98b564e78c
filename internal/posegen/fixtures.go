package posegen

// Fixture is a small model whose answers are known.
type Fixture struct {
	Name string
	// About says what there is to see, and why the answers are what they are.
	About string
	*Model
	// Answers are those of each clip, and Alone those of each morph target alone.
	Answers, Alone []Answer
}

// Answer is what there is to find in a clip with 30 samples a second.
type Answer struct {
	// Samples is their number.
	Samples int
	// Places are where the pose adds contact.
	Places []Place
	// Slides: there may also be places of the rule pose_moved, at any samples.
	Slides bool
	// Flat are the samples in which an object is flattened.
	Flat []int
}

// Place is a place in consecutive samples.
type Place struct {
	// Rule is "pose_contact", "pose_fold" or "pose_moved".
	Rule string
	// First and Last are indices of samples.
	First, Last int
	// Worst is the sample with the greatest depth, and Depth that depth, up to a thousandth. A depth of 0
	// means that both are not known.
	Worst int
	Depth float64
}

// Always reports whether the place is in all samples of an answer.
func (p *Place) Always(a *Answer) bool { return p.First == 0 && p.Last == a.Samples-1 }

// Fixtures returns all fixtures.
func Fixtures() []Fixture {
	return []Fixture{
		hub(), steering(), door(), piston(), oneKey(), always(), flattens(), grows(),
		deeper(), hand(), elbow(), morph(),
	}
}

// Contact returns the samples of an answer with new pairs of triangles, apart from those of pose_moved where the
// model slides.
func (a *Answer) Contact() []bool {
	contact := make([]bool, a.Samples)
	for _, p := range a.Places {
		for k := p.First; k <= p.Last; k++ {
			contact[k] = true
		}
	}
	return contact
}
