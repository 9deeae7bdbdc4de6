/** Requests that the service refuses: what it can't read, doesn't have, or won't take. */
import { AskError } from '../../src/core/base/errors.ts'
import { JSON_HEADERS, post, type Sent } from '../support/http.ts'
import type { Case } from './case.ts'

const NOT_BY_FETCH = { except: { fetch: 'a Request has its URL parsed: it knows neither form' } }
const INVALID = 'Invalid JSON body.'
const NOT_A_QUERY = 'query must be a string.'
const NOT_A_MODE = 'mode must be "keyword" or "agentic".'
const NOT_A_HISTORY = 'history must be an array of {"query": string, "answer": string}.'
const TOO_LONG_A_HISTORY = 'history must be at most 4 turns and 8000 characters (code points).'
const TURN = { query: 'Why?', answer: 'So.' }
const NOT_A_DETAIL = 'detail must be true or false.'
const NOT_A_VIEW = 'view must be a string of 1 to 64 characters.'
const NOT_A_PAGE = 'page must be a string of at most 4096 characters.'
const NOT_A_FILTER = 'filter must be an object; its keys are lang, version, group.'
const NO_SUCH_KEY = 'filter must not have the key "locale"; its keys are lang, version, group.'
const TOO_LONG_A_QUERY = 'query must be at most 1000 characters (code points).'
const TOO_LARGE = 'The body must be at most 65536 bytes.'
const NOT_JSON = 'The content type must be application/json.'

/** A POST of this text or these bytes. */
const posting = (body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}): Sent => ({
  method: 'POST', target: '/api/ask', headers: { ...JSON_HEADERS, ...headers }, body,
})

const OF_ANOTHER_TYPE = { 'content-type': 'text/plain', 'content-length': '65537' }

/** Text as bytes that are no UTF-8. */
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

const refused = (status: number, name: string, sent: Sent, error?: string): Case => {
  return { name, ...sent, status, ...(error !== undefined && { error }) }
}

const bodies: readonly Case[] = [
  refused(400, 'no body', posting(''), INVALID),
  refused(400, 'half a body', posting('{"query":'), INVALID),
  refused(400, 'more than a body', posting('{"query":""} {}'), INVALID),
  refused(400, 'a body that is no object', posting('"query"'), INVALID),
  refused(400, 'a body that is null', posting('null'), INVALID),
  refused(400, 'a body that is a list', posting('[{"query":""}]'), INVALID),
  refused(400, 'a body that is no UTF-8', posting(latin1('{"query":"\xff"}')), INVALID),
  refused(400, 'a body deeper than any question', posting(`{"x":${'['.repeat(30_000)}`), INVALID),
  refused(400, 'a body that is deep and complete', posting(`{"query":"","x":${'['.repeat(16)}${']'.repeat(16)}}`), INVALID),
  { name: 'brackets in strings are not deep', ...posting(`{"query":"","x":"\\"${'['.repeat(99)}"}`), status: 200 },
  refused(400, 'query missing', post({}), NOT_A_QUERY),
  refused(400, 'query a number', post({ query: 1 }), NOT_A_QUERY),
  refused(400, 'query in the prototype', posting('{"__proto__":{"query":""}}'), NOT_A_QUERY),
  refused(400, 'query before mode', post({ mode: 'x' }), NOT_A_QUERY),
  refused(400, 'mode outside of the set', post({ query: 'x', mode: 'Keyword' }), NOT_A_MODE),
  refused(400, 'mode null', post({ query: 'x', mode: null }), NOT_A_MODE),
  refused(400, 'mode checked with a blank query', post({ query: '', mode: 'x' }), NOT_A_MODE),
  refused(400, 'mode before detail', post({ query: 'x', mode: 'x', detail: 1 }), NOT_A_MODE),
  refused(400, 'detail a number', post({ query: 'x', detail: 1 }), NOT_A_DETAIL),
  refused(400, 'detail a text', post({ query: 'x', detail: 'true' }), NOT_A_DETAIL),
  refused(400, 'detail null', post({ query: 'x', detail: null }), NOT_A_DETAIL),
  refused(400, 'detail checked with a blank query', post({ query: '', detail: 0 }), NOT_A_DETAIL),
  ...[null, 1, '', 'x'.repeat(65)].map((view) => refused(400, `view ${JSON.stringify(view)}`, post({ query: 'x', view }), NOT_A_VIEW)),
  ...[null, 1, ['x'], 'x'.repeat(4_097)].map((page) => {
    return refused(400, `page ${JSON.stringify(page).slice(0, 20)}`, post({ query: 'x', page, view: 1 }), NOT_A_PAGE)
  }),
  refused(400, 'filter before page', post({ query: '', filter: 1, page: 1 }), NOT_A_FILTER),
  refused(400, 'filter before view', post({ query: 'x', filter: 1, view: 1 }), NOT_A_FILTER),
  ...[null, {}, 'x', [1], [null], [[]], [{ query: 'a' }], [{ query: 'a', answer: null }], [TURN, { ...TURN, query: 1 }]].map((history) => {
    return refused(400, `history ${JSON.stringify(history)}`, post({ query: 'x', history }), NOT_A_HISTORY)
  }),
  refused(400, 'detail before history', post({ query: 'x', detail: 1, history: 1 }), NOT_A_DETAIL),
  refused(400, 'history checked with a blank query', post({ query: '', history: 1 }), NOT_A_HISTORY),
  refused(400, 'history before the length of the query', post({ query: 'é'.repeat(1_001), history: 1 }), NOT_A_HISTORY),
  refused(400, 'five turns', post({ query: 'x', history: new Array(5).fill(TURN) }), TOO_LONG_A_HISTORY),
  refused(400, 'five turns in keyword mode', post({ query: 'x', mode: 'keyword', history: new Array(5).fill(TURN) }), TOO_LONG_A_HISTORY),
  { name: 'four turns', ...post({ query: 'x', history: new Array(4).fill(TURN) }), status: 200 },
  refused(400, 'a history of 8,001 code points', post({ query: 'x', history: [{ query: 'é', answer: '😀'.repeat(8_000) }] }), TOO_LONG_A_HISTORY),
  { name: 'a history of 8,000 code points', ...post({ query: 'x', history: [{ query: 'é', answer: '😀'.repeat(7_999) }] }), status: 200 },
  refused(413, 'a history of 10 MB', post({ query: 'x', history: [{ query: '', answer: 'x'.repeat(10_000_000) }] })),
  refused(400, 'detail before filter', post({ query: 'x', detail: 1, filter: 1 }), NOT_A_DETAIL),
  refused(400, 'filter a text', post({ query: 'x', filter: 'en' }), NOT_A_FILTER),
  refused(400, 'filter null', post({ query: 'x', filter: null }), NOT_A_FILTER),
  refused(400, 'filter a list', post({ query: '', filter: ['en'] }), NOT_A_FILTER),
  refused(400, 'a key that no filter has', post({ query: 'x', filter: { lang: 'en', locale: 'en' } }), NO_SUCH_KEY),
  refused(400, 'a value of a filter that is no text', post({ query: 'x', filter: { version: 2 } }), 'filter.version must be a string.'),
  refused(400, 'detail before the length of the query', post({ query: 'é'.repeat(1_001), detail: [] }), NOT_A_DETAIL),
  refused(400, 'a query of 1,001 code points', post({ query: 'é'.repeat(1_001) }), TOO_LONG_A_QUERY),
  refused(400, 'a query of 1,001 code points of two units', post({ query: '🎉'.repeat(1_001) }), TOO_LONG_A_QUERY),
  { name: 'a body of exactly the limit', ...posting(`{"query":""}${' '.repeat(65_524)}`), status: 200 },
  refused(413, 'a body over the limit', posting(`{"query":""}${' '.repeat(65_525)}`), TOO_LARGE),
  refused(413, 'a body over the limit and of the wrong type', posting('x'.repeat(65_537), OF_ANOTHER_TYPE), TOO_LARGE),
  refused(415, 'a form', posting('query=x', { 'content-type': 'multipart/form-data' }), NOT_JSON),
  ...['text/plain', 'application/x-www-form-urlencoded'].map((type) => {
    const sent = posting('{"query":"x"}', { 'content-type': type, origin: 'https://evil.test' })
    return refused(415, `a type that a page of any site can send without a preflight: ${type}`, sent, NOT_JSON)
  }),
  refused(415, 'another kind of JSON', posting('{}', { 'content-type': 'application/ld+json' }), NOT_JSON),
  refused(415, 'no content type', { method: 'POST', target: '/api/ask', body: new TextEncoder().encode('{}') }, NOT_JSON),
  refused(415, 'a compressed body', posting('{}', { 'content-encoding': 'gzip' }), 'The body must not be compressed.'),
]

const paths: readonly Case[] = [
  refused(404, 'an unknown route below the base path', { target: '/api/ask/nothing' }, 'Not found.'),
  refused(404, 'a route below a route', { target: '/api/ask/overview/x' }, 'Not found.'),
  refused(404, 'a path that only begins like the base path', { target: '/api/askew' }, 'Not found.'),
  refused(404, 'the base path in another case', { target: '/API/ask' }, 'Not found.'),
  refused(404, 'the root', { target: '/' }, 'Not found.'),
  refused(404, 'a POST to nowhere', { ...post({ query: 'x' }), target: '/api/ask/nothing' }, 'Not found.'),
  refused(404, 'an unknown term', { target: '/api/ask/glossary/nothing' }, 'No glossary entry has this term or alias.'),
  refused(404, 'an unknown section', { target: '/api/ask/sections/nothing' }, 'No section has this id.'),
  refused(404, 'a section that is a property of objects', { target: '/api/ask/sections/toString' }),
  ...['%', '%zz', '%ff', '%C0%AF', '%ED%A0%80'].map((bad) => {
    return refused(400, `malformed percent-encoding: ${bad}`, { target: `/api/ask/sections/${bad}` }, 'The path has malformed percent-encoding.')
  }),
  ...['%00', '%0A', '%7F', '%C2%85'].map((bad) => {
    return refused(400, `a control character: ${bad}`, { target: `/api/ask/glossary/${bad}` }, 'The path must not contain control characters.')
  }),
  refused(400, 'a path over 2 KB', { target: `/api/ask/sections/${'x'.repeat(2_048)}` }, 'The path and its query must be at most 2048 characters.'),
  { ...refused(400, 'a plain backslash', { target: '/api/ask\\glossary' }, 'The path must not contain a backslash.'), ...NOT_BY_FETCH },
  { ...refused(400, 'a target that is no path', { target: '*' }, 'The request target must start with a slash.'), ...NOT_BY_FETCH },
  { name: 'dots are no way up', target: '/api/ask/sections/../glossary', status: 404, ...NOT_BY_FETCH },
]

/** One request for each operation. */
const OPERATIONS: readonly Sent[] = [
  ...['', '/filters', '/glossary', '/glossary/Chunk', '/sections', '/sections/index', '/overview'].map((path) => ({ target: `/api/ask${path}` })),
  post({ query: 'x' }), { ...post({ answer: 'a1', verdict: 'up' }), target: '/api/ask/feedback' },
  { target: '/openapi.yaml' }, { target: '/healthz' }, { target: '/readyz' },
]

const MANY_HEADERS = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`x-${at}`, 'x']))

const hosts: readonly Case[] = [
  ...OPERATIONS.flatMap((sent): Case[] => [
    {
      ...sent,
      name: `a host that is not listed: ${sent.method ?? 'GET'} ${sent.target}`,
      headers: { ...sent.headers, host: 'evil.test:80', origin: 'http://evil.test' },
      settings: { allowedHosts: ['docs.test'] },
      status: 421,
      error: 'This service takes no requests for the host evil.test. Its owner can allow it: --allowed-hosts evil.test ' +
        '(variable ASK_ALLOWED_HOSTS, option allowedHosts).',
      reply: { 'cache-control': 'no-store' },
    },
    {
      ...sent, name: `too many headers: ${sent.method ?? 'GET'} ${sent.target}`,
      headers: { ...sent.headers, ...MANY_HEADERS }, status: 431,
      error: 'A request must have at most 64 headers.', reply: { 'cache-control': 'no-store' },
      except: { handler: 'the listener counts headers', fetch: 'the host counts headers' },
    },
  ]),
  { name: 'a listed host', target: '/api/ask', headers: { host: 'docs.test:80' }, settings: { allowedHosts: ['docs.test'] }, status: 200 },
  { name: 'a loopback name beside a list', target: '/healthz', headers: { host: 'localhost:1' }, settings: { allowedHosts: ['docs.test'] }, status: 200 },
]

const methods: readonly Case[] = [
  ...['DELETE', 'PUT', 'PATCH'].map((method) => ({
    name: `${method} on the base path`, method, target: '/api/ask', status: 405,
    error: 'This path allows GET, HEAD, POST, OPTIONS.',
    reply: { allow: 'GET, HEAD, POST, OPTIONS', 'cache-control': 'no-store' },
  })),
  ...['/filters', '/glossary', '/glossary/Chunk', '/sections', '/sections/index', '/overview'].map((path) => ({
    ...post({ query: 'x' }), name: `POST on ${path}`, target: `/api/ask${path}`, status: 405,
    error: 'This path allows GET, HEAD, OPTIONS.', reply: { allow: 'GET, HEAD, OPTIONS' },
  })),
  refused(405, 'the method before the body', { ...posting('x'.repeat(70_000)), method: 'PUT' }),
  ...['/openapi.yaml', '/healthz', '/readyz'].map((target) => refused(405, `POST on ${target}`, { method: 'POST', target })),
]

/** Through a proxy: a client that connects directly over loopback has no limit of its own. */
const FORWARDED = { 'x-forwarded-for': '203.0.113.9' }

const tooMany: readonly Case[] = [
  {
    name: 'one POST more than a minute holds', ...post({ query: '' }, FORWARDED),
    settings: { postsPerMinute: 2 }, after: 2, status: 429,
    error: 'At most 2 requests a minute; try again in 30 s.',
    reply: { 'retry-after': '30', 'cache-control': 'no-store' },
  },
  { name: 'a client on the same machine has no limit of its own', ...post({ query: '' }), settings: { postsPerMinute: 1 }, after: 3, status: 200 },
  { name: 'refused POSTs count as well', ...post([], FORWARDED), settings: { postsPerMinute: 1 }, after: 1, status: 429 },
  { name: 'reads are not limited', target: '/api/ask', settings: { postsPerMinute: 1 }, after: 3, status: 200 },
  {
    name: 'clients behind a trusted proxy are distinguished',
    ...post({ query: '' }, { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }),
    settings: { postsPerMinute: 1, trustedProxies: 1 },
    after: 1,
    status: 429,
  },
]

const failures: readonly Case[] = [
  ...(['suggestions', 'filterValues', 'glossary', 'term', 'sections', 'section', 'overview'] as const).map((read) => ({
    name: `a failing read is a 500: ${read}`,
    target: `/api/ask${{ suggestions: '', filterValues: '/filters', term: '/glossary/x', section: '/sections/x' }[read as string] ?? `/${read}`}`,
    service: { [read]: () => Promise.reject(new Error('secret')) },
    status: 500,
    error: 'Internal error.',
    reply: { 'cache-control': 'no-store', etag: null },
  })),
  {
    ...refused(500, 'a graph that cannot be read is a 500 that says why', { target: '/api/ask/overview' }, 'kg.json is of version 2'),
    service: { overview: () => Promise.reject(new AskError('graph-format', 'kg.json is of version 2')) },
  },
]

/** Rows of refusals. */
export const REFUSALS: readonly Case[] = [...bodies, ...paths, ...hosts, ...methods, ...tooMany, ...failures]
