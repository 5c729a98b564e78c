package collect

// A mesh lists no more than budgetShare of what all meshes of a scene together may list
// beyond those before it, which is listBudget lists as long as Options.MaxFindings allow. So
// the first 48 meshes of a scene list as much as they may, and a small file that shows one
// bad soup in a million meshes makes a list that fits in memory.
const (
	listBudget  = 64
	budgetShare = 16
)

// Budget is how many more findings and regions the meshes of a scene may list.
type Budget struct{ most, left int }

// NewBudget returns what the meshes of a scene may list of which one may list most.
func NewBudget(most int) Budget { return Budget{most, listBudget * most} }

// Next returns how many the next mesh may list: at least one, if any.
func (r *Budget) Next() int { return min(r.most, max(1, r.left/budgetShare)) }

// Take notes that a mesh listed n.
func (r *Budget) Take(n int) { r.left = max(0, r.left-n) }
