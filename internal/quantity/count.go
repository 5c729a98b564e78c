package quantity

import "fmt"

// Agree returns the word that agrees with a number of things: one for 1, many for any other.
func Agree(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Count writes a number and the words that agree with it, such as "1 mesh" or "2 meshes".
func Count(n int, one, many string) string { return fmt.Sprintf("%d %s", n, Agree(n, one, many)) }
