package source

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"sync/atomic"
)

// Hasher computes the SHA-256 of a file from its pieces.
type Hasher struct {
	hash   hash.Hash
	pieces chan piece    // nil if pieces are hashed as they are added
	done   chan struct{} // closed after the last of pieces
	part   atomic.Bool   // the pieces are not the whole file, and need not be hashed
}

// piece is consecutive bytes of a file. They may be overwritten after release was called.
type piece struct {
	bytes   []byte
	release func()
}

// NewHasher returns a hasher. Close must be called in the end.
func NewHasher() *Hasher { return &Hasher{hash: sha256.New()} }

// Start starts a goroutine that hashes the pieces that follow, of which up to most may wait for it.
// Hashing takes longer than reading, and cannot be divided.
func (h *Hasher) Start(most int) {
	h.pieces, h.done = make(chan piece, most), make(chan struct{})
	go h.work()
}

// Add adds the next piece. It waits while too many wait to be hashed. release, if not nil, is called
// when the piece was hashed, perhaps from another goroutine.
func (h *Hasher) Add(bytes []byte, release func()) {
	p := piece{bytes, release}
	if h.pieces != nil {
		h.pieces <- p
	} else {
		h.add(p)
	}
}

func (h *Hasher) work() {
	for p := range h.pieces {
		h.add(p)
	}
	close(h.done)
}

func (h *Hasher) add(p piece) {
	if !h.part.Load() {
		h.hash.Write(p.bytes)
	}
	if p.release != nil {
		p.release()
	}
}

// Write adds bytes and waits until they are hashed.
func (h *Hasher) Write(bytes []byte) (int, error) {
	hashed := make(chan struct{})
	h.Add(bytes, func() { close(hashed) })
	<-hashed
	return len(bytes), nil
}

// Close tells h that there are no more pieces, and whether they are the whole file. If they are not, those
// that wait are not hashed any more.
func (h *Hasher) Close(whole bool) {
	h.part.Store(!whole)
	if h.pieces != nil {
		close(h.pieces)
	}
}

// Sum waits until all pieces are hashed after Close, and returns the hash in hexadecimal, "" if they are
// not the whole file.
func (h *Hasher) Sum() string {
	if h.pieces != nil {
		<-h.done
	}
	if h.part.Load() {
		return ""
	}
	return hex.EncodeToString(h.hash.Sum(nil))
}
