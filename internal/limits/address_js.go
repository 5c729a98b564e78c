package limits

// addressSpace is the size of the memory of a WebAssembly program, which has addresses of 32 bits.
const addressSpace = 4 << 30

// AddressSpace returns the memory that a WebAssembly program may allocate. What it uses when it starts
// does not matter.
func AddressSpace() int64 { return addressSpace }
