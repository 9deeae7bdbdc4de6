/** A clock that jumps, as after a resumed machine or a wrong time server: service, limits and answers go on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startModel } from './model.ts'
import { DOCS, startService } from './service.ts'

const HOUR_MS = 3_600_000
const JUMPS = [HOUR_MS, -2 * HOUR_MS, 400 * 24 * HOUR_MS]
/** Tries of a client that was refused, a second apart: as long as a limit of 60 POSTs a minute takes to free some. */
const TRIES = 20

test('searches, answers and limits go on after the clock has jumped', async (t) => {
  const model = await startModel(t, { words: 5, gapMs: 0 })
  const service = await startService(t, [DOCS], { env: model.env, settings: { limits: { postsPerMinute: 60 } } })
  // A forwarded address makes the client one that has limits.
  const post = (body: object) => fetch(service.at('/api/ask'), {
    method: 'POST', headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }, body: JSON.stringify(body),
  })
  const search = async () => (await post({ query: 'proxy', mode: 'keyword' })).status
  for (const byMs of JUMPS) {
    let status = await search()
    while (status === 200) status = await search()
    assert.equal(status, 429)
    await service.moveClock(byMs)
    let tries = 0
    while ((await search()) === 429 && tries < TRIES) {
      tries += 1
      await sleep(1_000)
    }
    assert.ok(tries < TRIES, `after ${byMs} ms the client is still refused`)
    const read = await fetch(service.at('/api/ask/overview'))
    assert.equal(read.status, 200)
  }
  const answer = await fetch(service.at('/api/ask'), {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: 'How do I mount it?', mode: 'agentic' }),
  })
  assert.match(await answer.text(), /event: token\n[^]*event: done\n/)
})
