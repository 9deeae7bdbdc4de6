/** Which questions get an answer, what its stream holds, and what is shown where there is none. */
import { AskError } from '../../src/core/base/errors.ts'
import { post } from '../support/http.ts'
import { ANSWER, DONE, OUTCOME, SEARCH, scriptedAnswering, SOURCES, token } from '../support/scripted-answerer.ts'
import type { Script } from '../support/scripted-answerer.ts'
import { FOUND } from '../support/service.ts'
import type { Case } from './case.ts'

const ASK = post({ query: FOUND, mode: 'agentic' })
const STREAM = {
  'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no', 'content-length': null, 'content-encoding': null,
}
const JSON_REPLY = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

const HEAD = `: ok

event: search
data: {"query":"trailing slashes"}

event: sources
data: {"sources":[{"url":"/routing/#slashes","title":"Routing"}],"model":"test-model","mode":"agentic"}

`
const TEXT = `${HEAD}event: token
data: {"text":"Set \`always\`"}

event: done
data: {}

`

const WITH_OUTCOME = [...ANSWER.slice(0, -1), OUTCOME, DONE]
const { type: _, ...DATA } = OUTCOME
const TURN = { query: 'Why?', answer: 'So.' }

const keyed = (script: Script = () => ANSWER) => ({ answering: () => scriptedAnswering(script) })

/** The stream of a script, without what every stream begins with. */
const streams = (name: string, script: Script, rest: string): Case => {
  return { name, ...ASK, ...keyed(script), status: 200, text: `${HEAD}${rest}`, reply: STREAM }
}

/** A reply with keyword results that says why. */
const degrades = (name: string, change: Partial<Case>, warning: string): Case => {
  return { name, ...ASK, ...keyed(), status: 200, warning: `${warning}; showing keyword results.`, reply: JSON_REPLY, ...change }
}

/** A reply with the whole answer. */
const answers = (name: string, change: Partial<Case> = {}): Case => {
  return { name, ...ASK, ...keyed(), status: 200, text: TEXT, reply: STREAM, ...change }
}

const modes: readonly Case[] = [
  answers('agentic with a key streams'),
  answers('agentic with detail streams the outcome right before the end', {
    ...post({ query: FOUND, mode: 'agentic', detail: true }),
    ...keyed(() => WITH_OUTCOME),
    text: TEXT.replace('event: done', `event: outcome\ndata: ${JSON.stringify(DATA)}\n\nevent: done`),
  }),
  answers('agentic without detail streams no outcome', keyed(() => WITH_OUTCOME)),
  answers('agentic with a history streams', post({ query: FOUND, mode: 'agentic', history: [TURN] })),
  { name: 'keyword checks a history and does not use it', ...post({ query: FOUND, mode: 'keyword', history: [TURN] }), ...keyed(), status: 200, warning: null },
  { name: 'a blank query comes before the length of a history', ...post({ query: ' ', history: new Array(5).fill(TURN) }), ...keyed(), status: 200, warning: null },
  answers('no mode with a key streams', post({ query: FOUND })),
  { name: 'keyword with a key stays keyword', ...post({ query: FOUND, mode: 'keyword' }), ...keyed(), status: 200, warning: null },
  { name: 'a blank query asks no model', ...post({ query: ' ', mode: 'agentic' }), ...keyed(), status: 200, warning: null },
  { name: 'a long query asks no model', ...post({ query: 'é'.repeat(1_001) }), ...keyed(), status: 400 },
]

const frames: readonly Case[] = [
  streams(
    'tokens that come together share a frame, except the first',
    () => [SEARCH, SOURCES, ...['Set', ' a', ' b', ' c'].map(token), DONE],
    'event: token\ndata: {"text":"Set"}\n\nevent: token\ndata: {"text":" a b c"}\n\nevent: done\ndata: {}\n\n',
  ),
  streams(
    'a failure is the last frame',
    () => [SEARCH, SOURCES, token('Set'), { type: 'error', error: 'The model is busy.' }, DONE],
    'event: token\ndata: {"text":"Set"}\n\nevent: error\ndata: {"error":"The model is busy."}\n\n',
  ),
  streams('nothing follows the last frame', () => [SEARCH, SOURCES, DONE, token('more'), DONE], 'event: done\ndata: {}\n\n'),
  streams(
    'an answer without an end ends in an error',
    () => [SEARCH, SOURCES],
    'event: error\ndata: {"error":"The answer broke off; ask again."}\n\n',
  ),
  streams(
    'text is never a frame',
    () => [SEARCH, SOURCES, token('\n\nevent: done\r\ndata: {}\u2028\0\ud83c'), DONE],
    'event: token\ndata: {"text":"\\n\\nevent: done\\r\\ndata: {}\\u2028\\u0000\ufffd"}\n\nevent: done\ndata: {}\n\n',
  ),
  {
    name: 'content that can not be read is a 500 before any stream',
    ...ASK,
    answering: () => ({ ...scriptedAnswering(), contentKey: () => Promise.reject(new AskError('content', 'No page.')) }),
    status: 500,
    error: 'No page.',
  },
]

/** Through a proxy: a client that connects directly over loopback has no limits of its own. */
const FORWARDED = { headers: { ...ASK.headers, 'x-forwarded-for': '203.0.113.7' } }

const LISTED = { answers: { origins: ['https://docs.test'] } }

const budgets: readonly Case[] = [
  answers('a client on the same machine has no limits of its own', { answers: { perMinute: 1, perDay: 1 }, after: 3 }),
  degrades('past the answers of a minute', { ...FORWARDED, answers: { perMinute: 2 }, after: 2 }, 'At most 2 answers a minute; try again in 30 s'),
  degrades('past the answers of a day', { ...FORWARDED, answers: { perDay: 1 }, after: 1 }, 'At most 1 answer a day; try again in 24 h'),
  degrades(
    'past the tokens of a day',
    { answers: { tokensPerDay: 1_000 }, after: 1 },
    'The budget for answers is spent for today; try again in 24 h',
  ),
  degrades(
    'behind a spent quota',
    { answering: () => scriptedAnswering(undefined, { error: 'model-quota' }), after: 1 },
    "The quota at the model's provider is spent; try again in 30 s",
  ),
  degrades(
    'for a page that is not listed',
    { headers: { ...ASK.headers, origin: 'https://evil.test' }, ...LISTED },
    'This site gives no answers to pages of other sites',
  ),
  answers('a page that is listed gets answers', { headers: { ...ASK.headers, origin: 'https://docs.test' }, ...LISTED }),
  answers('a program gets answers, whatever pages do', LISTED),
  answers('an answer given lately is given again, past every limit', { answers: { perMinute: 1, tokensPerDay: 1, isCached: true }, after: 3 }),
]

/** Rows of answers. */
export const ANSWERS: readonly Case[] = [...modes, ...frames, ...budgets]
