import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReload, type Reload } from '../../../../src/addons/reader/node/reload.ts'
import type { HttpReply } from '../../../../src/core/http/wire/message.ts'
import { neutral } from '../../../support/http.ts'
import { handlerOf } from '../../../support/pages.ts'

/** A GET of a path, whose client leaves with the signal. */
function get({ middleware }: Pick<Reload, 'middleware'>, target: string, method = 'GET', signal = new AbortController().signal) {
  return handlerOf(middleware)({ ...neutral({ method, target }), signal })
}

/** The revisions of a stream, without comments; `done` once it has ended. */
async function* revisionsOf({ body }: HttpReply): AsyncGenerator<string> {
  if (typeof body !== 'object' || body === null) assert.fail('The reply is no stream')
  for await (const piece of body) {
    const data = /^event: change\ndata: (.*)\n\n$/.exec(String(piece))?.[1]
    if (data !== undefined) yield JSON.parse(data).revision
  }
}

test('createReload() streams the current revision at once, and each that follows', async () => {
  const reload = createReload('run')
  const upcoming = reload.upcoming()
  reload.advance()
  const revisions = revisionsOf(await get(reload, '/_ask/changes'))
  assert.deepEqual(await revisions.next(), { value: upcoming, done: false })
  const next = reload.upcoming()
  assert.notEqual(next, upcoming)
  const read = revisions.next()
  reload.advance()
  assert.deepEqual(await read, { value: next, done: false })
  // Revisions that nobody had time to read are one.
  reload.advance()
  const last = reload.upcoming()
  reload.advance()
  assert.deepEqual(await revisions.next(), { value: last, done: false })
  await revisions.return(undefined)
})

test('createReload() names no revision of another run', () => {
  assert.notEqual(createReload('a').upcoming(), createReload('b').upcoming())
})

test('createReload() ends streams at its end, and when a client leaves', async () => {
  const reload = createReload('run')
  const client = new AbortController()
  const left = revisionsOf(await get(reload, '/_ask/changes', 'GET', client.signal))
  const stayed = revisionsOf(await get(reload, '/_ask/changes'))
  await Promise.all([left.next(), stayed.next()])
  const ends = [left.next(), stayed.next()]
  client.abort()
  assert.equal((await ends[0])?.done, true)
  reload.close()
  assert.equal((await ends[1])?.done, true)
  assert.deepEqual(await revisionsOf(await get(reload, '/_ask/changes')).next(), { value: undefined, done: true })
})

test('createReload() has a bound for streams, and room again when one has ended', async () => {
  const reload = createReload('run')
  const streams = await Promise.all(Array.from({ length: 256 }, async () => revisionsOf(await get(reload, '/_ask/changes'))))
  await Promise.all(streams.map((stream) => stream.next()))
  assert.equal((await get(reload, '/_ask/changes')).status, 503)
  const read = streams[0]?.next()
  reload.close()
  await read
  assert.equal((await get(reload, '/_ask/changes')).status, 200)
})

test('createReload() serves a script that a browser can parse, and no body for HEAD', async () => {
  const reload = createReload('run')
  const { status, headers, body } = await get(reload, '/_ask/reload.js')
  assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, 'text/javascript; charset=utf-8', 'no-cache'])
  assert.doesNotThrow(() => new Function(String(body)))
  assert.equal((await get(reload, '/_ask/changes', 'HEAD')).body, null)
  assert.equal((await get(reload, '/_ask/other')).status, 404)
})
