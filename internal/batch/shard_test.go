package batch

import (
	"fmt"
	"testing"
)

// The rule for shards is documented, and must never change.
func TestShardOf(t *testing.T) {
	for _, row := range []struct {
		path  string
		of    int
		shard int
	}{
		{"assets/chair.glb", 1, 1},
		{"assets/chair.glb", 16, 13},
	} {
		if got := ShardOf(row.path, row.of); got != row.shard {
			t.Errorf("%s is of shard %d of %d, want %d", row.path, got, row.of, row.shard)
		}
	}
	for _, other := range []string{"./assets/chair.glb", "assets//chair.glb", "assets/x/../chair.glb"} {
		if ShardOf(other, 1000) != ShardOf("assets/chair.glb", 1000) {
			t.Errorf("%s is of another shard", other)
		}
	}
	counts := make([]int, 17)
	for i := range 16_000 {
		counts[ShardOf(fmt.Sprintf("%05d.stl", i), 16)]++
	}
	for i, n := range counts[1:] {
		if n < 850 || n > 1150 {
			t.Errorf("shard %d has %d of 16,000 files", i+1, n)
		}
	}
}
