/**
 * A model's server that repeats every secret it is sent, in every form and place
 * it can: none of them comes out of the service, into streams, logs, traces,
 * error bodies or the command line.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readAnswerStream } from '../../support/answer-stream.ts'
import { answeringService, callTurn } from '../../support/answering-service.ts'
import { isFuzz } from '../../support/fuzz.ts'
import { JSON_HEADERS } from '../../support/http.ts'
import { chatDelta, chatTurn } from '../../support/model-client.ts'
import { frames, modelServer, refusal, type Scripted } from '../../support/model-server.ts'
import { runAsk } from '../../support/run-ask.ts'
import { temporaryFolder, writeSite } from '../../support/site.ts'

const SECRETS = {
  key: 'canary/Key"0+123=456789',
  analytics: 'phc_canaryAnalytics0123456789',
  header: 'canaryHeader0123456789',
  query: 'canaryQuery0123456789',
}
const BASE_URL = `http://model.test/v1?code=${SECRETS.query}`
const MODEL = {
  apiKey: SECRETS.key,
  headers: { 'x-tenant': SECRETS.header, 'proxy-authorization': `Bearer ${SECRETS.header}` },
}

/** How a secret is repeated. */
const FORMS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `Bearer ${secret}`,
  (secret) => JSON.stringify({ key: secret }),
  (secret) => `https://models.example/v1?code=${encodeURIComponent(secret)}`,
  (secret) => `Basic ${btoa(`user:${secret}`)}`,
  // What is cut off at some length must not cut a secret in two.
  (secret) => `${'word '.repeat(77)}${secret} and more`,
]

const HALF = chatDelta('ANSWER:\nIt listens on 4321 [1].')
const typed = (type: string, text: string): Scripted => ({ headers: { 'content-type': type }, body: [text] })

/** Where it is repeated, as a failure. */
const FAILURES: readonly ((said: string) => Scripted)[] = [
  (said) => refusal(401, { error: { message: `Incorrect API key provided: ${said}.` } }),
  (said) => refusal(400, [{ error: { code: said, message: 'Bad request', status: said } }]),
  (said) => refusal(404, { detail: said }),
  (said) => refusal(503, { error: { message: 'Down', type: said, metadata: { raw: said } } }),
  (said) => ({ status: 500, headers: { 'content-type': 'text/html' }, body: [`<h1>${said}</h1>`] }),
  (said) => ({ status: 307, headers: { location: `https://other.example/?${encodeURIComponent(said)}` } }),
  (said) => typed('text/html', said),
  (said) => typed('application/json', JSON.stringify({ object: 'error', message: said, code: 40_301 })),
  (said) => ({ body: [HALF, frames(['error', said])] }),
  (said) => ({ body: [frames({ error: { message: said, code: 'server_error' } })] }),
  (said) => ({ body: [HALF, frames(said)] }),
  (said) => ({ body: [`error: ${said}\n\n`] }),
]

/** Where it becomes part of a conversation: its reader has asked this very server, all others are told nothing. */
const CONVERSATIONS: typeof FAILURES = [
  (said) => ({ body: [chatTurn(`ANSWER:\nThe key is ${said} [1].`)] }),
  (said) => ({ body: [callTurn(['search', { query: said }], ['open', { id: said }], [said, {}])] }),
]

/** Fails where a text holds a secret, plain or in base64. */
function checkClean(text: string, from: string) {
  assert.doesNotMatch(text, /canary/i, from)
  for (const secret of Object.values(SECRETS)) {
    for (const before of ['', 'a', 'ab', 'user:']) assert.ok(!text.includes(btoa(before + secret).slice(8, -4)), `${from}: ${text}`)
  }
}

/** A service whose model repeats what `said` says, and a collector of its traces. */
async function echo(t: Parameters<typeof answeringService>[0], reply: () => Scripted) {
  const collector = await modelServer(t, () => ({ headers: { 'content-type': 'application/json' }, body: ['{}'] }))
  let url = ''
  const service = await answeringService(t, reply, {
    model: { ...MODEL, baseUrl: BASE_URL },
    trace: { key: SECRETS.analytics, host: collector.url },
    limits: { answersPerMinute: 100_000, answersPerDay: 100_000, postsPerMinute: 100_000 },
    fetch: (to, init) => fetch(String(to).replace('http://model.test', url), init),
  })
  url = service.model.url
  const post = () => service.ask.fetch(new Request('http://site.test/api/ask', { method: 'POST', headers: JSON_HEADERS, body: '{"query":"Which port?"}' }))
  async function traces(): Promise<string> {
    await service.ask.flush()
    return collector.requests.map(({ body, path }) => path + body.replaceAll(`"api_key":"${SECRETS.analytics}"`, '')).join('\n')
  }
  return { ...service, post, traces }
}

/** Every secret in every form; a fifth of them in the unit suite. */
function sayings(): string[] {
  const all = Object.values(SECRETS).flatMap((secret) => FORMS.map((form) => form(secret)))
  return all.filter((_, i) => isFuzz || i % 5 === 0)
}

test('no secret that a model repeats in its failures comes out anywhere; one that it repeats in an answer is neither logged nor traced', async (t) => {
  let reply: Scripted = 'close'
  const { post, log, model, traces } = await echo(t, () => reply)
  for (const play of [...FAILURES, ...CONVERSATIONS]) {
    for (const said of sayings()) {
      reply = play(said)
      const text = await (await post()).text()
      if (CONVERSATIONS.includes(play)) continue
      assert.notEqual(readAnswerStream(text).error, null)
      checkClean(text, 'a stream')
    }
  }
  const failed = FAILURES.length * sayings().length
  assert.ok(log.length >= failed, `${log.length} lines`)
  const [request] = model.requests
  assert.deepEqual([request?.path, request?.headers['x-tenant']], [`/v1/chat/completions?code=${SECRETS.query}`, SECRETS.header])
  checkClean(log.join('\n'), 'a log')
  const traced = await traces()
  assert.ok(traced.split('$ai_generation').length > failed)
  checkClean(traced, 'a trace')
})

test('no secret in an unexpected failure comes out', async (t) => {
  for (const said of sayings()) {
    const { ask, log } = await answeringService(t, [], { model: { ...MODEL, baseUrl: BASE_URL }, content: () => Promise.reject(new Error(said)) })
    for (const body of ['{"query":"a"}', '{"query":"a","mode":"keyword"}', '{', `{"query":1}`]) {
      const reply = await ask.fetch(new Request('http://site.test/api/ask', { method: 'POST', headers: JSON_HEADERS, body }))
      assert.ok(reply.status >= 400)
      checkClean(await reply.text(), 'an error body')
    }
    checkClean(log.join('\n'), 'a log')
  }
})

const ENV = { LLM_API_KEY: SECRETS.key, ANALYTICS_KEY: SECRETS.analytics, LLM_HEADERS: JSON.stringify(MODEL.headers), LLM_MODEL: 'm-1', LLM_RETRIES: '0' }

test('no secret comes out of the command line', async (t) => {
  const docs = await writeSite(join(await temporaryFolder(), 'docs'))
  const said = sayings()
  const server = await modelServer(t, (_, ordinal) => FAILURES[ordinal % FAILURES.length]!(said[ordinal % said.length]!))
  const env = { ...ENV, LLM_BASE_URL: `${server.url}/v1?code=${SECRETS.query}`, ANALYTICS_HOST: server.url }
  const broken = [
    { LLM_API_KEY: `${SECRETS.key}\n${SECRETS.key}` }, { LLM_HEADERS: `{"x-tenant": "${SECRETS.header}` }, { LLM_BASE_URL: `http://[${SECRETS.key}` }, { LLM_BASE_URL: `http://user:${SECRETS.header}@127.0.0.1:1` },
    { LLM_MODEL: `${SECRETS.key}\u0000` }, { LLM_RETRIES: SECRETS.key }, { LLM_PROTOCOL: SECRETS.key }, { LLM_EXTRA_BODY: SECRETS.key },
    { ANALYTICS_KEY: `${SECRETS.analytics} ${SECRETS.analytics}` }, { ANALYTICS_HOST: `https://user:${SECRETS.key}@host` }, { ANALYTICS_CAPTURE_CONTENT: SECRETS.key },
  ]
  const runs = [
    ...FAILURES.map(() => [['answer', '--content', docs, 'Which port?'], env] as const),
    [['serve', docs, '--port', '0'], env] as const,
    ...broken.flatMap((vars) => [['answer', '--content', docs, 'Why?'], ['serve', docs, '--port', '0']].map((argv) => [argv, { ...env, ...vars }] as const)),
  ]
  for (const [argv, vars] of runs) {
    const { out, err } = await runAsk(argv, { env: vars, fetch })
    assert.notEqual(out + err, '')
    checkClean(out + err, `ask ${argv[0]}`)
  }
})
