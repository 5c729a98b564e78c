package manifest

import (
	"bytes"
	"encoding/json"
)

// scoop is a manifest of Scoop.
type scoop struct {
	Version      string               `json:"version"`
	Description  string               `json:"description"`
	Homepage     string               `json:"homepage"`
	License      string               `json:"license"`
	Architecture map[string]scoopFile `json:"architecture"`
	Bin          string               `json:"bin"`
	CheckVersion string               `json:"checkver"`
	AutoUpdate   scoopUpdate          `json:"autoupdate"`
}

type scoopFile struct {
	URL    string `json:"url"`
	Hash   string `json:"hash,omitempty"`
	Folder string `json:"extract_dir"`
}

type scoopUpdate struct {
	Architecture map[string]scoopFile `json:"architecture"`
	Hash         map[string]string    `json:"hash"`
}

// Scoop returns the manifest for Scoop.
func Scoop(r Release) ([]byte, error) {
	m := scoop{
		Version: r.Version, Description: description, Homepage: homepage, License: license,
		Architecture: map[string]scoopFile{}, Bin: "meshcheck.exe", CheckVersion: "github",
		AutoUpdate: scoopUpdate{map[string]scoopFile{}, map[string]string{"url": "$baseurl/SHA256SUMS"}},
	}
	later := Release{Version: "$version"}
	for _, t := range r.targets("windows") {
		name := map[string]string{"amd64": "64bit", "arm64": "arm64"}[t.Arch]
		m.Architecture[name] = scoopFile{r.url(t), r.Sums[t], t.Folder(r.Version)}
		m.AutoUpdate.Architecture[name] = scoopFile{later.url(t), "", t.Folder(later.Version)}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "    ")
	err := e.Encode(m)
	return out.Bytes(), err
}
