package run

import (
	"context"

	"golang.org/x/sync/semaphore"

	"github.com/meshcheck/meshcheck/mesh"
)

// textureShare is the part of the memory that is for textures, of all files together, where reports
// show them. A loader lets one file have as much.
const textureShare = 4

// modelMemory is the memory for everything else.
func (r *Run) modelMemory() int64 {
	if r.Needs.Textures {
		return r.Memory - r.Memory/textureShare
	}
	return r.Memory
}

// reserveTextures waits for the memory to decode the textures of a scene. The function that it returns,
// never nil, releases it. It fails when ctx ends.
func (t *task) reserveTextures(ctx context.Context, scene *mesh.Scene) (release func(), err error) {
	r := t.run
	need := min(scene.TexturePixels()*mesh.TextureMemory, r.Memory/textureShare)
	if need == 0 || !t.needs.Textures {
		return func() {}, nil
	}
	r.decodingOnce.Do(func() { r.decoding = semaphore.NewWeighted(r.Memory / textureShare) })
	if err := r.decoding.Acquire(ctx, need); err != nil {
		return func() {}, err
	}
	return func() { r.decoding.Release(need) }, nil
}
