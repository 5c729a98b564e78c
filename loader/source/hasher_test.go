package source

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// TestHasher: pieces are hashed in order, on whichever goroutine, and each is released once.
func TestHasher(t *testing.T) {
	file := bytes.Repeat([]byte("0123456789abcdef"), 1000)
	sum := sha256.Sum256(file)
	want := hex.EncodeToString(sum[:])
	for _, most := range []int{0, 1, 3, 1000} {
		h, released := NewHasher(), 0
		if most > 0 {
			h.Start(most)
		}
		for k := 0; k < len(file)-100; k += 100 {
			h.Add(bytes.Clone(file[k:k+100]), func() { released++ })
		}
		if n, err := h.Write(file[len(file)-100:]); n != 100 || err != nil {
			t.Errorf("%d bytes written, %v", n, err)
		}
		h.Close(true)
		if got := h.Sum(); got != want || released != len(file)/100-1 {
			t.Errorf("%d waiting: sum %s, want %s, %d pieces released", most, got, want, released)
		}
	}
}

// TestHasherOfPart: a part of a file has no sum, but all its pieces are released.
func TestHasherOfPart(t *testing.T) {
	for _, start := range []bool{false, true} {
		h, released := NewHasher(), 0
		if start {
			h.Start(10)
		}
		for range 10 {
			h.Add([]byte("a part"), func() { released++ })
		}
		h.Close(false)
		if got := h.Sum(); got != "" || released != 10 {
			t.Errorf("a part of a file has the sum %q, %d pieces released", got, released)
		}
	}
}
