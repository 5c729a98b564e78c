package stl

import (
	"context"
	"errors"
	"io"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// Stream decodes a binary STL file of the right size while it is read and hashed, without keeping all of
// it in memory. r is read to its end even if the file turns out to have another size, unless reading
// fails.
func Stream(ctx context.Context, in *source.Input, r io.Reader, hash *source.Hasher) (*mesh.Scene, error) {
	r = contextReader{ctx, r}
	head := make([]byte, headerSize)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	claimed, _ := facetCount(head)
	if err := limitFacets(in, claimed, 0); err != nil {
		return nil, err
	}
	if n := mostWaiting(claimed); in.Workers >= hashingWorkers && n > 0 && limitFacets(in, claimed, int64(n)*sectionFacets*facetSize) == nil {
		hash.Start(n)
	}
	hash.Add(head, nil)
	s := &stream{
		ctx: ctx, progress: in.Progress, r: r, hash: hash, size: headerSize,
		facets: int(claimed), soup: mesh.NewSoup(int(claimed), sectionFacets),
		jobs: make(chan job, in.Workers), free: make(chan []byte, 2*in.Workers),
	}
	in.Progress.Add(headerSize)
	if err := s.run(in.Workers); err != nil {
		return nil, err
	}
	warnings, err := checkSize(s.size, claimed)
	if err != nil {
		return nil, err
	}
	return sceneOf(ctx, s.soup, in.Workers, warnings)
}

// hashingWorkers is the number of workers from which another goroutine hashes a file than the one that
// reads it. Up to then these two take less time than decoding, and a section is hashed while it is in a
// cache.
const hashingWorkers = 4

// mostWaiting is how many sections of a file may wait to be hashed, half of them: they take less memory
// than what is made of the file later.
func mostWaiting(facets uint32) int { return int(facets) / sectionFacets / 2 }

// stream decodes a binary STL file into a soup.
type stream struct {
	ctx      context.Context
	progress *source.Progress
	r        io.Reader
	hash     *source.Hasher
	size     int64 // of what was read so far
	facets   int
	soup     *mesh.Soup
	jobs     chan job
	free     chan []byte // buffers of sections that are decoded and hashed
}

// job is a section that was read.
type job struct {
	run   int
	body  []byte
	users *atomic.Int32 // of the body: who decodes and who hashes
}

// run reads and decodes all sections, on as many goroutines as there are workers. The one that
// reads also decodes when enough sections are waiting.
func (s *stream) run(workers int) error {
	g, ctx := errgroup.WithContext(s.ctx)
	for range workers - 1 {
		g.Go(func() error { return s.work(ctx, new(mesh.Indexer)) })
	}
	var x mesh.Indexer
	err := s.read(ctx, workers > 1, &x)
	close(s.jobs)
	if err == nil {
		err = s.work(ctx, &x)
	}
	if failed := g.Wait(); failed != nil {
		return failed
	}
	return err
}

// work decodes sections until there are no more.
func (s *stream) work(ctx context.Context, x *mesh.Indexer) error {
	for j := range s.jobs {
		if err := s.decode(ctx, j, x); err != nil {
			return err
		}
	}
	return nil
}

func (s *stream) decode(ctx context.Context, j job, x *mesh.Indexer) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	indexSection(j.body, s.soup, j.run, x)
	s.progress.Add(int64(len(j.body)))
	s.release(j)
	return nil
}

// release is called by both users of a section.
func (s *stream) release(j job) {
	if j.users.Add(-1) > 0 {
		return
	}
	select {
	case s.free <- j.body:
	default: // many sections waited to be hashed
	}
}

// read reads the file to its end, passes the sections to the other workers, and decodes those that
// none of them can take.
func (s *stream) read(ctx context.Context, share bool, x *mesh.Indexer) error {
	for run := 0; run*sectionFacets < s.facets; run++ {
		facets := min(sectionFacets, s.facets-run*sectionFacets)
		j := job{run, s.buffer()[:facets*facetSize], new(atomic.Int32)}
		j.users.Store(2)
		n, err := io.ReadFull(s.r, j.body)
		s.hash.Add(j.body[:n], func() { s.release(j) })
		s.size += int64(n)
		s.progress.Add(int64(n))
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil // checkSize refuses it
		}
		if err != nil {
			return err
		}
		if share {
			select {
			case s.jobs <- j:
				continue
			default:
			}
		}
		if err := s.decode(ctx, j, x); err != nil {
			return err
		}
	}
	n, err := io.Copy(s.hash, s.r) // not empty if the file has grown
	s.size += n
	return err
}

// buffer returns a buffer for a section.
func (s *stream) buffer() []byte {
	select {
	case b := <-s.free:
		return b[:cap(b)]
	default:
		return make([]byte, sectionFacets*facetSize)
	}
}

// contextReader is a reader that fails once its context is cancelled.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}
