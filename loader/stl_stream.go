package loader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/meshcheck/meshcheck/mesh"
)

// streamSize is the size of a file from which it is worth a look at its head
// alone: a binary STL then need not be in memory as a whole.
const streamSize = 1 << 20

// readHead returns the beginning of a large file, and nothing of others.
func readHead(r io.Reader, size int64) ([]byte, error) {
	if size < streamSize {
		return nil, nil
	}
	head := make([]byte, stlHeader)
	n, err := io.ReadFull(r, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // it shrinks, which the next to read it will notice
	}
	return head[:n], err
}

// streamSTL decodes a binary STL file whose size is right while it is read and
// hashed, so that of the file's bytes only a few sections are in memory at any
// time. The hash is "" if the file could not be read to its end.
func streamSTL(ctx context.Context, r io.Reader, head []byte, o Options, p *progress) (s *mesh.Scene, sum string, err error) {
	claimed, _ := facetCount(head)
	if err := o.limitSTL(claimed, 0); err != nil {
		return nil, "", err
	}
	workers := o.workers()
	st := &stlStream{
		ctx: ctx, progress: p,
		r: untilDone{ctx, r}, hash: sha256.New(), size: int64(len(head)),
		xyz:  make([]float32, int(claimed)*floats),
		jobs: make(chan stlJob, workers), free: make(chan []byte, 2*workers),
	}
	st.hash.Write(head)
	p.add(int64(len(head)))
	if err := st.run(workers); err != nil {
		return nil, "", err
	}
	sum = hex.EncodeToString(st.hash.Sum(nil))
	warnings, err := checkSTLSize(st.size, claimed)
	if err != nil {
		return nil, sum, err
	}
	return stlScene("", []mesh.Part{{Positions: mesh.Tight(st.xyz)}}, warnings...), sum, nil
}

// stlStream is a binary STL file on its way into a soup.
type stlStream struct {
	ctx      context.Context
	progress *progress
	r        io.Reader
	hash     hash.Hash // of what was read
	size     int64     // of what was read
	xyz      []float32
	jobs     chan stlJob
	free     chan []byte // buffers of sections that are decoded
}

// stlJob is a section that was read.
type stlJob struct {
	body []byte
	xyz  []float32
}

// run reads all sections and decodes them, on as many goroutines as there are
// workers. The one that reads also decodes whenever enough sections wait.
func (s *stlStream) run(workers int) error {
	g, ctx := errgroup.WithContext(s.ctx)
	for range workers - 1 {
		g.Go(func() error { return s.work(ctx) })
	}
	err := s.read(ctx, workers > 1)
	close(s.jobs)
	if err == nil {
		err = s.work(ctx)
	}
	if failed := g.Wait(); failed != nil {
		return failed
	}
	return err
}

// work decodes sections until there are no more.
func (s *stlStream) work(ctx context.Context) error {
	for job := range s.jobs {
		if err := s.decode(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

func (s *stlStream) decode(ctx context.Context, job stlJob) error {
	if err := newSection(ctx, job.body).copyTo(job.xyz); err != nil {
		return err
	}
	s.progress.add(int64(len(job.body)))
	s.free <- job.body // has room for all there are
	return nil
}

// read reads the file to its end, hands out the sections that are whole, and
// decodes those that no other worker can take.
func (s *stlStream) read(ctx context.Context, share bool) error {
	for rest := s.xyz; len(rest) > 0; {
		facets := min(sectionFacets, len(rest)/floats)
		job := stlJob{s.buffer()[:facets*stlFacet], rest[:facets*floats]}
		rest = rest[len(job.xyz):]
		n, err := io.ReadFull(s.r, job.body)
		s.hash.Write(job.body[:n])
		s.size += int64(n)
		s.progress.add(int64(n))
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil // the size will tell
		}
		if err != nil {
			return err
		}
		if share {
			select {
			case s.jobs <- job:
				continue
			default:
			}
		}
		if err := s.decode(ctx, job); err != nil {
			return err
		}
	}
	n, err := io.Copy(s.hash, s.r) // of a file that has grown meanwhile
	s.size += n
	return err
}

// buffer returns room for a section.
func (s *stlStream) buffer() []byte {
	select {
	case b := <-s.free:
		return b[:cap(b)]
	default:
		return make([]byte, sectionFacets*stlFacet)
	}
}

// untilDone is a reader that fails once its context has ended.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u untilDone) Read(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(b)
}
