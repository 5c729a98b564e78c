// convex_fcl FILE...: distance, depth and boolean of pairs of convex shapes, by both of
// FCL's solvers. For boxes that collide, and for a sphere and a capsule, FCL has
// methods of its own, whatever the solver.
#include <fcl/config.h>
#include <fcl/fcl.h>

#include "pairs.h"

struct Body {
  std::shared_ptr<fcl::CollisionGeometryd> geometry;
  fcl::Transform3d pose;
};

static std::shared_ptr<fcl::CollisionGeometryd> convex(const Shape& s) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const auto& v : s.vertices) vertices->emplace_back(v[0], v[1], v[2]);
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& f : s.faces) faces->insert(faces->end(), {3, int(f[0]), int(f[1]), int(f[2])});
  return std::make_shared<fcl::Convexd>(vertices, int(s.faces.size()), faces);
}

static std::shared_ptr<fcl::CollisionGeometryd> geometry(const Shape& s) {
  const double* size = s.size;
  switch (s.kind) {
  case sphere: return std::make_shared<fcl::Sphered>(size[0]);
  case capsule: return std::make_shared<fcl::Capsuled>(size[0], 2 * size[1]);
  case cylinder: return std::make_shared<fcl::Cylinderd>(size[0], 2 * size[1]);
  case box: return std::make_shared<fcl::Boxd>(2 * size[0], 2 * size[1], 2 * size[2]);
  default: return convex(s);
  }
}

static Body body(const Shape& s) {
  Body b{geometry(s), fcl::Transform3d::Identity()};
  for (int k = 0; k < 9; k++) b.pose.linear()(k / 3, k % 3) = s.rotation[k];
  b.pose.translation() = fcl::Vector3d(s.at[0], s.at[1], s.at[2]);
  return b;
}

using Bodies = std::vector<std::pair<Body, Body>>;

static double distance(const std::pair<Body, Body>& p, const fcl::DistanceRequestd& request) {
  fcl::DistanceResultd result;
  try {
    fcl::distance(p.first.geometry.get(), p.first.pose, p.second.geometry.get(), p.second.pose, request, result);
  } catch (const std::exception&) { // as its own solver throws for what it cannot solve
    return none;
  }
  return result.min_distance;
}

static fcl::CollisionResultd collide(const std::pair<Body, Body>& p, const fcl::CollisionRequestd& request) {
  fcl::CollisionResultd result;
  try {
    fcl::collide(p.first.geometry.get(), p.first.pose, p.second.geometry.get(), p.second.pose, request, result);
  } catch (const std::exception&) {
    result.clear();
  }
  return result;
}

// depth returns the greatest of all contacts; the solver of FCL's own has it negative.
static double depth(const std::pair<Body, Body>& p, const fcl::CollisionRequestd& request) {
  const fcl::CollisionResultd result = collide(p, request);
  double most = none;
  for (size_t k = 0; k < result.numContacts(); k++) most = std::fmax(most, std::fabs(result.getContact(k).penetration_depth));
  return most;
}

static void measure(Report& report, const Set& set, const Bodies& pairs, fcl::GJKSolverType solver, const char* name,
                    double tolerance) {
  if (set.apart()) {
    const fcl::DistanceRequestd request(true, false, 0, 0, tolerance, solver);
    report.length(set, name, [&](size_t i) { return distance(pairs[i], request); });
  } else {
    const fcl::CollisionRequestd request(1, true, 1, false, true, solver, tolerance);
    report.length(set, name, [&](size_t i) { return depth(pairs[i], request); });
  }
}

int main(int argc, char** argv) {
  Report report("FCL", FCL_VERSION);
  for (int k = 1; k < argc; k++) {
    const Set set = readSet(argv[k]);
    Bodies pairs;
    for (const Pair& p : set.pairs) pairs.emplace_back(body(p.a), body(p.b));
    const fcl::CollisionRequestd libccd(1, false), indep(1, false, 1, false, true, fcl::GST_INDEP);
    report.boolean(set, "libccd", [&](size_t i) { return collide(pairs[i], libccd).isCollision(); });
    report.boolean(set, "indep", [&](size_t i) { return collide(pairs[i], indep).isCollision(); });
    measure(report, set, pairs, fcl::GST_LIBCCD, "libccd", 1e-6);
    measure(report, set, pairs, fcl::GST_LIBCCD, "libccd, 1e-10", 1e-10);
    measure(report, set, pairs, fcl::GST_INDEP, "indep", 1e-6);
    measure(report, set, pairs, fcl::GST_INDEP, "indep, 1e-10", 1e-10);
  }
}
