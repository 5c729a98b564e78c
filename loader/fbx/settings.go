package fbx

import (
	"github.com/meshcheck/meshcheck/mesh"
)

// settings are the axes and the unit of a file: the axes that point up, to the front and, as the
// file says, along its coordinates, which is to the right, as axis from 0 and sign.
type settings struct {
	up, front, right             float64
	upSign, frontSign, rightSign float64
	centimetres                  float64
}

// field returns the setting of a property, nil for others.
func (s *settings) field(name string) *float64 {
	switch name {
	case "UpAxis":
		return &s.up
	case "UpAxisSign":
		return &s.upSign
	case "FrontAxis":
		return &s.front
	case "FrontAxisSign":
		return &s.frontSign
	case "CoordAxis":
		return &s.right
	case "CoordAxisSign":
		return &s.rightSign
	case "UnitScaleFactor":
		return &s.centimetres
	}
	return nil
}

// readSettings reads the axes and the unit. They are at the root or, in version 6100, among the
// objects. By default, Y is up, Z is front, and the unit is the centimetre.
func (r *reader) readSettings() error {
	s := settings{up: 1, front: 2, right: 0, upSign: 1, frontSign: 1, rightSign: 1, centimetres: 1}
	n := r.doc.Child("GlobalSettings")
	if n == nil {
		n = r.doc.Child("Objects").Child("GlobalSettings")
	}
	err := eachProperty(n, func(p *property) (err error) {
		if field := s.field(p.name); field != nil {
			*field, err = r.number(p)
		}
		return err
	})
	if err != nil {
		return err
	}
	r.scene.YUp, r.scene.VUp = s.up != 2, true
	r.warnAxes(&s)
	if r.scene.Unit = mesh.UnitOf(s.centimetres / 100); r.scene.Unit == "" {
		r.warn("the unit of length is unknown: a UnitScaleFactor of %v is no length", s.centimetres)
	}
	return nil
}

// warnAxes warns about axes that are not those of a right-handed system in which Y or Z is up.
// Coordinates are as stored all the same.
func (r *reader) warnAxes(s *settings) {
	up, ok := axisName(s.up, s.upSign)
	front, ok2 := axisName(s.front, s.frontSign)
	right, ok3 := axisName(s.right, s.rightSign)
	switch {
	case !ok || !ok2 || !ok3 || s.up == s.front || s.up == s.right || s.front == s.right:
		r.warn("the axes of the file make no system of coordinates; +Y is taken to be up")
		r.scene.YUp = true
	case up != "+Y" && up != "+Z":
		r.warn("%s is up, by the file; pictures show it otherwise", up)
	case !rightHanded(s):
		r.warn("the axes of the file are left-handed: %s is up, %s is front and %s is right", up, front, right)
	}
}

// axisName returns the name of an axis, such as "+Y".
func axisName(axis, sign float64) (string, bool) {
	if axis != 0 && axis != 1 && axis != 2 || sign != 1 && sign != -1 {
		return "", false
	}
	return string("+-"[int(1-sign)/2]) + string("XYZ"[int(axis)]), true
}

// rightHanded reports whether right × up is front.
func rightHanded(s *settings) bool {
	cyclic := int(s.right+1)%3 == int(s.up)
	return cyclic == (s.rightSign*s.upSign*s.frontSign > 0)
}
