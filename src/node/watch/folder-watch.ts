/**
 * Folders on disk -> a call at each event in them. Events only say that something may have changed: systems merge
 * them, lose them and name files differently, so that a look at the files has to follow.
 *
 * One watcher a folder on every system: Node's own recursive watching needs one a file on Linux.
 */
import { type FSWatcher, watch as watchPath } from 'node:fs'
import { basename } from 'node:path'
import { errorCodeOf } from '../files/error-code.ts'

/** Folders watched at once; Linux by default allows a user 8,192 or more. */
const MAX_FOLDERS = 8_192

/** Codes of errors that are about one folder: it is gone or can't be read, which the next look at the files finds. */
const FOLDER_ERRORS = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'])

/** The reactions to a watch. */
export interface WatchEvents {
  /** Called at each event. */
  readonly onEvent: () => void
  /** Called once, when the system gives no more watchers; `code` is that of its error. All watchers are closed then. */
  readonly onFailure: (code: string) => void
}

/** A watch of a changing set of folders. */
export interface FolderWatch {
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
