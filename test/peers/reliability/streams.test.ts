/** Many answers at once, some of whose readers take nothing and some of which leave. All others get all of theirs. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startModel } from './model.ts'
import { DOCS, IS_LONG, startService } from './service.ts'

const COUNTS = IS_LONG ? { whole: 700, dead: 200, leaving: 100 } : { whole: 70, dead: 20, leaving: 10 }
const STREAMS = COUNTS.whole + COUNTS.dead + COUNTS.leaving
const ANSWER = { words: 60, gapMs: 100 }
/** Between the beginnings of two streams. */
const RAMP_MS = 10
/** Looks at whether all has ended, and the time between them. */
const LOOKS = 600
const LOOK_MS = 100
const MIB = 1024 * 1024
const SETTINGS = {
  limits: { answersAtOnce: 2_000, answersWaiting: 2_000, tokensPerDay: 1_000_000_000 },
  server: { maxConnections: 4_096, maxConnectionsPerClient: 4_096, stalledMs: 5_000 },
}

test(`${STREAMS} streams, ${COUNTS.dead} dead and ${COUNTS.leaving} leaving: all others are whole`, async (t) => {
  const model = await startModel(t, ANSWER)
  const service = await startService(t, [DOCS], { env: model.env, settings: SETTINGS })
  const agent = new Agent({ keepAlive: false })
  t.after(() => agent.destroy())
  const first = await readWhole(ask(service.port, agent, 'How do I mount it?'))
  assert.ok(first.startsWith(model.text), first)
  const before = await service.measure()

  const kinds = Array.from({ length: STREAMS }, (_, at) => kindOf(at))
  const requests: ClientRequest[] = []
  const ends = kinds.map(async (kind, at) => {
    await sleep(at * RAMP_MS)
    const sent = ask(service.port, agent, `How do I mount it? ${at}`)
    requests.push(sent)
    if (kind === 'whole') return readWhole(sent)
    const [response]: IncomingMessage[] = await once(sent, 'response')
    // The server resets those that take nothing.
    response?.on('error', () => undefined)
    if (kind === 'dead') response?.pause()
    else {
      await once(response ?? sent, 'data')
      sent.destroy()
    }
    return null
  })
  const texts = await Promise.all(ends)
  const during = await service.measure()
  const whole = texts.filter((text) => text?.startsWith(model.text) === true).length
  assert.equal(whole, COUNTS.whole)
  for (const sent of requests) sent.destroy()
  for (let look = 0; look < LOOKS && model.open() > 0; look += 1) await sleep(LOOK_MS)
  assert.equal(model.open(), 0, 'requests to the model that nobody reads')
  for (let look = 0; look < LOOKS && (await service.measure()).sockets > 1; look += 1) await sleep(LOOK_MS)
  const after = await service.measure()
  t.diagnostic(`at most ${model.most()} at once; heap ${mib(before.heap)} before, ${mib(during.heap)} at the end of the answers, ${mib(after.heap)} MiB after; resident ${mib(before.rss)}, ${mib(during.rss)}, ${mib(after.rss)} MiB`)
  assert.ok(after.sockets <= 1, `${after.sockets} sockets are open`)
  assert.ok(after.heap - before.heap < 16 * MIB, 'the heap does not come back')
  assert.doesNotMatch(service.output(), /canary-key/)
})

type Kind = 'whole' | 'dead' | 'leaving'

/** Dead and leaving readers among the others, evenly. */
function kindOf(at: number): Kind {
  const place = at % 10
  if (place < (10 * COUNTS.dead) / STREAMS) return 'dead'
  return place < (10 * (COUNTS.dead + COUNTS.leaving)) / STREAMS ? 'leaving' : 'whole'
}

function ask(port: number, agent: Agent, query: string): ClientRequest {
  const sent = request({ port, host: '127.0.0.1', path: '/api/ask', method: 'POST', agent, headers: { 'content-type': 'application/json' } })
  sent.on('error', () => undefined)
  sent.end(JSON.stringify({ query, mode: 'agentic' }))
  return sent
}

/** The text of an answer that ends with `done`; what came instead for any other. */
async function readWhole(sent: ClientRequest): Promise<string> {
  const [response]: IncomingMessage[] = await once(sent, 'response')
  let body = ''
  for await (const piece of response?.setEncoding('utf8') ?? []) body += piece
  if (!/event: done\ndata: \{\}\n\n$/.test(body)) return `${response?.statusCode} ${body.slice(-300)}`
  return [...body.matchAll(/event: token\ndata: (.*)\n/g)].map(([, data]) => textOf(data ?? '')).join('')
}

function textOf(data: string): string {
  const value: { readonly text?: string } = JSON.parse(data)
  return value.text ?? ''
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(1)
}
