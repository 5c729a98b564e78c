package manifest

import (
	"time"

	"github.com/goccy/go-yaml"
)

const (
	wingetID      = "meshcheck.meshcheck"
	wingetVersion = "1.6.0"
	wingetLocale  = "en-US"
)

// wingetHead begins the three files of winget.
type wingetHead struct {
	ID      string `yaml:"PackageIdentifier"`
	Version string `yaml:"PackageVersion"`
}

// wingetTail ends them.
type wingetTail struct {
	Type    string `yaml:"ManifestType"`
	Version string `yaml:"ManifestVersion"`
}

type wingetPackage struct {
	wingetHead `yaml:",inline"`
	Locale     string `yaml:"DefaultLocale"`
	wingetTail `yaml:",inline"`
}

type wingetTexts struct {
	wingetHead `yaml:",inline"`
	Locale     string   `yaml:"PackageLocale"`
	Publisher  string   `yaml:"Publisher"`
	Name       string   `yaml:"PackageName"`
	URL        string   `yaml:"PackageUrl"`
	License    string   `yaml:"License"`
	LicenseURL string   `yaml:"LicenseUrl"`
	About      string   `yaml:"ShortDescription"`
	Moniker    string   `yaml:"Moniker"`
	Tags       []string `yaml:"Tags"`
	Notes      string   `yaml:"ReleaseNotesUrl"`
	wingetTail `yaml:",inline"`
}

type wingetInstallers struct {
	wingetHead  `yaml:",inline"`
	Type        string            `yaml:"InstallerType"`
	NestedType  string            `yaml:"NestedInstallerType"`
	ReleaseDate string            `yaml:"ReleaseDate"`
	Installers  []wingetInstaller `yaml:"Installers"`
	wingetTail  `yaml:",inline"`
}

type wingetInstaller struct {
	Architecture string       `yaml:"Architecture"`
	Files        []wingetFile `yaml:"NestedInstallerFiles"`
	URL          string       `yaml:"InstallerUrl"`
	Sum          string       `yaml:"InstallerSha256"`
}

type wingetFile struct {
	Path  string `yaml:"RelativeFilePath"`
	Alias string `yaml:"PortableCommandAlias"`
}

// Winget returns the manifests for winget by their file names.
func Winget(r Release) (map[string][]byte, error) {
	head := wingetHead{wingetID, r.Version}
	tail := func(kind string) wingetTail { return wingetTail{kind, wingetVersion} }
	installers := wingetInstallers{
		wingetHead: head, Type: "zip", NestedType: "portable",
		ReleaseDate: r.Time.UTC().Format(time.DateOnly), wingetTail: tail("installer"),
	}
	for _, t := range r.targets("windows") {
		installers.Installers = append(installers.Installers, wingetInstaller{
			Architecture: map[string]string{"amd64": "x64", "arm64": "arm64"}[t.Arch],
			Files:        []wingetFile{{t.Folder(r.Version) + `\` + t.Program(), "meshcheck"}},
			URL:          r.url(t), Sum: r.upper(t),
		})
	}
	files := map[string]any{
		wingetID + ".yaml":           wingetPackage{head, wingetLocale, tail("version")},
		wingetID + ".installer.yaml": installers,
		wingetID + ".locale." + wingetLocale + ".yaml": wingetTexts{
			wingetHead: head, Locale: wingetLocale, Publisher: "meshcheck", Name: "meshcheck", URL: homepage,
			License: license, LicenseURL: homepage + "/blob/v" + r.Version + "/LICENSE", About: description,
			Moniker: "meshcheck", Tags: []string{"3d", "fbx", "gltf", "mesh", "stl", "usd"},
			Notes: homepage + "/releases/tag/v" + r.Version, wingetTail: tail("defaultLocale"),
		},
	}
	out := map[string][]byte{}
	for name, content := range files {
		text, err := yaml.Marshal(content)
		if err != nil {
			return nil, err
		}
		out[name] = text
	}
	return out, nil
}
