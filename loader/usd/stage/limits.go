package stage

// limits asks the caller's functions. Its first error stays, and all composition stops at it.
type limits struct {
	o     *Options
	err   error
	steps int // since they were last charged
}

// charge asks for memory before it is taken.
func (l *limits) charge(count, size int) {
	if l.err == nil && l.o.Charge != nil {
		l.err = l.o.Charge(count, size)
	}
}

// poll reports whether to go on.
func (l *limits) poll() bool {
	if l.err == nil && l.o.Poll != nil {
		l.err = l.o.Poll()
	}
	return l.err == nil
}

// stepsPerPrim is the number of steps that count as a prim: arcs that are cheap to write can take long to compose.
const stepsPerPrim = 64

// work counts steps, which are about a node visited each.
func (l *limits) work(steps int) {
	const round = 16 * stepsPerPrim
	if l.steps += steps; l.steps >= round {
		l.prims(l.steps / stepsPerPrim)
		l.steps = 0
		l.poll()
	}
}

// prims asks whether n more prims may be composed.
func (l *limits) prims(n int) {
	if l.err == nil && l.o.Work != nil {
		l.err = l.o.Work(n)
	}
}

// fail notes an error that ends composition, and reports whether there is one.
func (l *limits) fail(err error) bool {
	if l.err == nil {
		l.err = err
	}
	return l.err != nil
}
