// What the drivers of libraries of convex shapes share: the files that bench/pairs
// writes, the clock, and the line of JSON that every driver prints.
#pragma once
#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

enum Kind : uint32_t { sphere, capsule, cylinder, box, hull };

// Shape is in a frame of its own; its axis, if it has one, is z.
struct Shape {
  Kind kind;
  double rotation[9], at[3]; // rotation by rows
  double size[3];            // radius; radius and half length; half edges
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::array<uint32_t, 3>> faces;
};

struct Pair {
  Shape a, b;
  double truth; // the distance, or below 0 the depth
};

struct Set {
  std::string name;
  std::vector<Pair> pairs;
  bool apart() const { return pairs.at(0).truth > 0; }
};

class Reader {
  std::ifstream file;

public:
  explicit Reader(const std::string& path) : file(path, std::ios::binary) {}
  template <typename T> T next() {
    T x;
    if (!file.read(reinterpret_cast<char*>(&x), sizeof x)) {
      std::fprintf(stderr, "the file ends early\n");
      std::exit(1);
    }
    return x;
  }
  Shape shape() {
    Shape s;
    s.kind = next<Kind>();
    for (double& x : s.rotation) x = next<double>();
    for (double& x : s.at) x = next<double>();
    for (double& x : s.size) x = next<double>();
    s.vertices.resize(next<uint32_t>());
    for (auto& v : s.vertices) v = next<std::array<double, 3>>();
    s.faces.resize(next<uint32_t>());
    for (auto& f : s.faces) f = next<std::array<uint32_t, 3>>();
    return s;
  }
};

inline Set readSet(const std::string& path) {
  Reader in(path);
  const size_t slash = path.rfind('/') + 1; // 0 if there is none
  Set set{path.substr(slash, path.rfind('.') - slash), {}};
  const uint32_t n = in.next<uint32_t>();
  for (uint32_t i = 0; i < n; i++) {
    Pair p;
    p.a = in.shape(), p.b = in.shape(), p.truth = in.next<double>();
    set.pairs.push_back(std::move(p));
  }
  return set;
}

// seconds returns the time that this process has had a processor.
inline double seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

inline double median(std::vector<double> all) {
  if (all.empty()) return 0;
  std::sort(all.begin(), all.end());
  return (all[(all.size() - 1) / 2] + all[all.size() / 2]) / 2;
}

constexpr double none = NAN; // no answer

// Report times methods on a set, and compares their answers with the truth.
class Report {
  const char* comma = "";

public:
  Report(const char* peer, const std::string& version) {
    std::printf("{\"peer\":\"%s\",\"version\":\"%s\",\"methods\":[", peer, version.c_str());
  }
  ~Report() { std::printf("]}\n"); }

  // boolean: meets(i) says whether the shapes of pair i meet.
  template <typename F> void boolean(const Set& set, const char* method, F meets) {
    const size_t n = set.pairs.size();
    size_t failures = 0;
    for (size_t i = 0; i < n; i++) failures += meets(i) == set.apart();
    line(set, "boolean", method, failures, {}, nanoseconds(n, meets));
  }

  // length: value(i) is the distance of the shapes of pair i, or if they penetrate
  // the depth; none, or what is not above 0, is a failure.
  template <typename F> void length(const Set& set, const char* method, F value) {
    const size_t n = set.pairs.size();
    std::vector<double> errors;
    for (size_t i = 0; i < n; i++) {
      const double x = value(i), truth = std::fabs(set.pairs[i].truth);
      if (x > 0) errors.push_back(std::fabs(x - truth) / truth);
    }
    line(set, set.apart() ? "distance" : "depth", method, n - errors.size(), errors, nanoseconds(n, value));
  }

private:
  // nanoseconds returns the median over passes of a pair's time.
  template <typename F> static double nanoseconds(size_t n, F answer) {
    std::vector<double> passes;
    volatile double sink = 0;
    for (int pass = 0; pass < 15; pass++) {
      const double start = seconds();
      double sum = 0;
      for (size_t i = 0; i < n; i++) sum += double(answer(i));
      passes.push_back(1e9 * (seconds() - start) / double(n));
      sink = sink + sum;
    }
    return median(passes);
  }

  void line(const Set& set, const char* question, const char* method, size_t failures,
            const std::vector<double>& errors, double ns) {
    const double most = errors.empty() ? 0 : *std::max_element(errors.begin(), errors.end());
    std::printf("%s{\"set\":\"%s\",\"question\":\"%s\",\"method\":\"%s\",\"ns\":%.1f,\"failures\":%zu,"
                "\"median_error\":%.3g,\"max_error\":%.3g}",
                comma, set.name.c_str(), question, method, ns, failures, median(errors), most);
    comma = ",";
  }
};
