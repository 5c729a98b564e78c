package drawing

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// movingClip is a clip of a motion, by its number in the rig.
type movingClip struct {
	number int
	MotionClip
	// all are the times of all samples, worst are those of places.
	all, worst []float64
}

// sampleClips takes the samples of all clips, as many as fit a number of bytes. What a clip does not change in
// any of them is left out.
func (m *moving) sampleClips(bytes int) error {
	demands := make([]demand, len(m.clips))
	for i := range m.clips {
		c := &m.clips[i]
		m.timesOf(c, i)
		c.Moved, c.Blended = m.movers.moved(m.rig, c.number)
		demands[i] = demand{len(c.all) * c.sampleSize(), 0, 1}
	}
	level := levelOf(demands, bytes*3/4, func(d demand) (int, int) { return d.triangles, d.weight })
	for i := range m.clips {
		c := &m.clips[i]
		c.keep(int(level) / c.sampleSize())
		if err := m.ctx.Err(); err != nil {
			return err
		}
		m.evaluate(c)
	}
	m.dropTargets()
	return nil
}

// dropTargets drops the targets whose weights no clip changes.
func (m *moving) dropTargets() {
	number := make([]int, len(m.movers.targets)) // plus one
	var targets []targetKey
	var rest []float32
	for i := range m.clips {
		blended := m.clips[i].Blended
		for k, n := range blended {
			if number[n] == 0 {
				targets, rest = append(targets, m.movers.targets[n]), append(rest, m.restWeights[n])
				number[n] = len(targets)
			}
			blended[k] = number[n] - 1
		}
	}
	m.movers.targets, m.restWeights = targets, rest
}

// sampleSize returns the bytes of a sample.
func (c *movingClip) sampleSize() int { return 16 + 48*len(c.Moved) + 4*len(c.Blended) }

// timesOf sets the times of the samples of a clip, and the worst of its places.
func (m *moving) timesOf(c *movingClip, number int) {
	of := &m.rig.Clips[c.number]
	c.Clip, c.Name = c.number, of.Name
	for i := range m.places {
		if m.places[i].clip == number {
			c.worst = append(c.worst, m.places[i].issue.Pose.Time)
		}
	}
	slices.Sort(c.worst)
	c.worst = slices.Compact(c.worst)
	var o check.PoseOptions
	if m.left.Poses != nil {
		o = *m.left.Poses
	}
	rate := cmp.Or(o.Rate, check.DefaultPoseRate)
	c.all, _ = of.Samples(rate, cmp.Or(o.MaxSamples, check.DefaultMaxSamples))
	c.all = slices.Concat(c.all, c.worst) // the options may be others
	slices.Sort(c.all)
	c.all = slices.Compact(c.all)
	c.Samples = len(c.all)
}

// keep chooses about so many samples: the worst of places, and every so many, with the last.
func (c *movingClip) keep(most int) {
	every := 1
	for every*max(most-len(c.worst), 1) < len(c.all) && every < len(c.all) {
		every++
	}
	for i, t := range c.all {
		if _, worst := slices.BinarySearch(c.worst, t); worst || i%every == 0 || i == len(c.all)-1 {
			c.Of, c.Times = append(c.Of, i), append(c.Times, t)
		}
	}
}

// evaluate takes the kept samples of a clip. It drops those that cannot be posed.
func (m *moving) evaluate(c *movingClip) {
	e := pose.NewEvaluator(m.rig)
	n := 0
	for k, t := range c.Times {
		if e.Pose(c.number, t) != nil {
			continue // the check says so
		}
		c.Of[n], c.Times[n] = c.Of[k], t
		n++
		c.Matrices = m.movers.append(c.Matrices, e, c.Moved)
		c.Weights = m.movers.weights(c.Weights, e, c.Blended)
	}
	c.Of, c.Times = c.Of[:n], c.Times[:n]
	c.Moved, c.Matrices = changing(c.Moved, c.Matrices, m.rest, 12)
	c.Blended, c.Weights = changing(c.Blended, c.Weights, m.restWeights, 1)
	c.keys(&m.rig.Clips[c.number])
}

// changing returns those of some rows of so many numbers, given for each sample, that differ from rest in any.
func changing(rows []int, samples, rest []float32, width int) (kept []int, numbers []float32) {
	if len(rows) == 0 {
		return nil, nil
	}
	stride := len(rows) * width
	var columns []int
	for n, row := range rows {
		same := true
		for from := n * width; from < len(samples) && same; from += stride {
			same = slices.Equal(samples[from:from+width], rest[row*width:(row+1)*width])
		}
		if !same {
			kept, columns = append(kept, row), append(columns, n)
		}
	}
	for from := 0; from < len(samples); from += stride {
		for _, n := range columns {
			numbers = append(numbers, samples[from+n*width:from+(n+1)*width]...)
		}
	}
	return kept, numbers
}

// keys finds the kept samples that are at keys.
func (c *movingClip) keys(of *pose.Clip) {
	key := map[float64]bool{}
	for i := range of.Keys {
		for k := range of.Keys[i].Rows() {
			key[of.Keys[i].At(k, 0)] = true
		}
	}
	for k, t := range c.Times {
		if key[t] {
			c.Keys = append(c.Keys, k)
		}
	}
}
