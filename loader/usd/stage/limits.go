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

// stepsPerByte is the number of steps that are charged as a byte: arcs that are cheap to write can take
// long to compose, so that time is limited as memory is.
const stepsPerByte = 16

// work counts steps, which are about a node visited each.
func (l *limits) work(steps int) {
	const round = 4096
	if l.steps += steps; l.steps >= round {
		l.charge(l.steps/stepsPerByte, 1)
		l.steps = 0
		l.poll()
	}
}

// fail notes an error that ends composition, and reports whether there is one.
func (l *limits) fail(err error) bool {
	if l.err == nil {
		l.err = err
	}
	return l.err != nil
}
