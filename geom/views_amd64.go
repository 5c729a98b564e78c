package geom

import "golang.org/x/sys/cpu"

// hasAVX2 reports whether the CPU and the operating system support AVX2.
var hasAVX2 = cpu.X86.HasAVX2

//go:noescape
func eachViewsAVX2(ts *Triangle, views *Views, fours int, factors *[3]float64)

func eachViews(ts []Triangle, views []Views) {
	if fours := len(ts) / 4; fours > 0 && hasAVX2 {
		eachViewsAVX2(&ts[0], &views[0], fours, &[3]float64{bound2D, boundDiagonal, minPermanent * bound2D})
		ts, views = ts[4*fours:], views[4*fours:]
	}
	eachViewsGo(ts, views)
}
