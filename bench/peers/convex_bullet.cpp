// convex_bullet FILE...: distance, depth and boolean of pairs of convex shapes, by
// Bullet in double precision, all margins 0 but for the radii of spheres and capsules.
//
// The pair detector is what Bullet's world uses. EPA 2 is the solver behind it, and
// EPA 3 the same as templates, which are compiled here. MPR computes in float32.
#include <btBulletCollisionCommon.h>

#include <BulletCollision/NarrowPhaseCollision/btComputeGjkEpaPenetration.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa3.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btMprPenetration.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>

#include "pairs.h"

static_assert(sizeof(btScalar) == 8, "single precision");

// Body has the names by which Bullet's templates ask.
struct Body {
  std::shared_ptr<btConvexShape> shape;
  btTransform pose;

  btScalar getMargin() const { return shape->getMargin(); }
  btVector3 getObjectCenterInWorld() const { return pose.getOrigin(); }
  const btTransform& getWorldTransform() const { return pose; }
  btVector3 getLocalSupportWithMargin(const btVector3& d) const { return shape->localGetSupportVertexNonVirtual(d); }
  btVector3 getLocalSupportWithoutMargin(const btVector3& d) const {
    return shape->localGetSupportVertexWithoutMarginNonVirtual(d);
  }
};

static std::shared_ptr<btConvexShape> convex(const Shape& s) {
  auto shape = std::make_shared<btConvexHullShape>();
  for (const auto& v : s.vertices) shape->addPoint(btVector3(v[0], v[1], v[2]), false);
  shape->recalcLocalAabb();
  return shape;
}

static std::shared_ptr<btConvexShape> shapeOf(const Shape& s) {
  const double* size = s.size;
  switch (s.kind) {
  case sphere: return std::make_shared<btSphereShape>(size[0]);
  case capsule: return std::make_shared<btCapsuleShapeZ>(size[0], 2 * size[1]);
  case cylinder: return std::make_shared<btCylinderShapeZ>(btVector3(size[0], size[0], size[1]));
  case box: return std::make_shared<btBoxShape>(btVector3(size[0], size[1], size[2]));
  default: return convex(s);
  }
}

static Body body(const Shape& s) {
  Body b{shapeOf(s), btTransform::getIdentity()};
  if (s.kind != sphere && s.kind != capsule) b.shape->setMargin(0);
  const double* r = s.rotation;
  b.pose.setBasis(btMatrix3x3(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]));
  b.pose.setOrigin(btVector3(s.at[0], s.at[1], s.at[2]));
  return b;
}

using Bodies = std::pair<Body, Body>;

static btVector3 between(const Bodies& p) { return p.second.pose.getOrigin() - p.first.pose.getOrigin(); }

// detector returns the distance, or below 0 the depth.
static double detector(const Bodies& p) {
  static btVoronoiSimplexSolver simplex;
  static btGjkEpaPenetrationDepthSolver epa;
  btGjkPairDetector pair(p.first.shape.get(), p.second.shape.get(), &simplex, &epa);
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA = p.first.pose, input.m_transformB = p.second.pose;
  btPointCollector found;
  pair.getClosestPoints(input, found, nullptr);
  return found.m_hasResult ? found.m_distance : none;
}

static double distance2(const Bodies& p) {
  btGjkEpaSolver2::sResults found;
  const btConvexShape *a = p.first.shape.get(), *b = p.second.shape.get();
  if (!btGjkEpaSolver2::Distance(a, p.first.pose, b, p.second.pose, between(p), found)) return none;
  return found.distance - a->getMargin() - b->getMargin(); // it measures to the core of what has a radius
}

static double depth2(const Bodies& p) {
  btGjkEpaSolver2::sResults found;
  const btConvexShape *a = p.first.shape.get(), *b = p.second.shape.get();
  return btGjkEpaSolver2::Penetration(a, p.first.pose, b, p.second.pose, between(p), found) ? -found.distance : none;
}

static double distance3(const Bodies& p) {
  btGjkEpaSolver3::sResults found;
  return btGjkEpaSolver3_Distance(p.first, p.second, between(p), found) ? found.distance : none;
}

static double depth3(const Bodies& p) {
  btGjkEpaSolver3::sResults found;
  return btGjkEpaSolver3_Penetration(p.first, p.second, between(p), found) ? -found.distance : none;
}

static double mpr(const Bodies& p) {
  btMprDistanceInfo found;
  return btComputeMprPenetration(p.first, p.second, btMprCollisionDescription(), &found) == 0 ? -found.m_distance : none;
}

int main(int argc, char** argv) {
  Report report("Bullet", std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100));
  for (int k = 1; k < argc; k++) {
    const Set set = readSet(argv[k]);
    std::vector<Bodies> pairs;
    for (const Pair& p : set.pairs) pairs.emplace_back(body(p.a), body(p.b));
    report.boolean(set, "pair detector", [&](size_t i) { return detector(pairs[i]) <= 0; });
    report.boolean(set, "MPR", [&](size_t i) { return mpr(pairs[i]) >= 0; });
    if (set.apart()) {
      report.length(set, "pair detector", [&](size_t i) { return detector(pairs[i]); });
      report.length(set, "EPA 2", [&](size_t i) { return distance2(pairs[i]); });
      report.length(set, "EPA 3", [&](size_t i) { return distance3(pairs[i]); });
    } else {
      report.length(set, "pair detector", [&](size_t i) { return -detector(pairs[i]); });
      report.length(set, "EPA 2", [&](size_t i) { return depth2(pairs[i]); });
      report.length(set, "EPA 3", [&](size_t i) { return depth3(pairs[i]); });
      report.length(set, "MPR", [&](size_t i) { return mpr(pairs[i]); });
    }
  }
}
