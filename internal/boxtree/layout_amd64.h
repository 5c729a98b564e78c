#include "go_asm.h"

// ROW is the size of a number of 32 bits for each child of a node or box of a leaf.
#define ROW (4*const_Width)

// MIN and MAX are the bounds of the children of a node on axis K.
#define MIN(K) node_min+K*ROW
#define MAX(K) node_max+K*ROW
