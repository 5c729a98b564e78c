package report

import "github.com/meshcheck/meshcheck"

// pairMeanings define the kinds of pairs of objects.
var pairMeanings = [...]string{
	meshcheck.PairCrossing:   "The surface of one object passes through that of another, deeper than the tolerance and the rounding of the file's numbers.",
	meshcheck.PairOverlap:    "The surfaces of two objects share area, and both bodies lie on the same side of it.",
	meshcheck.PairDuplicate:  "Two objects of equal geometry are at the same place. It fails.",
	meshcheck.PairClearance:  "Two objects are nearer to each other than --clearance allows. It fails.",
	meshcheck.PairContained:  "One object lies inside another, which is closed, and their surfaces do not cross. It does not fail.",
	meshcheck.PairNotChecked: "One object may lie inside another, which is not closed and so has no inside. It does not fail.",
	meshcheck.PairTouch:      "Two objects are in contact, and no more than that. It does not fail.",
}

// pairRules follow the order of meshcheck.PairKinds.
var pairRules = [...]rule{
	meshcheck.PairCrossing: {
		name:  "CrossingObjects",
		title: "Objects pass through each other",
		noun:  "crossing pair",
		why:   "Clipping shows where the objects move or are seen from close by, and physics pushes them apart at the first step.",
		fix: "Move one of the two, or unite them. Pairs that are meant to be so pass with --allow, shallow ones with " +
			"--tolerance.",
	},
	meshcheck.PairOverlap: {
		name:  "OverlappingObjects",
		title: "Objects share a piece of surface",
		noun:  "overlapping pair",
		why:   "Two surfaces in one plane flicker (z-fighting), and what is behind them is in both bodies at once.",
		fix: "Move one of the two, cut away what both have, or unite them. Pairs that are meant to be so pass with " +
			"--allow.",
	},
	meshcheck.PairDuplicate: {
		name:  "DuplicateInstance",
		title: "Object stands on its double",
		noun:  "duplicate instance",
		why:   "It is drawn, lit and simulated twice, flickers where the two are not lit alike, and a slicer may take the two for a hollow.",
		fix:   "Delete one of the two objects, or move it to where it belongs. A pair that is meant to be so passes with --allow.",
	},
	meshcheck.PairClearance: {
		name:  "ObjectsTooNear",
		title: "Objects are too near to each other",
		noun:  "pair that is too near",
		why: "Moving parts jam and printed ones fuse where the gap is smaller than the process can keep, and what only just " +
			"clears at rest clips in an animation.",
		fix: "Move one of the two away from the other, or make it smaller. Pairs that belong together pass with --allow.",
	},
	meshcheck.PairContained: {
		name:  "ContainedObject",
		title: "Object lies inside another",
		noun:  "contained object",
		why:   "What nobody can see costs memory and time; what was meant to be seen, or to be a cavity, is neither.",
		fix:   "Delete what is hidden, or leave it: being packed inside something fails nothing.",
	},
	meshcheck.PairNotChecked: {
		name:  "PairNotChecked",
		title: "Object may lie inside one that is open",
		noun:  "pair not checked for containment",
		why:   "Only a closed surface has an inside, so nobody can say whether the one is in the other. Their surfaces do not cross.",
		fix:   "Close the holes of the outer object if its inside matters, or leave it: this fails nothing.",
	},
	meshcheck.PairTouch: {
		name:  "TouchingObjects",
		title: "Objects touch",
		noun:  "touching pair",
		why:   "Things that stand on each other touch, which is as it should be; surfaces that lie flush can flicker.",
		fix:   "Leave it: contact fails nothing.",
	},
}
