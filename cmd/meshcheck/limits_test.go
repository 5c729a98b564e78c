package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

func TestMemorySize(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
		said string
	}{
		{"4GB", 4e9, "4GB"}, {"4gb", 4e9, "4GB"}, {"4 G", 4e9, "4GB"}, {"1.5TB", 1.5e12, "1.5TB"}, {"512MiB", 512 << 20, "537MB"},
		{"2GiB", 2 << 30, "2.15GB"}, {"16000000", 16e6, "16MB"}, {"20000K", 20e6, "20MB"}, {"100000000B", 1e8, "100MB"},
	} {
		var m memorySize
		if err := m.Set(c.text); err != nil || int64(m) != c.want || m.String() != c.said {
			t.Errorf("%s: %d bytes, %s, %v; want %d, %s", c.text, int64(m), m.String(), err, c.want, c.said)
		}
	}
	for _, text := range []string{"", "4", "15MB", "GB", "-4GB", "4XB", "NaNGB", "1e300GB", "0"} {
		var m memorySize
		if err := m.Set(text); err == nil || m != 0 {
			t.Errorf("%q is taken for %d bytes", text, int64(m))
		}
	}
}

func TestAbout(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0KB", 1: "1KB", 262144: "263KB", 999_499: "1000KB", 999_500: "1MB", 9_087_654_321: "9.09GB", 123_456_789: "123MB",
		999_600_000: "1GB", 4_567_000_000_000_000: "4567TB", math.MaxInt64 / 4: "2305843TB",
	} {
		if got := about(n); got != want {
			t.Errorf("%d bytes are %s, want %s", n, got, want)
		}
	}
}

// The least limit of all groups on the way counts, in both versions of control groups.
func TestControlGroups(t *testing.T) {
	const total = 64 << 30
	for _, c := range []struct {
		name, groups string
		files        map[string]string
		want         int64
	}{
		{"none", "", nil, total},
		{"version 2", "0::/user/app\n", map[string]string{"user/app/memory.max": "2000000000\n", "user/memory.max": "max\n"}, 2e9},
		{"version 2, above", "0::/user/app\n", map[string]string{"user/app/memory.max": "max\n", "user/memory.max": "1000000000\n"}, 1e9},
		{"version 2, no limit", "0::/a\n", map[string]string{"a/memory.max": "max\n"}, total},
		{"version 2 in a container", "0::/\n", map[string]string{"memory.max": "3000000000\n"}, 3e9},
		{"version 1", "12:cpu,memory:/docker/17\n3:pids:/\n", map[string]string{"memory/docker/17/memory.limit_in_bytes": "500000000\n"}, 5e8},
		{"version 1 in a container", "4:memory:/docker/17\n", map[string]string{"memory/memory.limit_in_bytes": "600000000\n"}, 6e8},
		{"version 1, no limit", "4:memory:/\n", map[string]string{"memory/memory.limit_in_bytes": "9223372036854771712\n"}, total},
		{"a name that leads away", "0::/../../x\n", map[string]string{"memory.max": "7000000000\n"}, 7e9},
		{"nonsense", "hello\n0::\n", map[string]string{"memory.max": "x"}, total},
	} {
		dir := t.TempDir()
		if c.files == nil {
			c.files = map[string]string{}
		}
		c.files["groups"] = c.groups
		for name, text := range c.files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := availableMemory(total, filepath.Join(dir, "groups"), dir); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, got, c.want)
		}
	}
	if got := availableMemory(total, filepath.Join(t.TempDir(), "gone"), "/"); got != total {
		t.Errorf("without groups: %d bytes", got)
	}
	if got := defaultMemory(); got < 1<<28 {
		t.Errorf("this machine has %d bytes", got)
	}
}
