/**
 * Answers behind a proxy: each token reaches the reader before the next one is
 * written, and the model stops when the reader leaves.
 */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import { constants, createGunzip } from 'node:zlib'
import { startServer } from '../../../src/core/node/server/server.ts'
import { createTestHandler, post } from '../../support/http.ts'
import {
  DONE,
  gate,
  type Script,
  scriptedAnswering,
  type ScriptedAnswering,
  SEARCH,
  SOURCES,
  token,
} from '../../support/scripted-answerer.ts'
import { until } from '../../support/until.ts'
import { caddy, nginx } from './proxies.ts'

/** For a proxy that holds the stream back. */
const TIMEOUT_MS = 120_000

/** What proxies are told beside where to pass requests on to. */
const SETTINGS = [
  { proxy: nginx, name: 'as it comes', more: '' },
  { proxy: nginx, name: 'that compresses every type', more: 'gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any;' },
  {
    proxy: nginx,
    name: 'with large buffers',
    more: 'proxy_buffering on; proxy_buffers 32 64k; proxy_buffer_size 64k; proxy_busy_buffers_size 128k;',
  },
  { proxy: caddy, name: 'as it comes', more: '' },
  { proxy: caddy, name: 'that compresses', more: 'encode gzip' },
]
type Setting = (typeof SETTINGS)[number]

interface Asked {
  readonly isZipped: boolean
  readonly received: (text: string) => Promise<string>
  readonly leave: () => void
}

async function start(t: TestContext, script: Script, { proxy, more }: Setting): Promise<{ port: number; answering: ScriptedAnswering }> {
  const answering = scriptedAnswering(script)
  const server = await startServer(createTestHandler({ answering }), { host: '127.0.0.1', port: 0, limits: { graceMs: 0 } })
  t.after(() => server.stop())
  const port = await proxy.start(t, (port) =>
    proxy.name === 'nginx'
      ? `server { listen 127.0.0.1:${port}; ${more} location / { proxy_pass http://127.0.0.1:${server.port}; } }`
      : `http://127.0.0.1:${port} {\n${more}\nreverse_proxy 127.0.0.1:${server.port}\n}`,
  )
  return { port, answering }
}

/** Asks as a browser does, and reads what comes, compressed or not. */
function ask(port: number): Promise<Asked> {
  const { target, headers, body } = post({ query: 'slashes', mode: 'agentic' })
  return new Promise((resolve, reject) => {
    const sent = { ...headers, 'accept-encoding': 'gzip, deflate' }
    const req = request({ host: '127.0.0.1', port, method: 'POST', path: target, headers: sent, agent: false }, (res) => {
      const isZipped = res.headers['content-encoding'] === 'gzip'
      const text = isZipped ? res.pipe(createGunzip({ flush: constants.Z_SYNC_FLUSH })) : res
      let all = ''
      for (const stream of [text, res]) stream.on('error', () => undefined)
      text.on('data', (piece: Buffer) => (all += piece.toString()))
      resolve({
        isZipped,
        received: async (wanted) => {
          await until(() => all.includes(wanted))
          return all
        },
        leave: () => req.destroy(),
      })
    })
    req.on('error', reject)
    req.end(body)
  })
}

for (const setting of SETTINGS) {
  const { proxy, name } = setting
  describe(`an answer behind ${proxy.name} ${name}`, { timeout: TIMEOUT_MS, skip: proxy.skip }, () => {
    test('comes token by token', async (t) => {
      const gates = Array.from({ length: 5 }, gate)
      const words = gates.flatMap(({ wait }, at) => [token(`word ${at} `), wait])
      const { port } = await start(t, () => [SEARCH, SOURCES, ...words, DONE], setting)
      const { received, isZipped } = await ask(port)
      assert.equal(isZipped, name === 'that compresses every type')
      for (const [at, { open }] of gates.entries()) {
        assert.doesNotMatch(await received(`word ${at}`), new RegExp(`word ${at + 1}|done`))
        open()
      }
      await received('event: done')
    })

    test('stops when the reader leaves', async (t) => {
      const { port, answering } = await start(t, () => [SEARCH, SOURCES, token('Set'), gate().wait, DONE], setting)
      const { received, leave } = await ask(port)
      await received('"Set"')
      leave()
      await until(() => answering.reports.length === 1)
      assert.equal(answering.reports[0]!.outcome, 'cancelled')
    })
  })
}
