package rig_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// TestCurves compares curves of all kinds with those of ufbx 0.23, whose tangents are float32 numbers and whose
// default weight is 0.333333. testdata/curves.json has keys (time, value, flags, two numbers of tangents and the bits
// of the third) and the values of ufbx at twenty equal steps.
func TestCurves(t *testing.T) {
	text, err := os.ReadFile("testdata/curves.json")
	if err != nil {
		t.Fatal(err)
	}
	var kinds map[string][]struct {
		Keys    [][6]float64
		Answers []float64
	}
	if err := json.Unmarshal(text, &kinds); err != nil {
		t.Fatal(err)
	}
	for kind, curves := range kinds {
		for i, c := range curves {
			b := &builder{}
			m := b.model(0, "m", nil)
			b.geometry([]int64{m})
			var keys []key
			for _, k := range c.Keys {
				data := [4]float32{float32(k[3]), float32(k[4]), math.Float32frombits(uint32(k[5]))}
				keys = append(keys, key{k[0], k[1], int32(k[2]), data})
			}
			b.animate(b.stack("clip"), m, "Lcl Translation", nil, map[string]int64{"d|Y": b.curve(keys)})
			curve := b.scene(t).Rig.Clips[0].Channels[0].Sampler.Curves[1]
			first, last := keys[0].time, keys[len(keys)-1].time
			for step, want := range c.Answers {
				time := first + (last-first)*float64(step)/20
				if got := curve.At(time); math.Abs(got-want) > 2e-5 {
					t.Errorf("%s, curve %d at %v: %v, want %v", kind, i, time, got, want)
				}
			}
		}
	}
}
