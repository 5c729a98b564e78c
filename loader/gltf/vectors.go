package gltf

import "github.com/qmuntal/gltf"

// vectors reads an accessor of vectors as numbers, normalized ones divided.
func (r *reader) vectors(place string, i int, typ gltf.AccessorType) (values []float64, count int, err error) {
	a, err := r.accessor(place, i, typ, gltf.ComponentFloat,
		gltf.ComponentByte, gltf.ComponentUbyte, gltf.ComponentShort, gltf.ComponentUshort)
	if err != nil {
		return nil, 0, err
	}
	if err := r.Charge(a.place, a.Count, 8*typ.Components()); err != nil {
		return nil, 0, err
	}
	data, err := r.decode(a)
	if err != nil {
		return nil, 0, err
	}
	one := float64(integerOne(a.Accessor))
	switch v := data.(type) {
	case [][3]float32:
		values = numbers3(v, one)
	case [][4]float32:
		values = numbers4(v, one)
	case [][3]int8:
		values = numbers3(v, one)
	case [][4]int8:
		values = numbers4(v, one)
	case [][3]uint8:
		values = numbers3(v, one)
	case [][4]uint8:
		values = numbers4(v, one)
	case [][3]int16:
		values = numbers3(v, one)
	case [][4]int16:
		values = numbers4(v, one)
	case [][3]uint16:
		values = numbers3(v, one)
	case [][4]uint16:
		values = numbers4(v, one)
	default:
		panic("gltf: vectors of an unchecked type")
	}
	return values, a.Count, nil
}

type component interface {
	float32 | int8 | uint8 | int16 | uint16
}

func numbers3[T component](v [][3]T, one float64) []float64 {
	out := make([]float64, 0, 3*len(v))
	for i := range v {
		out = appendNumbers(out, v[i][:], one)
	}
	return out
}

func numbers4[T component](v [][4]T, one float64) []float64 {
	out := make([]float64, 0, 4*len(v))
	for i := range v {
		out = appendNumbers(out, v[i][:], one)
	}
	return out
}

// appendNumbers appends the components of one vector, divided by one unless
// that is 0.
func appendNumbers[T component](out []float64, v []T, one float64) []float64 {
	for _, x := range v {
		f := float64(x)
		if one > 0 {
			f = max(f/one, -1)
		}
		out = append(out, f)
	}
	return out
}
