// embree FILE THREADS: pairs of triangles of a mesh that cross, by Embree's
// rtcCollide, which finds pairs of boxes, with a test in plain float64 behind it.
//
// The answer is not exact, and the test is the least one could do: pairs that
// share a vertex are skipped, and coplanar pairs count as apart.
#include <atomic>
#include <embree3/rtcore.h>
#include <tbb/global_control.h>

#include "soup.h"

using Vec = std::array<double, 3>;

static Mesh mesh;
static std::atomic<uint64_t> found{0};

static Vec corner(const Corners& t, int i) {
  const Point& p = mesh.points[t[i]];
  return {p[0], p[1], p[2]};
}

// volume is six times that of the tetrahedron a, b, c, d, with its sign.
static double volume(const Vec& a, const Vec& b, const Vec& c, const Vec& d) {
  double m[3][3];
  for (int k = 0; k < 3; k++) m[0][k] = b[k] - a[k], m[1][k] = c[k] - a[k], m[2][k] = d[k] - a[k];
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// Against is a triangle with the sides of another's corners of its plane.
struct Against {
  Vec t[3];
  double side[3];
  Against(const Vec (&t)[3], const Vec (&u)[3]) : t{t[0], t[1], t[2]} {
    for (int i = 0; i < 3; i++) side[i] = volume(t[0], t[1], t[2], u[i]);
  }
  bool apart() const {
    return (side[0] > 0 && side[1] > 0 && side[2] > 0) || (side[0] < 0 && side[1] < 0 && side[2] < 0);
  }
  // pierced reports whether an edge of the other triangle passes through this one.
  bool pierced(const Vec (&u)[3]) const {
    for (int i = 0; i < 3; i++) {
      const int j = (i + 1) % 3;
      if ((side[i] > 0) == (side[j] > 0)) continue;
      const double a = volume(u[i], u[j], t[0], t[1]), b = volume(u[i], u[j], t[1], t[2]);
      if ((a > 0) != (b > 0)) continue;
      if ((volume(u[i], u[j], t[2], t[0]) > 0) == (a > 0)) return true;
    }
    return false;
  }
};

static bool cross(uint32_t i, uint32_t j) {
  const Corners &a = mesh.triangles[i], &b = mesh.triangles[j];
  for (uint32_t c : a)
    for (uint32_t d : b)
      if (c == d) return false;
  const Vec t[3] = {corner(a, 0), corner(a, 1), corner(a, 2)}, u[3] = {corner(b, 0), corner(b, 1), corner(b, 2)};
  const Against at(t, u);
  if (at.apart()) return false;
  const Against au(u, t);
  return !au.apart() && (at.pierced(u) || au.pierced(t));
}

static void boundsOf(const RTCBoundsFunctionArguments* args) {
  const auto [lo, hi] = bounds(mesh, mesh.triangles[args->primID]);
  RTCBounds& b = *args->bounds_o;
  b.lower_x = lo[0], b.lower_y = lo[1], b.lower_z = lo[2];
  b.upper_x = hi[0], b.upper_y = hi[1], b.upper_z = hi[2];
}

static void collide(void*, RTCCollision* pairs, unsigned n) {
  uint64_t count = 0;
  for (unsigned k = 0; k < n; k++) // each pair comes both ways round
    count += pairs[k].primID0 < pairs[k].primID1 && cross(pairs[k].primID0, pairs[k].primID1);
  if (count) found += count;
}

int main(int argc, char** argv) {
  if (argc != 3) die("usage: embree FILE THREADS");
  const std::string threads = std::to_string(std::max(1, std::atoi(argv[2])));
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, std::stoul(threads));
  Phases phases{};
  Clock clock;
  mesh = read(argv[1]);
  phases.load = clock.lap();
  weld(mesh);
  phases.weld = clock.lap();

  RTCDevice device = rtcNewDevice(("threads=" + threads).c_str());
  RTCScene scene = rtcNewScene(device);
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(geometry, unsigned(mesh.triangles.size()));
  rtcSetGeometryBoundsFunction(geometry, boundsOf, nullptr);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene, geometry);
  rtcCommitScene(scene);
  phases.build = clock.lap();

  rtcCollide(scene, scene, collide, nullptr);
  phases.check = clock.lap();
  if (rtcGetDeviceError(device) != RTC_ERROR_NONE) die("embree failed");
  print("embree", RTC_VERSION_STRING, phases, found);
}
