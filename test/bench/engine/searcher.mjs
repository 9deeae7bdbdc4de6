/**
 * Searches a store with the compiled package, as a service does: `searcher.mjs URL INDEX PID…`, the processes those of
 * the engine. Gets `{clients, texts}`, and sends what the searches took.
 */
import { createAsk } from '../../../dist/index.js'
import { openSearch } from '../../../dist/store.js'
import { createClock } from './clock.mjs'

const [url, index, ...pids] = process.argv.slice(2)
const { clock, preciseClock, since } = createClock(pids.map(Number))
const { service } = createAsk({ store: openSearch({ url, index, searchMs: 60_000 }) })

process.on('message', async ({ clients, texts }) => {
  const times = []
  /** Processor time of each search; only one client has them apart. */
  const costs = { node: [], engine: [] }
  const before = clock()
  async function work() {
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      const start = clients === 1 ? preciseClock() : clock()
      await service.search(text, 10)
      const { wall, node, engine } = clients === 1 ? since(start, preciseClock()) : since(start)
      times.push(wall)
      costs.node.push(node)
      costs.engine.push(engine)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  const { wall, ...cost } = since(before)
  process.send({ wall, cost, times, costs, memory: process.memoryUsage.rss() })
})
