/** Prints the quality of search in memory and in a store, over the whole judged sets: `npm run measure`. */
import { openSearch } from '../../../src/store.ts'
import { resolveConnection } from '../../../src/addons/store/opensearch/address.ts'
import { createWriter } from '../../../src/addons/store/opensearch/writer.ts'
import { startEngine } from './engine.ts'
import { judgedSite, meanNdcg, memoryService, readCollection, readQueries, SETS } from './judged.ts'
import { pushSite } from './site.ts'

const engine = await startEngine()
try {
  const url = engine.urls.join()
  console.log('nDCG@10             memory  store')
  for (const [name, collection] of SETS) {
    const index = `ask-judged-${collection}`
    const chunks = readCollection(collection)
    if (name === collection) {
      const writer = createWriter(resolveConnection({ url, index }), { shards: 1, replicas: 0 }, { now: Date.now, random: Math.random })
      await pushSite(writer, judgedSite(chunks))
    }
    const store = openSearch({ url, index, searchMs: 60_000 })({ model: '', canAnswer: false, log: () => undefined, now: Date.now })
    const queries = readQueries(name, 1)
    const [memory, stored] = [await meanNdcg(memoryService(chunks), queries), await meanNdcg(store, queries)]
    console.log(`${name.padEnd(13)} ${String(queries.length).padStart(4)}  ${memory.toFixed(4)}  ${stored.toFixed(4)}`)
  }
} finally {
  await engine.stop()
}
