package usd

// build makes the scene from the stage.
func (r *reader) build() error { return nil }
