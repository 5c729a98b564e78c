//go:build !js

package cache

import "syscall"

// nonblock is the flag of openRegular.
const nonblock = syscall.O_NONBLOCK
