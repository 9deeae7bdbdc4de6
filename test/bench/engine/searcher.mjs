/**
 * Searches a store with the compiled package, as a service does: `searcher.mjs URL INDEX PID…`, the processes those of
 * the engine. Gets `{clients, texts}`, with `untilMs` for searches in a time alone, and sends what the searches took.
 */
import { createAsk } from '../../../dist/index.js'
import { openSearch } from '../../../dist/store.js'
import { createClock } from './clock.mjs'

const [url, index, ...pids] = process.argv.slice(2)
const { clock, preciseClock, since } = createClock(pids.map(Number))
const { service } = createAsk({ store: openSearch({ url, index, searchMs: 60_000 }) })

process.on('message', async ({ clients, texts, untilMs = Infinity }) => {
  const [times, starts] = [[], []]
  let failures = 0
  /** Processor time of each search; only one client has them apart. */
  const costs = { node: [], engine: [] }
  const before = clock()
  async function work() {
    for (let text = texts.pop(); text !== undefined && clock().wall - before.wall < untilMs; text = texts.pop()) {
      const start = clients === 1 ? preciseClock() : clock()
      const isFound = await service.search(text, 10).then(() => true, () => false)
      if (!isFound) failures += 1
      if (!isFound) continue
      const { wall, node, engine } = clients === 1 ? since(start, preciseClock()) : since(start)
      times.push(wall)
      starts.push(start.wall - before.wall)
      costs.node.push(node)
      costs.engine.push(engine)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  const { wall, ...cost } = since(before)
  process.send({ wall, cost, times, starts, failures, costs, memory: process.memoryUsage.rss() })
})
