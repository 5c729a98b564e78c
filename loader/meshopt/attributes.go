package meshopt

const (
	// groupSize is the number of bytes that are packed together, groupLimit the greatest size of a
	// packed group: 4 bits each, and a byte for each value that does not fit.
	groupSize  = 16
	groupLimit = 24
	// blockLimit is the greatest number of elements of a block.
	blockLimit = 256
	// maxStride is the greatest size of an element.
	maxStride = 256
)

// blockElements returns the number of elements, of the given size, of each block but the last.
func blockElements(stride int) int {
	return min(8192/stride&^(groupSize-1), blockLimit)
}

// leastBlock returns the least size of n elements in a block: in version 1 the controls that say
// that all deltas are zero, in version 0 two bits for each group.
func leastBlock(stride, version, n int) int {
	if version > 0 {
		return stride / 4
	}
	return stride * headerSize(n)
}

// headerSize returns the number of bytes with the widths of the groups of n bytes.
func headerSize(n int) int { return (n + 4*groupSize - 1) / (4 * groupSize) }

// tailSize returns the number of bytes after the last block: padding, the element before the first,
// and in version 1 the channels.
func tailSize(stride, version int) int {
	if version > 0 {
		return max(stride+stride/4, 24)
	}
	return max(stride, 32)
}

// How the four bytes of a channel are stored; a byte for each channel in the tail.
const (
	channelBytes  = 0 // differences of bytes
	channelShorts = 1 // differences of 16-bit integers
	channelBits   = 2 // differing bits, rotated by the number in the upper half of the channel
)

// How the deltas of a byte of all elements in a block are stored, in two bits.
const (
	controlZero    = 2 // all are zero and take no bytes
	controlLiteral = 3 // not packed
)

// widths has the number of bits of a value for each control of version 1, and for version 0.
var widths = [...][4]uint8{{0, 1, 2, 4}, {1, 2, 4, 8}}

var widths0 = [4]uint8{0, 2, 4, 8}

// planes has the deltas of four consecutive bytes of the elements of a block.
type planes [4][blockLimit]byte

// decodeAttributes decodes a stream into out. Its version and size were checked.
func decodeAttributes(out, data []byte, version, stride int) error {
	tail := data[len(data)-tailSize(stride, version):]
	var channels [maxStride / 4]byte
	if version > 0 {
		copy(channels[:], tail[len(tail)-stride/4:])
		tail = tail[:len(tail)-stride/4]
	}
	for _, c := range channels {
		if c&15 > channelBits || c&15 < channelBits && c > channelBits {
			return fail("the meshopt data has the channel mode %#x, which is unknown", c)
		}
	}
	last := tail[len(tail)-stride:]
	rest := data[1:]
	for len(out) > 0 {
		block := out[:min(len(out), stride*blockElements(stride))]
		var err error
		if rest, err = decodeBlock(block, rest, last, version, stride, &channels); err != nil {
			return err
		}
		last = block[len(block)-stride:]
		out = out[len(block):]
	}
	switch n := tailSize(stride, version); {
	case len(rest) < n:
		return errEnd
	case len(rest) > n:
		return errExtra
	}
	return nil
}

// decodeBlock decodes a block into out and returns the data after it. last is the previous element.
func decodeBlock(out, data, last []byte, version, stride int, channels *[maxStride / 4]byte) ([]byte, error) {
	var controls []byte
	if version > 0 {
		if len(data) < stride/4 {
			return nil, errEnd
		}
		controls, data = data[:stride/4], data[stride/4:]
	}
	n := len(out) / stride
	var p planes
	for k := 0; k < stride; k += 4 {
		if version == 0 {
			for j := range p {
				if data = unpack(&p[j], data, n, &widths0); data == nil {
					return nil, errEnd
				}
			}
		} else if data = p.controlled(data, n, controls[k/4]); data == nil {
			return nil, errEnd
		}
		from := le.Uint32(last[k:])
		switch c := channels[k/4]; c & 15 {
		case channelBytes:
			p.addBytes(out[k:], stride, n, from)
		case channelShorts:
			p.addShorts(out[k:], stride, n, from)
		default:
			p.flipBits(out[k:], stride, n, from, int(c>>4))
		}
	}
	return data, nil
}

// controlled reads the deltas of four bytes of n elements by the controls of version 1. It returns
// the data after them, or nil if there is too little.
func (p *planes) controlled(data []byte, n int, controls byte) []byte {
	for j := range p {
		switch control := controls >> (2 * j) & 3; control {
		case controlZero:
			clear(p[j][:])
		case controlLiteral:
			if len(data) < n {
				return nil
			}
			copy(p[j][:], data[:n])
			data = data[n:]
		default:
			if data = unpack(&p[j], data, n, &widths[control]); data == nil {
				return nil
			}
		}
	}
	return data
}
