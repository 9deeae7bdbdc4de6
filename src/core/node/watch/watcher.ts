/**
 * Groups of folders -> looks at their files: after events if the system reports them, else at intervals, which one
 * line says. Events only say that something may have changed: systems merge them, lose them and name files differently.
 * So looks follow them, one at a time, each after a short silence: a save makes several events within a few
 * milliseconds, a checkout thousands within seconds.
 *
 * One watcher a folder on every system: Node's own recursive watching needs one a file on Linux.
 */
import { type FSWatcher, watch as watchPath } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import { count } from '../../base/count.ts'
import { errorCodeOf } from '../files/error-code.ts'

/** Folders watched at once; Linux by default allows a user 8,192 or more. */
const MAX_FOLDERS = 8_192

/** Codes of errors that are about one folder: it is gone or can't be read, which the next look at the files finds. */
const FOLDER_ERRORS = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'])

/**
 * Disks that report no changes which other machines make: network disks, and folders that a virtual machine or
 * container shares with its host. Numbers of file systems on Linux (linux/magic.h, and the headers of those outside the
 * kernel) -> their names.
 */
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

/** Time limits of a loop. */
interface LoopLimits {
  /** Silence after an event before the files are looked at. */
  readonly quietMs: number
  /** Longest wait after the first event, however many follow. */
  readonly maxDelayMs: number
  /** Pause between two looks if no events come. */
  readonly pollMs: number
  /** The same pause as a multiple of the last look's duration, so that looking costs at most a tenth of a processor. */
  readonly pollRatio: number
}

/** The limits of `ask serve --watch`. */
const LOOP_LIMITS: LoopLimits = { quietMs: 25, maxDelayMs: 500, pollMs: 1_000, pollRatio: 9 }

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
  readonly limits?: LoopLimits
}

/** A watcher. */
export interface Watcher extends ChangeLoop {
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

/** Name of the remote file system that holds a folder; null for a local one, and if it can't be known. */
export async function remoteDiskOf(folder: string): Promise<string | null> {
  if (process.platform !== 'linux') return null
  const type = await statfs(folder).then((disk) => disk.type, () => 0)
  // Numbers of 32 bits come with their sign on some systems.
  return REMOTE.get(type >>> 0) ?? null
}

/** A loop that waits for events. */
interface ChangeLoop {
  /** Reports an event. */
  readonly wake: () => void
  /** Ends after the look that is in progress. */
  readonly stop: () => Promise<void>
}

/**
 * A loop that calls `look` after events. If `look` returns true, no events can be expected, so the next call follows
 * after a pause. `look` must not reject.
 */
export function createChangeLoop(look: () => Promise<boolean>, limits: LoopLimits): ChangeLoop {
  const { quietMs, maxDelayMs, pollMs, pollRatio } = limits
  let timer: NodeJS.Timeout | undefined
  /** Time of the first event that no look has followed yet. */
  let firstEvent: number | null = null
  let running: Promise<void> | null = null
  let isStopped = false

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = isStopped ? undefined : setTimeout(() => (running = run()), ms)
  }

  async function run(): Promise<void> {
    firstEvent = null
    const started = performance.now()
    const mustPoll = await look()
    const duration = performance.now() - started
    running = null
    if (firstEvent !== null) wake()
    else if (mustPoll) schedule(Math.max(pollMs, pollRatio * duration))
  }

  function wake(): void {
    const now = performance.now()
    firstEvent ??= now
    if (running === null) schedule(Math.min(quietMs, Math.max(0, firstEvent + maxDelayMs - now)))
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    await running
  }

  return { wake, stop }
}

/** The reactions to a watch. */
interface WatchEvents {
  /** Called at each event. */
  readonly onEvent: () => void
  /** Called once, when the system gives no more watchers; `code` is that of its error. All watchers are closed then. */
  readonly onFailure: (code: string) => void
}

/** A watch of a changing set of folders. */
interface FolderWatch {
  /**
   * Watches exactly these folders. True if a watcher is new: it has missed what happened before, so that the files
   * must be looked at again.
   */
  readonly follow: (folders: ReadonlySet<string>) => boolean
  readonly close: () => void
}

/** The watch of a single path; a part of `fs.watch`. */
export type WatchPath = (
  path: string,
  options: { readonly persistent: false },
  listener: (event: string, name: string | null) => void,
) => Pick<FSWatcher, 'on' | 'close'>

/** A watch that follows no folder yet. `watch` is the system's. */
export function createFolderWatch({ onEvent, onFailure }: WatchEvents, watch: WatchPath = watchPath): FolderWatch {
  const watchers = new Map<string, Pick<FSWatcher, 'close'>>()
  let isClosed = false

  function fail(code: string): void {
    if (isClosed) return
    close()
    onFailure(code)
  }

  function drop(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  function add(folder: string): void {
    const name = basename(folder)
    try {
      const watcher = watch(folder, { persistent: false }, (event, changed) => {
        if (isClosed || watchers.get(folder) !== watcher) return
        // The folder itself was moved or deleted: its watcher is deaf to a folder that is made in its place.
        if (event === 'rename' && changed === name) drop(folder)
        onEvent()
      })
      watchers.set(folder, watcher)
      watcher.on('error', (error) => {
        if (watchers.get(folder) !== watcher) return
        drop(folder)
        if (FOLDER_ERRORS.has(errorCodeOf(error))) onEvent()
        else fail(errorCodeOf(error))
      })
    } catch (error) {
      if (!FOLDER_ERRORS.has(errorCodeOf(error))) fail(errorCodeOf(error))
    }
  }

  function follow(folders: ReadonlySet<string>): boolean {
    if (isClosed) return false
    for (const folder of watchers.keys()) if (!folders.has(folder)) drop(folder)
    if (folders.size > MAX_FOLDERS) {
      fail(`more than ${MAX_FOLDERS} folders`)
      return false
    }
    const sizeBefore = watchers.size
    for (const folder of folders) {
      if (!watchers.has(folder)) add(folder)
      if (isClosed) return false
    }
    return watchers.size > sizeBefore
  }

  function close(): void {
    isClosed = true
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }

  return { follow, close }
}
