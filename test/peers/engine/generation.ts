/** A process that reads a store, with time for a busy machine, and prints its generation whenever it sees another one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { resolveConnection } from '../../../src/addons/store/opensearch/address.ts'
import { createOpenSearch } from '../../../src/addons/store/opensearch/opensearch.ts'

const [url = '', index = ''] = process.argv.slice(2)
const store = createOpenSearch(resolveConnection({ url, index, searchMs: 60_000 }), { now: Date.now, random: Math.random })
for (let last = ''; ; await sleep(200)) {
  const { generation } = await store.meta()
  if (generation !== last) console.log(generation)
  last = generation
}
