/**
 * Many connections at once, beside a bare node:http server that does the same work: all replies are whole. The shares of
 * its throughput by processor time are printed; nothing is asserted of them, since they depend on what else runs.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DOCS, IS_LONG, packedProgram, startService } from './service.ts'

const CONNECTIONS = 100
const REQUESTS = IS_LONG ? 30_000 : 1_000
/** Rounds of each server in turn; the least processor time counts. */
const ROUNDS = IS_LONG ? 5 : 1
const BARE = fileURLToPath(new URL('bare.mjs', import.meta.url))
const GLOSSARY = '/api/ask/glossary'
const SECTIONS = '/api/ask/sections'
/** Queries that come again seldom, so that stored replies don't serve them. */
const queryOf = (at: number) => `stream answers ${at}`

interface Target {
  readonly port: number
  readonly cpuMs: () => Promise<number>
}

test(`${CONNECTIONS} connections read and search beside a bare server`, async (t) => {
  const service = await startService(t, [DOCS], { settings: { limits: { postsPerMinute: 100_000 } } })
  const child = fork(BARE, [join(dirname(packedProgram()), '..', 'dist'), DOCS])
  t.after(() => child.kill('SIGKILL'))
  const tell = async (): Promise<{ readonly port: number; readonly cpuMs: number }> => (await once(child, 'message'))[0]
  const { port } = await tell()
  const bare: Target = { port, cpuMs: async () => (child.send({}), (await tell()).cpuMs) }
  const ask: Target = { port: service.port, cpuMs: service.cpuMs }
  const agent = new Agent()
  const list = await exchange(agent, ask.port, { method: 'GET', path: SECTIONS })
  const section = `${SECTIONS}/${/"id":"([^"#]+)"/.exec(list)?.[1]}`
  const reads = new Map<string, string>()
  for (const path of [GLOSSARY, section]) {
    const body = await exchange(agent, ask.port, { method: 'GET', path })
    await exchange(agent, bare.port, { method: 'PUT', path, body })
    reads.set(path, body)
  }
  const read = (path: string) => () => ({ method: 'GET', path, check: (body: string) => body === reads.get(path) })
  let asked = 0
  const kinds = {
    'GET the glossary': read(GLOSSARY),
    'GET a section': read(section),
    'POST searches': () => {
      const query = queryOf((asked += 1))
      const check = (body: string) => body.startsWith('{') && body.includes('"results":[{')
      return { method: 'POST', path: '/api/ask', body: JSON.stringify({ query, mode: 'keyword' }), check }
    },
  }
  for (const [name, next] of Object.entries(kinds)) {
    const least = { ask: Infinity, bare: Infinity }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, target] of Object.entries({ bare, ask })) {
        const before = await target.cpuMs()
        await play(target.port, next)
        const cost = (await target.cpuMs()) - before
        if (kind === 'ask') least.ask = Math.min(least.ask, cost)
        else least.bare = Math.min(least.bare, cost)
      }
    }
    const micro = (ms: number) => `${((ms * 1000) / REQUESTS).toFixed(0)} µs`
    t.diagnostic(`${name}: ask ${micro(least.ask)}, bare ${micro(least.bare)} of processor time: ${(least.bare / least.ask).toFixed(2)} of its throughput`)
  }
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly check?: (body: string) => boolean
}

/** Plays one round over connections of its own: those of an earlier one may be closed by now. */
async function play(port: number, next: () => Sent): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let left = REQUESTS
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
    while (left > 0) {
      left -= 1
      const sent = next()
      const body = await exchange(agent, port, sent)
      assert.ok(sent.check?.(body), body.slice(0, 200))
    }
  }))
  agent.destroy()
}

async function exchange(agent: Agent, port: number, { method, path, body }: Sent): Promise<string> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const sent = request({ host: '127.0.0.1', port, path, method, agent, headers })
  sent.end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  assert.equal(response?.statusCode, 200)
  let text = ''
  for await (const piece of response?.setEncoding('utf8') ?? []) text += piece
  return text
}
