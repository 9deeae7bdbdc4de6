/**
 * Records what a real engine replies to a writer, for the fast tests: `npm run record`. Clock and randomness stand still,
 * so that a replay asks for the same names.
 */
import { writeFile } from 'node:fs/promises'
import { resolveConnection } from '../../../src/store/opensearch/address.ts'
import { createWriter } from '../../../src/store/opensearch/writer.ts'
import { type Exchange, RECORDED, SCENES, sceneDeps } from '../../support/recorded-engine.ts'
import { startEngine } from './engine.ts'

const engine = await startEngine()
try {
  for (const [name, play] of Object.entries(SCENES)) {
    const exchanges: Exchange[] = []
    const recording: typeof fetch = async (input, init) => {
      const { pathname, search } = new URL(String(input))
      const reply = await fetch(input, init)
      const json = JSON.parse((await reply.clone().text()) || 'null') as unknown
      exchanges.push({ request: `${init?.method} ${pathname}${search}`, status: reply.status, json })
      return reply
    }
    const [url = ''] = engine.urls
    const connection = resolveConnection({ url, index: 'ask-recorded', fetch: recording })
    await play(createWriter(connection, { shards: 1, replicas: 0 }, sceneDeps()))
    await writeFile(new URL(`${name}.json`, RECORDED), `${JSON.stringify(exchanges, null, 1)}\n`)
    await fetch(`${url}/ask-recorded-*`, { method: 'DELETE' })
  }
} finally {
  await engine.stop()
}
