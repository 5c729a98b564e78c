package quantity

import "fmt"

// Agree returns one for 1, and many for any other number.
func Agree(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Count formats a number and the word that agrees with it, such as "1 mesh" or "2 meshes".
func Count(n int, one, many string) string { return fmt.Sprintf("%d %s", n, Agree(n, one, many)) }
