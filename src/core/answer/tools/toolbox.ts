/**
 * The tools of a model, and its calls -> their results, within the bounds of one answer. A call that can't be run gets
 * an error text that lets the model correct it. A tool for exact strings was measured to be unnecessary: `search` finds
 * the section of a flag, key or value among its first hits in 97 to 100 of 100 cases.
 */
import { isCount, isObject, isString, type JsonObject, parseJsonObject } from '../../base/json.ts'
import { foldSpace } from '../../base/text.ts'
import type { ToolCall, ToolResult, ToolSpec } from '../../llm/model.ts'
import { guessLanguage, primaryOf } from '../../text/language.ts'
import { foldText } from '../../text/normalize.ts'
import type { Found, Library, LibraryHit, OpenedSection } from './library.ts'
import { betweenMarks, cutSource, formatHits, formatOpened, MARKS_LENGTH, type OpenedPart } from './material.ts'
import type { Passages } from './passages.ts'

/** Sections that one search shows. */
const HITS = 8
/** Maximum number of words without a section that are listed. */
const MAX_MISSING = 6
/** Sections that the error for an unknown id names. */
const NEAREST = 5
/** Maximum number of tool calls while nothing was found. */
const MAX_REWRITES = 2
/** UTF-16 units that count as one token. */
const CHARS_PER_TOKEN = 4
/** UTF-16 units that a result needs to show anything useful. */
const MIN_ROOM = 600
/** Maximum length of the first hits, as a multiple of that of a result: strong hits save a request. */
const FIRST_SHARE = 1.25
/** UTF-16 units reserved for words around the material of a result. */
const WORDS_LENGTH = 400
/** UTF-16 units of the query in a call. */
const MAX_CALL_QUERY_LENGTH = 400

const EXAMPLES = { search: '{"query": "trailing slash config"}', open: '{"id": "guides/routing#static-routes"}' }
/** A language with a code of ISO 639, which has a name. */
const LANGUAGE = /^[a-z]{2,3}$/
const REPEATED = 'This was asked before, its result is above: ask for something else, or answer.'

/** The tools, the same in every request, so that providers cache them. Gemini rejects `additionalProperties`. */
export const TOOLS: readonly ToolSpec[] = [
  {
    name: 'search',
    description:
      'Finds sections of the docs by keywords, best first. Write a few words that the docs would use, in their ' +
      'language, and exact names of options, commands and functions. If nothing fits, try fewer or other words. ' +
      `Example: ${EXAMPLES.search}`,
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Keywords' } },
      required: ['query'],
    },
  },
  {
    name: 'open',
    description:
      'Shows a section of the docs, or a page by the part of its id before #, with the sections below it that fit; ' +
      'ids of the others are listed. A long section begins at the match of the search; the result says which "from" ' +
      `shows more of it. Example: ${EXAMPLES.open}`,
    parameters: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the section' },
        from: { type: 'integer', minimum: 0, description: 'Only a value from an earlier result; 0 for its beginning' },
      },
      required: ['id'],
    },
  },
]

/** Limits of the tools in one answer; each at least 1. */
export interface ToolBounds {
  /** Tool calls in total, refused ones too. */
  readonly maxCalls: number
  readonly maxCallsPerStep: number
  /** Tokens of all tool results together, a token taken as four UTF-16 units. */
  readonly maxToolTokens: number
  /** UTF-16 units of one tool result. */
  readonly maxResultLength: number
}

/** The material that a model gets before its first call. */
export interface FirstFind extends Pick<Found, 'missing' | 'corrections'> {
  /** The hits of a search for the question, between marks; null without hits. */
  readonly material: string | null
  /** True if a hit is probably the answer. */
  readonly isStrong: boolean
  /** BCP 47 tag of the language of the docs if the question is in another; null if it isn't, or if one is unknown. */
  readonly foreign: string | null
}

/** The tools of one answer. */
export type Toolbox = ReturnType<typeof createToolbox>

interface ToolboxDeps {
  readonly library: Library
  readonly bounds: ToolBounds
  readonly passages: Passages
  /** Id of the marks around material; nobody can guess it. */
  readonly markId: string
}

type Lookup = { readonly type: 'search'; readonly query: string } | OpenLookup

interface OpenLookup {
  readonly type: 'open'
  readonly id: string
  /** Offset into the section's source; null for its beginning as `open` shows it. */
  readonly from: number | null
}

interface LookupResult {
  /** The text of its result, called in the order of the calls: so sections get their numbers as the model reads. */
  readonly text: () => string
  readonly isError?: true
  readonly isRepeat?: true
  /** Query of a search, or heading of an opened section. */
  readonly searched?: string
}

/** A toolbox that has run no call. */
export function createToolbox(deps: ToolboxDeps) {
  /** Keys of the calls that were made, and of those that would show the same. */
  const asked = new Set<string>()
  const latestHits = new Map<string, LibraryHit>()
  return { ...deps, asked, latestHits, callCount: 0, charsLeft: deps.bounds.maxToolTokens * CHARS_PER_TOKEN }
}

/** Searches for the words of a question, and of those before it. */
export async function searchFirst(toolbox: Toolbox, query: string, question: string): Promise<FirstFind> {
  const { hits, missing, corrections, lang: ofDocs } = await find(toolbox, query)
  const isStrong = hits.some((hit) => hit.isStrong)
  const asked = guessLanguage(question)
  const isForeign = ({ lang }: Pick<LibraryHit, 'lang'>) => asked !== null && (knownLanguage(lang) ?? asked) !== asked
  const own = hits.filter((hit) => !isForeign(hit))
  const foreign = own.length === 0 && isForeign({ lang: ofDocs }) ? knownLanguage(ofDocs) : null
  const room = Math.min(toolbox.bounds.maxResultLength * FIRST_SHARE, toolbox.charsLeft) - MARKS_LENGTH
  // Words of another language match by chance.
  const ranked = isStrong || foreign === null ? [...own, ...hits.filter(isForeign)] : []
  const { text } = formatHits(ranked, { passages: toolbox.passages, room })
  toolbox.asked.add(keyOf({ type: 'search', query }))
  const material = text === '' ? null : betweenMarks(text, toolbox)
  toolbox.charsLeft -= material?.length ?? 0
  return { material, missing, corrections, isStrong, foreign }
}

/** The language of a hit, null for none, and for a tag of the owner's own, which has no name. */
function knownLanguage(tag: string | null): string | null {
  const primary = primaryOf(tag)
  return LANGUAGE.test(primary) ? primary : null
}

/** Runs the calls of one step; each has a result, in order. Rejects only when the content can't be read. */
export async function runCalls(toolbox: Toolbox, calls: readonly ToolCall[], hasBegun: boolean) {
  const looked = await Promise.all(calls.map((call, i) => lookUp(toolbox, call, { number: i + 1, hasBegun })))
  const results = calls.map(({ id, name }, i): ToolResult => {
    const { text: read = () => '', isError = false } = looked[i] ?? {}
    const text = (isError ? 'error: ' : '') + read()
    toolbox.charsLeft -= text.length
    return { callId: id, name, text, isError }
  })
  // True if every call was made before.
  const areRepeats = looked.every(({ isRepeat }) => isRepeat)
  return { areRepeats, results, searches: looked.flatMap(({ searched }) => searched ?? []) }
}

/** True if calls or room are used up, or nothing was found in the first calls. */
export function isExhausted(toolbox: Toolbox): boolean {
  const { passages, callCount, bounds } = toolbox
  const hasFoundNothing = passages.count() === 0 && callCount >= MAX_REWRITES
  return callCount >= bounds.maxCalls || roomLeft(toolbox) < MIN_ROOM || hasFoundNothing
}

function roomLeft({ bounds, charsLeft }: Toolbox): number {
  return Math.min(bounds.maxResultLength, charsLeft) - MARKS_LENGTH - WORDS_LENGTH
}

async function find({ library, latestHits }: Toolbox, query: string): Promise<Found> {
  const found = await library.search(query, HITS)
  for (const hit of found.hits) latestHits.set(hit.id, hit)
  return found
}

/** The result of a call, recorded before anything is awaited, so that calls of one step see each other. */
async function lookUp(
  toolbox: Toolbox,
  call: ToolCall,
  { number, hasBegun }: { readonly number: number; readonly hasBegun: boolean },
): Promise<LookupResult> {
  const { bounds: { maxCalls, maxCallsPerStep }, passages, asked } = toolbox
  toolbox.callCount += 1
  if (toolbox.callCount > maxCalls) return toolError(`all ${maxCalls} calls are used; answer from the material above`)
  if (hasBegun) return toolError('the answer has begun; finish it from the material above')
  if (number > maxCallsPerStep) return toolError(`at most ${maxCallsPerStep} calls at once; make it again if need be`)
  const decoded = decodeCall(call)
  if (typeof decoded === 'string') return toolError(decoded)
  const lookup = decoded.type === 'open' ? { ...decoded, id: idOf(passages, decoded.id) } : decoded
  const key = keyOf(lookup)
  if (asked.has(key)) return { text: () => REPEATED, isRepeat: true }
  asked.add(key)
  if (lookup.type === 'open') return open(toolbox, lookup)
  const found = await find(toolbox, lookup.query)
  return { text: () => ifRoom(toolbox, (room) => hitsText(toolbox, found, room)), searched: lookup.query }
}

async function open(toolbox: Toolbox, { id, from }: OpenLookup): Promise<LookupResult> {
  const { library } = toolbox
  let opened = await library.open(id)
  if (opened === null) {
    const { hits } = await library.search(id.replace(/[^\p{L}\p{N}]+/gu, ' '), NEAREST)
    const [meant, ...others] = hits.filter((hit) => isNamed(hit, id))
    opened = meant === undefined || others.length > 0 ? null : await library.open(meant.id)
    if (opened === null) return { text: () => ifRoom(toolbox, () => unknownText(toolbox, hits)), isError: true }
  }
  const { heading, title, source: { text: { length } } } = opened.section
  const isBeyond = from !== null && from > 0 && from >= length
  if (isBeyond) return toolError(`the text of this section ends at ${length}; there is nothing from ${from} on`)
  const text = () => ifRoom(toolbox, (room) => openedText(toolbox, opened, { from, room }))
  return { text, searched: heading ?? title }
}

/** The id of a section that may be given by its number, or as `(id: x)` of a hit, `/x/` or `x.md#y`. */
function idOf(passages: Passages, text: string): string {
  const number = /^\[?(\d{1,4})\]?$/.exec(text)?.[1]
  const plain = text.replace(/^\(?(?:id:\s*)?\/?|\)$|(?:\/|\.mdx?)(?=#|$)/g, '')
  return (number !== undefined ? passages.idOf(Number(number)) : null) ?? (plain || text)
}

/** What may stand around the words of a name: signs, their codes, and the host of an address. */
const SIGNS = /^https?:\/\/[^/]*|(?:%23|[^\p{L}\p{N}])+/gu

/** True for the section with this id, address, path or heading, whatever case and signs a model writes it with. */
function isNamed({ id, url, path, heading, title }: LibraryHit, text: string): boolean {
  const plain = (name: string) => foldText(name).replace(SIGNS, ' ').trim()
  const isId = text.includes('#', 1)
  return [id, url, ...(isId ? [] : [path, heading ?? title])].some((name) => plain(name) === plain(text))
}

function ifRoom(toolbox: Toolbox, text: (room: number) => string): string {
  const room = roomLeft(toolbox)
  return room < MIN_ROOM ? 'there is no room for more material; answer from what is above' : text(room)
}

function openedText(
  toolbox: Toolbox,
  opened: OpenedSection,
  { from, room }: Pick<OpenedPart, 'from'> & { readonly room: number },
): string {
  const { passages, asked, latestHits } = toolbox
  const { id, source } = opened.section
  const whole = from === null ? cutSource(source, 0, Infinity).text : ''
  const isShown = whole !== '' && passages.textOf(passages.numberOf(opened.section)).includes(whole)
  if (isShown && opened.below.every((each) => passages.isOpened(each))) return REPEATED
  const part = { from, matchAt: latestHits.get(id)?.matchAt ?? (() => 0), isShown }
  const { text, shown } = formatOpened(opened, part, { passages, room })
  for (const section of shown) asked.add(keyOf({ type: 'open', id: section.id, from: null }))
  return betweenMarks(text, toolbox)
}

function hitsText(toolbox: Toolbox, found: Found, room: number): string {
  const { text, repeated } = formatHits(found.hits, { passages: toolbox.passages, room })
  return [
    ...(found.hits.length === 0 ? ['No section was found. Try fewer or other words.'] : []),
    ...(text === '' ? [] : [betweenMarks(text, toolbox)]),
    ...(repeated.length === 0 ? [] : [`Already shown above as ${repeated.map((number) => `[${number}]`).join(', ')}.`]),
    ...formatMissing(found.missing),
    ...formatCorrections(found.corrections),
  ].join('\n')
}

function unknownText(toolbox: Toolbox, nearest: readonly LibraryHit[]): string {
  if (nearest.length === 0) return 'no section has this id; use search to find one'
  const list = nearest.map(({ path, id }) => `- ${path} (id: ${id})`).join('\n')
  return `no section has this id. The nearest are:\n${betweenMarks(list, toolbox)}`
}

/** A line on words of a query that no section has, if there are any. */
export function formatMissing(words: readonly string[]): readonly string[] {
  const listed = words.slice(0, MAX_MISSING).map((word) => JSON.stringify(word)).join(', ')
  return words.length === 0 ? [] : [`No section has: ${listed}.`]
}

/** A line on words of a query that were read as others, if there are any. */
export function formatCorrections(corrections: Found['corrections']): readonly string[] {
  const listed = corrections.slice(0, MAX_MISSING).map(({ word, readAs }) => `${JSON.stringify(word)} as "${readAs}"`)
  return listed.length === 0 ? [] : [`The search read ${listed.join(', ')}.`]
}

function toolError(error: string): LookupResult {
  return { text: () => error, isError: true }
}

function keyOf(lookup: Lookup): string {
  if (lookup.type === 'open') return `open ${lookup.from ?? ''} ${lookup.id}`
  return `search ${foldSpace(lookup.query.toLowerCase())}`
}

/** A call that can be run, or an error text for the model. */
export function decodeCall({ name, args }: ToolCall): Lookup | string {
  if (name !== 'search' && name !== 'open') return 'there is no such tool; the tools are search and open'
  if (args === null) return `the arguments are not a JSON object; write them like ${EXAMPLES[name]}`
  return name === 'search' ? decodeSearch(withOnlyText(args, 'query')) : decodeOpen(withOnlyText(args, 'id'))
}

/** Arguments whose only text, under whatever name, is the one that is needed. */
function withOnlyText(args: JsonObject, name: string): JsonObject {
  if (isString(args[name]) || typeof args[name] === 'number') return args
  const join = (value: unknown) => (Array.isArray(value) && value.every(isString) ? value.join(' ') : value)
  const parse = (value: unknown) => (isString(value) ? (parseJsonObject(value) ?? value) : value)
  const values = Object.values(args).map(join).map(parse)
  const [inner, ...more] = values.filter(isObject)
  if (inner !== undefined && more.length === 0 && inner[name] !== undefined) return inner
  const [text, ...others] = values.filter(isString)
  return text !== undefined && others.length === 0 ? { ...args, [name]: text } : args
}

function decodeSearch({ query }: Readonly<Record<string, unknown>>): Lookup | string {
  const text = typeof query === 'string' ? foldSpace(query.toWellFormed()) : ''
  if (text === '') return `search needs a query; write the arguments like ${EXAMPLES.search}`
  if (text.length > MAX_CALL_QUERY_LENGTH) return `a query has at most ${MAX_CALL_QUERY_LENGTH} characters; use a few keywords`
  return { type: 'search', query: text }
}

function decodeOpen({ id, from = null }: Readonly<Record<string, unknown>>): Lookup | string {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).toWellFormed().trim() : ''
  if (text === '') return `open needs an id; write the arguments like ${EXAMPLES.open}`
  const offset = typeof from === 'string' && /^\d{1,9}$/.test(from) ? Number(from) : from
  if (offset === null || offset === '') return { type: 'open', id: text, from: null }
  return isCount(offset) ? { type: 'open', id: text, from: offset } : 'from must be a whole number that a result gave'
}
