package source

import "math"

// budget limits the memory that a file can make its decoder take: apart from views, what is made
// from it may cost no more than a fixed multiple of the bytes that were read. The most that a valid
// file needs in practice is about 45 bytes a byte, for GPU instances that have nothing but
// rotations as 8-bit integers.
type budget struct {
	held    int64 // bytes of input, and of what was parsed from them
	used    int64 // bytes charged
	granted int64 // bytes that may be charged, less budgetBase
}

const (
	budgetFactor = 64
	budgetBase   = 1 << 20
)

// Budget returns the number of bytes that may be charged for n bytes of input.
func Budget(n int64) int64 { return budgetBase + budgetFactor*n }

// Hold counts n bytes of input, and fails if they exceed the memory. Side files are counted before
// they are read.
func (in *Input) Hold(n int64) error {
	b := &in.budget
	if err := in.LimitMemory(b.held+b.used, n); err != nil {
		return err
	}
	b.held += n
	b.granted += budgetFactor * n
	return nil
}

// Reserve counts n bytes for the parsed form of the input, which is not charged, and fails if they
// exceed the memory.
func (in *Input) Reserve(n int64) error {
	b := &in.budget
	if err := in.LimitMemory(b.held+b.used, n); err != nil {
		return err
	}
	b.held += n
	return nil
}

// Grant allows n more bytes to be charged, for compressed input.
func (in *Input) Grant(n int64) { in.budget.granted += n }

// Charge takes count elements of size bytes each from the budget. It fails, without overflow, with
// a FormatError if the input does not justify so much, and with a LimitError if it exceeds the
// memory.
func (in *Input) Charge(place string, count, size int) error {
	b := &in.budget
	if int64(count) > (budgetBase+b.granted-b.used)/int64(size) {
		return in.Fail(place, "needs more memory than a file of this size can justify")
	}
	b.used += int64(count) * int64(size)
	return in.LimitMemory(b.held, b.used)
}

// Charged returns the number of bytes that were charged so far, for Refund.
func (in *Input) Charged() int64 { return in.budget.used }

// Refund takes back what was charged since Charged returned the given number, because it is no
// longer in use.
func (in *Input) Refund(charged int64) { in.budget.used = charged }

// Free returns how many more bytes the memory allows.
func (in *Input) Free() int64 { return max(0, in.MaxMemory-in.budget.held-in.budget.used) }

// LimitTriangles fails with a LimitError for more triangles than MaxTriangles.
func (in *Input) LimitTriangles(n int64) error {
	if in.MaxTriangles > 0 && n > int64(in.MaxTriangles) {
		return &LimitError{Format: in.Format, What: "triangles", Needs: n, Most: int64(in.MaxTriangles)}
	}
	return nil
}

// LimitMemory fails with a LimitError if held and n bytes together are more than MaxMemory.
func (in *Input) LimitMemory(held, n int64) error {
	if n <= in.MaxMemory-held {
		return nil
	}
	needs := held + n
	if needs < 0 {
		needs = math.MaxInt64
	}
	return &LimitError{Format: in.Format, What: "bytes", Needs: needs, Most: in.MaxMemory}
}
