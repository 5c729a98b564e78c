package cache

// nonblock is no flag: files in a browser never block.
const nonblock = 0
