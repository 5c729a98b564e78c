package limits

import (
	"math"
	"testing"
)

func TestBytes(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
		said string
	}{
		{"4GB", 4e9, "4GB"}, {"4gb", 4e9, "4GB"}, {"4 G", 4e9, "4GB"}, {"1.5TB", 1.5e12, "1.5TB"}, {"512MiB", 512 << 20, "537MB"},
		{"2GiB", 2 << 30, "2.15GB"}, {"16000000", 16e6, "16MB"}, {"20000K", 20e6, "20MB"}, {"100000000B", 1e8, "100MB"},
	} {
		var m Bytes
		if err := m.Set(c.text); err != nil || int64(m) != c.want || m.String() != c.said {
			t.Errorf("%s: %d bytes, %s, %v; want %d, %s", c.text, int64(m), m.String(), err, c.want, c.said)
		}
	}
	for _, text := range []string{"", "4", "15MB", "GB", "-4GB", "4XB", "NaNGB", "1e300GB", "0"} {
		var m Bytes
		if err := m.Set(text); err == nil || m != 0 {
			t.Errorf("%q is taken for %d bytes", text, int64(m))
		}
	}
}

func TestFormatBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0KB", 1: "1KB", 262144: "263KB", 999_499: "1000KB", 999_500: "1MB", 9_087_654_321: "9.09GB", 123_456_789: "123MB",
		999_600_000: "1GB", 4_567_000_000_000_000: "4567TB", math.MaxInt64 / 4: "2305843TB",
	} {
		if got := FormatBytes(n); got != want {
			t.Errorf("%d bytes are %s, want %s", n, got, want)
		}
	}
}
