package watch

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// remoteTypes are the file systems that do not report what other machines change. Folders of the host
// appear in containers and virtual machines as some of them.
var remoteTypes = map[int64]string{
	unix.NFS_SUPER_MAGIC: "NFS", unix.SMB_SUPER_MAGIC: "SMB", unix.SMB2_SUPER_MAGIC: "SMB", unix.CIFS_SUPER_MAGIC: "SMB",
	unix.V9FS_MAGIC: "9p", unix.FUSE_SUPER_MAGIC: "FUSE", unix.AFS_FS_MAGIC: "AFS", unix.CEPH_SUPER_MAGIC: "Ceph",
	unix.CODA_SUPER_MAGIC: "Coda", unix.NCP_SUPER_MAGIC: "NCP", vboxMagic: "VirtualBox", lustreMagic: "Lustre",
}

// Of shared folders of VirtualBox, and of Lustre.
const (
	vboxMagic   = 0x786f4256
	lustreMagic = 0x0bd00bd0
)

// remote returns why some of the folders need to be looked at by time, or "".
func remote(folders []string) string {
	for _, folder := range folders {
		var about unix.Statfs_t
		if unix.Statfs(folder, &about) != nil {
			continue
		}
		if name := remoteTypes[int64(uint32(about.Type))]; name != "" {
			return fmt.Sprintf("a file system of type %s reports no changes from elsewhere", name)
		}
	}
	return ""
}
