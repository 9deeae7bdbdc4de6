/**
 * Folders -> looks at their files: soon after an event in one of them, and at intervals in any case. Events only say
 * that something may have changed: systems merge them, lose them, have too few watchers for all folders, and hear
 * nothing of what other machines change on a network disk. So looks come one at a time, each after a short silence: a
 * save makes several events within a few milliseconds, a checkout thousands within seconds.
 *
 * One watcher a folder on every system: Node's own recursive watching needs one a file on Linux.
 */
import { type FSWatcher, watch } from 'node:fs'
import { basename } from 'node:path'

/** Folders watched at once; Linux by default allows a user 8,192 or more. */
const MAX_FOLDERS = 8_192

/** The limits of `ask serve --watch`; only tests give others. */
const WATCH_LIMITS = {
  /** Silence after an event before the files are looked at, in ms. */
  quietMs: 25,
  /** Longest wait after the first event, however many follow. */
  maxDelayMs: 500,
  /** Pause between two looks if no events come. */
  pollMs: 1_000,
  /** The same pause as a multiple of the last look's duration: looking costs at most a twentieth of a processor. */
  pollRatio: 19,
}

/** A watcher that looks at nothing before an event or `wake`. `look` must not reject. */
export function createWatcher(look: () => Promise<void>, limits = WATCH_LIMITS) {
  const { quietMs, maxDelayMs, pollMs, pollRatio } = limits
  const watchers = new Map<string, FSWatcher>()
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
    await look()
    running = null
    if (firstEvent === null) schedule(Math.max(pollMs, pollRatio * (performance.now() - started)))
    else wake()
  }

  function wake(): void {
    const now = performance.now()
    firstEvent ??= now
    if (running === null) schedule(Math.min(quietMs, Math.max(0, firstEvent + maxDelayMs - now)))
  }

  function drop(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  function add(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (event, changed) => {
        if (watchers.get(folder) !== watcher) return
        // The folder itself was moved or deleted: its watcher is deaf to a folder that is made in its place.
        if (event === 'rename' && changed === basename(folder)) drop(folder)
        wake()
      })
      watchers.set(folder, watcher)
      watcher.on('error', () => {
        if (watchers.get(folder) === watcher) drop(folder)
      })
    } catch {
      // It is missing, or the system has no watcher left: the looks at intervals find what changes.
    }
  }

  /** Watches exactly these folders; each call tries those again that are missing, or too many for the system. */
  function follow(folders: ReadonlySet<string>): void {
    for (const folder of watchers.keys()) if (!folders.has(folder)) drop(folder)
    for (const folder of folders) if (!isStopped && !watchers.has(folder) && watchers.size < MAX_FOLDERS) add(folder)
  }

  /** Ends after the look that is in progress. */
  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    follow(new Set())
    await running
  }

  return { follow, wake, stop }
}
