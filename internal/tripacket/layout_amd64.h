#include "go_asm.h"

// SINGLES and DOUBLES are the sizes of a float32 and a float64 for each lane.
#define SINGLES (4*const_Width)
#define DOUBLES (8*const_Width)

// VECTOR is the size of a geom.Vec. Its coordinates are 8 apart.
#define VECTOR 24

// NARROW and WIDE are axis A of corner K in a packet and in a wide one.
#define NARROW(K, A) Packet_corners+(3*K+A)*SINGLES
#define WIDE(K, A) WidePacket_corners+(3*K+A)*DOUBLES

// HEIGHTU is the height of corner K of u, HEIGHTT that of corner K of t, and VOLUME that of edge I
// of t and edge J of u in a comparison.
#define HEIGHTU(K) comparison_hu+K*DOUBLES
#define HEIGHTT(K) comparison_ht+K*DOUBLES
#define VOLUME(I, J) comparison_volumes+(3*I+J)*DOUBLES
