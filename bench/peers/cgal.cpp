// cgal FILE THREADS: all pairs of triangles of a mesh that meet beyond what they
// share, by CGAL with exact predicates.
//
// The tests are those of Polygon_mesh_processing::self_intersections, on boxes
// of our own: that function wants a manifold mesh, and here any soup will do.
// Pairs are counted and not stored. Its counts are meshcheck's, touches included.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>
#include <cmath>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>

#include "soup.h"

using K = CGAL::Exact_predicates_inexact_constructions_kernel;
// Boxes are copied about by value, which is faster than pointers to them, and in
// float32, which holds the files' coordinates exactly.
using Box = CGAL::Box_intersection_d::Box_with_handle_d<float, 3, const Corners*, CGAL::Box_intersection_d::ID_FROM_HANDLE>;

static std::vector<K::Point_3> points;

static K::Triangle_3 triangle(const Corners& t) { return {points[t[0]], points[t[1]], points[t[2]]}; }

// edge is the one opposite corner i.
static K::Segment_3 edge(const Corners& t, int i) { return {points[t[(i + 1) % 3]], points[t[(i + 2) % 3]]}; }

static bool meet(const Corners& t, const Corners& u) {
  int shared = 0, in_t = 0, in_u = 0; // the sums of the shared corners' places
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (t[i] == u[j]) shared++, in_t += i, in_u += j;
  switch (shared) {
  case 0:
    return CGAL::do_intersect(triangle(t), triangle(u));
  case 1:
    return CGAL::do_intersect(triangle(t), edge(u, in_u)) || CGAL::do_intersect(triangle(u), edge(t, in_t));
  case 2: { // a fold: the places of the free corners are what is left of 0 + 1 + 2
    const int i = 3 - in_t, j = 3 - in_u;
    const auto &p = points[t[(i + 1) % 3]], &q = points[t[(i + 2) % 3]], &r = points[t[i]], &s = points[u[j]];
    return CGAL::coplanar(p, q, r, s) && CGAL::coplanar_orientation(p, q, r, s) == CGAL::POSITIVE;
  }
  default:
    return true;
  }
}

static bool takesPart(const Corners& t) {
  for (uint32_t c : t)
    for (int k = 0; k < 3; k++)
      if (!std::isfinite(points[c][k])) return false;
  return !CGAL::collinear(points[t[0]], points[t[1]], points[t[2]]);
}

int main(int argc, char** argv) {
  if (argc != 3) die("usage: cgal FILE THREADS");
  tbb::global_control threads(tbb::global_control::max_allowed_parallelism, std::max(1, std::atoi(argv[2])));
  Phases phases{};
  Clock clock;
  Mesh mesh = read(argv[1]);
  phases.load = clock.lap();
  weld(mesh);
  points.reserve(mesh.points.size());
  for (const Point& p : mesh.points) points.emplace_back(p[0], p[1], p[2]);
  phases.weld = clock.lap();

  std::vector<Box> boxes;
  boxes.reserve(mesh.triangles.size());
  for (const Corners& t : mesh.triangles) {
    if (!takesPart(t)) continue;
    auto [lo, hi] = bounds(mesh, t);
    boxes.emplace_back(lo.data(), hi.data(), &t);
  }
  phases.build = clock.lap();

  tbb::enumerable_thread_specific<uint64_t> found(0);
  CGAL::box_self_intersection_d<CGAL::Parallel_tag>(boxes.begin(), boxes.end(), [&](const Box& b, const Box& c) {
    if (meet(*b.handle(), *c.handle())) found.local()++;
  }, std::ptrdiff_t(2000));
  phases.check = clock.lap();
  print("cgal", CGAL_VERSION_STR, phases, found.combine(std::plus<uint64_t>()));
}
