/**
 * A folder -> the kind of its disk, if that is one which reports no changes that other machines make: network disks,
 * and folders that a virtual machine or container shares with its host. Linux only; elsewhere the numbers differ.
 */
import { statfs } from 'node:fs/promises'

/** Numbers of file systems (linux/magic.h, and the headers of those outside the kernel) -> their names. */
const REMOTE: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x786f4256, 'VirtualBox'],
  [0xbacbacbc, 'VMware'],
  [0x7c7c6673, 'Parallels'],
])

/** Name of the remote file system that holds a folder; null for a local one, and if it can't be known. */
export async function remoteDiskOf(folder: string): Promise<string | null> {
  if (process.platform !== 'linux') return null
  const type = await statfs(folder).then((disk) => disk.type, () => 0)
  // Numbers of 32 bits come with their sign on some systems.
  return REMOTE.get(type >>> 0) ?? null
}
