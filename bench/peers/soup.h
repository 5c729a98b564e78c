// What the drivers of libraries share: reading the files that bench/meshes
// writes, welding, and the line of JSON that every driver prints.
#pragma once
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

using Point = std::array<float, 3>;
using Corners = std::array<uint32_t, 3>; // of one triangle: indices of its points

struct Mesh {
  std::vector<Point> points;
  std::vector<Corners> triangles;
};

[[noreturn]] inline void die(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

// number returns the little-endian 32-bit number at a place in a file.
inline uint32_t number(const std::string& data, size_t at) {
  if (at + 4 > data.size()) die("the file ends early");
  uint32_t n;
  std::memcpy(&n, data.data() + at, 4);
  return n;
}

// readSTL gives every triangle of a binary STL three points of its own.
inline Mesh readSTL(const std::string& data) {
  const size_t n = number(data, 80);
  if (data.size() != 84 + 50 * n) die("not a binary STL");
  Mesh m;
  m.points.resize(3 * n);
  m.triangles.resize(n);
  for (uint32_t i = 0; i < n; i++) {
    std::memcpy(&m.points[3 * i], data.data() + 84 + 50 * size_t(i) + 12, 36);
    m.triangles[i] = {3 * i, 3 * i + 1, 3 * i + 2};
  }
  return m;
}

// count takes the next "count" from a glTF document.
inline size_t count(const std::string& json, size_t& at) {
  static const std::string key = "\"count\":";
  at = json.find(key, at);
  if (at == std::string::npos) die("a count is missing");
  at += key.size();
  return std::strtoull(json.c_str() + at, nullptr, 10);
}

// readGLB reads the only shape of GLB that bench/meshes writes: positions, then
// indices, back to back.
inline Mesh readGLB(const std::string& data) {
  const size_t length = number(data, 12), bin = 20 + length;
  const std::string json = data.substr(20, length);
  size_t at = 0;
  Mesh m;
  m.points.resize(count(json, at));
  m.triangles.resize(count(json, at) / 3);
  const size_t positions = 12 * m.points.size(), indices = 12 * m.triangles.size();
  if (number(data, bin) != positions + indices || data.size() < bin + 8 + positions + indices)
    die("not a GLB of bench/meshes");
  std::memcpy(m.points.data(), data.data() + bin + 8, positions);
  std::memcpy(m.triangles.data(), data.data() + bin + 8 + positions, indices);
  return m;
}

inline Mesh read(const char* path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) die(std::string("cannot open ") + path);
  std::string data(size_t(file.tellg()), 0);
  file.seekg(0).read(data.data(), std::streamsize(data.size()));
  return data.compare(0, 4, "glTF") == 0 ? readGLB(data) : readSTL(data);
}

// weld makes one point of all points with equal coordinates. Neither library does
// this faster: it is one pass over a table with open addressing.
inline void weld(Mesh& m) {
  size_t size = 1;
  while (size < m.points.size() + m.points.size() / 2) size *= 2;
  const uint32_t none = UINT32_MAX;
  std::vector<uint32_t> table(size, none), id(m.points.size());
  std::vector<Point> points;
  for (size_t i = 0; i < m.points.size(); i++) {
    Point p = m.points[i];
    uint32_t bits[3];
    for (float& x : p) x += 0.0f; // -0 is 0
    std::memcpy(bits, p.data(), 12);
    uint64_t h = 0;
    for (uint32_t b : bits) h = (h ^ b) * 0x9E3779B97F4A7C15u, h ^= h >> 32;
    size_t slot = h & (size - 1);
    while (table[slot] != none && points[table[slot]] != p) slot = (slot + 1) & (size - 1);
    if (table[slot] == none) {
      table[slot] = uint32_t(points.size());
      points.push_back(p);
    }
    id[i] = table[slot];
  }
  for (Corners& t : m.triangles)
    for (uint32_t& c : t) c = id[c];
  m.points.swap(points);
}

// bounds returns the least and the greatest coordinates of a triangle.
inline std::pair<Point, Point> bounds(const Mesh& m, const Corners& t) {
  Point lo = m.points[t[0]], hi = lo;
  for (uint32_t c : t)
    for (int k = 0; k < 3; k++) {
      lo[k] = std::min(lo[k], m.points[c][k]);
      hi[k] = std::max(hi[k], m.points[c][k]);
    }
  return {lo, hi};
}

// Clock measures one phase after the other.
class Clock {
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();

public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last).count();
    last = now;
    return seconds;
  }
};

struct Phases {
  double load, weld, build, check;
};

inline void print(const char* peer, const char* version, Phases s, uint64_t findings) {
  std::printf("{\"peer\":\"%s\",\"version\":\"%s\",\"load_s\":%.6f,\"weld_s\":%.6f,\"build_s\":%.6f,"
              "\"check_s\":%.6f,\"findings\":%llu}\n",
              peer, version, s.load, s.weld, s.build, s.check, (unsigned long long)findings);
}
