/**
 * One suite on every host: the packed package in a project of that host, built for production, mounted as
 * docs/mounting.md shows it, and asked over a socket. A table of what was run is printed at the end.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { JSON_HEADERS, overSocket, post, type Received, type Sent } from '../../support/http.ts'
import { until } from '../../support/until.ts'
import { type Host, HOSTS, identify } from './hosts.ts'
import { type ModelCall, startModel, type StubModel } from './model.ts'
import { buildProject, createSite, type RunningHost, startProject } from './project.ts'
import { ask } from './stream.ts'

/** Building included: far more than any of them takes. */
const HOST_LIMIT_MS = 600_000
/** Far more than any test takes: it ends one that would wait for ever. */
const TEST_LIMIT = { timeout: 60_000 }
const BASE = '/api/ask'
const ALLOWED = 'GET, HEAD, POST, OPTIONS'

let model: StubModel
const table: string[] = []

before(async () => {
  await createSite()
  model = await startModel()
})

after(() => {
  model.close()
  console.log(['| host | version | runs on |', '|---|---|---|', ...table].join('\n'))
})

/** One host alone, for those who work on it: `HOST=Next npm test`. */
const wanted = process.env['HOST']
for (const host of HOSTS.filter(({ name }) => wanted === undefined || name === wanted)) {
  describe(host.name, { timeout: HOST_LIMIT_MS }, () => suite(host))
}

function suite(host: Host): void {
  const { differences = {} } = host
  let running: RunningHost

  before(async () => {
    const variables = { LLM_API_KEY: 'stub', LLM_BASE_URL: model.url, LLM_MODEL: 'stub' }
    running = await startProject(host, buildProject(host), variables)
  })

  after(async () => {
    await running?.stop()
    const versions = host.packages.map(identify).map(({ name, version }) => `${name} ${version}`)
    table.push(`| ${host.name} | ${versions.join(', ') || '–'} | ${host.runtime} |`)
  })

  const send = (sent: Sent) => overSocket(running.port, sent)

  async function check(sent: Sent, status: number, error: string | null = null): Promise<Received> {
    const received = await send(sent)
    assert.equal(received.status, status, received.text.slice(0, 500))
    if (error !== null) assert.deepEqual(JSON.parse(received.text), { error })
    return received
  }

  async function read(path: string) {
    return JSON.parse((await check({ target: BASE + path }, 200)).text)
  }

  test('reads', TEST_LIMIT, async () => {
    assert.deepEqual(Object.keys(await read('')), ['suggestions', 'model'])
    assert.deepEqual(Object.keys(await read('/overview')), ['overview', 'context'])
    assert.ok(Array.isArray((await read('/glossary')).terms))
    assert.ok((await read('/sections?group=Guides')).sections.length > 3)
  })

  test('section ids, encoded and plain', TEST_LIMIT, async () => {
    for (const id of ['guides%2Frouting%23trailing-slashes', 'guides/routing%23trailing-slashes', 'guides%2Frouting']) {
      assert.equal((await read(`/sections/${id}`)).id, decodeURIComponent(id))
    }
  })

  test('refusals', TEST_LIMIT, async () => {
    await check({ target: '/api/ask/nothing' }, 404, 'Not found.')
    await check({ target: '/api/ask/sections/nothing' }, 404, 'No section has this id.')
    const deleting = { target: BASE, method: 'DELETE', headers: JSON_HEADERS }
    const refused = await check(deleting, 405, `This path allows ${ALLOWED}.`)
    assert.equal(refused.headers['allow'], ALLOWED)
    assert.equal((await check({ target: BASE, method: 'OPTIONS' }, 204)).headers['allow'], ALLOWED)
    await check(post({ query: 'x'.repeat(70_000) }), 413)
    const bad = await check({ method: 'POST', target: '/api/ask', headers: JSON_HEADERS, body: '{"query":' }, 400)
    if (differences.parsesBodies !== true) assert.equal(bad.text, '{"error":"Invalid JSON body."}')
    await check({ target: '/api/ask/sections/%zz' }, differences.badPath ?? 400)
    await check({ target: '/api/ask/' }, differences.trailingSlash ?? 200)
  })

  test('keyword results', TEST_LIMIT, async () => {
    const { headers, text } = await check(post({ query: 'trailing slashes', mode: 'keyword' }), 200)
    assert.match(headers['content-type'] ?? '', /^application\/json/)
    assert.equal(JSON.parse(text).results[0].url, '/guides/routing/#trailing-slashes')
  })

  test('HEAD, and 304 for what is known', TEST_LIMIT, async () => {
    const { headers, text } = await check({ target: '/api/ask/glossary', method: 'HEAD' }, 200)
    assert.equal(text, '')
    const etag = headers['etag'] ?? ''
    assert.notEqual(etag, '')
    const known = await check({ target: '/api/ask/glossary', headers: { 'if-none-match': etag } }, 304)
    assert.equal(known.text, '')
  })

  test(`an answer comes ${differences.isBuffered === true ? 'whole' : 'token by token'}`, TEST_LIMIT, async () => {
    const asked = ask(running.port, `What of slashes on ${host.name}?`)
    const call = await model.next()
    const early = differences.isBuffered === true ? null : await asked
    if (early !== null) assert.doesNotMatch(await early.received('event: search'), /event: token/)
    writeStart(call, 'Routes ')
    if (early !== null) assert.doesNotMatch(await early.received('Routes'), /in a slash|event: done/)
    call.write('in a slash [1].')
    call.end()
    const { headers, received } = await asked
    assert.match(await received('event: done\ndata: {}\n\n'), /event: sources[^]*event: token[^]*slash/)
    assert.match(headers['content-type'] ?? '', /^text\/event-stream/)
    assert.match(headers['cache-control'] ?? '', /no-transform/)
    assert.equal(headers['content-encoding'], undefined)
  })

  if (differences.hidesLeaving === true) return

  test('a reader who leaves stops the model', TEST_LIMIT, async () => {
    const [stream, call] = await Promise.all([ask(running.port, `Who leaves ${host.name}?`), model.next()])
    writeStart(call, 'One ')
    await stream.received('One')
    stream.leave()
    await stopped(call)
  })

  test('a reader who leaves before the first token stops the model', TEST_LIMIT, async () => {
    const [stream, call] = await Promise.all([ask(running.port, `Who leaves ${host.name} early?`), model.next()])
    stream.leave()
    await stopped(call)
  })

  /** Writes the start of an answer in two pieces: readers get its first words when more words follow. */
  function writeStart(call: ModelCall, text: string): void {
    call.write(`ANSWER:\n${text}`)
    call.write('end ')
  }

  /** Resolves when the model's client has left it, long before an answer's own time-outs would end it. */
  async function stopped(call: ModelCall): Promise<void> {
    if (differences.noticesByWriting === true) writeStart(call, 'More ')
    await until(call.isLeft)
  }
}
