package draco

import "math"

// sequentialFaces reads listed faces; section "Sequential Connectivity".
func (d *decoder) sequentialFaces() error {
	faces, points := d.count32(), d.count32()
	compressed := d.byte() == 0
	if d.err != nil {
		return d.err
	}
	if faces > math.MaxInt32/3 || points > math.MaxInt32 {
		return fail("%d faces and %d points are too many", faces, points)
	}
	d.mesh.Points = int(points)
	n := 3 * int(faces)
	if !compressed && n > len(d.data) {
		return errEnd
	}
	if err := d.charge(n, 4); err != nil {
		return err
	}
	// Points take memory only with wanted values, but they always take time.
	if err := d.charge(int(points), 1); err != nil {
		return err
	}
	d.mesh.Faces = make([]uint32, n)
	if compressed {
		if err := d.compressedIndices(); err != nil {
			return err
		}
	} else {
		d.plainIndices()
	}
	return d.checkIndices()
}

// compressedIndices reads indices as differences from the previous one.
func (d *decoder) compressedIndices() error {
	if err := readSymbols(d, d.mesh.Faces, 1); err != nil {
		return err
	}
	last := uint32(0)
	for i, x := range d.mesh.Faces {
		// The sign is the lowest bit. A sum that wraps around is out of range.
		if x&1 != 0 {
			last -= x >> 1
		} else {
			last += x >> 1
		}
		d.mesh.Faces[i] = last
	}
	return nil
}

// plainIndices reads indices whose size depends on the number of points.
func (d *decoder) plainIndices() {
	read := d.uint32
	switch n := d.mesh.Points; {
	case n < 1<<8:
		read = func() uint32 { return uint32(d.byte()) }
	case n < 1<<16:
		read = func() uint32 { return uint32(d.uint16()) }
	case n < 1<<21 && d.minor >= 2:
		read = d.varint
	}
	for i := range d.mesh.Faces {
		d.mesh.Faces[i] = read()
	}
}

func (d *decoder) checkIndices() error {
	if d.err != nil {
		return d.err
	}
	for i, x := range d.mesh.Faces {
		if int64(x) >= int64(d.mesh.Points) {
			return fail("face %d: index %d is out of range: there are %d points", i/3, x, d.mesh.Points)
		}
	}
	return nil
}
