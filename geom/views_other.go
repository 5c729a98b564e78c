//go:build !amd64

package geom

func eachViews(ts []Triangle, views []Views) { eachViewsGo(ts, views) }
