package uv

// Profile is what an engine or a use asks of UV sets.
type Profile struct {
	// Name of the profile, lower case; "" for none.
	Name string
	// Lightmap is the number of the UV set for light maps, 0 if the profile asks for none.
	Lightmap int
	Padding  []PaddingLimit
	// Source says where the numbers come from.
	Source string
}

// profiles are documented in docs/uv.md.
var profiles = []Profile{
	{
		Name: "unity", Lightmap: 1, Padding: []PaddingLimit{{4, 1024, 1024}},
		Source: "Unity manual, Generate Lightmap UVs: UV2, which is TEXCOORD_1; Pack Margin \"in pixels, assuming the Mesh takes up the entire 1024x1024 lightmap\", 4 by default " +
			"(docs.unity3d.com/6000.2/Documentation/Manual/LightingGiUvs-Reference.html)",
	},
	{
		Name: "unreal", Lightmap: 1, Padding: []PaddingLimit{{1, 64, 64}},
		Source: "Unreal Engine: light map UVs of imported meshes are packed for a smallest light map of Min Lightmap Resolution, 64 by default, which \"determines the amount of padding\" " +
			"(dev.epicgames.com, UInterchangeGenericMeshPipeline::MinLightmapResolution); one texel of it keeps charts apart. Channel 1 is the default light map channel of imports",
	},
	{
		Name: "web", Padding: []PaddingLimit{{Texels: 2}},
		Source: "bilinear filtering reads the four texels around a point (OpenGL ES 3.0.6, 3.8.10), so that islands two texels apart do not mix at the image's full size",
	},
}

// Profiles returns the built-in profiles. The caller must not change them.
func Profiles() []Profile { return profiles }
