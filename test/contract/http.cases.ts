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
const GUIDE_HITS = HITS.filter(({ group }) => group === 'Guide').map(({ id: _id, ...shown }) => shown)
/** A section that is the same in other versions. */
const VERSIONED = { service: { search: async (query: string) => ({ query, results: [{ ...HITS[0]!, alsoIn: ['v1', 'v2'] }] }) } }
const EMPTY = { results: [], query: '', model: MODEL, mode: 'keyword' }

const found = (rest: object = {}) => ({ results: HITS_SHOWN, query: FOUND, model: MODEL, mode: 'keyword', ...rest })
const WITH_IDS = { results: HITS.slice(0, 20) }
const summaries = (sections: readonly KnowledgeNode[]) => ({
  sections: sections.map(({ id, title, heading, group, url }) => ({ id, title, heading, group, url })),
})
const sectionOf = (wanted: string) => SECTIONS.find(({ id }) => id === wanted)!
const GUIDE = summaries(SECTIONS.filter(({ group }) => group === 'Guide'))

const suggestions: readonly Case[] = [
  {
    name: 'GET on the base path gives the suggestions and the model',
    target: '/api/ask',
    status: 200,
    json: { suggestions: ['What is a chunk?', 'Wie groß ist ein Stück?'], model: MODEL },
    reply: { 'content-type': 'application/json; charset=utf-8' },
  },
  {
    name: 'no suggestions is a valid answer',
    target: '/api/ask',
    service: { suggestions: async () => [], model: '' },
    status: 200,
    json: { suggestions: [], model: '' },
  },
]

const modes: readonly Case[] = [
  { name: 'a keyword search finds', ...post({ query: FOUND, mode: 'keyword' }), status: 200, json: found() },
  { name: 'nothing found is an empty list', ...post({ query: 'xyz' }), status: 200, json: { ...EMPTY, query: 'xyz' } },
  { name: 'without mode and key keywords answer', ...post({ query: FOUND }), status: 200, json: found() },
  {
    name: 'agentic without a key falls back with a warning',
    ...post({ query: FOUND, mode: 'agentic' }),
    status: 200,
    json: found({ warning: NO_KEY }),
  },
  {
    name: 'with detail each result has its id',
    ...post({ query: FOUND, mode: 'keyword', detail: true }),
    status: 200,
    json: found(WITH_IDS),
  },
  {
    name: 'with detail results in place of an answer have ids, too',
    ...post({ query: FOUND, mode: 'agentic', detail: true }, { accept: 'text/event-stream' }),
    status: 200,
    json: found({ ...WITH_IDS, warning: NO_KEY }),
  },
  {
    name: 'with detail a result names the other versions in which it is the same',
    ...post({ query: FOUND, mode: 'keyword', detail: true }),
    ...VERSIONED,
    status: 200,
    json: found({ results: [{ ...HITS[0], alsoIn: ['v1', 'v2'] }] }),
  },
  {
    name: 'without detail a result names no other versions',
    ...post({ query: FOUND, mode: 'keyword' }),
    ...VERSIONED,
    status: 200,
    json: found({ results: HITS_SHOWN.slice(0, 1) }),
  },
  {
    name: 'a filter keeps sections with its values',
    ...post({ query: FOUND, mode: 'keyword', filter: { group: 'Guide', lang: '' } }),
    status: 200,
    json: found({ results: GUIDE_HITS }),
  },
  { name: 'a filter whose value nothing has finds nothing', ...post({ query: FOUND, filter: { lang: 'fr' } }), status: 200, json: { ...EMPTY, query: FOUND } },
  { name: 'the values of a filter are exact', ...post({ query: FOUND, filter: { group: 'guide' } }), status: 200, json: { ...EMPTY, query: FOUND } },
  { name: 'an empty filter changes nothing', ...post({ query: FOUND, filter: {} }), status: 200, json: found() },
  { name: 'the values that a filter can have', target: '/api/ask/filters', status: 200, json: FILTER_VALUES, reply: { etag: /./ } },
  { name: 'detail false changes nothing', ...post({ query: FOUND, detail: false }), status: 200, json: found() },
  { name: 'detail adds nothing to a blank query', ...post({ query: ' ', detail: true }), status: 200, json: EMPTY },
  { name: 'an empty query finds nothing', ...post({ query: '' }), status: 200, json: EMPTY },
  { name: 'a blank query is echoed empty', ...post({ query: ' \t\n\u00a0' }), status: 200, json: EMPTY },
  { name: 'a blank query wins over agentic', ...post({ query: ' ', mode: 'agentic' }), status: 200, json: EMPTY },
  { name: 'a blank query may have any length', ...post({ query: ' '.repeat(5_000) }), status: 200, json: EMPTY },
  {
    name: 'the query is echoed as it came',
    ...post({ query: '  <b>“Breite” 🎉\u0000\ud800 ' }),
    status: 200,
    json: { ...EMPTY, query: '  <b>“Breite” 🎉\u0000\ud800 ' },
  },
  {
    name: 'a query of 1,000 code points is searched, though each is two units',
    ...post({ query: '🎉'.repeat(1_000) }),
    status: 200,
    json: { ...EMPTY, query: '🎉'.repeat(1_000) },
  },
  { name: 'unknown fields are ignored', ...post({ query: 'xyz', top: 3 }), status: 200, json: { ...EMPTY, query: 'xyz' } },
  {
    name: 'the content type may have parameters, in any case',
    ...post({ query: '' }, { 'content-type': 'Application/JSON; charset="utf-8"' }),
    status: 200,
  },
  { name: 'identity is no encoding', ...post({ query: '' }, { 'content-encoding': 'Identity' }), status: 200 },
  {
    name: 'a POST is stored nowhere',
    ...post({ query: FOUND }),
    status: 200,
    reply: { 'cache-control': 'no-store', etag: null, 'x-content-type-options': 'nosniff' },
  },
  {
    name: 'an index that fails to build is a 500 that says why',
    ...post({ query: FOUND }),
    service: { search: failing(new AskError('content', 'The collection "docs" has no page.')) },
    status: 500,
    error: 'The collection "docs" has no page.',
  },
  {
    name: 'a defect is a 500 that says nothing',
    ...post({ query: FOUND }),
    service: { search: failing(new Error('secret detail')) },
    status: 500,
    error: 'Internal error.',
  },
]

const reads: readonly Case[] = [
  { name: 'the glossary lists its terms', target: '/api/ask/glossary', status: 200, json: { terms: GLOSSARY } },
  { name: 'a term is found', target: '/api/ask/glossary/Chunk', status: 200, json: GLOSSARY[0] },
  { name: 'a term is found in any case', target: '/api/ask/glossary/cHuNk', status: 200, json: GLOSSARY[0] },
  { name: 'a term is found by an alias', target: '/api/ask/glossary/ST%C3%9CCK', status: 200, json: GLOSSARY[0] },
  { name: 'a term may have accents', target: '/api/ask/glossary/na%C3%AFve%20caf%C3%A9', status: 200, json: GLOSSARY[1] },
  { name: 'a term may be of any script', target: '/api/ask/glossary/%E5%92%96%E5%95%A1', status: 200, json: GLOSSARY[1] },
  { name: 'a term may be an emoji', target: '/api/ask/glossary/%E2%98%95%EF%B8%8F', status: 200, json: GLOSSARY[1] },
  { name: 'a term may have a slash', target: '/api/ask/glossary/ci%2Fcd', status: 200, json: GLOSSARY[2] },
  { name: 'a slash of a term may be plain', target: '/api/ask/glossary/CI/CD', status: 200, json: GLOSSARY[2] },
  { name: 'a term may have a percent sign', target: '/api/ask/glossary/100%25', status: 200, json: GLOSSARY[2] },
  { name: 'a term may have a question mark', target: '/api/ask/glossary/a%3Fb', status: 200, json: GLOSSARY[2] },
  { name: 'a plus in a path is a plus', target: '/api/ask/glossary/na%C3%AFve+caf%C3%A9', status: 404 },
  { name: 'a term may be __proto__', target: '/api/ask/glossary/__proto__', status: 200, json: GLOSSARY[3] },
  { name: 'an alias may be constructor', target: '/api/ask/glossary/constructor', status: 200, json: GLOSSARY[3] },
  { name: 'sections are listed', target: '/api/ask/sections', status: 200, json: summaries(SECTIONS) },
  { name: 'sections of a group', target: '/api/ask/sections?group=Guide', status: 200, json: GUIDE },
  {
    name: 'a group may have any characters',
    target: '/api/ask/sections?group=R%26D+%2B%20more',
    status: 200,
    json: summaries([sectionOf('v1.2/größe#maß-&-zahl')]),
  },
  { name: 'a group matches exactly', target: '/api/ask/sections?group=guide', status: 200, json: { sections: [] } },
  { name: 'an empty group is none', target: '/api/ask/sections?group=', status: 200, json: summaries(SECTIONS) },
  {
    name: 'the first of several groups counts',
    target: '/api/ask/sections?group=Guide&group=Other',
    status: 200,
    json: GUIDE,
  },
  {
    name: 'a group may be __proto__',
    target: '/api/ask/sections?group=__proto__',
    status: 200,
    json: summaries([sectionOf('__proto__')]),
  },
  { name: 'other parameters are ignored', target: '/api/ask/sections?x=1', status: 200, json: summaries(SECTIONS) },
  { name: 'a page-level section', target: '/api/ask/sections/index', status: 200, json: sectionOf('index') },
  { name: 'an id with slash and hash', target: '/api/ask/sections/guide%2Fintro%23setup', status: 200, json: sectionOf('guide/intro#setup') },
  { name: 'an id with a plain slash', target: '/api/ask/sections/guide/intro%23setup', status: 200, json: sectionOf('guide/intro#setup') },
  {
    name: 'an id of any script',
    target: '/api/ask/sections/v1.2%2Fgr%C3%B6%C3%9Fe%23ma%C3%9F-%26-zahl',
    status: 200,
    json: sectionOf('v1.2/größe#maß-&-zahl'),
  },
  { name: 'an id may be __proto__', target: '/api/ask/sections/__proto__', status: 200, json: sectionOf('__proto__') },
  { name: 'an id is decoded once', target: '/api/ask/sections/a%252Fb', status: 200, json: sectionOf('a%2Fb') },
  { name: 'an id has its own case', target: '/api/ask/sections/INDEX', status: 404, error: 'No section has this id.' },
  {
    name: 'the overview',
    target: '/api/ask/overview',
    status: 200,
    json: { overview: '# Guide\n- Intro', context: 'A site about “everything”.' },
  },
  {
    name: 'health',
    target: '/healthz',
    status: 200,
    json: { status: 'ok' },
    reply: { 'cache-control': 'no-store', etag: null },
  },
  {
    name: 'readiness',
    target: '/readyz',
    status: 200,
    json: { status: 'ready' },
    reply: { 'cache-control': 'no-store', etag: null },
  },
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
