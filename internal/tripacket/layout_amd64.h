#include "go_asm.h"

// SINGLES and DOUBLES are the sizes of a float32 and a float64 for each lane.
#define SINGLES (4*const_Width)
#define DOUBLES (8*const_Width)

// NARROW is axis A of corner K in a packet, WIDE that of one of the triangles of pairs.
#define NARROW(K, A) Packet_corners+(3*K+A)*SINGLES
#define WIDE(K, A) wide_corners+(3*K+A)*DOUBLES

// HEIGHTU is the height of corner K of u, HEIGHTT that of corner K of t, and VOLUME that of edge I
// of t and edge J of u in a comparison.
#define HEIGHTU(K) comparison_hu+K*DOUBLES
#define HEIGHTT(K) comparison_ht+K*DOUBLES
#define VOLUME(I, J) comparison_volumes+(3*I+J)*DOUBLES
