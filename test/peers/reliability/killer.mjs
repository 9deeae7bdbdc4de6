/**
 * Loaded before the program that is tested: ends it with SIGKILL at one of the calls with which it changes files.
 * `KILL_AT=12:half` is the twelfth call, half done; `before` and `after` are the other moments. Without it the program
 * runs to its end, and the number of such calls is written to the file `KILL_COUNT`.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [at = '0', moment = 'before'] = (process.env.KILL_AT ?? '').split(':')
const PATH_CALLS = ['open', 'rename', 'link', 'symlink', 'unlink', 'rm', 'rmdir', 'mkdir', 'writeFile', 'copyFile', 'appendFile', 'truncate']
const HANDLE_CALLS = ['write', 'writev', 'writeFile', 'appendFile', 'truncate', 'sync', 'datasync']
const SYNC_CALLS = ['openSync', 'writeSync', 'writeFileSync', 'renameSync', 'linkSync', 'unlinkSync', 'rmSync', 'mkdirSync', 'fsyncSync', 'copyFileSync', 'appendFileSync', 'ftruncateSync']
/** The part of its calls by which two runs of a program may differ. */
const VARYING_PART = 0.1
const realWrite = fs.writeSync
let count = 0

/** The call, with the death of the process at its moment. `writeHalf` does half of what it does, where it has halves. */
function watched(call, writeHalf) {
  return function (...given) {
    if (call.name.startsWith('open') && isToRead(given[1])) return call.apply(this, given)
    count += 1
    if (count !== Number(at)) return call.apply(this, given)
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

for (const name of PATH_CALLS) fs.promises[name] = watched(fs.promises[name])
for (const name of SYNC_CALLS) fs[name] = watched(fs[name])
const handle = await fs.promises.open(process.execPath, 'r')
const prototype = Object.getPrototypeOf(handle)
await handle.close()
for (const name of HANDLE_CALLS) {
  prototype[name] = watched(prototype[name], (file, [data]) => {
    const part = half(data)
    if (part !== null) realWrite(file.fd, part)
  })
}
syncBuiltinESMExports()
process.on('exit', () => {
  if (count < Number(at) && count >= Number(at) * (1 - VARYING_PART)) die()
})
if (process.env.KILL_COUNT !== undefined) {
  process.on('exit', () => {
    const calls = String(count)
    fs.writeFileSync(process.env.KILL_COUNT, calls)
  })
}
