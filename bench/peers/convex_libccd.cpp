// convex_libccd FILE...: depth and boolean of pairs of convex shapes, by libccd, which
// has no distance. The support functions are ours, as they are every user's.
#include <ccd/ccd.h>

#include "pairs.h"

// inwards returns the direction as the shape's frame sees it.
static void inwards(const Shape& s, const ccd_vec3_t* d, double local[3]) {
  const double* r = s.rotation;
  for (int k = 0; k < 3; k++) local[k] = r[k] * d->v[0] + r[3 + k] * d->v[1] + r[6 + k] * d->v[2];
}

static void outwards(const Shape& s, const double local[3], ccd_vec3_t* p) {
  const double* r = s.rotation;
  for (int k = 0; k < 3; k++) p->v[k] = r[3 * k] * local[0] + r[3 * k + 1] * local[1] + r[3 * k + 2] * local[2] + s.at[k];
}

static void localSupport(const Shape& s, const double d[3], double p[3]) {
  switch (s.kind) {
  case box:
    for (int k = 0; k < 3; k++) p[k] = std::copysign(s.size[k], d[k]);
    return;
  case cylinder: {
    const double length = std::sqrt(d[0] * d[0] + d[1] * d[1]), scale = length > 0 ? s.size[0] / length : 0;
    p[0] = scale * d[0], p[1] = scale * d[1], p[2] = std::copysign(s.size[1], d[2]);
    return;
  }
  case hull: {
    const std::array<double, 3>* best = nullptr;
    double most = -INFINITY;
    for (const auto& v : s.vertices) {
      const double x = v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
      if (x > most) most = x, best = &v;
    }
    std::copy(best->begin(), best->end(), p);
    return;
  }
  default: { // sphere and capsule
    const double scale = s.size[0] / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int k = 0; k < 3; k++) p[k] = scale * d[k];
    if (s.kind == capsule) p[2] += std::copysign(s.size[1], d[2]);
  }
  }
}

static void support(const void* object, const ccd_vec3_t* d, ccd_vec3_t* p) {
  const Shape& s = *static_cast<const Shape*>(object);
  double local[3], at[3] = {};
  inwards(s, d, local);
  localSupport(s, local, at);
  outwards(s, at, p);
}

static void center(const void* object, ccd_vec3_t* p) {
  std::copy_n(static_cast<const Shape*>(object)->at, 3, p->v);
}

static ccd_t settings(double tolerance) {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support;
  ccd.center1 = ccd.center2 = center;
  ccd.max_iterations = 500; // without, it may go on for ever
  if (tolerance > 0) ccd.epa_tolerance = ccd.mpr_tolerance = tolerance;
  return ccd;
}

using Penetration = int(const void*, const void*, const ccd_t*, ccd_real_t*, ccd_vec3_t*, ccd_vec3_t*);

static double depth(Penetration* ask, const Pair& p, const ccd_t& ccd) {
  ccd_real_t depth;
  ccd_vec3_t direction, at;
  return ask(&p.a, &p.b, &ccd, &depth, &direction, &at) == 0 ? depth : none;
}

int main(int argc, char** argv) {
  Report report("libccd", VERSION);
  const ccd_t usual = settings(0), tight = settings(1e-10);
  for (int k = 1; k < argc; k++) {
    const Set set = readSet(argv[k]);
    const std::vector<Pair>& pairs = set.pairs;
    report.boolean(set, "GJK", [&](size_t i) { return ccdGJKIntersect(&pairs[i].a, &pairs[i].b, &usual) == 1; });
    report.boolean(set, "MPR", [&](size_t i) { return ccdMPRIntersect(&pairs[i].a, &pairs[i].b, &usual) == 1; });
    if (set.apart()) continue;
    report.length(set, "EPA", [&](size_t i) { return depth(ccdGJKPenetration, pairs[i], usual); });
    report.length(set, "EPA, 1e-10", [&](size_t i) { return depth(ccdGJKPenetration, pairs[i], tight); });
    report.length(set, "MPR", [&](size_t i) { return depth(ccdMPRPenetration, pairs[i], usual); });
    report.length(set, "MPR, 1e-10", [&](size_t i) { return depth(ccdMPRPenetration, pairs[i], tight); });
  }
}
