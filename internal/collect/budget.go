package collect

// All meshes of a scene together may list listBudget times as many findings as one, for which
// the limit is check.Settings.MaxFindings, and each mesh at most 1/budgetShare of what the
// meshes before it have left. So the first 48 meshes of a scene can list as many as a single
// mesh, and a small file that shows one bad soup in a million meshes makes a list that fits in
// memory.
const (
	listBudget  = 64
	budgetShare = 16
)

// Budget is how many more findings and regions the meshes of a scene may list.
type Budget struct{ most, left int }

// NewBudget returns the budget of a scene each of whose meshes may list at most most.
func NewBudget(most int) Budget { return Budget{most, listBudget * most} }

// Next returns how many the next mesh may list: at least one, if any.
func (r *Budget) Next() int { return min(r.most, max(1, r.left/budgetShare)) }

// Take records that a mesh listed n.
func (r *Budget) Take(n int) { r.left = max(0, r.left-n) }
