// Package house holds tests about the tree itself: which package may import
// which, what packages may be called, and what no file may mention.
package house
