/**
 * Loaded before the program that is tested: ends it with SIGKILL at one of the steps by which it changes files. A step is a
 * call and its file, `rename kg.json`; it has the same name in every run, whatever the order of parallel work.
 *
 * `KILL_AT=half:rename kg.json` is that step half done, `before` and `after` are the other moments; it is the first of its
 * name. Without it the program runs to its end, and the steps are written to the file `KILL_STEPS`, a line each.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'

const [, moment, at] = /^(\w+):(.*)$/.exec(process.env.KILL_AT ?? '') ?? []
const PATH_CALLS = ['open', 'rename', 'link', 'symlink', 'unlink', 'rm', 'rmdir', 'mkdir', 'writeFile', 'copyFile', 'appendFile', 'truncate']
const HANDLE_CALLS = ['write', 'writev', 'writeFile', 'appendFile', 'truncate', 'sync', 'datasync']
const SYNC_CALLS = ['openSync', 'writeSync', 'writeFileSync', 'renameSync', 'linkSync', 'unlinkSync', 'rmSync', 'mkdirSync', 'fsyncSync', 'copyFileSync', 'appendFileSync', 'ftruncateSync']
/** Parts of names that differ from run to run: ids of processes, and random letters and digits before `.tmp`. */
const VARYING = /(?<=[.-])[0-9a-z-]+(?=\.tmp$)|\b\d{3,}\b/g
const realWrite = fs.writeSync
const steps = new Set()
/** Handle or descriptor -> name of its file. */
const files = new Map()

/** The call, with the death of the process at its moment. `writeHalf` does half of what it does, where it has halves. */
function watched(name, call, writeHalf) {
  return function (...given) {
    const file = files.get(this) ?? files.get(given[0]) ?? nameOf(name, given)
    if (name.startsWith('open') && isToRead(given[1])) return remember(call.apply(this, given), name, file)
    const step = `${name} ${file}`
    if (steps.has(step)) return remember(call.apply(this, given), name, file)
    steps.add(step)
    if (step !== at) return remember(call.apply(this, given), name, file)
    if (moment === 'before') die()
    if (moment === 'half') {
      writeHalf?.(this, given)
      die()
    }
    const result = call.apply(this, given)
    if (result?.then === undefined) die()
    return result.then(die, die)
  }
}

/** The file that a call is about: the target of one that has two. */
function nameOf(name, [path, target]) {
  return basename(String(/^(?:rename|link|symlink|copyFile)/.test(name) ? target : path)).replace(VARYING, '*')
}

/** Keeps the name of a file or folder that is opened. */
function remember(result, name, file) {
  if (name === 'openSync') files.set(result, file)
  if (name === 'open') return result.then((handle) => (files.set(handle, file), handle))
  return result
}

function isToRead(flags = 'r') {
  const { O_WRONLY, O_RDWR } = fs.constants
  return typeof flags === 'number' ? (flags & (O_WRONLY | O_RDWR)) === 0 : flags === 'r'
}

function die() {
  process.kill(process.pid, 'SIGKILL')
  // The signal is delivered at the latest when the thread waits.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function half(data) {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  return Buffer.isBuffer(bytes) || ArrayBuffer.isView(bytes) ? bytes.subarray(0, bytes.length >> 1) : null
}

const handle = await fs.promises.open(process.execPath, 'r')
const prototype = Object.getPrototypeOf(handle)
await handle.close()
for (const name of PATH_CALLS) fs.promises[name] = watched(name, fs.promises[name])
for (const name of SYNC_CALLS) fs[name] = watched(name, fs[name])
for (const name of HANDLE_CALLS) {
  prototype[name] = watched(name, prototype[name], (file, [data]) => {
    const part = half(data)
    if (part !== null) realWrite(file.fd, part)
  })
}
syncBuiltinESMExports()
if (process.env.KILL_STEPS !== undefined) {
  process.on('exit', () => {
    const lines = [...steps].join('\n')
    fs.writeFileSync(process.env.KILL_STEPS, lines)
  })
}
