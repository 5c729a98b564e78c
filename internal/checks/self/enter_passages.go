package self

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
)

// enterPassages finds the passages and enters a finding for each.
func (c *checker) enterPassages(ctx context.Context) (err error) {
	c.copyFacts = c.factsOfCopies()
	if c.passages, err = c.findPassages(ctx); err != nil {
		return err
	}
	shard := c.collector.Shard(0)
	for k := range c.passages {
		if k%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p := &c.passages[k]
		a, b := c.ends(p)
		x := collect.Extent{Shells: p.shells, Box: geom.PointBox(a).Include(b), Length: a.Sub(b).Norm()}
		x.AddVertex(p.from)
		x.AddVertex(p.to)
		e := collect.Entry{Rule: check.OpenEdgeCrossing, I: p.triangles[0], J: uint32(k), Length: x.Length}
		if p.solid {
			e.Rule = check.EdgeCrossing
		}
		e.Fails = collect.Fails(&e, c.options.CriteriaOrDefault(), x.Length)
		shard.AddEdge(&e, &x, p.parts)
	}
	return nil
}

// ends returns the ends of a passage in the world.
func (c *checker) ends(p *passage) (a, b geom.Vec) {
	return c.place(c.welded.Vertices[p.from]), c.place(c.welded.Vertices[p.to])
}

// describeEdge completes the finding of the passage with a number.
func (c *checker) describeEdge(f *check.Finding, number uint32) {
	p := &c.passages[number]
	b := c.face(p.triangles[1])
	f.B, f.AtEdge, f.SameShell = &b, p.count, p.sameShell
	for _, i := range p.triangles[2:] {
		f.Others = append(f.Others, c.face(i))
	}
	from, to := c.ends(p)
	f.Segment = []geom.Vec{from, to}
}
