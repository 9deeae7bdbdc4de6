/**
 * Groups of folders -> looks at their files: after events if the system reports them, else at intervals, which one
 * line says.
 */
import { count } from '../../base/count.ts'
import { type ChangeLoop, createChangeLoop, LOOP_LIMITS } from './change-loop.ts'
import { createFolderWatch, type WatchPath } from './folder-watch.ts'
import { remoteDiskOf } from './remote-disk.ts'

/** The callbacks and the system of a watcher. */
export interface WatcherDeps {
  /** Looks at the files; false if it could not, so that it has to be called again without an event. */
  readonly look: () => Promise<boolean>
  /** Takes lines for the person at the terminal. */
  readonly log: (line: string) => void
  /** Default: `fs.watch`. */
  readonly watch?: WatchPath
  /** Name of the remote file system of a folder, null for a local disk. Default: that of the system. */
  readonly remoteDisk?: (folder: string) => Promise<string | null>
  readonly limits?: typeof LOOP_LIMITS
}

/** A watcher. */
export interface Watcher extends Pick<ChangeLoop, 'wake' | 'stop'> {
  /** Watches exactly these folders as a group; true if one of them was not watched before. */
  readonly follow: (group: string, folders: ReadonlySet<string>) => boolean
}

/** A watcher of a site in `folder`; it looks at nothing before an event or `wake`. */
export async function createWatcher(folder: string, deps: WatcherDeps): Promise<Watcher> {
  const { look, log, watch, remoteDisk = remoteDiskOf, limits = LOOP_LIMITS } = deps
  const groups = new Map<string, ReadonlySet<string>>()
  const interval = limits.pollMs === 1_000 ? 'every second' : `every ${limits.pollMs} ms`
  let isPolling = false
  const loop = createChangeLoop(async () => !(await look()) || isPolling, limits)
  const folderWatch = createFolderWatch({ onEvent: loop.wake, onFailure: (code) => poll(failureOf(code)) }, watch)

  function poll(reason: string): void {
    isPolling = true
    log(`${reason}: looking for changes ${interval} instead`)
    loop.wake()
  }

  function failureOf(code: string): string {
    const folders = count(new Set([...groups.values()].flatMap((group) => [...group])).size, 'folder')
    const remedy = code === 'ENOSPC' ? '; raise fs.inotify.max_user_watches' : ''
    return `The system can't watch ${folders} (${code}${remedy})`
  }

  function follow(group: string, folders: ReadonlySet<string>): boolean {
    groups.set(group, folders)
    if (isPolling) return false
    return folderWatch.follow(new Set([...groups.values()].flatMap((members) => [...members])))
  }

  async function stop(): Promise<void> {
    folderWatch.close()
    await loop.stop()
  }

  const disk = await remoteDisk(folder)
  if (disk !== null) poll(`${folder} is on a network disk (${disk}), which does not report all changes`)
  return { follow, wake: loop.wake, stop }
}
