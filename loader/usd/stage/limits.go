package stage

// limits asks the caller's functions. Its first error stays, and all composition stops at it.
type limits struct {
	o   *Options
	err error
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

// fail notes an error that ends composition, and reports whether there is one.
func (l *limits) fail(err error) bool {
	if l.err == nil {
		l.err = err
	}
	return l.err != nil
}
