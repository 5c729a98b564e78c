import { add, ballAround, sub } from "./math.js";
import { Player } from "./player.js";

// Posing is what a view has for the stage of poses: the player, and the pose of the model.
export class Posing {
  // timeline returns the drawing of a clip in the page.
  constructor(view, timeline) {
    this.view = view;
    this.player = new Player(view.element.querySelector(".player"), { posed: (place, at) => this.pose(place, at), timeline });
    this.following = false;
  }

  // factsOf returns what the page says about a place by its number, undefined for none.
  factsOf(region) {
    return this.view.model.isPosed ? this.view.about.places.find((facts) => facts.issue === region) : undefined;
  }

  // open shows a place by its number, in its worst pose, or the pose of the file if there is none.
  open(region) {
    const { view, player } = this;
    const { model } = view;
    const place = model.motion.places.find((p) => p.index === region);
    model.take(place);
    if (!place) {
      player.close();
      model.rest();
      this.changed();
      return;
    }
    this.following = false; // the view flies to the place
    player.open(place, model.motion.clips[place.clip], this.factsOf(region));
    this.following = true;
  }

  // pose shows a sample of the clip of a place, and the camera goes along with the triangles of the place.
  pose(place, at) {
    const { model, camera } = this.view;
    const own = this.view.chosen().flatMap((f) => model.placesOf(f));
    const before = middleOf(model, own);
    const { still } = model;
    model.pose(place.clip, at, at === place.sample);
    const after = middleOf(model, own);
    if (this.following && before && after) camera.state.target = add(camera.state.target, sub(after, before));
    this.changed();
    if (model.still !== still) this.view.repaint(); // the findings appear or disappear
  }

  // changed tells the view that the corners of its model have moved.
  changed() {
    const { view } = this;
    view.model.ball = ballAround(view.model.positions);
    view.camera.setWorld(view.model.ball);
    view.rays = null;
    view.painter?.move();
    view.redraw();
  }
}

// middleOf returns the middle of triangles by their places, null if there are none.
function middleOf(model, places) {
  if (!places.length) return null;
  const sum = [0, 0, 0];
  for (const place of places) for (let k = 0; k < 9; k++) sum[k % 3] += model.corners[9 * place + k];
  return sum.map((x) => x / (3 * places.length));
}
