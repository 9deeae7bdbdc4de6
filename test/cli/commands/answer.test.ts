import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { parseArguments } from '../../../src/cli/command-line/arguments.ts'
import { answerCommand, runAnswer } from '../../../src/cli/commands/answer.ts'
import type { AnswerSource } from '../../../src/cli/source/answer-folder.ts'
import type { Io } from '../../../src/cli/terminal/io.ts'
import type { AnswerEvent } from '../../../src/core/answer/event.ts'
import { fakeIo, fakeTerminal } from '../../support/io.ts'
import { frames, modelServer, type Scripted } from '../../support/model-server.ts'
import { refuses, runAsk } from '../../support/run-ask.ts'

const NEVER = () => new Promise<void>(() => undefined)
const SOURCES = [
  { url: '/routing/#slashes', title: 'Routing', heading: 'Slashes', group: 'Guides', terms: ['slash'] },
  { url: '/install/', title: 'Install [all]' },
  { url: '/bare/' },
]
const MARKDOWN = 'Set `never` ([Slashes](/routing/#slashes)), not [this](https://evil.test/).\n'
const PLAIN = 'Set `never` ([Slashes](/routing/#slashes)), not this.\n'
const RESULT = { title: 'Routing', heading: 'Slashes', url: '/routing/#slashes', group: 'Guides', snippet: 'About slashes.' }
const KEYWORDS = { results: [RESULT], query: 'Why?', model: 'm', mode: 'keyword', warning: 'No model key is set' }

/** A whole answer with this text. */
function streamOf(text: string): string {
  const tokens = text.match(/[^]{1,7}/g) ?? []
  return frames(
    ['search', { query: 'slashes' }],
    ['sources', { sources: SOURCES, model: 'small', mode: 'agentic' }],
    ...tokens.map((token) => ['token', { text: token }]),
    ['done', {}],
  )
}

/** Runs `ask answer` against a service that replies once. */
async function run(t: TestContext, reply: Scripted, argv: readonly string[] = [], given: Partial<Io> = {}) {
  const server = await modelServer(t, [reply])
  return { ...(await runAsk(['answer', 'Why?', '--endpoint', server.url, ...argv], { fetch, stopSignal: NEVER, ...given })), server }
}

test('without a terminal the answer is Markdown with checked links, whole as its service has them, and searches go to stderr', async (t) => {
  const { code, out, err, server } = await run(t, { body: [streamOf(MARKDOWN)] })
  assert.deepEqual([code, out, err], [0, PLAIN.replace('](', `](${server.url}`), 'Reading: slashes\n'])
  assert.deepEqual([server.requests[0]?.path, server.bodies()], ['/api/ask', [{ query: 'Why?', mode: 'agentic', detail: true }]])
})

test('without a terminal an answer without links is followed by what is nearest', async (t) => {
  const { out, server } = await run(t, { body: [streamOf('The docs do not cover this.')] })
  const list = '- [Guides · Routing › Slashes](/routing/#slashes)\n- [Install \\[all\\]](/install/)\n- [/bare/](/bare/)\n'
  assert.equal(out, `The docs do not cover this.\n\nNearest sections:\n\n${list.replaceAll('](', `](${server.url}`)}`)
})

test('on a terminal links are numbered, and their addresses listed', async (t) => {
  const { stdout, stderr, written } = fakeTerminal(80, { NO_COLOR: '1' })
  const { code, server } = await run(t, { body: [streamOf(MARKDOWN)] }, [], { stdout, stderr: { ...stderr, isTerminal: true }, env: { NO_COLOR: '1' } })
  assert.deepEqual([code, written.err], [0, 'Reading: slashes\n\n'])
  assert.equal(written.out, `Set \`never\` (Slashes [1]), not this.\n\nSources\n  [1] Guides · Routing › Slashes\n      ${server.url}/routing/#slashes\n`)
})

test('--json prints the answer as one object and nothing else', async (t) => {
  const { code, out, err } = await run(t, { body: [streamOf(MARKDOWN)] }, ['--json'])
  assert.deepEqual([code, err], [0, ''])
  assert.deepEqual(JSON.parse(out), { answer: PLAIN, sources: SOURCES, searches: ['slashes'], model: 'small', mode: 'agentic' })
})

test('keyword results are shown where a service falls back to them', async (t) => {
  const reply = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: [JSON.stringify(value)] })
  const line = 'No answer, only search results: No model key is set\n'
  const { code, out, err, server } = await run(t, reply(KEYWORDS))
  assert.deepEqual([code, out, err], [0, `Guides · Routing › Slashes\n  ${server.url}/routing/#slashes\n  About slashes.\n`, line])
  const json = await run(t, reply(KEYWORDS), ['--json'])
  assert.deepEqual([json.code, JSON.parse(json.out), json.err], [0, KEYWORDS, line])
  const { warning, ...silent } = KEYWORDS
  const none = await run(t, reply({ ...silent, results: [] }))
  assert.deepEqual([none.code, none.out, none.err], [0, '', 'No answer, only search results\nNothing found for "Why?"\n'])
  assert.ok(warning)
})

test('an answer that fails ends with 1, after what was shown of it', async (t) => {
  const begun = frames(['sources', { sources: SOURCES, model: 'm' }], ['token', { text: 'Set it ' }])
  const failed = begun + frames(['error', { error: 'the model is busy\u001b[2J' }])
  const { stdout, written } = fakeTerminal(80)
  const { code, err } = await run(t, { body: [failed] }, [], { stdout })
  assert.deepEqual([code, written.out, err], [1, 'Set it\n', 'ask: the model is busy\ufffd[2J\n'])
  const cut = await run(t, { body: [begun] })
  assert.deepEqual([cut.code, cut.out], [1, ''])
  assert.match(cut.err, /^ask: http:\/\/[^\n]* stopped in the middle of its answer\n$/)
  const refused = await run(t, { status: 429, headers: { 'content-type': 'application/json' }, body: ['{"error":"slow down"}'] }, ['--json'])
  assert.deepEqual([refused.code, refused.out], [1, ''])
  assert.match(refused.err, /^ask: [^\n]* answers 429: slow down\n$/)
})

test('Ctrl-C ends the answer and the request, and shows what had come', async (t) => {
  const begun = streamOf('One two three').replace(/event: done[^]*/, '')
  let interrupt = () => undefined as void
  const stopped = new Promise<void>((resolve) => (interrupt = resolve))
  const { stdout, written } = fakeTerminal(80)
  const seen = { ...stdout, write: (text: string) => (stdout.write(text), written.out.includes('One') ? interrupt() : undefined) }
  const { code, err, server } = await run(t, { body: [begun], ending: 'stall' }, [], { stdout: seen, stopSignal: () => stopped })
  await server.requests[0]?.left
  assert.deepEqual([code, written.out, err], [130, 'One two three\n', 'Reading: slashes\nask: the answer was cancelled\n'])
})

test('what reaches a terminal is nothing that it obeys', async (t) => {
  const evil = { url: '/a/#\u001b[2J', title: 'T\u001b[2J', heading: 'H\u009b' }
  const body = frames(['search', { query: 'q\u001b]0;x\u0007' }], ['sources', { sources: [evil], model: 'm' }], ['token', { text: 'a\u001b[2J [b\u001b](/a/#\u001b[2J) \u202e' }], ['done', {}])
  for (const argv of [[], ['--json']]) {
    const { stdout, written } = fakeTerminal(80)
    const { err } = await run(t, { body: [body] }, argv, { stdout, env: { NO_COLOR: '1' } })
    assert.doesNotMatch(written.out + err, /[\u001b\u0007\u009b\u202e]/)
  }
})

test('a key that an endpoint repeats does not reach stderr', async (t) => {
  const { err } = await run(t, { body: [frames(['error', { error: 'refused canary-4711-key' }])] }, [], { env: { LLM_API_KEY: 'canary-4711-key' } })
  assert.equal(err, 'ask: refused [redacted]\n')
})

test('a command line that cannot be is refused before anything is asked', async () => {
  const refused = (argv: readonly string[], code: number, message: RegExp, env = {}) => refuses(['answer', ...argv], code, message, { stopSignal: NEVER, env })
  await refused(['Why?'], 1, /^ask: No model is set up: set LLM_API_KEY [^\n]*--endpoint\n$/)
  await refused(['Why?', '--content', 'docs'], 1, /^ask: No model is set up: set LLM_API_KEY/)
  await refused(['Why?', '--endpoint', 'https://docs.test', '--content', 'docs'], 2, /^ask: Give either --endpoint or --content, not both/)
  await refused(['Why?', '--endpoint', 'https://docs.test', '--search-url', 'https://store.test'], 2, /^ask: Give either --endpoint or --search-url, not both/)
  await refused(['Why?', '--endpoint', 'https://docs.test', '--base', '/'], 2, /^ask: Give either --endpoint or --base, not both/)
  await refused(['Why?', '--endpoint', 'docs.test'], 2, /^ask: --endpoint must be an address such as/)
  await refused(['Why?'], 2, /^ask: LLM_API_KEY holds characters that no key has/, { LLM_API_KEY: 'a b' })
  await refused(['Why?', '--content', 'no-such-folder'], 1, /^ask: There is no folder no-such-folder in \/[^\n]*\n$/, { LLM_API_KEY: 'key' })
})

test('a source is closed, however its answer ends', async () => {
  const events = async function* (last: AnswerEvent): AsyncGenerator<AnswerEvent> {
    yield { type: 'sources', sources: [], model: 'm' }
    yield { type: 'token', text: 'x' }
    yield last
  }
  const args = parseArguments({ name: 'answer', ...answerCommand }, ['Why?'])
  for (const last of [{ type: 'done' }, { type: 'error', error: 'no' }] as const) {
    let closed = 0
    const source: AnswerSource = { base: null, ask: async () => ({ type: 'events', events: events(last) }), close: async () => void (closed += 1) }
    const io = fakeIo({ stopSignal: NEVER })
    const ended = runAnswer(args, io, async () => source)
    if (last.type === 'done') assert.equal(await ended, 0)
    else await assert.rejects(ended, { message: 'no' })
    assert.equal(closed, 1)
  }
})

/** Holds a conversation with these lines against these replies; Ctrl-C is pressed as often as `interrupts` resolves. */
async function converse(t: TestContext, replies: readonly Scripted[], lines: readonly string[], given: Partial<Io> = {}) {
  const server = await modelServer(t, replies)
  const { stdout, stderr, written } = fakeTerminal(80, { NO_COLOR: '1' })
  const queue = [...lines]
  const questions = () => async () => queue.shift() ?? null
  const { code } = await runAsk(['answer', '--endpoint', server.url], { fetch, stopSignal: NEVER, stdout, stderr, questions, env: { NO_COLOR: '1' }, ...given })
  return { code, ...written, server }
}

const WITH_OUTCOME = streamOf('Set it.').replace('event: done', `event: outcome\ndata: ${JSON.stringify({ id: 'a', outcome: 'answered', support: 'grounded', cited: [], opened: [] })}\n\nevent: done`)

test('without a question, on a terminal, it holds a conversation until the input ends', async (t) => {
  const { code, out, server } = await converse(t, [{ body: [WITH_OUTCOME] }, { body: [WITH_OUTCOME] }], ['How?', '  ', 'And then?'])
  assert.equal(code, 0)
  assert.equal(out.split('Set it.').length, 3)
  assert.deepEqual(server.bodies().map(({ query, history = [] }) => [query, history]), [
    ['How?', []], ['And then?', [{ query: 'How?', answer: 'Set it.' }]],
  ])
})

test('a conversation goes on after a failure and after Ctrl-C', async (t) => {
  const failing: Scripted = { body: [frames(['error', { error: 'the model is busy' }])] }
  let interrupt = () => undefined as void
  const onInterrupt = (listener: () => void) => {
    interrupt = listener
    return () => undefined
  }
  const stalling: Scripted = { body: (function* () { yield frames(['search', { query: 'q' }]); interrupt(); yield 5_000 })() }
  const { code, out, err } = await converse(t, [failing, stalling, { body: [streamOf('One.')] }], ['a', 'b', 'c'], { onInterrupt })
  assert.equal(code, 0)
  assert.match(err, /ask: the model is busy\n[^]*ask: the answer was cancelled\n/)
  assert.match(out, /One\./)
})

test('without a terminal, or with --json, a question is needed', async () => {
  const questions = () => () => assert.fail('nothing is read')
  for (const [argv, given] of [[[], {}], [['--json'], { questions }], [[' '], { questions }]] as const) {
    await refuses(['answer', ...argv], 2, /^ask: Missing argument: type `ask answer <question>`\n$/, given)
  }
})
