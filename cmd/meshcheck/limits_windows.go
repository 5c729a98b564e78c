package main

// freeFiles returns n: there is no limit here that matters.
func freeFiles(n int) int { return n }

// noCoreDump has nothing to do here.
func noCoreDump() {}
