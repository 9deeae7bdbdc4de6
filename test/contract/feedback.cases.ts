/** Feedback: what is taken, what is refused, and which replies say that it is kept. */
import { JSON_HEADERS, post, type Sent } from '../support/http.ts'
import { DONE, OUTCOME, scriptedAnswering } from '../support/scripted-answerer.ts'
import { FOUND } from '../support/service.ts'
import type { Case } from './case.ts'

const KEPT = { feedback: { verdict: async () => undefined, click: () => undefined } }
const VERDICT = { answer: 'a1', verdict: 'down' }
const CLICK = { view: 'v1', query: 'trailing slash', rank: 1 }
const NEITHER = 'The body must be {"answer", "verdict"} or {"view", "query", "rank"}.'
const NOT_KEPT = 'This service keeps no feedback.'
const TOO_LONG_A_QUERY = 'query must be a string of at most 1000 characters (code points).'
const TOO_LONG_A_NOTE = 'note must be a string of at most 1000 characters (code points).'
const NOT_A_RANK = 'rank must be a whole number from 1 to 20.'

const feedback = (value: unknown, headers: Readonly<Record<string, string>> = {}): Sent => {
  return { ...post(value, headers), target: '/api/ask/feedback' }
}

const taken = (name: string, value: object): Case => ({ name, ...KEPT, ...feedback(value), status: 204, text: '' })
const refused = (name: string, value: unknown, error: string): Case => ({ name, ...KEPT, ...feedback(value), status: 400, error })

const bodies: readonly Case[] = [
  taken('a verdict', VERDICT),
  taken('a verdict with a reason and a note', { ...VERDICT, verdict: 'up', reason: 'outdated', note: 'v2 removed it' }),
  taken('a note of 1,000 code points, though each is two units', { ...VERDICT, note: '🎉'.repeat(1_000) }),
  taken('a verdict on an answer that nobody gave', { ...VERDICT, answer: 'x'.repeat(64) }),
  taken('a click', CLICK),
  taken('unknown fields of feedback are ignored', { ...CLICK, top: 3 }),
  refused('feedback that is no object', [VERDICT], 'Invalid JSON body.'),
  refused('feedback without fields', {}, NEITHER),
  refused('a view alone', { view: 'v1' }, NEITHER),
  refused('a verdict without an answer', { verdict: 'up' }, 'answer must be a string of 1 to 64 characters.'),
  refused('an answer\'s id that is too long', { ...VERDICT, answer: 'x'.repeat(65) }, 'answer must be a string of 1 to 64 characters.'),
  refused('an answer without a verdict', { answer: 'a1' }, 'verdict must be one of up, down.'),
  refused('a verdict outside of the set', { ...VERDICT, verdict: 'Up' }, 'verdict must be one of up, down.'),
  refused('a reason outside of the set', { ...VERDICT, reason: 'bad' }, 'reason must be one of wrong, incomplete, outdated, unclear, other.'),
  refused('a note that is no text', { ...VERDICT, note: 1 }, TOO_LONG_A_NOTE),
  refused('a note that is too long', { ...VERDICT, note: 'x'.repeat(1_001) }, TOO_LONG_A_NOTE),
  refused('a click without a view', { query: 'x', rank: 1 }, 'view must be a string of 1 to 64 characters.'),
  refused('a click without a query', { view: 'v1', rank: 1 }, TOO_LONG_A_QUERY),
  refused('a click with a long query', { ...CLICK, query: 'x'.repeat(1_001) }, TOO_LONG_A_QUERY),
  ...[0, 21, 1.5, '1', null].map((rank) => refused(`a click on rank ${JSON.stringify(rank)}`, { ...CLICK, rank }, NOT_A_RANK)),
]

const NO_COOKIE = { 'set-cookie': null, 'cache-control': 'no-store' }
const fromPage = (origin: string, status: number) => {
  return { ...KEPT, ...feedback(VERDICT, { origin }), answers: { origins: ['https://docs.test'] }, status, reply: NO_COOKIE }
}

const refusals: readonly Case[] = [
  { name: 'feedback where nothing keeps it', ...feedback(VERDICT), status: 404, error: NOT_KEPT },
  { name: 'a click where only verdicts are kept', ...feedback(CLICK), feedback: { ...KEPT.feedback, click: null }, status: 404, error: NOT_KEPT },
  ...['sec-gpc', 'dnt'].map((header): Case => {
    return { name: `feedback with ${header}`, ...KEPT, ...feedback(VERDICT, { [header]: '1' }), status: 404, error: NOT_KEPT }
  }),
  { name: 'dnt 0 is no objection', ...KEPT, ...feedback(VERDICT, { dnt: '0' }), status: 204 },
  {
    ...fromPage('https://evil.test', 403),
    name: 'feedback from the page of another site',
    error: 'This site takes no feedback from pages of other sites.',
  },
  { ...fromPage('https://docs.test', 204), name: 'feedback from a listed page' },
  { name: 'GET on feedback', target: '/api/ask/feedback', status: 405, error: 'This path allows POST, OPTIONS.' },
  { name: 'large feedback', ...KEPT, ...feedback({ ...VERDICT, more: 'x'.repeat(70_000) }), status: 413 },
  { name: 'feedback as a form', ...KEPT, ...feedback(VERDICT, { 'content-type': 'text/plain' }), status: 415 },
  {
    name: 'feedback without end', ...KEPT, ...feedback(CLICK, { 'x-forwarded-for': '203.0.113.9' }),
    settings: { postsPerMinute: 1 }, after: 1, status: 429,
  },
  {
    name: 'a keeper of feedback with a fault',
    ...feedback(CLICK),
    feedback: { verdict: null, click: () => { throw new Error('secret detail') } },
    status: 500,
    error: 'Internal error.',
  },
]

const asked = (detail: boolean, headers = {}): Sent => post({ query: FOUND, mode: 'agentic', detail }, { ...JSON_HEADERS, ...headers })
const answering = () => scriptedAnswering(() => [OUTCOME, DONE])
const { type: _, ...DATA } = OUTCOME
const ends = (data: object) => `: ok\n\nevent: outcome\ndata: ${JSON.stringify(data)}\n\nevent: done\ndata: {}\n\n`

const offers: readonly Case[] = [
  { name: 'an outcome says that verdicts are kept', ...KEPT, ...asked(true), answering, status: 200, text: ends({ ...DATA, feedback: true }) },
  { name: 'an outcome without a keeper', ...asked(true), answering, status: 200, text: ends(DATA) },
  { name: 'an outcome for a reader who wants no record', ...KEPT, ...asked(true, { 'sec-gpc': '1' }), answering, status: 200, text: ends(DATA) },
]

/** All rows. */
export const FEEDBACK: readonly Case[] = [...bodies, ...refusals, ...offers]
