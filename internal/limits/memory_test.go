package limits

import (
	"os"
	"path/filepath"
	"testing"
)

// The least limit of all parent groups counts, in both versions of control groups.
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
	if got := Memory(); got < 1<<28 {
		t.Errorf("this machine has %d bytes", got)
	}
}
