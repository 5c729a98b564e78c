package main

import "context"

// ignoreBrokenPipes does nothing: the page reads everything.
func ignoreBrokenPipes() {}

// untilSignal returns the parent: a page ends the worker in which the program runs.
func untilSignal(parent context.Context) (context.Context, func()) { return parent, func() {} }
