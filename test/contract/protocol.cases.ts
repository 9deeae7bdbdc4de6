/** What HTTP itself asks of the service: HEAD and OPTIONS, validators, CORS, and where it is mounted. */
import { post } from '../support/http.ts'
import type { Case } from './case.ts'

const ORIGIN = 'https://docs.example'
const CORS = { corsOrigins: ['https://other.example', ORIGIN] }
const NO_CORS = { 'access-control-allow-origin': null, 'access-control-allow-methods': null }
const READS = ['', '/filters', '/glossary', '/glossary/chunk', '/sections', '/sections/index', '/overview']
const TAG = /^"[0-9a-f]{32}"$/

const heads: readonly Case[] = [
  ...READS.flatMap((path): readonly Case[] => {
    const target = `/api/ask${path}`
    const head = { method: 'HEAD', target, status: 200 }
    const except = path === '/sections' && { except: { store: 'the list of a store is streamed: its length is not known before its end' } }
    return [
      { name: `HEAD where GET is: ${target}`, ...head, text: '', reply: { etag: TAG, 'cache-control': 'max-age=60' } },
      { name: `HEAD gives the length of GET: ${target}`, ...head, reply: { 'content-length': /^[1-9]/ }, ...except },
    ]
  }),
  { name: 'HEAD of what is not there', method: 'HEAD', target: '/api/ask/sections/nothing', status: 404, text: '' },
  { name: 'HEAD of the document', method: 'HEAD', target: '/openapi.yaml', status: 200, text: '' },
  { name: 'HEAD of health', method: 'HEAD', target: '/healthz', status: 200, text: '' },
]

const BASE_METHODS = 'GET, HEAD, POST, OPTIONS'
const OF_SERVER = { target: '*', except: { fetch: 'a URL has a path' } }

const asksOptions = (name: string, target: string, reply: NonNullable<Case['reply']> = {}): Case => {
  return { name, method: 'OPTIONS', target, status: 204, text: '', reply: { allow: BASE_METHODS, ...reply } }
}

const options: readonly Case[] = [
  asksOptions('OPTIONS on the base path', '/api/ask', { ...NO_CORS, vary: null }),
  asksOptions('OPTIONS on a read', '/api/ask/sections/x', { allow: 'GET, HEAD, OPTIONS' }),
  { ...asksOptions('OPTIONS on the server as a whole', '*'), ...OF_SERVER },
  { name: 'another method on the server as a whole', ...OF_SERVER, status: 400, error: 'The request target must start with a slash.' },
  { name: 'OPTIONS on nothing', method: 'OPTIONS', target: '/api/ask/nothing', status: 404 },
]

const validators: readonly Case[] = [
  ...[...READS, '/sections?group=Guide'].map((path) => ({
    name: `a copy that still stands: /api/ask${path}`, target: `/api/ask${path}`,
    ifNoneMatch: (etag: string) => etag, status: 304, text: '',
    reply: { etag: TAG, 'cache-control': 'max-age=60', 'content-type': null, 'content-length': null },
  })),
  { name: 'the document still stands', target: '/openapi.yaml', ifNoneMatch: (etag) => etag, status: 304, text: '' },
  { name: 'any copy', target: '/api/ask', ifNoneMatch: () => ' * ', status: 304 },
  { name: 'another copy', target: '/api/ask', ifNoneMatch: () => '"x"', status: 200 },
  { name: 'any copy of what is not there', target: '/api/ask/sections/nothing', ifNoneMatch: () => '*', status: 404 },
  { name: 'HEAD with a copy', method: 'HEAD', target: '/api/ask', ifNoneMatch: (etag) => etag, status: 304 },
  { name: 'any copy of health, which has no tag', target: '/healthz', ifNoneMatch: () => '*', status: 304, text: '', reply: { 'cache-control': 'no-store' } },
  { name: 'another copy of health', target: '/healthz', ifNoneMatch: () => '"x"', status: 200 },
  { name: 'a POST with a copy', ...post({ query: '' }, { 'if-none-match': '*' }), status: 200 },
]

const PREFLIGHT = { method: 'OPTIONS', status: 204, headers: { 'access-control-request-method': 'POST' } }

/** A request of a page of this origin to a service that lists two. */
const fromPage = (name: string, reply: NonNullable<Case['reply']>, { origin = ORIGIN, ...rest }: Partial<Case> & { readonly origin?: string } = {}): Case => {
  return { name, target: '/api/ask', settings: CORS, status: 200, ...rest, headers: { origin, ...rest.headers }, reply }
}

const cors: readonly Case[] = [
  fromPage('no CORS unless it is on', { ...NO_CORS, vary: null }, { settings: {} }),
  fromPage('a listed origin', {
    'access-control-allow-origin': ORIGIN, 'access-control-expose-headers': 'ETag, Retry-After',
    'access-control-allow-credentials': null, vary: 'Origin',
  }),
  ...[`${ORIGIN}/`, `${ORIGIN}:443`, `${ORIGIN}.evil.test`, 'http://docs.example', 'null', '*'].map((origin) => {
    return fromPage(`an origin that is not listed: ${origin}`, { ...NO_CORS, vary: 'Origin' }, { origin })
  }),
  { name: 'no origin varies too', target: '/api/ask', settings: CORS, status: 200, reply: { ...NO_CORS, vary: 'Origin' } },
  fromPage('a copy across origins', { 'access-control-allow-origin': ORIGIN, vary: 'Origin' }, { ifNoneMatch: (etag) => etag, status: 304 }),
  fromPage('a preflight', {
    allow: BASE_METHODS, 'access-control-allow-origin': ORIGIN, 'access-control-allow-methods': BASE_METHODS,
    'access-control-allow-headers': 'Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, ' +
      'Mcp-Session-Id, Last-Event-ID, Authorization, Traceparent, Baggage',
    'access-control-max-age': '7200',
    vary: 'Origin',
  }, { ...PREFLIGHT, headers: { ...PREFLIGHT.headers, 'access-control-request-headers': 'content-type' } }),
  fromPage('a preflight from elsewhere', NO_CORS, { ...PREFLIGHT, origin: 'https://evil.test' }),
  fromPage(
    'a GET is no preflight, whatever it says',
    { 'access-control-allow-origin': ORIGIN, 'access-control-allow-methods': null },
    { headers: PREFLIGHT.headers },
  ),
  fromPage('errors are told across origins too', { 'access-control-allow-origin': ORIGIN }, { target: '/api/ask/nothing', status: 404 }),
]

const mounts: readonly Case[] = [
  { name: 'a trailing slash is the same route', target: '/api/ask/', status: 200, reply: { etag: TAG } },
  { name: 'a trailing slash behind a list', target: '/api/ask/sections/', status: 200 },
  { name: 'a trailing slash behind an id', target: '/api/ask/sections/index/', status: 200 },
  { name: 'a trailing slash on POST', ...post({ query: '' }), target: '/api/ask/', status: 200 },
  { name: 'doubled slashes', target: '//api///ask//glossary', status: 200 },
  { name: 'an encoded letter of the base path', target: '/api/%61sk', status: 200 },
  { name: 'another base path', target: '/docs/api/search/overview', settings: { endpoint: '/docs/api/search' }, status: 200 },
  { name: 'another base path is the only one', target: '/api/ask', settings: { endpoint: '/docs/api' }, status: 404 },
  {
    name: 'the document shows the configured base path', target: '/openapi.yaml',
    settings: { endpoint: '/$&/x', openapi: 'paths:\n  /api/ask:\n  /api/ask/glossary:\n' }, status: 200,
    text: 'paths:\n  /$&/x:\n  /$&/x/glossary:\n',
    reply: { 'content-type': 'application/yaml; charset=utf-8', etag: TAG, 'cache-control': 'max-age=60' },
  },
  { name: 'no document', target: '/openapi.yaml', settings: { openapi: null }, status: 404 },
]

/** Rows of HTTP as such. */
export const PROTOCOL: readonly Case[] = [...heads, ...options, ...validators, ...cors, ...mounts]
