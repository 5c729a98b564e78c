// fcl FILE: pairs of bodies of a scene that collide, by FCL: a tree of boxes for the
// bodies, a tree of oriented boxes and spheres for each mesh.
//
// The answer is not exact, and it is one of surfaces: what lies inside a body without
// touching it is not found. The search in a pair ends with the first pair of
// triangles. One thread.
#include <fcl/fcl.h>
#include <fcl/config.h>

#include "soup.h"

using Tree = fcl::BVHModel<fcl::OBBRSSd>;

// Reader takes numbers from scene.bodies, which bench/meshes writes.
class Reader {
  std::string data;
  size_t at = 0;

public:
  explicit Reader(const char* path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) die(std::string("cannot open ") + path);
    data.resize(size_t(file.tellg()));
    file.seekg(0).read(data.data(), std::streamsize(data.size()));
  }
  template <typename T> T next() {
    T x;
    if (at + sizeof x > data.size()) die("the file ends early");
    std::memcpy(&x, data.data() + at, sizeof x);
    at += sizeof x;
    return x;
  }
};

static Mesh readMesh(Reader& in) {
  Mesh m;
  m.points.resize(in.next<uint32_t>());
  m.triangles.resize(in.next<uint32_t>());
  for (Point& p : m.points) p = in.next<Point>();
  for (Corners& t : m.triangles) t = in.next<Corners>();
  return m;
}

static std::shared_ptr<Tree> build(const Mesh& m) {
  auto tree = std::make_shared<Tree>();
  tree->beginModel(int(m.triangles.size()), int(m.points.size()));
  std::vector<fcl::Vector3d> points;
  for (const Point& p : m.points) points.emplace_back(p[0], p[1], p[2]);
  std::vector<fcl::Triangle> triangles;
  for (const Corners& t : m.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  tree->addSubModel(points, triangles);
  tree->endModel();
  return tree;
}

static bool meet(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* found) {
  const fcl::CollisionRequestd request(1, false);
  fcl::CollisionResultd result;
  if (fcl::collide(a, b, request, result) > 0) ++*static_cast<uint64_t*>(found);
  return false; // go on
}

int main(int argc, char** argv) {
  if (argc != 2) die("usage: fcl FILE");
  Phases phases{};
  Clock clock;
  Reader in(argv[1]);
  std::vector<Mesh> meshes(in.next<uint32_t>());
  for (Mesh& m : meshes) m = readMesh(in);
  struct Body {
    uint32_t mesh;
    fcl::Matrix3d rotation;
    fcl::Vector3d at;
  };
  std::vector<Body> bodies(in.next<uint32_t>());
  for (Body& b : bodies) {
    b.mesh = in.next<uint32_t>();
    for (int k = 0; k < 9; k++) b.rotation(k / 3, k % 3) = in.next<double>();
    for (int k = 0; k < 3; k++) b.at[k] = in.next<double>();
  }
  phases.load = clock.lap();

  std::vector<std::shared_ptr<Tree>> trees;
  for (const Mesh& m : meshes) trees.push_back(build(m));
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
  fcl::DynamicAABBTreeCollisionManagerd manager;
  for (const Body& b : bodies) {
    objects.push_back(std::make_unique<fcl::CollisionObjectd>(trees.at(b.mesh), b.rotation, b.at));
    manager.registerObject(objects.back().get());
  }
  manager.setup();
  phases.build = clock.lap();

  uint64_t found = 0;
  manager.collide(&found, meet);
  phases.check = clock.lap();
  print("fcl", FCL_VERSION, phases, found);
}
