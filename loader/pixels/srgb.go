package pixels

import "math"

// SRGB returns a component of linear light as screens show it, by IEC 61966-2-1; 0 for NaN.
func SRGB(linear float64) float64 {
	switch {
	case !(linear > 0):
		return 0
	case linear >= 1:
		return 1
	case linear <= 0.0031308:
		return 12.92 * linear
	}
	return 1.055*math.Pow(linear, 1/2.4) - 0.055
}
