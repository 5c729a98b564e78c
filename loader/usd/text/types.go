package text

import (
	"math"
	"strings"
)

// kind is what the components of a value are.
type kind uint8

const (
	noKind kind = iota
	boolean
	integer
	half
	single
	double
	str
	assetPath
	opaque
)

// valueType is the type of a value. A scalar has outer and inner 0, a tuple has inner 0.
type valueType struct {
	kind         kind
	outer, inner int // the number of tuples, and the number of components of each
	array        bool
	low, high    int64 // the range of integers
}

// width returns the number of components of an element.
func (t *valueType) width() int { return max(t.outer, 1) * max(t.inner, 1) }

// typeOf returns the type with a name. ok is false if there is none.
func typeOf(name string) (t valueType, ok bool) {
	name, array := strings.CutSuffix(name, "[]")
	if alias, ok := aliases[name]; ok {
		name = alias
	}
	t, ok = valueTypes[name]
	t.array = array
	return t, ok
}

// aliases are names of old files.
var aliases = map[string]string{
	"Vec2i": "int2", "Vec2h": "half2", "Vec2f": "float2", "Vec2d": "double2", "Vec3i": "int3", "Vec3h": "half3", "Vec3f": "float3",
	"Vec3d": "double3", "Vec4i": "int4", "Vec4h": "half4", "Vec4f": "float4", "Vec4d": "double4", "PointFloat": "point3f", "Point": "point3d",
	"NormalFloat": "normal3f", "Normal": "normal3d", "VectorFloat": "vector3f", "Vector": "vector3d", "ColorFloat": "color3f",
	"Color": "color3d", "Quath": "quath", "Quatf": "quatf", "Quatd": "quatd", "Matrix2d": "matrix2d", "Matrix3d": "matrix3d",
	"Matrix4d": "matrix4d", "Frame": "frame4d", "Transform": "matrix4d", "PointIndex": "int", "EdgeIndex": "int", "FaceIndex": "int",
	"Schema": "token",
}

var valueTypes = map[string]valueType{
	"bool": {kind: boolean}, "string": {kind: str}, "token": {kind: str}, "pathExpression": {kind: str}, "asset": {kind: assetPath}, "opaque": {kind: opaque}, "group": {kind: opaque},
	"timecode": {kind: double}, "duration": {kind: double},
	"uchar":    {kind: integer, high: math.MaxUint8},
	"int":      {kind: integer, low: math.MinInt32, high: math.MaxInt32},
	"uint":     {kind: integer, high: math.MaxUint32},
	"int64":    {kind: integer, low: math.MinInt64, high: math.MaxInt64},
	"uint64":   {kind: integer, high: math.MaxInt64},
	"matrix2d": {kind: double, outer: 2, inner: 2},
	"matrix3d": {kind: double, outer: 3, inner: 3},
	"matrix4d": {kind: double, outer: 4, inner: 4},
	"frame4d":  {kind: double, outer: 4, inner: 4},
}

func init() {
	floats := map[string]kind{"h": half, "f": single, "d": double}
	for name, widths := range map[string]string{"point": "3", "vector": "3", "normal": "3", "color": "34", "texCoord": "23", "quat": ""} {
		for suffix, k := range floats {
			for _, w := range widths {
				valueTypes[name+string(w)+suffix] = valueType{kind: k, outer: int(w - '0')}
			}
			if widths == "" {
				valueTypes[name+suffix] = valueType{kind: k, outer: 4}
			}
		}
	}
	for name, k := range map[string]kind{"half": half, "float": single, "double": double} {
		for i, suffix := range []string{"", "", "2", "3", "4"} {
			if i != 1 {
				valueTypes[name+suffix] = valueType{kind: k, outer: i}
			}
		}
	}
	for i, suffix := range []string{2: "2", "3", "4"} {
		if i > 1 {
			valueTypes["int"+suffix] = valueType{kind: integer, outer: i, low: math.MinInt32, high: math.MaxInt32}
		}
	}
}
