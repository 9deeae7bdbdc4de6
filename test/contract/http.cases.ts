/**
 * What the service answers over HTTP, a row for each statement of its contract.
 * The rows run on every transport (http.test.ts) and are held against
 * openapi.yaml (openapi.test.ts).
 */
import { AskError } from '../../src/core/base/errors.ts'
import type { KnowledgeNode } from '../../src/core/graph/graph.ts'
import { post } from '../support/http.ts'
import { failing, FILTER_VALUES, FOUND, GLOSSARY, HITS, SECTIONS } from '../support/service.ts'
import { ANSWERS } from './answer.cases.ts'
import type { Case } from './case.ts'
import { FEEDBACK } from './feedback.cases.ts'
import { PROTOCOL } from './protocol.cases.ts'
import { REFUSALS } from './refusal.cases.ts'

const MODEL = 'test-model'
const NO_KEY = 'Answers need a model key, and this server has none (LLM_API_KEY is not set); showing keyword results.'
const HITS_SHOWN = HITS.slice(0, 20).map(({ id: _id, ...shown }) => shown)
const GUIDE_FILTER = { group: 'Guide', lang: '' }
const GUIDE_HITS = HITS.filter(({ group }) => group === 'Guide').map(({ id: _id, ...shown }) => shown)
/** A section that is the same in other versions. */
const VERSIONED = { ...HITS[0]!, version: 'v3', alsoIn: ['v1', 'v2'] }
const ECHOED = '  <b>“Breite” 🎉\u0000\ud800 '
const LONGEST = '🎉'.repeat(1_000)
const EMPTY = { results: [], query: '', model: MODEL, mode: 'keyword' }

const found = (rest: object = {}) => ({ results: HITS_SHOWN, query: FOUND, model: MODEL, mode: 'keyword', ...rest })
const WITH_IDS = { results: HITS.slice(0, 20) }
const summaries = (sections: readonly KnowledgeNode[]) => ({
  sections: sections.map(({ id, title, heading, group, url }) => ({ id, title, heading, group, url })),
})
const sectionOf = (wanted: string) => SECTIONS.find(({ id }) => id === wanted)!
const GUIDE = summaries(SECTIONS.filter(({ group }) => group === 'Guide'))

const read = (name: string, path: string, json: unknown): Case => ({ name, target: `/api/ask${path}`, status: 200, json })

const suggestions: readonly Case[] = [
  {
    name: 'GET on the base path gives the suggestions and the model',
    target: '/api/ask',
    status: 200,
    reply: { 'content-type': 'application/json; charset=utf-8' },
    json: { suggestions: ['What is a chunk?', 'Wie groß ist ein Stück?'], model: MODEL },
  },
  { ...read('no suggestions is a valid answer', '', { suggestions: [], model: '' }), service: { suggestions: async () => [], model: '' } },
]

const searched = (name: string, asked: object, json: unknown): Case => ({ name, ...post(asked), status: 200, json })
const inVersions = (name: string, asked: object, result: unknown): Case => {
  return { ...searched(name, asked, found({ results: [result] })), service: { search: async (query) => ({ query, results: [VERSIONED] }) } }
}
const fails = (name: string, cause: Error, error: string): Case => {
  return { name, ...post({ query: FOUND }), service: { search: failing(cause) }, status: 500, error }
}
const NO_STORE = { 'cache-control': 'no-store', etag: null }

const modes: readonly Case[] = [
  searched('a keyword search finds', { query: FOUND, mode: 'keyword' }, found()),
  searched('nothing found is an empty list', { query: 'xyz' }, { ...EMPTY, query: 'xyz' }),
  searched('without mode and key keywords answer', { query: FOUND }, found()),
  searched('agentic without a key falls back with a warning', { query: FOUND, mode: 'agentic' }, found({ warning: NO_KEY })),
  searched('with detail each result has its id', { query: FOUND, mode: 'keyword', detail: true }, found(WITH_IDS)),
  {
    name: 'with detail results in place of an answer have ids, too',
    ...post({ query: FOUND, mode: 'agentic', detail: true }, { accept: 'text/event-stream' }),
    status: 200,
    json: found({ ...WITH_IDS, warning: NO_KEY }),
  },
  inVersions('with detail a result names its version, and others in which it is the same', { query: FOUND, detail: true }, VERSIONED),
  inVersions('without detail a result names no versions', { query: FOUND }, HITS_SHOWN[0]),
  searched('a filter keeps sections with its values', { query: FOUND, filter: GUIDE_FILTER }, found({ results: GUIDE_HITS })),
  searched('a filter whose value nothing has finds nothing', { query: FOUND, filter: { lang: 'fr' } }, { ...EMPTY, query: FOUND }),
  searched('the values of a filter are exact', { query: FOUND, filter: { group: 'guide' } }, { ...EMPTY, query: FOUND }),
  searched('an empty filter changes nothing', { query: FOUND, filter: {} }, found()),
  { name: 'the values that a filter can have', target: '/api/ask/filters', status: 200, json: FILTER_VALUES, reply: { etag: /./ } },
  searched('detail false changes nothing', { query: FOUND, detail: false }, found()),
  searched('detail adds nothing to a blank query', { query: ' ', detail: true }, EMPTY),
  searched('an empty query finds nothing', { query: '' }, EMPTY),
  searched('a blank query is echoed empty', { query: ' \t\n\u00a0' }, EMPTY),
  searched('a blank query wins over agentic', { query: ' ', mode: 'agentic' }, EMPTY),
  searched('a blank query may have any length', { query: ' '.repeat(5_000) }, EMPTY),
  searched('the query is echoed as it came', { query: ECHOED }, { ...EMPTY, query: ECHOED }),
  searched('a query of 1,000 code points is searched, though each is two units', { query: LONGEST }, { ...EMPTY, query: LONGEST }),
  searched('unknown fields are ignored', { query: 'xyz', top: 3 }, { ...EMPTY, query: 'xyz' }),
  {
    name: 'the content type may have parameters, in any case',
    ...post({ query: '' }, { 'content-type': 'Application/JSON; charset="utf-8"' }),
    status: 200,
  },
  { name: 'identity is no encoding', ...post({ query: '' }, { 'content-encoding': 'Identity' }), status: 200 },
  { name: 'a POST is stored nowhere', ...post({ query: FOUND }), status: 200, reply: { ...NO_STORE, 'x-content-type-options': 'nosniff' } },
  fails('an index that fails to build is a 500 that says why', new AskError('content', 'docs has no page.'), 'docs has no page.'),
  fails('a defect is a 500 that says nothing', new Error('secret detail'), 'Internal error.'),
]

const reads: readonly Case[] = [
  read('the glossary lists its terms', '/glossary', { terms: GLOSSARY }),
  read('a term is found', '/glossary/Chunk', GLOSSARY[0]),
  read('a term is found in any case', '/glossary/cHuNk', GLOSSARY[0]),
  read('a term is found by an alias', '/glossary/ST%C3%9CCK', GLOSSARY[0]),
  read('a term may have accents', '/glossary/na%C3%AFve%20caf%C3%A9', GLOSSARY[1]),
  read('a term may be of any script', '/glossary/%E5%92%96%E5%95%A1', GLOSSARY[1]),
  read('a term may be an emoji', '/glossary/%E2%98%95%EF%B8%8F', GLOSSARY[1]),
  read('a term may have a slash', '/glossary/ci%2Fcd', GLOSSARY[2]),
  read('a slash of a term may be plain', '/glossary/CI/CD', GLOSSARY[2]),
  read('a term may have a percent sign', '/glossary/100%25', GLOSSARY[2]),
  read('a term may have a question mark', '/glossary/a%3Fb', GLOSSARY[2]),
  { name: 'a plus in a path is a plus', target: '/api/ask/glossary/na%C3%AFve+caf%C3%A9', status: 404 },
  read('a term may be __proto__', '/glossary/__proto__', GLOSSARY[3]),
  read('an alias may be constructor', '/glossary/constructor', GLOSSARY[3]),
  read('sections are listed', '/sections', summaries(SECTIONS)),
  read('sections of a group', '/sections?group=Guide', GUIDE),
  read('a group may have any characters', '/sections?group=R%26D+%2B%20more', summaries([sectionOf('v1.2/größe#maß-&-zahl')])),
  read('a group matches exactly', '/sections?group=guide', { sections: [] }),
  read('an empty group is none', '/sections?group=', summaries(SECTIONS)),
  read('the first of several groups counts', '/sections?group=Guide&group=Other', GUIDE),
  read('a group may be __proto__', '/sections?group=__proto__', summaries([sectionOf('__proto__')])),
  read('other parameters are ignored', '/sections?x=1', summaries(SECTIONS)),
  read('a page-level section', '/sections/index', sectionOf('index')),
  read('an id with slash and hash', '/sections/guide%2Fintro%23setup', sectionOf('guide/intro#setup')),
  read('an id with a plain slash', '/sections/guide/intro%23setup', sectionOf('guide/intro#setup')),
  read('an id of any script', '/sections/v1.2%2Fgr%C3%B6%C3%9Fe%23ma%C3%9F-%26-zahl', sectionOf('v1.2/größe#maß-&-zahl')),
  read('an id may be __proto__', '/sections/__proto__', sectionOf('__proto__')),
  read('an id is decoded once', '/sections/a%252Fb', sectionOf('a%2Fb')),
  { name: 'an id has its own case', target: '/api/ask/sections/INDEX', status: 404, error: 'No section has this id.' },
  read('the overview', '/overview', { overview: '# Guide\n- Intro', context: 'A site about “everything”.' }),
  { name: 'health', target: '/healthz', status: 200, json: { status: 'ok' }, reply: NO_STORE },
  { name: 'readiness', target: '/readyz', status: 200, json: { status: 'ready' }, reply: NO_STORE },
  {
    name: 'content that can\'t be loaded',
    target: '/readyz',
    service: { warm: () => Promise.reject(new Error('secret detail')) },
    status: 503,
    error: 'The content or the graph of this service can\'t be loaded.',
  },
]

/** All rows. */
export const CASES: readonly Case[] = [...suggestions, ...modes, ...reads, ...ANSWERS, ...FEEDBACK, ...REFUSALS, ...PROTOCOL]
