import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { goodChatReply } from '../../../support/describing-model.ts'
import { CANARY_KEY, chatTurn } from '../../../support/model-client.ts'
import { modelServer, refusal, type ScriptedReply } from '../../../support/model-server.ts'
import { runAsk } from '../../../support/run-ask.ts'
import { temporaryFolder, writeSite } from '../../../support/site.ts'

const folder = await temporaryFolder()
const content = await writeSite(join(folder, 'docs'))
const path = join(folder, '.service', 'kg.json')
const cache = join(folder, '.service', 'kg.cache.jsonl')

/** Runs `ask kg build` against a server that describes well, but where `say` has something else to say. */
async function build(t: TestContext, argv: readonly string[], say: (ordinal: number) => ScriptedReply | null = () => null, LLM_RETRIES = '0') {
  const server = await modelServer(t, ({ body }, ordinal) => say(ordinal) ?? { body: [chatTurn(goodChatReply(body))] })
  const env = { LLM_API_KEY: CANARY_KEY, LLM_BASE_URL: `${server.url}/v1`, LLM_MODEL: 'm-1', LLM_RETRIES }
  const given = { env, fetch: globalThis.fetch, now: () => performance.now(), stopSignal: () => new Promise<void>(() => undefined) }
  const ran = await runAsk(['kg', 'build', content, '--kg-path', path, ...argv], given)
  assert.doesNotMatch(ran.out + ran.err, /canary/)
  return { ...ran, requests: server.requests.length }
}

test('kg build with a key says what it will cost, how far it is and what it did cost', async (t) => {
  const { code, err, requests } = await build(t, [])
  assert.equal(code, 0)
  assert.match(err, /^Asking m-1 at 127\.0\.0\.1:\d+ about 5 of 5 sections: about \d+ tokens in, 1,100 tokens out\n {2}1 of 5 sections \(20 %\)\n/)
  assert.match(err, /\n {2}5 of 5 sections \(100 %\)[^\n]*\n {2}File +\S+kg\.json \(written\)\n {2}Built by +m-1\n[^]*\n {2}Model +2 requests, \d+ tokens in, \d+ tokens out\n {2}Time/)
  assert.equal(requests, 2)
  const { sections } = JSON.parse(await readFile(path, 'utf8'))
  const written = ['Acme', 'Deploy your site to a host', 'Routing', 'Static routes', 'Trailing slashes']
  assert.deepEqual(sections.map(({ summary }: { summary: string }) => summary).filter((summary: string) => summary.startsWith('Written')), written.map((name) => `Written about ${name}.`))
})

test('a second build asks about nothing', async (t) => {
  const { err, requests } = await build(t, [])
  assert.match(err, /^The replies of m-1 for 5 sections are saved: no request is needed\n {2}File +\S+ \(unchanged\)\n/)
  assert.equal(requests, 0)
})

test('--quiet shows no progress, --json the report', async (t) => {
  const { out, err } = await build(t, ['--fresh', '--quiet', '--json'])
  assert.equal(err, '')
  const { requests, fallbacks, usage } = JSON.parse(out)
  assert.deepEqual([requests, fallbacks, typeof usage.input], [2, { refused: 0, unproved: 0, malformed: 0 }, 'number'])
})

test('a provider that fails leaves the old graph, and says how to go on', async (t) => {
  await writeFile(join(content, 'new.md'), '# New\n\nA new page.\n')
  const before = await readFile(path, 'utf8')
  const { code, err } = await build(t, [], () => refusal(401, { error: { message: `No such key: ${CANARY_KEY}` } }))
  assert.equal(code, 1)
  assert.match(err, /\nask: The model's server answers 401[^\n]*; the replies of the model so far are saved, and the next `ask kg build` continues from them\n$/)
  assert.equal(await readFile(path, 'utf8'), before)
  assert.equal((await build(t, [])).requests, 2)
})

test('kg build waits until the date that a busy server names', async (t) => {
  const busy = () => refusal(429, {}, { 'retry-after': new Date(Date.now() + 1_500).toUTCString() })
  const { code, requests } = await build(t, ['--fresh'], (ordinal) => (ordinal === 0 ? busy() : null), '1')
  assert.deepEqual([code, requests], [0, 3])
})

test('kg diff shows what a build changed, and says what it wants', async () => {
  const older = 'give an older version of the graph file, such as that of the last commit'
  const old = join(folder, 'old.json')
  const graph = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(old, JSON.stringify({ ...graph, context: 'Another one.' }))
  for (const [file, code, out, err] of [
    [old, 0, `~ graph\n    context\n    - Another one.\n    + ${graph.context}\n1 change\n`, ''],
    [path, 0, 'No changes\n', ''],
    [join(folder, 'none.json'), 1, '', `ask: File not found: ${join(folder, 'none.json')}; ${older}\n`],
    [cache, 1, '', `ask: ${cache} is not a graph file; ${older}\n`],
  ] as const) assert.deepEqual(await runAsk(['kg', 'diff', file, '--kg-path', path]), { code, out, err })
})

test('kg build says if the glossary has no room for more terms', async () => {
  const docs = await temporaryFolder()
  for (const [count, expected] of [[499, ''], [600, 'The glossary is full: it has the 500 surest terms, and any others are left out\n']] as const) {
    const entries = Array.from({ length: count }, (_, i) => `## Term ${i}x\n\nA thing with the number ${i}.\n`)
    await writeFile(join(docs, 'glossary.md'), `# Glossary\n\n${entries.join('\n')}`)
    const { err } = await runAsk(['kg', 'build', docs, '--kg-path', join(docs, 'kg.json'), '--extractive'])
    assert.equal(err.replace(/^ {2}File[^]*/m, ''), expected)
  }
})
