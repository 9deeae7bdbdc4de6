/**
 * Loaded before the program that is tested: tells what it holds when its parent asks, and moves its clock when told.
 * Messages: `{ type: 'measure' }` -> `{ heap, rss, sockets, cpuMs }`; `{ type: 'clock', byMs }` -> `{}`.
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
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc()
    await setImmediate()
  }
  const { heapUsed: heap, rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
  process.send({ heap, rss, sockets, cpuMs: (user + system) / 1000 })
})
process.channel?.unref()
