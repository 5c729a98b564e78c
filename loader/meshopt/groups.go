package meshopt

import (
	"encoding/binary"
	"math/bits"
)

var le = binary.LittleEndian

// ones has the lowest bit of each of eight bytes.
const ones = 0x0101010101010101

// unpack reads the packed groups of n bytes. The header has their widths. It returns the data after
// them, or nil if there is too little.
func unpack(out *[blockLimit]byte, data []byte, n int, widths *[4]uint8) []byte {
	size := headerSize(n)
	if len(data) < size {
		return nil
	}
	header, data := data[:size], data[size:]
	for i := 0; i < n; i += groupSize {
		// After the last group there is a tail of this many bytes.
		if len(data) < groupLimit {
			return nil
		}
		in, group := (*[groupLimit]byte)(data), (*[groupSize]byte)(out[i&(blockLimit-1):])
		used := 0
		switch widths[header[i/(4*groupSize)]>>(i/groupSize*2&6)&3] {
		case 0:
			*group = [groupSize]byte{}
		case 1:
			used = unpack1(group, in)
		case 2:
			used = unpack2(group, in)
		case 4:
			used = unpack4(group, in)
		default:
			*group = [groupSize]byte(in[:])
			used = groupSize
		}
		data = data[used:]
	}
	return data
}

// unpack4 reads a group with 4 bits for a value, the upper half of a byte first. For each value 15,
// a byte follows. It returns the number of bytes that it read.
func unpack4(out *[groupSize]byte, in *[groupLimit]byte) int {
	packed := le.Uint64(in[:])
	a, b := spread4(packed&0xffffffff), spread4(packed>>32)
	// All bits of a 15, and of no other value, carry into the next value.
	fullA, fullB := (a+ones)>>4&ones, (b+ones)>>4&ones
	count := fullA * ones >> 56
	a = a&^(fullA*0xff) | placed(le.Uint64(in[8:]), fullA)
	b = b&^(fullB*0xff) | placed(le.Uint64(in[8+count&15:]), fullB)
	le.PutUint64(out[:], a)
	le.PutUint64(out[8:], b)
	return int(8 + count + fullB*ones>>56)
}

// spread4 returns the eight values of four bytes, a byte each.
func spread4(x uint64) uint64 {
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	return (x>>4 | x<<8) & 0x0f0f0f0f0f0f0f0f
}

// unpack2 is unpack4 for 2 bits. A byte follows for each value 3.
func unpack2(out *[groupSize]byte, in *[groupLimit]byte) int {
	packed := uint64(le.Uint32(in[:]))
	a, b := spread2(packed&0xffff), spread2(packed>>16)
	fullA, fullB := (a+ones)>>2&ones, (b+ones)>>2&ones
	count := fullA * ones >> 56
	a = a&^(fullA*0xff) | placed(le.Uint64(in[4:]), fullA)
	b = b&^(fullB*0xff) | placed(le.Uint64(in[4+count&15:]), fullB)
	le.PutUint64(out[:], a)
	le.PutUint64(out[8:], b)
	return int(4 + count + fullB*ones>>56)
}

// spread2 returns the eight values of two bytes, a byte each.
func spread2(x uint64) uint64 {
	x = (x | x<<24) & 0x000000ff000000ff
	x = (x>>4 | x<<16) & 0x000f000f000f000f
	return (x>>2 | x<<8) & 0x0303030303030303
}

// unpack1 is unpack4 for 1 bit, the lowest bit of a byte first. A byte follows for each value 1.
func unpack1(out *[groupSize]byte, in *[groupLimit]byte) int {
	count := bits.OnesCount8(in[0])
	le.PutUint64(out[:], places[in[0]].place(le.Uint64(in[2:])))
	le.PutUint64(out[8:], places[in[1]].place(le.Uint64(in[2+count&15:])))
	return 2 + count + bits.OnesCount8(in[1])
}

// placed moves the first bytes of x in order to the bytes where full is 1, and clears the others.
func placed(x, full uint64) uint64 {
	// The product has the lowest bits of the eight bytes side by side at its top.
	return places[full*0x0102040810204080>>56].place(x)
}

// placing moves bytes of a word up to selected places, by 4, by 2 and by 1.
type placing struct {
	by4, by2, by1 uint64 // the bytes that come from this many places below
	chosen        uint64
}

// place returns the first bytes of x in order at the selected places, and zero at the others.
func (p *placing) place(x uint64) uint64 {
	x ^= (x ^ x<<32) & p.by4
	x ^= (x ^ x<<16) & p.by2
	x ^= (x ^ x<<8) & p.by1
	return x & p.chosen
}

// places has the placing for each selection of bytes, a bit each. The order of the bytes does not
// change, so after each move they are still in different places. Warren, Hacker's Delight, section
// 7-5.
var places = func() (all [256]placing) {
	for choice := range all {
		p := &all[choice]
		from := 0
		for to := range 8 {
			if choice>>to&1 == 0 {
				continue
			}
			p.chosen |= 0xff << (8 * to)
			up, at := to-from, from
			for _, step := range []struct {
				by    int
				moved *uint64
			}{{4, &p.by4}, {2, &p.by2}, {1, &p.by1}} {
				if up&step.by != 0 {
					at += step.by
					*step.moved |= 0xff << (8 * at)
				}
			}
			from++
		}
	}
	return all
}()
