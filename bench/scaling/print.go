package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// row is a step with its time on one thread, and as predicted for each number of processors.
type row struct {
	name   string
	serial bool
	one    time.Duration
	on     [len(processors)]time.Duration
}

// shown is the least share of the time on the most processors that has a row of its own.
const shown = 0.01

// printSteps prints the steps of loading and checking a file: those first that take the longest on the
// most processors.
func printSteps(file string, runs *[len(processors)][]prediction) {
	l := loadOf(runs)
	rows := append(rowsOf(runs), rowsOfLoad(l)...)
	var all row
	var serial time.Duration
	for _, r := range rows {
		all.one += r.one
		if r.serial {
			serial += r.one
		}
		for k := range r.on {
			all.on[k] += r.on[k]
		}
	}
	fmt.Printf("\n%s: of %.0f ms on one thread, %.1f %% are serial.\n\n| step | share |", file, milliseconds(all.one), percent(serial, all.one))
	for _, n := range processors {
		fmt.Printf(" ms on %d |", n)
	}
	fmt.Print("\n|---|--:|--:|--:|--:|\n")
	last := len(processors) - 1
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.on[last], a.on[last]) })
	for _, r := range rows {
		if float64(r.on[last]) >= shown*float64(all.on[last]) {
			r.print(all.one)
		}
	}
	hash := row{name: "hash, beside all others", serial: true, one: l.Hash}
	for k := range all.on {
		hash.on[k] = l.Hash
		all.on[k] = max(all.on[k], l.Hash)
	}
	hash.print(all.one)
	all.name = "all"
	all.print(all.one)
	fmt.Print("| times faster | |")
	for _, t := range all.on {
		fmt.Printf(" %.1f |", float64(all.one)/float64(t))
	}
	fmt.Println()
}

func (r *row) print(all time.Duration) {
	name := r.name
	if r.serial {
		name += " (serial)"
	}
	fmt.Printf("| %s | %.1f %% |", name, percent(r.one, all))
	for _, t := range r.on {
		fmt.Printf(" %.1f |", milliseconds(t))
	}
	fmt.Println()
}

// loadOf returns the medians of loading.
func loadOf(runs *[len(processors)][]prediction) loading {
	var all, read, hash []time.Duration
	for k := range runs {
		for _, p := range runs[k] {
			all, read, hash = append(all, p.Load.All), append(read, p.Load.Read), append(hash, p.Load.Hash)
		}
	}
	return loading{median(all), median(read), median(hash)}
}

// rowsOfLoad returns the rows of loading a file.
func rowsOfLoad(l loading) []row {
	rest, read := row{name: "load: decode and hash", one: l.All - l.Read}, row{name: "load: read", serial: true, one: l.Read}
	for k, n := range processors {
		read.on[k] = min(l.Read, l.on(n))
		rest.on[k] = l.on(n) - read.on[k]
	}
	return []row{rest, read}
}

// rowsOf returns the rows of a check, with medians over the rounds.
func rowsOf(runs *[len(processors)][]prediction) (rows []row) {
	place := map[string]int{}
	for k := range runs {
		for name, times := range byName(runs[k]) {
			at, known := place[name]
			if !known {
				at = len(rows)
				place[name] = at
				rows = append(rows, row{name: name, serial: times.serial})
			}
			rows[at].on[k] = median(times.span)
			if k == 0 {
				rows[at].one = median(times.work)
			}
		}
	}
	return rows
}

// measured are the times of the steps of one name, in each round.
type measured struct {
	serial     bool
	work, span []time.Duration
}

// byName adds up the steps of each name in each round.
func byName(runs []prediction) map[string]*measured {
	all := map[string]*measured{}
	for k := range runs {
		for _, s := range runs[k].Steps {
			m := all[s.Name]
			if m == nil {
				m = &measured{s.Serial, make([]time.Duration, len(runs)), make([]time.Duration, len(runs))}
				all[s.Name] = m
			}
			m.work[k] += s.Time.Work
			m.span[k] += s.Time.Span
		}
	}
	return all
}

// median returns the median of times, which it sorts.
func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

func percent(part, whole time.Duration) float64 { return 100 * part.Seconds() / whole.Seconds() }
