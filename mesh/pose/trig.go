package pose

import "math"

// sine returns the sine of x, from a little less than -π/2 to a little more than π/2, up to a few units in the last place.
// That of package math is not the same on every machine. The last term of the Taylor series that is
// left out, x²³/23!, is below 2·10⁻¹⁸.
func sine(x float64) float64 {
	square := float64(x * x)
	sum := 0.0
	for n := 21.0; n > 1; n -= 2 { // Horner: 1 - x²/(2·3)·(1 - x²/(4·5)·(…))
		sum = float64(square / (n * (n - 1)) * (1 - sum))
	}
	return float64(x * (1 - sum))
}

// cosine returns the cosine of x, between -π/4 and π/4, up to a few units in the last place. The last term of
// the Taylor series that is left out, x²⁰/20!, is below 10⁻²⁰.
func cosine(x float64) float64 {
	square := float64(x * x)
	sum := 0.0
	for n := 18.0; n > 0; n -= 2 { // Horner: 1 - x²/(1·2)·(1 - x²/(3·4)·(…))
		sum = float64(square / (n * (n - 1)) * (1 - sum))
	}
	return 1 - sum
}

// arctan returns the arc tangent of x, from 0 to a little more than 1, up to a few units in the last
// place. It halves the angle twice, atan(x) = 2·atan(x / (1 + √(1 + x²))), and then takes the Taylor
// series. x is at most 0.2 there, and the first term that is left out, x²³/23, below 10⁻¹⁷.
func arctan(x float64) float64 {
	for range 2 {
		x /= 1 + math.Sqrt(1+float64(x*x))
	}
	square := float64(x * x)
	sum := 0.0
	for n := 21.0; n > 1; n -= 2 { // Horner: 1 - x²(1/3 - x²(1/5 - …))
		sum = float64(square * (1/n - sum))
	}
	return 4 * float64(x*(1-sum))
}
