/**
 * Loaded before the program that is tested: tells what it holds when its parent asks, and moves its clock when told.
 * Messages: `{ type: 'measure' }` -> `{ heap, rss, sockets, cpuMs }`; `{ type: 'cpu' }` -> `{ cpuMs }`, without a
 * collection, whose time would count; `{ type: 'clock', byMs }` -> `{}`.
 */
import { setImmediate } from 'node:timers/promises'

/** Collections before a heap is read: what one releases is only seen by the next. */
const COLLECTIONS = 3
const now = Date.now
let movedMs = 0

process.on('message', async (message) => {
  if (message.type === 'clock') {
    movedMs += message.byMs
    Date.now = () => now() + movedMs
    process.send({})
    return
  }
  if (message.type === 'cpu') {
    process.send({ cpuMs: cpuMs() })
    return
  }
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc()
    await setImmediate()
  }
  const { heapUsed: heap, rss } = process.memoryUsage()
  const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
  process.send({ heap, rss, sockets, cpuMs: cpuMs() })
})
process.channel?.unref()

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
