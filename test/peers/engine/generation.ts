/** A process that reads a store, and prints its generation whenever it sees another one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openSearch } from '../../../src/index.ts'

const [url = '', index = ''] = process.argv.slice(2)
const store = openSearch({ url, index })
for (let last = ''; ; await sleep(200)) {
  const { generation } = await store.meta()
  if (generation !== last) console.log(generation)
  last = generation
}
