package wheel

import (
	"fmt"
	"regexp"
)

// tags are the platforms of wheels. The program is static, so on Linux it needs neither of the C libraries,
// and the oldest that pip knows will do. On macOS it needs what Go 1.26 needs, which is version 12.
var tags = map[string][]string{
	"linux/amd64":   {"manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"},
	"linux/arm64":   {"manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64"},
	"darwin/amd64":  {"macosx_12_0_x86_64"},
	"darwin/arm64":  {"macosx_12_0_arm64"},
	"windows/amd64": {"win_amd64"},
	"windows/arm64": {"win_arm64"},
}

func platforms(system, arch string) ([]string, error) {
	found, ok := tags[system+"/"+arch]
	if !ok {
		return nil, fmt.Errorf("no wheel for %s/%s", system, arch)
	}
	return found, nil
}

var semantic = regexp.MustCompile(`^v?(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.?(\d+))?$`)

// pythonVersion returns the normal form that Python has for a version of the program: 1.1.0rc1 for 1.1.0-rc.1.
func pythonVersion(version string) (string, error) {
	m := semantic.FindStringSubmatch(version)
	if m == nil {
		return "", fmt.Errorf("version %q is not like 1.0.0 or 1.0.0-rc.1", version)
	}
	phase := map[string]string{"": "", "alpha": "a", "beta": "b", "rc": "rc"}[m[2]]
	return m[1] + phase + m[3], nil
}
